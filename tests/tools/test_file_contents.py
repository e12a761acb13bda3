"""Files that are given by their content: base64, strictly, and bounded."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.model.errors import BadInput
from desktop_app.tools.draft_attachments import MOST_CONTENT
from tests.fakes.house import TestHouse


def drafted(house: TestHouse, **arguments: Any) -> Draft:
    _, result = house.runner(Origin.MCP).call_by_name("create_draft", arguments)
    return house.store.drafts.get(result.unwrap().draft_id)


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


@pytest.mark.parametrize(
    ("file", "words"),
    [
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
    ],
)
def test_what_is_wrong_with_a_file_is_said_and_no_draft_is_made(
    house: TestHouse, file: dict[str, str], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        drafted(house, files=[file])
    assert not house.store.drafts.in_state(list(DraftState))


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
