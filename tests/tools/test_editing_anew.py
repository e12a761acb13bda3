"""A mail edited as a new one: all of it, in a conversation of its own."""

from __future__ import annotations

import pytest

from desktop_app.mail.drafts.compose import compose
from desktop_app.model.draft import Draft
from desktop_app.model.errors import NotFound
from desktop_app.tools.person import editing_anew
from desktop_app.tools.person.editing_anew import without_signature
from desktop_app.tools.verbs import create_draft
from tests.fakes.house import ME, NOW, TestHouse, mail


def anew(house: TestHouse, message_id: int) -> Draft:
    params = editing_anew.EditAsNew(message_id=message_id)
    saved = house.runner().call(editing_anew.EDIT_AS_NEW, params).unwrap()
    return house.store.drafts.get(saved.draft_id)


def test_a_sent_mail_begins_again_as_it_was_written(house: TestHouse) -> None:
    params = create_draft.CreateDraft(
        to=("Dana Lee <dana@lee.example>",),
        cc=("sam@x.example",),
        bcc=("ruth@y.example",),
        subject="Budget",
        body="Hello,\n\nthe budget.",
    )
    draft_id = house.runner().call(create_draft.TOOL, params).unwrap().draft_id
    draft = house.store.drafts.get(draft_id)
    read = house.store.drafts.read_file
    raw = compose(draft.content, message_id="s@x.example", date=NOW, read_attachment=read)
    sent = house.add(raw, frozenset({"SENT"}))
    again = anew(house, sent.id).content
    assert (again.to, again.cc, again.subject) == (
        draft.content.to, draft.content.cc, draft.content.subject
    )  # fmt: skip
    assert (again.body, again.signature) == (draft.content.body, draft.content.signature)
    assert (again.from_, again.in_reply_to, again.references, again.quoted) == (ME, "", (), "")


def test_files_and_blind_copies_go_along(house: TestHouse) -> None:
    head = mail("Plan", "", from_=str(ME), to="d@x.example").partition(b"Content-Type")[0]
    more = (
        "Bcc: ruth@y.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        "Content-Type: text/plain\r\n\r\nSee it.\r\n--b\r\nContent-Type: text/plain\r\n"
        'Content-Disposition: attachment; filename="plan.txt"\r\n\r\nthe plan\r\n--b--\r\n'
    )
    draft = anew(house, house.add(head + more.encode(), frozenset({"SENT"})).id)
    assert [a.email for a in draft.content.bcc] == ["ruth@y.example"]
    [file] = draft.content.attachments
    assert (file.filename, house.store.drafts.read_file(file.id)) == ("plan.txt", b"the plan")
    assert draft.content.body == "See it."
    assert draft.thread_id == draft.reply_to_id == 0


def test_somebody_elses_mail_has_no_invisible_characters(house: TestHouse) -> None:
    raw = mail("Plan\u200b\u202e", "See\u2066 it.", to="alex@fernhill.example, s@x.example")
    draft = anew(house, house.add(raw).id)
    assert draft.content.body == "See it."
    assert "\u202e" not in draft.content.subject
    assert [a.email for a in draft.content.to] == ["alex@fernhill.example", "s@x.example"]
    assert draft.content.from_ == ME


def test_a_mail_that_is_gone_is_said(house: TestHouse) -> None:
    with pytest.raises(NotFound):
        anew(house, 4711)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hi\n\n-- \nAlex\nFernhill", ("Hi", "Alex\nFernhill")),
        ("Hi\n\n--\nAlex  \nFernhill\n", ("Hi", "Alex\nFernhill")),
        ("Hi\n\n-- \nAlex", ("Hi\n\n-- \nAlex", "")),
        ("Hi\n\n-- \nAlex\nFernhill\n\n> quoted", ("Hi\n\n-- \nAlex\nFernhill\n\n> quoted", "")),
        ("Hi", ("Hi", "")),
    ],
)  # fmt: skip
def test_a_signature_stands_apart_where_it_is_the_end(text: str, found: tuple[str, str]) -> None:
    assert without_signature(text, "Alex\nFernhill") == found
    assert without_signature(text, "") == (text, "")
