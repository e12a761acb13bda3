"""An answer as HTML: what a model writes is words, and every link says where it goes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.assistant.markdown import (
    LONGEST_PIECE,
    first_piece,
    render_markdown,
    render_plain,
)

TAGS = frozenset(
    "p br h3 h4 strong em s ul ol li blockquote pre code hr a span".split()
    + "table thead tbody tr th td".split()
)


def tags(html: str) -> set[str]:
    return {name.lower() for name in re.findall(r"</?\s*([a-zA-Z][\w-]*)", html)}


def test_what_people_write_in_markdown_is_shown_so() -> None:
    html = render_markdown(
        "# Two\n\n**bold** and `code`\n\n1. one\n2. two\n\n|a|b|\n|-|-|\n|1|2|"
    ).html
    assert {"h3", "strong", "code", "ol", "li", "table", "td"} <= tags(html)


@pytest.mark.parametrize(
    "hostile",
    [
        "<img src='file:///etc/passwd'>",
        "<script>alert(1)</script>",
        "a <b onclick='x'>word</b>",
        "<a href='https://evil.example'>bank.example</a>",
        "<style>* { display: none }</style>",
        "<!-- <p> -->",
    ],
)
def test_tags_in_an_answer_are_words(hostile: str) -> None:
    html = render_markdown(hostile).html
    assert tags(html) <= {"p", "a"}
    assert "&lt;" in html
    assert "<img" not in html


def test_a_picture_is_never_fetched_but_its_address_can_be_seen() -> None:
    found = render_markdown("![your logo](https://tracker.example/pixel.png?who=me)")
    assert "<img" not in found.html
    assert "(tracker.example)" in found.html
    assert [link.target for link in found.links] == ["https://tracker.example/pixel.png?who=me"]


@pytest.mark.parametrize(
    "target", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"]
)
def test_links_that_go_nowhere_good_are_words(target: str) -> None:
    found = render_markdown(f"[press here]({target}) and ![p]({target})")
    assert "<a" not in found.html
    assert found.links == ()


def test_the_host_of_a_link_stands_behind_it() -> None:
    html = render_markdown("See [the offer](https://shop.example/offer).").html
    assert "the offer</a> <span class='host'>(shop.example)</span>" in html
    assert "host" not in render_markdown("See https://shop.example/offer").html


def test_a_link_that_names_another_host_is_known_as_such() -> None:
    [link] = render_markdown("[bank.example](https://evil.example/login)").links
    assert link.mismatch == "bank.example"


def test_words_without_markdown_stay_as_they_are() -> None:
    html = render_plain("*** 2 * 3 <b>\n# no heading").html
    assert "*** 2 * 3 &lt;b&gt;\n# no heading" in html


@given(st.text(alphabet="ab <>&*_`#![]()|-\n\\\"'\t0.:/~é", max_size=400))
def test_whatever_is_written_only_harmless_tags_come_out(source: str) -> None:
    assert tags(render_markdown(source).html) <= TAGS


BLOCKS = st.lists(
    st.sampled_from(["word " * 90, "- item\n" * 60, "x" * 700, "a\n\nb"]), max_size=40
)


@given(BLOCKS)
def test_no_word_is_lost_and_no_piece_is_long(blocks: list[str]) -> None:
    source = rest = "\n\n".join(blocks)
    done = ""
    for _ in range(len(source) + 1):
        piece, rest = first_piece(rest)
        if not piece:
            break
        assert 0 < len(piece) <= LONGEST_PIECE
        done += piece
    assert done + rest == source
    assert len(rest) <= LONGEST_PIECE


def test_code_that_goes_on_behind_a_cut_stays_code() -> None:
    source = "Look:\n\n```py\n" + "print('<b>')\n" * 800 + "```\n\nDone."
    pieces = []
    rest = source
    while True:
        piece, rest = first_piece(rest)
        if not piece:
            break
        pieces.append(piece)
    assert len(pieces) > 1
    assert all("<pre>" in render_markdown(piece).html for piece in pieces)
    last = render_markdown(rest).html
    assert "<pre>" in last
    assert "<p>Done.</p>" in last


def test_what_is_cut_between_blocks_says_the_same_as_the_whole() -> None:
    source = "\n\n".join(f"Paragraph **{n}** with some words in it." for n in range(150))
    piece, rest = first_piece(source)
    words = re.sub(r"<[^>]+>", "", render_markdown(piece).html + render_markdown(rest).html)
    assert words.split() == re.sub(r"<[^>]+>", "", render_markdown(source).html).split()
