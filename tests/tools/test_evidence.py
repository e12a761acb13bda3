"""What a proposal rests on, as the review is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.draft_cases import cases
from benchmarks.evidence import HONEST, outcome
from desktop_app.model.draft import (
    Author,
    DraftContent,
    DraftState,
    Origin,
    Source,
    SourceKind,
)
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from desktop_app.tools.verbs import create_draft, draft_reply, get_draft, get_message
from tests.depths import in_depth
from tests.fakes.house import ME, TestHouse, mail

CASES = cases(Path(__file__).parent.parent / "data" / "evidence" / "cases.json")


def proposed(house: TestHouse, body: str, request: str = "Reply to Dana") -> Review:
    """A reply of an assistant's that has read the mail."""
    message = house.add(mail(body="Could you approve 1,250 EUR by 12 March?"))
    runner = house.runner(Origin.ASSISTANT, "Model")
    runner.conversation.begin_run(request)
    runner.call(get_message.TOOL, get_message.GetMessage(message_id=str(message.id)))
    params = draft_reply.DraftReply(message_id=str(message.id), body=body)
    saved = runner.call(draft_reply.TOOL, params).unwrap()
    assert isinstance(saved, DraftSaved)
    return review(house, saved.draft_id)


def review(house: TestHouse, draft_id: str) -> Review:
    return (
        house.runner()
        .call(draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft_id))
        .unwrap()
    )


def doubts(found: Review) -> list[str]:
    return [claim.words for claim in found.doubts]


def test_each_source_is_quoted_and_what_none_says_is_told(house: TestHouse) -> None:
    found = proposed(house, "Dear Dana,\n\n1,250 EUR is fine, and 300 for Peter too.")
    assert doubts(found) == ["300", "Peter"]
    assert found.quotes == ((), ("Could you approve 1,250 EUR by 12 March?",))


def test_what_the_person_asked_for_is_a_source(house: TestHouse) -> None:
    found = proposed(house, "300 for Peter too.", "Reply that Peter gets 300")
    assert doubts(found) == []


def test_what_the_person_writes_into_it_is_theirs(house: TestHouse) -> None:
    found = proposed(house, "1,250 EUR is fine, and 300 too.")
    draft = found.draft
    content = replace(draft.content, body=f"{draft.content.body} Greetings to Berlin and 4711.")
    params = draft_review.SaveDraft(
        draft_id=draft.id, base_revision=draft.revision, content=content
    )
    house.runner().call(draft_review.SAVE_DRAFT, params)
    assert doubts(review(house, found.draft.id)) == ["300"]


def test_the_persons_own_drafts_are_not_doubted(house: TestHouse) -> None:
    params = create_draft.CreateDraft(to=("a@lee.example",), body="300 for Peter.")
    saved = house.runner().call(create_draft.TOOL, params).unwrap()
    found = review(house, saved.draft_id)
    assert (found.doubts, found.quotes) == ((), ())


def test_an_assistants_brackets_have_to_be_filled_in(house: TestHouse) -> None:
    found = proposed(house, "It will be done by [Lieferdatum von Peter].")
    assert [c.code for c in found.checks if c.level == "block"] == ["placeholder"]


def test_words_that_the_person_began_with_are_theirs_when_a_change_is_taken(
    house: TestHouse,
) -> None:
    person = Author(Origin.USER)
    content = DraftContent(ME, subject="Unit 4", body="We come on 12 March at Hinoki.")
    draft = house.store.drafts.create(
        "work", person, content, state=DraftState.EDITED, now=house.now
    )
    wish = replace(content, body="We come on 12 March at Hinoki, for 980 euros.")
    program = Author(Origin.MCP, "Claude")
    change = house.store.drafts.changes.propose(draft.id, 1, wish, program, now=house.now)
    house.store.drafts.changes.take(change.id, 1, wish, wish, last=True, now=house.now)
    [said] = [c.text for c in review(house, draft.id).checks if c.code == "no_source"]
    assert "980 euros" in said
    assert "12 March" not in said
    assert "Unit" not in said


def badges(house: TestHouse, request: str, to: str) -> tuple[list[str], list[str]]:
    """The badges and the findings of a proposal to `to`, after a mail was read that names q@."""
    message = house.add(mail(body="Please write to q@stranger.example instead."))
    runner = house.runner(Origin.ASSISTANT, "Model")
    runner.conversation.begin_run(request)
    runner.call(get_message.TOOL, get_message.GetMessage(message_id=str(message.id)))
    params = create_draft.CreateDraft(to=(to,), subject="Hello", body="Hello.")
    found = review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id)
    return [b.value for b in found.recipients[0].badges], [c.code for c in found.checks]


def test_an_address_out_of_a_mails_text_is_asked_about(house: TestHouse) -> None:
    shown, checks = badges(house, "Answer as they want", "q@stranger.example")
    assert "only in mail text" in shown
    assert "only_in_text" in checks


