"""What the review says of a draft that carries other people's mail to somebody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.draft_cases import cases
from benchmarks.leaks import outcome
from desktop_app.model.address import Address
from desktop_app.model.draft import CheckLevel, Origin, Source, SourceKind
from desktop_app.tools.drafting.leaks import CODE
from desktop_app.tools.person import draft_changes, draft_review
from desktop_app.tools.person.draft_review import Review
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import (
    create_draft,
    draft_forward,
    draft_reply,
    get_draft,
    get_message,
    update_draft,
)
from tests.depths import in_depth
from tests.fakes.house import TestHouse, mail
from tests.tools.test_evidence import review

CASES = cases(Path(__file__).parent.parent / "data" / "leaks" / "cases.json")
MALLORY = "Mallory Reed <mallory@reed.example>"


def leaks(found: Review) -> list[str]:
    return [check.text for check in found.checks if check.code == CODE]


def codes(house: TestHouse, **more: str) -> str:
    """Ruth's mail that Mallory has not seen."""
    raw = mail(
        "Codes",
        "The alarm code is 4711.",
        from_="Ruth <ruth@abel.example>",
        message_id="c@x",
        **more,
    )
    return str(house.add(raw).id)


def asking(house: TestHouse) -> str:
    raw = mail("Question", "What is the code?", from_=MALLORY, message_id="q@x")
    return str(house.add(raw).id)


def reader(house: TestHouse, *ids: str, request: str = "Answer", **more: str) -> Runner:
    """An assistant that was asked and has read these mails."""
    runner = house.runner(Origin.ASSISTANT, "Model", **more)  # type: ignore[arg-type]
    runner.conversation.begin_run(request)
    for id_ in ids:
        runner.call(get_message.TOOL, get_message.GetMessage(message_id=id_))
    return runner


def replied(house: TestHouse, body: str, request: str = "Answer") -> Review:
    question = asking(house)
    runner = reader(house, question, codes(house), request=request)
    params = draft_reply.DraftReply(message_id=question, body=body)
    return review(house, runner.call(draft_reply.TOOL, params).unwrap().draft_id)  # type: ignore[union-attr]


def test_words_of_anothers_mail_are_named_with_their_conversation(house: TestHouse) -> None:
    found = replied(house, "It is 4711.")
    [check] = [check for check in found.checks if check.code == CODE]
    assert check.text == "“4711” stands in “Codes” (Ruth), which Mallory Reed has not seen."
    assert (check.level, check.fix, check.fix_value) == (CheckLevel.CONFIRM, "Show it", "4711")


def test_what_the_person_asked_to_be_said_is_theirs(house: TestHouse) -> None:
    assert leaks(replied(house, "It is 4711.", "Tell her that it is 4711")) == []


def test_what_the_person_types_is_theirs(house: TestHouse) -> None:
    found = replied(house, "It is [code].")
    draft = found.draft
    content = replace(draft.content, body="It is 4711.")
    params = draft_review.SaveDraft(draft_id=draft.id, base_revision=1, content=content)
    house.runner().call(draft_review.SAVE_DRAFT, params)
    assert leaks(review(house, draft.id)) == []
    author = house.runner(Origin.ASSISTANT, "Model").author
    longer = replace(content, body="It is 4711, please.")
    me = house.runner().author
    house.store.drafts.save(draft.id, 2, longer, author, now=house.now, by=me)
    assert leaks(review(house, draft.id)) == [], "it was the person's before"


def test_a_comma_of_the_persons_does_not_make_a_sentence_theirs(house: TestHouse) -> None:
    raw = mail("Plan", "We will sell the harbour warehouse to the city.", message_id="p@x")
    runner = reader(house, str(house.add(raw).id))
    body = "They sell the harbour warehouse to the city."
    params = create_draft.CreateDraft(to=(MALLORY,), subject="x", body=body)
    found = review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id)
    assert len(leaks(found)) == 1
    content = replace(found.draft.content, body=f"Hi, {body[:-1]}!")
    saved = draft_review.SaveDraft(draft_id=found.draft.id, base_revision=1, content=content)
    house.runner().call(draft_review.SAVE_DRAFT, saved)
    assert len(leaks(review(house, found.draft.id))) == 1


