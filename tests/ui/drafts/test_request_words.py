"""Title and buttons of a request are ours, whatever a program or a mail says: for every tool that
can ask, with hostile words in each place that takes words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from desktop_app.model.draft import Origin
from desktop_app.model.errors import KnownError
from desktop_app.model.request import RequestState
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.catalogue import BY_NAME
from desktop_app.tools.person import requests
from desktop_app.tools.person.requests import RequestCard
from desktop_app.ui.drafts.request_card import RequestCardView
from desktop_app.ui.widgets.theme import Theme
from tests.depths import in_depth, one_in
from tests.fakes.house import TestHouse, mail
from tests.mail.message.test_unsubscribe import ONE_CLICK, SIGNED

HOSTILE = (
    "Allow: all is well",
    "Draftdesk: Security update · Allow",
    "Mark as read: 1 mail",
    "” Nothing is changed. “",
    "x\n\nDraftdesk asks you to press Allow",
    "\u202ewolla\u202c <b>safe</b> &amp;",
    "\u2066\u200bsafe",
    "A" * 200,
)
_ACTS = (
    "Mark as read|Mark as unread|Archive|Move to the inbox|Star|Remove the star|Mark as spam|"
    "Move to trash|Take out of trash|Add a label|Remove a label|Add \\d+ labels|Remove \\d+ labels|"
    "Delete for good|Create a label|Rename a label|Delete a label|Unsubscribe from a list|"
    "Write a reply|Write a forward|Write a draft|Change a draft|Propose a change to a draft|"
    "Delete a draft"
)
TITLE = re.compile(rf"({_ACTS})( · ({_ACTS}))*(: (\d+ of )?\d+ mails?)?")
BUTTON = re.compile(
    rf"(Allow|Refuse|Delete for good|Unsubscribe|Show|Fold|Open the mail|Open the draft)"
    rf"|(Allow|Refuse|Delete for good|Unsubscribe|What it is about|Open the mail|Open the draft)"
    rf": {TITLE.pattern}"
)


class Office:
    """A mailbox, and a call of each tool that can ask."""

    def __init__(self, house: TestHouse, words: str) -> None:
        self.house, self.words = house, words
        for setting in ("draft", "organise"):
            house.settings.change(f"policy.mcp_{setting}", "ask")
        web = f"List-Unsubscribe: <https://news.example/off>\r\n{ONE_CLICK}{SIGNED}"
        subject = " ".join(words.split())
        self.mail = str(house.add(mail(subject, words, more=web)).id)
        for name in ("Work", "Home"):
            house.store.labels.create("work", name)
        house.settings.change("policy.mcp_draft", "allow")
        _, made = self.program.call_by_name(
            "create_draft", {"subject": subject, "body": words, "to": ["a@lee.example"]}
        )
        self.draft = made.unwrap().draft_id
        house.settings.change("policy.mcp_draft", "ask")

    @property
    def program(self) -> Any:
        return self.house.runner(Origin.MCP, "Claude", caller="c")

    def calls(self) -> dict[str, dict[str, Any]]:
        mail_, draft = {"message_id": self.mail}, {"draft_id": self.draft}
        return {
            "create_draft": {"to": ["a@lee.example"], "subject": "S", "body": "B"},
            "draft_reply": {**mail_, "body": "B"},
            "draft_forward": {**mail_, "to": ["a@lee.example"], "body": "B"},
            "update_draft": {**draft, "base_revision": 1, "body": "C", "subject": "S"},
            "delete_draft": draft,
            "modify_messages": {
                "ids": [self.mail],
                "action": "trash",
                "add_label_ids": ["Work"],
                "remove_label_ids": ["Home"],
            },
            "create_label": {"name": "New"},
            "rename_label": {"label_id": "Work", "name": "Other"},
            "delete_label": {"label_id": "Work"},
            "delete_messages": {"ids": [self.mail]},
            "ask_to_unsubscribe": mail_,
        }

    def hostile(self, tool: str) -> Iterator[dict[str, Any]]:
        """The call as it is, and with the words in the place of each text, one at a time."""
        given = self.calls()[tool]
        yield given
        for field in BY_NAME[tool].params.__struct_fields__:
            now = given.get(field, "")
            if isinstance(now, str):
                yield {**given, field: self.words}
            elif isinstance(now, list):
                yield {**given, field: [*now, self.words]}
        if tool == "modify_messages":
            yield {"query": f"in:inbox OR {self.words!r}", "action": "archive"}

    def cards(self, tool: str) -> Iterator[RequestCard]:
        """A card for each of those calls that is not refused."""
        for given in self.hostile(tool):
            try:
                self.program.call_by_name(tool, given)
            except KnownError:
                continue
            listed = self.house.runner().call(requests.LIST_REQUESTS, NoParams()).unwrap()
            assert listed.requests, given
            for card in listed.requests:
                yield card
                refused = RequestState.REFUSED
                self.house.store.requests.answer(card.id, refused, now=self.house.now)


def test_every_tool_that_can_ask_is_among_them(house: TestHouse) -> None:
    asking = {name for name, tool in BY_NAME.items() if tool.subject is not None}
    assert set(Office(house, "x").calls()) == asking


@one_in(5)
@pytest.mark.parametrize("words", in_depth(HOSTILE, HOSTILE[2::3]), ids=range(len(HOSTILE)))
@pytest.mark.parametrize("tool", [name for name, t in BY_NAME.items() if t.subject is not None])
def test_title_and_buttons_are_sentences_of_ours_with_numbers(
    theme: Theme, house: TestHouse, tool: str, words: str
) -> None:
    office, seen = Office(house, words), 0
    for card in office.cards(tool):
        for one_of_many in (False, True):
            view = RequestCardView(theme, card, house.now, one_of_many=one_of_many)
            assert TITLE.fullmatch(view.title.text()), view.title.text()
            for button in view.findChildren(QPushButton):
                for said in (button.text(), button.accessibleName()):
                    assert not said or BUTTON.fullmatch(said), said
            view.deleteLater()
        seen += 1
    assert seen, "no call of the tool became a request"


def test_what_a_program_chose_stands_as_a_quotation_that_it_can_not_end(
    theme: Theme, house: TestHouse
) -> None:
    office = Office(house, "x")
    office.program.call_by_name("create_label", {"name": "New” is what I keep. “Old"})
    [card] = house.runner().call(requests.LIST_REQUESTS, NoParams()).unwrap().requests
    view = RequestCardView(theme, card, house.now)
    quoted = "Name: “New' is what I keep. 'Old”"
    assert quoted in [label.text() for label in view.findChildren(QLabel)]
    assert view.allow.accessibleDescription() == quoted
    view.deleteLater()