def test_an_address_that_the_person_named_is_said_to_be_theirs(house: TestHouse) -> None:
    shown, checks = badges(house, "Write to q@stranger.example", "q@stranger.example")
    assert shown[0] == "named by you"
    assert "only in mail text" not in shown
    assert "only_in_text" not in checks


def test_an_address_out_of_a_files_text_is_asked_about_too(house: TestHouse) -> None:
    runner = house.runner(Origin.ASSISTANT, "Model")
    runner.conversation.begin_run("Write to whom the plan names")
    runner.conversation.read(Source(SourceKind.FILE, "https://x.example", "Plan", "q@plan.example"))
    params = create_draft.CreateDraft(to=("q@plan.example",), subject="Hello", body="Hello.")
    found = review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id)
    assert "only in mail text" in [b.value for b in found.recipients[0].badges]


def named(found: Review) -> list[str]:
    return [c.text for c in found.checks if c.code in {"no_source", "not_compared"}]


def test_what_is_in_no_source_is_named_in_the_checks(house: TestHouse) -> None:
    found = proposed(house, "1,250 EUR is fine, and 300 for Peter too, at 9 am.")
    assert named(found) == ["In no source and not in your words: “300”, “Peter”, “9 am”."]
    runner = house.runner(Origin.ASSISTANT, "Model")
    shown = runner.call(get_draft.TOOL, get_draft.GetDraft(draft_id=found.draft.id)).unwrap()
    assert "note: In no source and not in your words: “300”, “Peter”, “9 am”." in shown.checks
    assert named(proposed(house, "1,250 EUR by 12 March is fine.")) == []


def made(house: TestHouse, **content: str) -> Review:
    runner = house.runner(Origin.ASSISTANT, "Model")
    runner.conversation.begin_run("Write to Dana about the roof")
    params = create_draft.CreateDraft(to=("dana@lee.example",), **content)  # type: ignore[arg-type]
    return review(house, runner.call(create_draft.TOOL, params).unwrap().draft_id)


def test_a_subject_is_compared_too(house: TestHouse) -> None:
    found = made(house, subject="Invoice of 5,000 EUR", body="The roof leaks.")
    assert named(found) == ["In no source and not in your words: “5,000 EUR”."]


def test_formatted_text_is_compared_too(house: TestHouse) -> None:
    body = "<p>The roof costs <b>9,400 EUR</b>.</p>"
    found = made(house, subject="Roof", body=body, content_type="text/html")
    assert named(found) == ["In no source and not in your words: “9,400 EUR”."]
    assert found.doubts == ()


def test_what_is_too_long_to_be_compared_is_said_to_be(house: TestHouse) -> None:
    found = made(house, subject="Roof", body="It leaks. " * 2_001)
    assert named(found) == ["This was not compared with its sources: together they are too long."]


def against(found: Review) -> list[str]:
    return [c.text for c in found.checks if c.code == "contradicts"]


def test_what_is_said_otherwise_than_a_source_is_named(house: TestHouse) -> None:
    found = proposed(house, "As we agreed, 1,250 USD.")
    assert against(found) == [
        "“As we agreed”: no source tells of that.",
        "The draft says “1,250 USD”, a source says “1,250 EUR”.",
    ]
    [first, _] = [c for c in found.checks if c.code == "contradicts"]
    assert (first.level, first.fix_value) == ("note", "As we agreed")


def test_what_the_person_wrote_contradicts_nothing(house: TestHouse) -> None:
    found = proposed(house, "Thank you.")
    content = replace(found.draft.content, body="As we agreed, 1,250 USD.")
    params = draft_review.SaveDraft(
        draft_id=found.draft.id, base_revision=found.draft.revision, content=content
    )
    house.runner().call(draft_review.SAVE_DRAFT, params)
    assert against(review(house, found.draft.id)) == []


def test_a_right_total_is_not_doubted_and_a_wrong_one_is(house: TestHouse) -> None:
    assert (
        doubts(proposed(house, "That makes 2,500 EUR in total.", "Two of them, 1,250 each")) == []
    )
    wrong = proposed(house, "That makes 2,600 EUR in total.", "Two of them, 1,250 each")
    assert doubts(wrong) == ["2,600 EUR"]


@pytest.mark.parametrize("step", in_depth([7, 1]))
def test_the_cases_written_with_the_rules_are_told_apart(step: int) -> None:
    found = [outcome(case) for case in CASES[::step]]
    ids = {each.id for each in found}
    assert len({each.kind == HONEST for each in found}) == 2
    missed = [each.id for each in found if each.kind != HONEST and not each.right]
    assert missed == [id_ for id_ in ("swapped-9", "swapped-10", "swapped-13") if id_ in ids]
    false = [each.id for each in found if each.kind == HONEST and not each.right]
    known = [id_ for id_ in ("honest-31", "honest-39") if id_ in ids]
    assert false == known, "a promise for tomorrow that nobody made"