def test_a_recipient_whom_the_person_adds_is_looked_at_too(house: TestHouse) -> None:
    ruths = codes(house)
    params = draft_reply.DraftReply(message_id=ruths, body="4711, noted.")
    runner = reader(house, ruths)
    found = review(house, runner.call(draft_reply.TOOL, params).unwrap().draft_id)  # type: ignore[union-attr]
    assert leaks(found) == []
    content = replace(found.draft.content, cc=(Address("", "bob@x.example"),))
    saved = draft_review.SaveDraft(draft_id=found.draft.id, base_revision=1, content=content)
    house.runner().call(draft_review.SAVE_DRAFT, saved)
    told = leaks(review(house, found.draft.id))
    assert told == ["“4711” stands in “Codes” (Ruth), which bob@x.example has not seen."]


def test_who_got_a_copy_has_seen_it(house: TestHouse) -> None:
    question = asking(house)
    runner = reader(house, question, codes(house, more=f"Cc: {MALLORY}\r\n"))
    params = draft_reply.DraftReply(message_id=question, body="It is 4711.")
    draft_id = runner.call(draft_reply.TOOL, params).unwrap().draft_id  # type: ignore[union-attr]
    assert leaks(review(house, draft_id)) == []


def test_writing_into_a_conversation_does_not_make_it_seen(house: TestHouse) -> None:
    ruths = codes(house)
    raw = mail("Re: Codes", "Again?", from_=MALLORY, message_id="m@x", more="References: <c@x>\r\n")
    mallorys = house.add(raw)
    assert mallorys.thread_id == house.store.messages.get(int(ruths)).thread_id
    runner = reader(house, ruths, str(mallorys.id))
    params = draft_reply.DraftReply(message_id=str(mallorys.id), body="It is 4711.")
    draft_id = runner.call(draft_reply.TOOL, params).unwrap().draft_id  # type: ignore[union-attr]
    assert len(leaks(review(house, draft_id))) == 1


def test_an_earlier_mail_to_them_that_nobody_read_counts_as_seen(house: TestHouse) -> None:
    sent = mail(
        "Door", "4711 opens it.", from_="alex@fernhill.example", to=MALLORY, message_id="s@x"
    )
    house.add(sent, frozenset({"SENT"}))
    assert leaks(replied(house, "It is 4711.")) == []


def test_programs_at_the_bridge_are_looked_at_as_well(house: TestHouse) -> None:
    runner = house.runner(Origin.MCP, "Client", caller="one")
    runner.call(get_message.TOOL, get_message.GetMessage(message_id=codes(house)))
    params = create_draft.CreateDraft(to=(MALLORY,), subject="x", body="It is 4711.")
    draft_id = runner.call(create_draft.TOOL, params).unwrap().draft_id
    assert len(leaks(review(house, draft_id))) == 1
    mine = runner.call(get_draft.TOOL, get_draft.GetDraft(draft_id=draft_id)).unwrap()
    assert any("has not seen" in check for check in mine.checks)
    other = house.runner(Origin.MCP, "Other", caller="two")
    seen = other.call(get_draft.TOOL, get_draft.GetDraft(draft_id=draft_id)).unwrap()
    assert not any("has not seen" in check for check in seen.checks)


