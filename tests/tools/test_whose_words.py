"""Whose words: no program and no assistant changes what somebody else wrote in; they propose it."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.draft import Draft, Origin
from desktop_app.model.draft_change import ChangeState
from desktop_app.model.errors import Conflict
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.calls.results import DraftSaved, DraftText
from desktop_app.tools.person import draft_review
from desktop_app.tools.runner import Runner
from tests.fakes.house import TestHouse, mail
from tests.sure import there

EDITS: tuple[dict[str, Any], ...] = (
    {"to": "mallory@drop.example"},
    {"cc": "mallory@drop.example"},
    {"bcc": "mallory@drop.example"},
    {"subject": "Other"},
    {"body": "Other words."},
    {"files": [{"filename": "a.txt", "content": "YQ=="}]},
)
WHO = ("the person", "another program", "the assistant", "its own, edited by the person")


def call(runner: Runner, tool: str, **arguments: Any) -> Any:
    return runner.call_by_name(tool, arguments)[1].unwrap()


def person_edits(house: TestHouse, draft: Draft, body: str) -> Draft:
    from dataclasses import replace

    saved = house.runner().call(
        draft_review.SAVE_DRAFT,
        draft_review.SaveDraft(
            draft_id=draft.id,
            base_revision=draft.revision,
            content=replace(draft.content, body=body),
        ),
    )
    return house.store.drafts.get(saved.unwrap().draft_id)


def written_by(house: TestHouse, who: str, program: Runner) -> Draft:
    """A draft that `program` did not write alone."""
    runners = {
        "the person": house.runner(),
        "another program": house.runner(Origin.MCP, "Other", caller="other"),
        "the assistant": house.runner(Origin.ASSISTANT, "qwen3"),
    }
    writer = runners.get(who, program)
    saved = call(writer, "create_draft", to="dana@lee.example", subject="Budget", body="One.")
    draft = house.store.drafts.get(saved.draft_id)
    return person_edits(house, draft, "One, and mine.") if who not in runners else draft


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: next(iter(edit)))
@pytest.mark.parametrize("who", WHO)
def test_what_others_wrote_stays_and_the_change_waits_beside_it(
    house: TestHouse, who: str, edit: dict[str, Any]
) -> None:
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    draft = written_by(house, who, program)
    result: DraftSaved = call(
        program, "update_draft", draft_id=draft.id, base_revision=draft.revision, **edit
    )
    assert house.store.drafts.get(draft.id) == draft
    (change,) = house.store.drafts.changes.of_draft(draft.id)
    assert (change.author.name, change.state) == ("Claude", ChangeState.OPEN)
    assert change.content != draft.content
    assert result.change == change.id
    assert result.revision == draft.revision
    assert "Proposed, not made" in result.display


def test_a_program_changes_what_it_wrote_alone(house: TestHouse) -> None:
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    saved = call(program, "create_draft", to="dana@lee.example", subject="Budget", body="One.")
    after = call(program, "update_draft", draft_id=saved.draft_id, base_revision=1, body="Two.")
    assert (after.revision, after.change) == (2, "")
    assert house.store.drafts.get(saved.draft_id).content.body == "Two."


def test_a_second_change_to_the_same_revision_adds_to_the_first(house: TestHouse) -> None:
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    draft = written_by(house, "the person", program)
    here = {"draft_id": draft.id, "base_revision": draft.revision}
    call(program, "update_draft", **here, subject="Other")
    call(program, "update_draft", **here, body="Two.")
    newest = house.store.drafts.changes.of_draft(draft.id)[-1]
    assert (newest.content.subject, newest.content.body) == ("Other", "Two.")


def test_a_change_to_an_older_revision_is_refused(house: TestHouse) -> None:
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    draft = written_by(house, "its own, edited by the person", program)
    with pytest.raises(Conflict):
        call(program, "update_draft", draft_id=draft.id, base_revision=1, body="Two.")
    assert house.store.drafts.changes.of_draft(draft.id) == []


def test_only_its_author_is_told_what_became_of_a_change(house: TestHouse) -> None:
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    other = house.runner(Origin.MCP, "Other", caller="other")
    draft = written_by(house, "the person", program)
    call(program, "update_draft", draft_id=draft.id, base_revision=draft.revision, body="Two.")
    told: DraftText = call(program, "get_draft", draft_id=draft.id)
    assert told.changes == ("Your change to revision 1: waits for the person.",)
    (change,) = house.store.drafts.changes.of_draft(draft.id)
    house.store.drafts.changes.refuse(
        change.id, draft.content, draft.content, last=True, now=house.now
    )
    told = call(program, "get_draft", draft_id=draft.id)
    assert told.changes == ("Your change to revision 1: the person refused it.",)
    assert "the person refused it" in told.display
    assert call(other, "get_draft", draft_id=draft.id).changes == ()


def test_nobody_is_asked_to_send_a_draft_whose_change_was_proposed_only(house: TestHouse) -> None:
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    draft = written_by(house, "the person", program)
    call(program, "get_draft", draft_id=draft.id)
    result = program.call_by_name("sendConfirm", {"draftId": draft.id, "body": "Two."})[1]
    assert result.decision is Decision.ALLOW
    assert "was not asked to send it" in there(result.value).display
    assert not house.store.drafts.get(draft.id).asks_to_send


def test_who_asks_to_send_is_told_by_its_own_name(house: TestHouse) -> None:
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    draft = written_by(house, "another program", program)
    program.call_by_name("send_draft", {"draft_id": draft.id, "revision": draft.revision})
    asked = house.store.drafts.get(draft.id)
    assert asked.author.name == "Other"
    assert asked.asked_by is not None
    assert asked.asked_by.name == "Claude"


def fresh_program(house: TestHouse) -> Runner:
    """The program in a new session, which has seen nothing."""
    return house.runner(Origin.MCP, "Claude", caller="claude")


def test_a_second_preview_goes_to_nobody_whom_only_the_first_named(house: TestHouse) -> None:
    message = house.add(mail())
    program = fresh_program(house)
    reply = {"messageId": str(message.id), "body": "Yes."}
    first = call(program, "replyPreview", **reply, cc="ruth@x.example", bcc="sam@x.example")
    second = call(program, "replyPreview", **reply)
    assert first.draft_id == second.draft_id
    draft = house.store.drafts.get(second.draft_id)
    assert [a.email for a in draft.content.to] == ["dana@lee.example"]
    assert (draft.content.cc, draft.content.bcc) == ((), ())


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("replyPreview", {"messageId": "{mail}", "body": "No."}),
        ("replyPreview", {"draftId": "{draft}", "body": "No."}),
        ("replyConfirm", {"messageId": "{mail}"}),
        ("sendPreview", {"draftId": "{draft}", "body": "No."}),
        ("sendConfirm", {"draftId": "{draft}"}),
    ],
)
def test_a_new_session_changes_and_sends_no_draft_that_it_has_not_seen(
    house: TestHouse, name: str, arguments: dict[str, str]
) -> None:
    message = house.add(mail())
    saved = call(fresh_program(house), "draft_reply", message_id=str(message.id), body="Yes.")
    before = person_edits(house, house.store.drafts.get(saved.draft_id), "Yes, and mine.")
    given = {
        key: value.format(mail=message.id, draft=saved.draft_id) for key, value in arguments.items()
    }
    session = fresh_program(house)
    with pytest.raises(Conflict, match="not seen"):
        session.call_by_name(name, given)[1].unwrap()
    assert house.store.drafts.get(saved.draft_id) == before
    shown = call(session, "sendPreview", draftId=saved.draft_id)
    assert "Yes, and mine." in shown.body
    assert house.store.drafts.get(saved.draft_id) == before
