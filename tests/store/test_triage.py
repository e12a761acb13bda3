"""Verdicts of conversations: kept in step with the mail, found by an index, corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.triage import OPEN_DAYS, Kind, Reason
from desktop_app.search.parser import parse
from desktop_app.search.sql import compile_query
from desktop_app.store.mail.statistics import TermIndex, holdings, mailbox
from desktop_app.store.rows.walk import FOUND, choose
from desktop_app.store.scoped_store import scoped
from desktop_app.store.store import Store
from tests.store.mails import ALEX, NOW, account, add, opened, raw_mail, removed

DAY = 86_400
ASKS = "Hi Alex, can you come on Monday?"


def ask(
    store: Store, text: str = ASKS, *, days: float = 1, labels: str = "INBOX", **more: object
) -> int:
    more = {"id": f"{text[:9]}{days}@x".replace(" ", ""), **more}
    raw = raw_mail(text, date=int(NOW - days * DAY), **more)  # type: ignore[arg-type]
    return add(store, parse_mail(raw), labels=labels)[0]


def judge(store: Store) -> None:
    while store.triage.judge(7).number:
        pass


def found(store: Store, query: str) -> list[int]:
    return [m.id for m in store.finder.messages(parse(query), limit=1000)]


def test_mail_is_due_until_it_is_judged_and_then_found(store: Store) -> None:
    asked = ask(store)
    news = ask(store, "Spring is here.", headers=["List-Unsubscribe: <https://x.example>"])
    mine = ask(store, "When do you come?", sender=str(ALEX), to="dana@lee.example", labels="SENT")
    ask(store, "Thanks!")
    assert store.triage.due() == 4
    assert found(store, "is:needs-reply") == []
    judge(store)
    assert store.triage.due() == 0
    assert found(store, "is:needs-reply") == [asked]
    assert found(store, "is:news") == [news]
    assert found(store, "is:waiting") == [mine]
    assert len(found(store, "-is:news")) == 3
    assert found(store, "is:needs-reply from:dana") == [asked]
    assert found(store, "is:news OR is:waiting") == sorted([news, mine], reverse=True)


def test_an_answer_ends_it_and_a_new_question_begins_it(store: Store) -> None:
    ask(store, id="a@x", days=3)
    judge(store)
    answer = {"sender": str(ALEX), "to": "dana@example.com", "references": "a@x", "labels": "SENT"}
    ask(store, "Yes.", id="b@x", days=2, **answer)
    judge(store)
    assert found(store, "is:needs-reply") == []
    again = ask(store, "Great. At what time?", id="c@x", days=1, references="a@x b@x")
    judge(store)
    assert found(store, "is:needs-reply") == [again]


def test_what_was_read_and_archived_is_dealt_with_and_what_is_old_is_in_no_list(
    store: Store,
) -> None:
    asked = ask(store)
    ask(store, days=OPEN_DAYS + 1, id="old@x")
    judge(store)
    assert found(store, "is:needs-reply") == [asked]
    store.messages.modify([asked], remove=frozenset({"INBOX"}))
    assert found(store, "is:needs-reply") == []
    store.messages.modify([asked], add=frozenset({"UNREAD"}))
    assert found(store, "is:needs-reply") == [asked]
    store.messages.modify([asked], add=frozenset({"TRASH"}))
    assert found(store, "is:needs-reply") == []


def test_a_trashed_answer_counts_for_nothing(store: Store) -> None:
    asked = ask(store, id="a@x", days=3)
    answer = ask(store, "Yes.", id="b@x", days=2, sender=str(ALEX), references="a@x", labels="SENT")
    judge(store)
    assert found(store, "is:needs-reply") == []
    store.messages.modify([answer], add=frozenset({"TRASH"}))
    assert store.triage.due() == 1
    judge(store)
    assert found(store, "is:needs-reply") == [asked]


def test_a_deleted_conversation_leaves_no_verdict(store: Store) -> None:
    asked = ask(store)
    judge(store)
    store.messages.delete([asked])
    assert store.db.rows("SELECT count(*) FROM triage") == [(0,)]
    assert store.triage.due() == 0


def test_threads_that_merge_have_one_verdict(store: Store) -> None:
    ask(store, id="a@x", days=4)
    ask(store, "And Tuesday?", id="z@x", days=3)
    judge(store)
    ask(store, "Fine with me.", id="m@x", days=2, references="a@x z@x")
    judge(store)
    threads = store.db.rows("SELECT thread FROM triage")
    assert len(threads) <= 1
    assert store.triage.due() == 0


def test_a_removed_account_leaves_nothing(tmp_path: Path) -> None:
    with opened(tmp_path / "p") as store:
        asked = ask(store)
        judge(store)
        store.triage.correct(store.messages.get(asked).thread_id, Kind.NEWS)
        removed(store, "local")
        for table in ("triage", "triage_due", "triage_said", "triage_sender"):
            assert store.db.rows(f"SELECT count(*) FROM {table}") == [(0,)], table


def test_a_new_own_address_has_the_mail_judged_again(store: Store) -> None:
    ask(store, "Where are you?", sender="alex@other.example", to="dana@lee.example")
    judge(store)
    assert found(store, "is:waiting") == []
    own = account()
    identities = (*own.identities, Identity(Address("", "alex@other.example")))
    store.accounts.update(type(own)(own.id, own.kind, own.name, identities))
    judge(store)
    assert len(found(store, "is:waiting")) == 1


def test_a_correction_holds_until_new_mail_comes(store: Store) -> None:
    asked = ask(store, id="a@x", days=3)
    thread = store.messages.get(asked).thread_id
    judge(store)
    before = store.triage.correct(thread, Kind.OTHER)
    store.triage.judge_now(thread)
    assert found(store, "is:needs-reply") == []
    again = ask(store, "So, can you come?", id="b@x", days=2, references="a@x")
    judge(store)
    assert found(store, "is:needs-reply") == [again]
    store.triage.take_back(before)
    judge(store)
    assert found(store, "is:needs-reply") == [again]


def test_a_correction_can_be_taken_back(store: Store) -> None:
    asked = ask(store)
    thread = store.messages.get(asked).thread_id
    judge(store)
    before = store.triage.correct(thread, Kind.NEWS)
    judge(store)
    assert (found(store, "is:needs-reply"), found(store, "is:news")) == ([], [asked])
    store.triage.take_back(before)
    judge(store)
    assert (found(store, "is:needs-reply"), found(store, "is:news")) == ([asked], [])
    assert store.db.rows("SELECT count(*) FROM triage_sender") == [(0,)]


def test_news_holds_for_its_sender_and_a_reply_wanted_takes_that_off(store: Store) -> None:
    first = ask(store, id="a@x", days=3)
    judge(store)
    store.triage.correct(store.messages.get(first).thread_id, Kind.NEWS)
    second = ask(store, "Can you help?", id="b@x", days=2)
    judge(store)
    assert found(store, "is:news") == [second, first]
    store.triage.correct(store.messages.get(second).thread_id, Kind.NEEDS_REPLY)
    third = ask(store, "And can you lend me a drill?", id="c@x", days=1)
    judge(store)
    assert found(store, "is:needs-reply") == [third, second]


def test_what_is_said_to_need_a_reply_is_listed_however_old(store: Store) -> None:
    old = ask(store, "Thanks.", days=OPEN_DAYS + 9, labels="")
    judge(store)
    store.triage.correct(store.messages.get(old).thread_id, Kind.NEEDS_REPLY)
    judge(store)
    assert found(store, "is:needs-reply") == [old]
    assert store.triage.counts(Kind.NEEDS_REPLY) == {"local": 1}


def test_a_mark_that_comes_while_it_is_judged_is_not_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ask(store)
    write = store.triage._write

    def meanwhile(verdicts: object) -> bool:
        store.triage.judge_again([store.messages.get(asked).thread_id])
        return write(verdicts)  # type: ignore[arg-type]

    monkeypatch.setattr(store.triage, "_write", meanwhile)
    store.triage.judge(5)
    assert store.triage.due() == 1


def test_the_reason_comes_with_the_row(store: Store) -> None:
    asked = ask(store)
    judge(store)
    [row] = store.finder.threads(parse("is:needs-reply"), limit=5)
    assert row.verdict is not None
    assert (row.verdict.kind, row.verdict.reason) == (Kind.NEEDS_REPLY, Reason.QUESTION)
    assert store.triage.verdicts([asked])[asked] == row.verdict
    assert scoped(store, frozenset()).triage.verdicts([asked]) == {}


def test_lists_and_counts_read_an_index(store: Store) -> None:
    ask(store)
    judge(store)
    with store.db.reading() as connection:
        known = holdings(connection)
        facts = mailbox(known, own=frozenset(), now=NOW)
        plan = compile_query(parse("is:needs-reply"), facts, TermIndex(connection, 1))
        sql = choose(plan, FOUND)
        bound = {**plan.bindings, "match": plan.match, "low": 0, "high": 2**62}
        steps = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", bound)]
    assert any("triage_by_kind (kind=? AND message" in step for step in steps), steps
    assert not any("SCAN s" in step for step in steps), steps


def test_what_nobody_answered_for_long_is_counted_apart(store: Store) -> None:
    for days in (1, 9):
        ask(store, "When?", id=f"{days}@x", days=days, sender=str(ALEX), to="a@b.example",
            labels="SENT")  # fmt: skip
    judge(store)
    assert store.triage.counts(Kind.WAITING) == {"local": 2}
    assert store.triage.counts(Kind.WAITING, before=NOW - 3 * DAY) == {"local": 1}
