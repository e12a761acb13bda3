"""What costs much to draw is taken out of a mail's page, however it is written."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from desktop_app.ui.reading.costly_drawing import calmed
from desktop_app.ui.reading.locked_page import calm, locked_down
from tests.sure import there

COSTLY = [
    "filter:blur(9px)",
    "-webkit-filter : blur(9px)",
    "FILTER:blur(9px)",
    r"f\69lter:blur(9px)",
    r"fil\ter:blur(9px)",
    "fil/**/ter:blur(9px)",
    "backdrop-filter:blur(9px)",
    "mask-image:url(a)",
    "mix-blend-mode:multiply",
    "animation:a 1s infinite",
]


@pytest.mark.parametrize("style", COSTLY)
def test_costly_properties_are_left_out_and_it_is_said(style: str) -> None:
    for page in (f'<p style="color:red;{style}">words', f"<style>p{{{style}}}</style><p>words"):
        html, had = calm(page)
        assert had
        assert "words" in html
        assert "--left-out" in html
        assert not calm(html)[1]


@pytest.mark.parametrize(
    "style", ["color:red", "background:#fff", "--filter:1", "border:1px solid"]
)
def test_what_costs_little_stays_as_it_is(style: str) -> None:
    assert calmed(style) == style


def test_drawings_and_their_addresses_are_left_out() -> None:
    page = '<svg><use href="#a"/></svg><img src="data:image/svg+xml,<svg/>"><p>words'
    shown = locked_down(page)
    assert "svg" not in shown
    assert "words" in shown


def test_a_page_without_any_is_the_same() -> None:
    assert calm("<p style='color:red'>words") == ("<p style='color:red'>words", False)


def test_a_sheet_is_written_back_as_it_was_but_for_them() -> None:
    html, _ = calm("<style>p>a{color:red;filter:blur(1px)}</style>")
    assert (
        there(LexborHTMLParser(html).css_first("style")).text()
        == "p>a{color:red;--left-out:blur(1px)}"
    )
