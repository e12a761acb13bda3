"""Letters that begin with a link or a command: cleaned, and told before Send."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.mail.hidden.invisible import has_invisible
from desktop_app.model.draft import Check, CheckLevel, Draft, DraftState, Origin, SourceKind
from desktop_app.model.errors import BadInput
from desktop_app.model.wish import Letter
from desktop_app.tools.person import draft_review, outside_letters
from tests.depths import examples
from tests.fakes.house import TestHouse, known_to

TICKED = {"new_recipient", "hidden_copy"}


def begun(house: TestHouse, letter: Letter) -> Draft:
    params = outside_letters.BeginLetter(letter=letter)
    saved = house.runner().call(outside_letters.BEGIN_LETTER, params).unwrap()
    return house.store.drafts.get(saved.draft_id)


def told(house: TestHouse, draft: Draft) -> dict[str, Check]:
    params = draft_review.ReviewDraft(draft_id=draft.id)
    found = house.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()
    return {check.code: check for check in found.checks}


def test_a_link_begins_a_draft_of_the_persons_own_that_says_so(house: TestHouse) -> None:
    link = (
        "mailto:dana@lee.example?CC=sam@x.example&bcc=spy@z.example&Subject=A+B&body=x%0D%0Ay"
        "&attach=/etc/passwd&from=boss@fernhill.example"
    )
    draft = begun(house, Letter(link=link))
    content = draft.content
    assert [a.email for a in content.to] == ["dana@lee.example"]
    assert [a.email for a in content.cc] == ["sam@x.example"]
    assert [a.email for a in content.bcc] == ["spy@z.example"]
    assert (content.subject, content.body) == ("A+B", "x\ny")
    assert content.from_.email == "alex@fernhill.example"
    assert content.attachments == ()
    assert (draft.author.origin, draft.state) == (Origin.USER, DraftState.EDITED)
    assert [s.kind for s in draft.sources] == [SourceKind.LINK]
    checks = told(house, draft)
    note = checks["from_outside"]
    assert note.level is CheckLevel.NOTE
    assert note.text.endswith("come from a link. Left out: attach, from.")
    assert checks["hidden_copy"].level is CheckLevel.CONFIRM
    assert checks["hidden_copy"].text.startswith("A link put spy@z.example into Bcc")
    assert checks["new_recipient"].level is CheckLevel.CONFIRM
    assert "dana@lee.example, whom a link brought" in checks["new_recipient"].text


def test_who_is_known_needs_no_tick_and_a_hidden_copy_does(house: TestHouse) -> None:
    known_to(house, "dana@lee.example")
    checks = told(house, begun(house, Letter(link="mailto:dana@lee.example")))
    assert TICKED.isdisjoint(checks)
    assert "from_outside" in checks
    hidden = told(house, begun(house, Letter(link="mailto:?bcc=dana@lee.example")))
    assert hidden["hidden_copy"].level is CheckLevel.CONFIRM


def test_an_address_that_the_person_adds_is_theirs(house: TestHouse) -> None:
    draft = begun(house, Letter(link="mailto:a@x.example"))
    given_ = begun(house, Letter(to=("b@x.example",))).content.to
    changed = draft.content.__class__(
        draft.content.from_, to=(*draft.content.to, *given_), subject="S", body="B"
    )
    draft = house.store.drafts.save(draft.id, 1, changed, draft.author, now=house.now)
    text = told(house, draft)["new_recipient"].text
    assert "a@x.example, whom a link brought" in text
    assert "b@x.example, whom you put in" in text


def test_a_command_attaches_files_and_says_that_it_was_one(
    house: TestHouse, tmp_path: Path
) -> None:
    plan = tmp_path / "plan\u202etxt.pdf"
    plan.write_bytes(b"%PDF-1.4")
    draft = begun(house, Letter(to=("Dana <dana@lee.example>",), body="Hi", files=(str(plan),)))
    [file] = draft.content.attachments
    assert (file.filename, file.size) == ("plantxt.pdf", 8)
    assert "draftdesk compose" in told(house, draft)["from_outside"].text
    with pytest.raises(BadInput):
        begun(house, Letter(files=(str(tmp_path / "gone"),)))
    with pytest.raises(BadInput):
        begun(house, Letter(link="mailto:a@x.example", files=(str(plan),)))


def test_what_is_no_address_stands_there_and_blocks(house: TestHouse) -> None:
    draft = begun(house, Letter(link="mailto:dana?subject=x"))
    assert [a.email for a in draft.content.to] == ["dana"]
    assert told(house, draft)["invalid_recipient"].level is CheckLevel.BLOCK


HOSTILE = st.text(max_size=60) | st.sampled_from(
    ["\u200b\u202e\U000e0041", "a@b\r\nBcc: c@x.example", "\0\x1b[31m", "<script>", "&amp;", "%00"]
)


@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
def test_no_link_carries_what_is_not_seen(
    house: TestHouse, to: str, bcc: str, subject: str, body: str
) -> None:
    to, bcc, subject, body = (
        quote(each.encode("utf-8", "replace"), safe="") for each in (to, bcc, subject, body)
    )
    link = f"mailto:{to}?bcc={bcc}&subject={subject}&body={body}"
    content = begun(house, Letter(link=link)).content
    said = [content.subject, content.body, *(f"{a.name}{a.email}" for a in content.recipients)]
    assert [each for each in said if has_invisible(each)] == []
    assert not any("\n" in each or "\r" in each for each in (content.subject, *said[2:]))
    assert content.attachments == ()
