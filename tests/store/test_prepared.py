"""Prepared answers: which mails want one, once, and when a proposal is withdrawn."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.triage import Kind
from desktop_app.store.store import Store
from desktop_app.store.triage import prepared
from desktop_app.store.triage.prepared import PAUSES
from tests.store.mails import ALEX, NOW, add, raw_mail, removed

DAY = 86_400
MODEL = Author(Origin.ASSISTANT, "A model")


def ask(store: Store, text: str = "Can you come?", *, days: float = 2, **more: object) -> int:
    raw = raw_mail(text, date=int(NOW - days * DAY), **{"id": f"{days}@x", **more})  # type: ignore[arg-type]
    return add(store, parse_mail(raw))[0]


def judge(store: Store) -> None:
    while store.triage.judge(20).number:
        pass


def wanting(store: Store) -> list[int]:
    return [each.message for each in store.prepared.wanting(["local"], at=NOW)]


def propose(store: Store, message: int) -> Draft:
    """What a run of the queue leaves."""
    [mail] = [each for each in store.prepared.wanting(["local"], at=NOW) if each.message == message]
    assert store.prepared.begin(mail, now=NOW, at=NOW)
    content = DraftContent(from_=ALEX, body="Yes.")
    draft = store.drafts.create(
        "local", MODEL, content, state=DraftState.PROPOSED, now=NOW, reply_to_id=message
    )
    store.prepared.end(message, draft_id=draft.id)
    return draft


def state(store: Store, draft: Draft) -> DraftState:
    return store.drafts.get(draft.id).state


def test_only_what_needs_a_reply_wants_an_answer_and_each_mail_once(store: Store) -> None:
    asked = ask(store)
    ask(store, "Thanks.", days=3)
    ask(store, "Can you buy this?", days=4, headers=["List-Unsubscribe: <https://x.example>"])
    assert wanting(store) == []
    judge(store)
    assert wanting(store) == [asked]
    assert store.prepared.wanting(["other"], at=NOW) == []
    [mail] = store.prepared.wanting(["local"], at=NOW)
    assert store.prepared.begin(mail, now=NOW, at=NOW)
    assert not store.prepared.begin(mail, now=NOW, at=NOW)
    assert wanting(store) == []
    assert store.prepared.since(NOW - 1) == 0, "nothing came of it yet"
    store.prepared.end(mail.message, outcome="None is needed.")
    assert (store.prepared.since(NOW - 1), store.prepared.since(NOW)) == (1, 0)
    assert store.prepared.wanting(["local"], at=inf) == []


def test_what_was_cut_short_or_failed_is_tried_again_after_pauses_that_grow(store: Store) -> None:
    asked = ask(store)
    judge(store)
    now, paused = NOW, []
    for number in range(len(PAUSES) + 1):
        [mail] = store.prepared.wanting(["local"], at=now)
        assert store.prepared.begin(mail, now=now, at=now)
        if number % 2:
            store.prepared.failed(asked, "It said nothing.")
        pause = next(p for p in PAUSES if store.prepared.wanting(["local"], at=now + p))
        paused.append(pause)
        assert store.prepared.wanting(["local"], at=now + pause - 1) == []
        assert [m.message for m in store.prepared.wanting(["local"], at=inf)] == [asked]
        now += pause
    assert paused == [*PAUSES, PAUSES[-1]]
    assert store.prepared.since(0) == 0


def test_a_draft_that_was_made_and_not_noted_any_more_is_not_made_again(store: Store) -> None:
    """The program died between the two, and the person has set the draft aside since."""
    asked = ask(store)
    judge(store)
    [mail] = store.prepared.wanting(["local"], at=NOW)
    store.prepared.begin(mail, now=NOW, at=NOW)
    content = DraftContent(from_=ALEX, body="Yes.")
    draft = store.drafts.create(
        "local", MODEL, content, state=DraftState.PROPOSED, now=NOW, reply_to_id=asked
    )
    store.drafts.ignore(draft.id, now=NOW)
    assert store.prepared.wanting(["local"], at=inf) == []


def test_a_conversation_with_a_draft_of_anybodys_wants_none(store: Store) -> None:
    asked = ask(store)
    judge(store)
    content = DraftContent(from_=ALEX, body="I am writing")
    store.drafts.create(
        "local", Author(Origin.USER), content, state=DraftState.EDITED, now=NOW, reply_to_id=asked
    )
    assert wanting(store) == []


@pytest.mark.parametrize(
    ("sender", "labels", "reason"),
    [
        (str(ALEX), "SENT", prepared.ANSWERED),
        ("Sam <sam@lee.example>", "INBOX", prepared.BY_OTHERS),
    ],
)
def test_an_answer_by_anybody_withdraws_the_proposal_with_the_reason(
    store: Store, sender: str, labels: str, reason: str
) -> None:
    asked = ask(store, id="a@x")
    judge(store)
    draft = propose(store, asked)
    assert store.prepared.withdraw() == 0
    raw = raw_mail("I will come.", id="b@x", references="a@x", sender=sender, date=int(NOW) - DAY)
    add(store, parse_mail(raw), labels=labels)
    assert store.prepared.withdraw() == 0, "not judged yet"
    judge(store)
    assert store.prepared.withdraw() == 1
    assert state(store, draft) is DraftState.IGNORED
    assert store.prepared.reasons([draft.id]) == {draft.id: reason}
    assert store.prepared.withdraw() == 0


def test_what_the_person_has_edited_stays(store: Store) -> None:
    asked = ask(store)
    judge(store)
    draft = propose(store, asked)
    content = DraftContent(from_=ALEX, body="Yes, gladly.")
    store.drafts.save(draft.id, 1, content, Author(Origin.USER), now=NOW)
    store.triage.correct(store.messages.get(asked).thread_id, Kind.OTHER)
    judge(store)
    assert store.prepared.withdraw() == 0
    assert state(store, draft) is DraftState.EDITED


def test_needs_no_reply_withdraws_it_and_it_can_be_restored(store: Store) -> None:
    asked = ask(store)
    judge(store)
    draft = propose(store, asked)
    store.triage.correct(store.messages.get(asked).thread_id, Kind.OTHER)
    judge(store)
    assert store.prepared.withdraw() == 1
    assert store.prepared.reasons([draft.id]) == {draft.id: prepared.NOT_WANTED}
    store.drafts.restore(draft.id, now=NOW)
    assert store.prepared.withdraw() == 0
    assert state(store, draft) is DraftState.PROPOSED


def test_a_newer_question_gets_an_answer_of_its_own(store: Store) -> None:
    asked = ask(store, id="a@x")
    judge(store)
    propose(store, asked)
    again = ask(store, "And can you bring Kim?", id="b@x", references="a@x", days=1)
    judge(store)
    assert wanting(store) == []
    store.prepared.withdraw()
    assert wanting(store) == [again]


def test_a_removed_account_leaves_nothing(store: Store, tmp_path: Path) -> None:
    asked = ask(store)
    judge(store)
    propose(store, asked)
    removed(store, "local")
    assert store.db.rows("SELECT count(*) FROM prepared") == [(0,)]