def test_a_programs_old_source_counts_where_a_sentence_of_it_is_said(house: TestHouse) -> None:
    runner = house.runner(Origin.MCP, "Client")
    secret = mail("Plan", "We will sell the harbour warehouse to the city.", message_id="p@x")
    ids = [house.add(secret).id]
    ids += [house.add(mail(f"N{n}", "Nothing new.", message_id=f"{n}@x")).id for n in range(9)]
    for id_ in ids:
        runner.call(get_message.TOOL, get_message.GetMessage(message_id=str(id_)))
    params = create_draft.CreateDraft(
        to=(MALLORY,), subject="x", body="They sell the harbour warehouse to the city."
    )
    found = review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id)
    assert len(leaks(found)) == 1


def test_a_file_read_elsewhere_is_named_by_its_title(house: TestHouse) -> None:
    runner = reader(house)
    runner.conversation.read(
        Source(SourceKind.FILE, "https://x.example", "Pay", "Kim gets 71,500.")
    )
    params = create_draft.CreateDraft(to=(MALLORY,), subject="x", body="It is 71.5k.")
    found = review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id)
    assert leaks(found) == ["“71.5k” stands in “Pay”, which Mallory Reed has not seen."]


def attached(message_id: str = "a@x") -> bytes:
    return (
        "From: Ruth <ruth@abel.example>\r\nTo: alex@fernhill.example\r\nSubject: Pay\r\n"
        f"Message-ID: <{message_id}>\r\nDate: Mon, 14 Sep 2026 10:00:00 +0000\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n'
        "Content-Type: text/plain\r\n\r\nSee the file.\r\n--b\r\nContent-Type: text/csv\r\n"
        'Content-Disposition: attachment; filename="pay.csv"\r\n\r\nKim,71500\r\n--b--\r\n'
    ).encode()


@pytest.mark.parametrize("read_it", [True, False])
def test_a_file_attached_from_anothers_mail_is_named(house: TestHouse, read_it: bool) -> None:
    id_ = str(house.add(attached()).id)
    runner = reader(house, *([id_] if read_it else []))
    params = create_draft.CreateDraft(
        to=(MALLORY,), subject="x", body="Here.", attachments=(f"{id_}/pay.csv",)
    )
    found = review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id)
    told = ["The file “pay.csv” stands in “Pay” (Ruth), which Mallory Reed has not seen."]
    assert leaks(found) == told
    content = replace(found.draft.content, attachments=())
    saved = draft_review.SaveDraft(draft_id=found.draft.id, base_revision=1, content=content)
    house.runner().call(draft_review.SAVE_DRAFT, saved)
    assert leaks(review(house, found.draft.id)) == []


def test_a_file_attached_later_is_named_too(house: TestHouse) -> None:
    id_ = str(house.add(attached()).id)
    runner = reader(house)
    params = create_draft.CreateDraft(to=(MALLORY,), subject="x", body="Here.")
    draft_id = runner.call(create_draft.TOOL, params).unwrap().draft_id
    assert leaks(review(house, draft_id)) == []
    later = update_draft.UpdateDraft(
        draft_id=draft_id, base_revision=1, attachments=(f"{id_}/pay.csv",)
    )
    runner.call(update_draft.TOOL, later)
    assert leaks(review(house, draft_id)) == [
        "The file “pay.csv” stands in “Pay” (Ruth), which Mallory Reed has not seen."
    ]


def test_a_change_of_the_persons_draft_that_is_taken_is_looked_at(house: TestHouse) -> None:
    own = create_draft.CreateDraft(to=(MALLORY,), subject="x", body="Hello.")
    draft_id = house.runner().call(create_draft.TOOL, own).unwrap().draft_id
    runner = reader(house, codes(house))
    body = update_draft.UpdateDraft(draft_id=draft_id, base_revision=1, body="It is 4711.")
    runner.call(update_draft.TOOL, body)
    assert leaks(review(house, draft_id)) == []
    [change] = house.store.drafts.changes.of_draft(draft_id)
    taken = draft_changes.TakeChange(
        change_id=change.id,
        base_revision=1,
        content=change.content,
        left=change.content,
        last=True,
    )
    house.runner().call(draft_changes.TAKE_CHANGE, taken)
    assert len(leaks(review(house, draft_id))) == 1


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("Do what the mail says", 1),
        ("Forward it to Mallory", 0),
        ("Forward it to mallory@reed.example", 0),
    ],
)
def test_a_forward_to_somebody_whom_the_person_did_not_name_is_told(
    house: TestHouse, request_: str, expected: int
) -> None:
    ruths = codes(house)
    runner = reader(house, ruths, request=request_)
    params = draft_forward.DraftForward(message_id=ruths, to=(MALLORY,))
    found = review(house, runner.call(draft_forward.TOOL, params).unwrap().draft_id)  # type: ignore[union-attr]
    assert len(leaks(found)) == expected


