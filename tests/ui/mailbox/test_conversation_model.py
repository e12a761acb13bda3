"""The list model: pages, refreshes that touch only what changed, rows kept by id."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex
from PySide6.QtTest import QAbstractItemModelTester

from desktop_app.model.address import Address
from desktop_app.model.message import SystemLabel
from desktop_app.model.thread import ThreadSummary
from desktop_app.ui.mailbox.conversation_model import ConversationModel
from desktop_app.ui.mailbox.conversation_rows import ConversationRow, Look, row_of
from desktop_app.ui.widgets.safe_text import clean
from tests.depths import examples

DANA = Address("Dana Lee", "dana@lee.example")
ME = Address("Alex Morgan", "alex@fernhill.example")
NOON = 1_790_000_000.0
LOOK = Look(frozenset({ME.key}), NOON)


def summary(number: int = 1, **more: object) -> ThreadSummary:
    plain = ThreadSummary(
        id=number,
        account_id="work",
        newest_id=number,
        date=int(NOON) - number,
        subject=f"Subject {number}",
        snippet="Words",
        people=(DANA,),
        message_count=1,
        unread_count=0,
        labels=frozenset(),
        has_attachments=False,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def row(number: int, **more: object) -> ConversationRow:
    return row_of(summary(number, **more), LOOK)


def rows(*numbers: int) -> list[ConversationRow]:
    return [row(n) for n in numbers]


def ids(model: ConversationModel) -> list[int]:
    return [r.id for r in model.rows]


def checked() -> ConversationModel:
    """A model whose every signal Qt's own tester checks against its rows."""
    model = ConversationModel()
    model.tester = QAbstractItemModelTester(  # type: ignore[attr-defined]
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    return model


def test_a_page_is_asked_for_once_and_appended_without_doubles() -> None:
    model = ConversationModel()
    asked: list[object] = []
    model.more_wanted.connect(asked.append)
    model.show(rows(1, 2, 3), before=3)
    assert model.canFetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    assert asked == [3]
    model.append(rows(3, 4), before=0)
    assert ids(model) == [1, 2, 3, 4]
    assert not model.canFetchMore(QModelIndex())


def test_a_page_that_failed_can_be_asked_for_again() -> None:
    model = ConversationModel()
    model.show(rows(1), before=1)
    model.fetchMore(QModelIndex())
    model.more_failed()
    assert model.canFetchMore(QModelIndex())


def test_a_refresh_keeps_what_lies_below_the_part_read_again() -> None:
    model = checked()
    model.show(rows(*range(1, 11)), before=10)
    model.refresh(rows(1, 3, 4), before=4)
    assert ids(model) == [1, 3, 4, 5, 6, 7, 8, 9, 10]
    assert model.before == 10


def test_a_changed_row_is_announced_alone() -> None:
    model, changed = checked(), []
    model.show(rows(1, 2, 3), before=0)
    model.dataChanged.connect(lambda a, b, _=None: changed.append((a.row(), b.row())))
    model.refresh([row(1), row(2, unread_count=1), row(3)], before=0)
    assert changed == [(1, 1)]


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(st.integers(1, 30), unique=True, max_size=20),
    st.lists(st.integers(1, 30), unique=True, max_size=20),
)
def test_any_list_becomes_any_other_by_steps_qt_agrees_with(old: list[int], new: list[int]) -> None:
    model = checked()
    model.show(rows(*old), before=0)
    model.refresh(rows(*new), before=0)
    assert ids(model) == new


def test_an_altogether_other_list_is_shown_anew() -> None:
    model = checked()
    model.show(rows(*range(1, 1000)), before=0)
    assert not model.refresh(rows(*range(999, 0, -2)), before=0)
    assert len(model.rows) == 500


def test_the_sentence_of_a_row_says_all_its_marks() -> None:
    marked = row(
        1,
        subject="Budget",
        unread_count=1,
        labels=frozenset({SystemLabel.STARRED}),
        has_attachments=True,
        drafts=1,
        message_count=3,
    )
    assert marked.sentence.startswith(
        "Unread. Dana Lee. Budget. 3 messages. Starred. Has attachment. Draft ready. "
    )


def test_many_people_are_shortened_and_the_person_is_me() -> None:
    others = tuple(Address(f"Name{n} Last", f"n{n}@x.example") for n in range(5))
    assert row(1, people=(*others, ME), message_count=6).who == "Name0 … Name4, me  6"
    assert row(1, people=(ME,)).who == "me"
    assert row(1, people=()).who == "(no sender)"


@given(st.text(max_size=400))
@settings(max_examples=examples(60))
def test_a_hostile_subject_stays_one_plain_line(text: str) -> None:
    shown = clean(text)
    assert not any(c in shown for c in "\n\r\t\x00\u202e\u2066\u200b")
    assert len(shown) <= 300


def test_what_was_sent_names_whom_it_was_sent_to() -> None:
    sent = replace(LOOK, outgoing=True)
    sam, eve, kim = (Address(n, f"{n}@x.example".lower()) for n in ("Sam", "Eve", "Kim"))
    assert row_of(summary(recipients=(DANA,)), sent).who == "To Dana Lee"
    assert row_of(summary(recipients=(DANA, sam)), sent).who == "To Dana, Sam"
    many = summary(recipients=(DANA, sam, eve, kim, ME), message_count=2)
    assert row_of(many, sent).who == "To Dana, Sam, Eve + 2  2"
    assert row_of(many, sent).sentence.startswith("To Dana, Sam, Eve + 2. ")
    assert row_of(summary(recipients=(ME,)), sent).who == "To me"
    assert row_of(summary(), sent).who == "(no recipient)"
    assert row_of(summary(recipients=(sam,)), LOOK).who == "Dana Lee"


def test_a_row_tells_its_labels_and_where_accounts_are_mixed_its_account() -> None:
    mixed = replace(LOOK, accounts={"work": "Work", "home": "Home"}, here="Roof")
    labels = frozenset({"INBOX", "Roof", "Taxes", "Family"})
    told = row_of(summary(1, labels=labels), mixed)
    assert told.tags == ("Work", "Family", "Taxes")
    assert "Work, Family, Taxes" in told.sentence
    many = row_of(summary(1, labels=frozenset("abcde")), LOOK)
    assert many.tags == ("a", "b", "c", "+ 2")
