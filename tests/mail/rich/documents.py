"""Documents for property tests: any blocks, and words full of signs that mean something."""

from __future__ import annotations

from hypothesis import strategies as st

from desktop_app.mail.rich.document import (
    Block,
    Document,
    Inline,
    Kind,
    ListKind,
    Mark,
    Picture,
    Words,
    normal,
)

TEXT = st.text(
    st.sampled_from("ab1.-# <>&|=!()[]\\/\"'\n \u00a0\t*_+~`é😀א\ufffc\u2028\u202e\x07"), max_size=8
)
LINKS = st.sampled_from(("", "", "https://x.example/a?b=(1)&c=|", "mailto:a@x.example"))
WORDS = st.builds(Words, TEXT, st.frozensets(st.sampled_from(list(Mark)), max_size=3), LINKS)
PICTURES = st.builds(
    Picture, st.sampled_from(("a@b.example", "c1")), TEXT, st.integers(0, 900), LINKS
)
LINE: st.SearchStrategy[tuple[Inline, ...]] = st.lists(
    st.one_of(WORDS, WORDS, PICTURES), max_size=4
).map(tuple)
ROWS = st.lists(st.lists(LINE, max_size=3).map(tuple), max_size=2).map(tuple)
BLOCKS = st.builds(
    Block,
    LINE,
    st.sampled_from((Kind.TEXT, Kind.TEXT, *Kind)),
    st.integers(0, 3),
    st.lists(st.sampled_from(list(ListKind)), max_size=3).map(tuple),
    st.booleans(),
    st.sampled_from((1, 1, 5)),
    ROWS,
    st.booleans(),
)
DOCUMENTS: st.SearchStrategy[Document] = st.lists(BLOCKS, max_size=6).map(normal)
