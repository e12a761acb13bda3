"""White space at line ends, which nobody sees, leaves with no proposal."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.visible_content import visible_content, without_line_end_space
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent

SPACES = " \t\u00a0\u2003\u3000"
CONTENT = DraftContent(from_=Address("A", "a@x.example"))


@given(st.lists(st.tuples(st.text("ab c", max_size=5), st.text(SPACES, max_size=9)), max_size=9))
def test_texts_that_look_alike_leave_alike(lines: list[tuple[str, str]]) -> None:
    """Whatever white space stands at the ends of lines, what leaves is the same."""
    for kind in ("text/plain", "text/html"):
        told = [
            visible_content(
                replace(
                    CONTENT,
                    content_type=kind,
                    subject=text.partition("\n")[0],
                    body=text,
                    quoted=text,
                )
            )
            for text in (
                "\n".join(f"{words}{spaces}" for words, spaces in lines),
                "\n".join(words for words, _ in lines),
            )
        ]
        assert told[0][0] == told[1][0]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("one \t\ntwo\u00a0\n", "one\ntwo\n"),
        ("one \r\ntwo\t\r\n", "one\r\ntwo\r\n"),
        ("Hi\n-- \nAlex", "Hi\n-- \nAlex"),
        ("Hi\n-- \t  \nAlex", "Hi\n-- \nAlex"),
        ("  indented\n\n\n", "  indented\n\n\n"),
    ],
)
def test_only_line_ends_are_touched(text: str, left: str) -> None:
    assert without_line_end_space(text) == left


def test_a_run_of_spaces_costs_what_it_is_long() -> None:
    begun = time.process_time()
    assert len(without_line_end_space(f"{' ' * 2_000_000}x")) == 2_000_001
    assert time.process_time() - begun < 1
