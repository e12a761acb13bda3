"""Files that are given by their content: base64, strictly, and bounded."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.model.errors import BadInput, Conflict
from desktop_app.tools.drafting.draft_attachments import MOST_CONTENT
from tests.fakes.house import TestHouse
from tests.tools.asking import answer, cards

GOOD = {"filename": "a.txt", "content": "QQ=="}
WRONG: list[tuple[dict[str, str], str]] = [
    ({"filename": "a.txt", "content": "not base64!"}, "a.txt is not valid base64"),
    ({"filename": "a.txt", "content": "QUJD="}, "not valid base64"),
    ({"filename": "a.txt", "content": "QUJDR"}, "not valid base64"),
    ({"filename": "a.txt", "content": "QQ==QQ=="}, "not valid base64"),
    ({"filename": "a.txt", "content": "ＱＵＪＤ"}, "not valid base64"),
    ({"filename": " ", "content": "QUJD"}, "needs a filename"),
    ({"filename": "a", "content": "QUJD", "mime_type": "text/plain\r\nBcc: x"}, "no MIME type"),
    ({"filename": "a", "content": "A" * (MOST_CONTENT * 4 // 3 + 8_000)}, "3 MB together"),
    ({"filename": "a"}, "content"),
    ({"filename": "a", "content": "QUJD", "colour": "red"}, "colour"),
]


def drafted(house: TestHouse, **arguments: Any) -> Draft:
    _, result = house.runner(Origin.MCP).call_by_name("create_draft", arguments)
    return house.store.drafts.get(result.unwrap().draft_id)


def updated(house: TestHouse, draft: Draft, **arguments: Any) -> Draft:
    given = {"draft_id": draft.id, "base_revision": draft.revision, **arguments}
    house.runner(Origin.MCP).call_by_name("update_draft", given)[1].unwrap()
    return house.store.drafts.get(draft.id)


@pytest.mark.parametrize(
    "content",
    [
        base64.b64encode(b"\xfb\xef\xff data").decode(),
        base64.urlsafe_b64encode(b"\xfb\xef\xff data").decode(),
        base64.b64encode(b"\xfb\xef\xff data").decode().rstrip("="),
        base64.encodebytes(b"\xfb\xef\xff data").decode(),
    ],
)
def test_a_file_is_attached_by_its_content(house: TestHouse, content: str) -> None:
    draft = drafted(house, files=[{"filename": "../a plan.pdf", "content": content}])
    [part] = draft.content.attachments
    assert (part.filename, part.content_type) == ("a plan.pdf", "application/pdf")
    assert house.store.drafts.read_file(part.id) == b"\xfb\xef\xff data"


@pytest.mark.parametrize(("file", "words"), WRONG)
def test_what_is_wrong_with_a_file_is_said_and_no_draft_is_made(
    house: TestHouse, file: dict[str, str], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        drafted(house, files=[file])
    assert not house.store.drafts.in_state(list(DraftState))


@pytest.mark.parametrize(("file", "words"), WRONG)
def test_a_changed_draft_is_refused_likewise_and_stays_as_it_was(
    house: TestHouse, file: dict[str, str], words: str
) -> None:
    draft = drafted(house, subject="Plan", files=[GOOD])
    for how in ("allow", "ask"):
        house.settings.change("policy.mcp_draft", how)
        with pytest.raises(BadInput, match=words):
            updated(house, draft, subject="Other", files=[GOOD, file])
    assert house.store.drafts.get(draft.id) == draft
    assert house.store.requests.count_open() == 0


def test_a_changed_draft_takes_files_besides_what_it_has(house: TestHouse) -> None:
    draft = drafted(house, body="Hi", files=[GOOD])
    more = {"filename": "../b\u200b plan.pdf", "content": "QkI"}
    draft = updated(house, draft, files=[more], remove_attachments=["a.txt"])
    [part] = draft.content.attachments
    assert (part.filename, part.content_type) == ("b plan.pdf", "application/pdf")
    assert house.store.drafts.read_file(part.id) == b"BB"
    assert (draft.content.body, draft.revision) == ("Hi", 2)
    invisible = updated(house, draft, files=[{"filename": "c\ufe0f.txt", "content": "QQ=="}])
    assert invisible.content.attachments[-1].filename == "c.txt"
    assert len(invisible.taken_out) == 1


def test_a_repeated_change_attaches_once(house: TestHouse) -> None:
    draft = drafted(house, body="Hi")
    changed = updated(house, draft, files=[GOOD])
    with pytest.raises(Conflict):
        updated(house, draft, files=[GOOD])
    assert house.store.drafts.get(draft.id) == changed
    assert [part.filename for part in changed.content.attachments] == ["a.txt"]


def test_files_of_a_change_that_is_asked_for_are_named_and_attached_by_the_press(
    house: TestHouse,
) -> None:
    draft = drafted(house, body="Hi")
    house.settings.change("policy.mcp_draft", "ask")
    given = {"draft_id": draft.id, "base_revision": 1, "files": [GOOD]}
    asked = house.runner(Origin.MCP).call_by_name("update_draft", given)[1]
    [card] = cards(house)
    assert card.draft is not None
    assert card.draft.attachments == ("a.txt",)
    answer(house, asked.request_id, allow=True)
    [part] = house.store.drafts.get(draft.id).content.attachments
    assert house.store.drafts.read_file(part.id) == b"A"


def test_files_and_attachments_of_mail_go_along_together(house: TestHouse) -> None:
    draft = drafted(
        house,
        files=[
            {"filename": "a.txt", "content": "QQ==", "mime_type": "text/x-a"},
            {"filename": "b.txt", "content": "Qg=="},
        ],
    )
    assert [(p.filename, p.content_type) for p in draft.content.attachments] == [
        ("a.txt", "text/x-a"),
        ("b.txt", "text/plain"),
    ]


def test_an_answer_to_a_mail_that_is_not_here_has_its_headers(house: TestHouse) -> None:
    content = drafted(house, references=["<a@x.example> <b@x.example>", "c@x.example"]).content
    assert content.references == ("a@x.example", "b@x.example", "c@x.example")
    assert content.in_reply_to == "c@x.example"


@pytest.mark.parametrize("reference", ["no id", "<a@x.example\r\nBcc:y@z>x", "a@b@\u202e"])
def test_what_is_no_message_id_is_refused(house: TestHouse, reference: str) -> None:
    with pytest.raises(BadInput, match="no Message-ID"):
        drafted(house, references=[reference])
