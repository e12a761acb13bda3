"""Spans of a text are where Qt sees them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.widgets.qt_offsets import Span, in_qt

SIGNS = st.text("ab \u00e9\u4e2d\U0001f600\U00020000", max_size=30)


def read(text: str, span: Span) -> str:
    """What Qt has between two of its offsets."""
    units = text.encode("utf-16-le")
    return units[2 * span[0] : 2 * span[1]].decode("utf-16-le")


@given(SIGNS, st.lists(st.integers(0, 30), max_size=8))
def test_a_span_in_qts_offsets_has_the_same_words(text: str, cuts: list[int]) -> None:
    ends = sorted({min(cut, len(text)) for cut in cuts})
    spans = list(zip(ends[::2], ends[1::2], strict=False))
    found = in_qt(text, spans)
    assert [read(text, span) for span in found] == [text[start:end] for start, end in spans]
