"""Rows of tool calls in the panel."""

from __future__ import annotations

import pytest

from desktop_app.assistant.model.tool_rows import references_of, title_of
from desktop_app.assistant.transcript import Opens, Reference
from desktop_app.tools.calls.results import Done, DraftSaved, MessageList


@pytest.mark.parametrize(
    ("name", "arguments", "title"),
    [
        ("search_messages", {"query": "from:dana  budget"}, "Searched mail: from:dana budget"),
        ("gmail_search_messages", {"query": "x"}, "Searched mail: x"),
        ("list_labels", {}, "Looked at labels"),
        ("fly_to_the_moon", {"query": "x"}, "Tried something unknown"),
        ("remove_account", {"name": "Work"}, "Tried something unknown"),
    ],
)
def test_a_row_says_what_was_done_and_no_name_that_was_made_up(
    name: str, arguments: dict[str, str], title: str
) -> None:
    assert title_of(name, arguments) == title


def test_a_long_argument_is_cut() -> None:
    title = title_of("search_messages", {"query": "budget " * 40})
    assert title.endswith("…")
    assert len(title) <= len("Searched mail: ") + 80


def test_a_saved_draft_opens_and_its_subject_is_the_outcome() -> None:
    saved = DraftSaved("Draft.", "d1", 1, "", (), "", "")
    assert saved.outcome == "(no subject)"
    assert references_of(saved) == (Reference(Opens.DRAFT, "d1", "(no subject)"),)


def test_a_list_says_whether_there_are_more_and_a_change_says_itself() -> None:
    assert MessageList("", "x", 20, 1, True, "", ()).outcome == "20 shown, there are more"
    assert MessageList("", "x", 3, 1, False, "", ()).outcome == "3 found"
    assert Done("Label made.", 1).outcome == "Label made."
    assert references_of(Done("Label made.", 1)) == ()