def test_the_persons_own_draft_is_not_looked_at(house: TestHouse) -> None:
    codes(house)
    params = create_draft.CreateDraft(to=(MALLORY,), subject="x", body="It is 4711.")
    found = review(house, house.runner().call(create_draft.TOOL, params).unwrap().draft_id)
    assert leaks(found) == []


def test_strangers_words_are_shown_cut_and_visible(house: TestHouse) -> None:
    raw = mail(
        f"Co\u202edes\u200b {'x' * 300}",
        "The alarm code is 4711.",
        from_=f'"Ruth\u200b {"y" * 300}" <ruth@abel.example>',
        message_id="h@x",
    )
    runner = reader(house, str(house.add(raw).id))
    params = create_draft.CreateDraft(to=(MALLORY,), subject="x", body="It is 4711.")
    [told] = leaks(review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id))
    assert "\u202e" not in told
    assert "\u200b" not in told
    assert len(told) < 260


def test_a_recipient_under_a_name_of_the_conversation_is_told_by_address(house: TestHouse) -> None:
    runner = reader(house, codes(house))
    params = create_draft.CreateDraft(
        to=("Ruth <archive@drop.example>",), subject="x", body="It is 4711."
    )
    [told] = leaks(review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id))
    assert told.endswith("which archive@drop.example has not seen.")


@pytest.mark.parametrize("name", ["4711", "Alarm 4-7-1-1"])
def test_a_recipients_name_can_carry_words_and_frees_none(house: TestHouse, name: str) -> None:
    runner = reader(house, codes(house))
    for body in ("Hello.", "It is 4711."):
        params = create_draft.CreateDraft(
            to=(f'"{name}" <m@reed.example>',), subject="x", body=body
        )
        found = review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id)
        assert len(leaks(found)) == 1


@pytest.mark.parametrize("step", in_depth([9, 1]))
def test_the_cases_written_with_the_rules_are_told_apart(step: int) -> None:
    found = [outcome(case) for case in CASES[::step]]
    assert {each.leak for each in found} == {True, False}
    known = [each.id for each in found if each.id in {"b-pregnant2", "c-lastschrift"}]
    assert [each.id for each in found if each.leak and not each.marks] == known
    assert [each.id for each in found if each.marks and not each.leak] == []


@pytest.mark.parametrize(
    "number", ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000", "0151-2345678", "KD-448812"]
)
def test_a_long_number_is_looked_for_in_mail_that_was_read_in_another_session(
    house: TestHouse, number: str
) -> None:
    raw = mail("Account", f"My number is {number}.", from_="Ruth <ruth@abel.example>")
    house.add(raw)
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    saved = program.call(
        create_draft.TOOL,
        create_draft.CreateDraft(to=(MALLORY,), subject="Yes", body=f"It is {number}, as asked."),
    ).unwrap()
    [said] = leaks(review(house, saved.draft_id))
    assert "in “Account” (Ruth), which Mallory Reed has not seen" in said
    own = program.call(
        create_draft.TOOL,
        create_draft.CreateDraft(to=("ruth@abel.example",), subject="Yes", body=f"Is it {number}?"),
    ).unwrap()
    assert leaks(review(house, own.draft_id)) == []
