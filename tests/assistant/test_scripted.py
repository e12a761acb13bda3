"""Conversations as they were told, through the real loop: checked is what the store then holds,
and, after a press on Send, what would leave."""

from __future__ import annotations

import email
import email.policy
from collections import Counter
from email.message import EmailMessage

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Draft, DraftState, Origin, SourceKind
from desktop_app.model.errors import BadInput
from desktop_app.model.outbox import OutboxState
from desktop_app.tools.person import draft_review
from desktop_app.tools.verbs import send_draft
from tests.assistant.conversations import answering, deciding, languages, reading, writing
from tests.assistant.conversations.telling import (
    STOP_WORDS,
    Conversation,
    Drafted,
    Letter,
    language_of,
)
from tests.assistant.dojo.home import DojoCloud
from tests.assistant.talking import Call, Talk, talk
from tests.assistant.transcribing import Heard
from tests.fakes.house import TestHouse, permit

ALL = (
    *answering.CONVERSATIONS,
    *deciding.CONVERSATIONS,
    *writing.CONVERSATIONS,
    *languages.CONVERSATIONS,
    *reading.CONVERSATIONS,
)
OPEN = (DraftState.PROPOSED, DraftState.EDITED)


def test_there_are_forty_of_them() -> None:
    assert len(ALL) >= 40
    assert len({each.name for each in ALL}) == len(ALL)


@pytest.mark.parametrize("told", ALL, ids=lambda each: each.name)
def test_conversation(house: TestHouse, told: Conversation) -> None:
    ids = _move_in(house, told)
    one, heard = _talked(house, told, ids)
    assert heard.choices == told.choices
    assert heard.asked == told.asked
    assert heard.errors == list(told.errors)
    given = repr(one.script.seen[-1].results)
    for words in told.told:
        assert words in given
    assert house.store.outbox.in_state(list(OutboxState)) == []
    drafts = house.store.drafts.in_state(OPEN)
    assert len(drafts) == len(told.drafts)
    for wanted in told.drafts:
        [draft] = [d for d in drafts if _to(d) == wanted.to]
        _check(house, draft, wanted, ids, told)
        _press(house, draft, wanted)


def _move_in(house: TestHouse, told: Conversation) -> dict[str, int]:
    if told.events or told.files:
        mine = Identity(Address("Alex", "alex@mail.example"), default=True)
        house.store.accounts.add(Account("g1", "google", "Google", (mine,)))
        house.cloud = DojoCloud(told.files, list(told.events))
        house.settings.change("tools.assistant_off", "")
    return {each.key: house.add(each.raw, each.labels).id for each in told.mailbox}


def _talked(house: TestHouse, told: Conversation, ids: dict[str, int]) -> tuple[Talk, Heard]:
    heard = Heard()
    one = talk(house, *(step for turn in told.turns for step in turn.steps))
    for turn in told.turns:
        opened = {"message_id": str(ids[turn.opens])} if turn.opens else {}
        ended = one.ask(turn.asks, **opened)
        assert not ended.error
        heard.listen(one.events)
    heard.answers(one.script.seen[-1].results)
    assert one.script.steps == []
    return one, heard


def _to(draft: Draft) -> tuple[str, ...]:
    return tuple(address.email for address in draft.content.to)


def _check(
    house: TestHouse, draft: Draft, wanted: Drafted, ids: dict[str, int], told: Conversation
) -> None:
    content = draft.content
    assert draft.state is DraftState.PROPOSED
    assert draft.author.origin is Origin.ASSISTANT
    assert draft.revision == wanted.revision
    assert content.subject == wanted.subject
    assert tuple(a.email for a in content.cc) == wanted.cc
    assert content.bcc == ()
    assert draft.reply_to_id == (ids[wanted.answers] if wanted.answers else 0)
    letters = {each.key: each for each in told.mailbox}
    assert content.in_reply_to == (letters[wanted.answers].message_id if wanted.answers else "")
    assert content.references == tuple(letters[key].message_id for key in wanted.references)
    if wanted.answers:
        answered = house.store.messages.get(ids[wanted.answers])
        assert draft.thread_id == answered.thread_id
    assert language_of(content.body) == wanted.language
    assert all(words in content.body for words in wanted.has)
    assert tuple(a.filename for a in content.attachments) == wanted.attachments
    assert draft.asks_to_send == wanted.asks_to_send
    _check_sources(draft, wanted, ids, told)


def _check_sources(draft: Draft, wanted: Drafted, ids: dict[str, int], told: Conversation) -> None:
    """All that was read, each once, and what the person said."""
    kinds = Counter(source.kind for source in draft.sources)
    read = [int(s.ref) for s in draft.sources if s.kind is SourceKind.MESSAGE]
    assert sorted(read) == sorted(ids[key] for key in wanted.reads)
    assert kinds[SourceKind.REQUEST] == wanted.requests
    rest = (SourceKind.ATTACHMENT, SourceKind.FILE, SourceKind.EVENT)
    assert sum(kinds[kind] for kind in rest) == wanted.other
    asked = {turn.asks for turn in told.turns}
    assert {s.text for s in draft.sources if s.kind is SourceKind.REQUEST} <= asked


def _press(house: TestHouse, draft: Draft, wanted: Drafted) -> None:
    """What a person's press on Send makes of it: the mail as it would leave, or a refusal."""
    person = house.runner()
    shown = person.call(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft.id)
    ).unwrap()
    press = send_draft.SendDraft(draft_id=draft.id, revision=draft.revision)
    if wanted.blocked:
        with pytest.raises(BadInput, match="filled in"):
            person.call(send_draft.TOOL, press, permit=permit(shown, draft.id))
        return
    queued = person.call(send_draft.TOOL, press, permit=permit(shown, draft.id)).unwrap()
    entry = house.store.outbox.get(queued.outbox_id)
    mail = email.message_from_bytes(entry.mime, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    assert set(entry.recipients) == {*wanted.to, *wanted.cc}
    assert [a.addr_spec for a in mail["To"].addresses] == list(wanted.to)
    assert mail["Subject"] == wanted.subject
    assert str(mail["References"] or "").split() == [f"<{r}>" for r in draft.content.references]
    text = mail.get_body(("plain",))
    assert text is not None
    assert " ".join(draft.content.body.split()) in " ".join(text.get_content().split())


@pytest.mark.parametrize("language", sorted(STOP_WORDS))
def test_every_language_is_told_from_the_others(language: str) -> None:
    assert language_of(" ".join(sorted(STOP_WORDS[language]))) == language


def test_a_draft_in_the_wrong_language_is_found_out(house: TestHouse) -> None:
    """The control: the German conversation, answered in English."""
    told = next(each for each in ALL if "mail in de " in each.name)
    ids = _move_in(house, told)
    search, read, reply, done = told.turns[0].steps
    assert isinstance(reply, Call)
    assert isinstance(reply.arguments, dict)
    wrong = {**reply.arguments, "body": "I will send it to you and to the others on Thursday."}
    one = talk(house, search, read, Call("draft_reply", wrong), done)
    one.ask(told.turns[0].asks)
    [draft] = house.store.drafts.in_state(OPEN)
    with pytest.raises(AssertionError):
        _check(house, draft, told.drafts[0], ids, told)


def test_letters_are_what_they_say(house: TestHouse) -> None:
    letters: list[Letter] = [each for told in ALL for each in told.mailbox]
    for each in letters:
        assert f"<{each.message_id}>".encode() in each.raw
