"""Done is what was done: what is said of a change and what undo takes back is what has changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.label_difference import LabelDifference, taken_back
from desktop_app.model.message import SystemLabel
from desktop_app.tools.answers import relabelling
from desktop_app.tools.answers.mail_verbs import VERBS, changes
from desktop_app.tools.person import activity, organising
from desktop_app.tools.verbs import modify_messages
from tests.fakes.house import TestHouse, mail

PLACES = ("INBOX", "", "TRASH", "SPAM")
OTHERS = ("UNREAD", "STARRED", "Clients")
Labels = frozenset[str]
Do = Callable[[TestHouse, list[int], str], Any]


@st.composite
def labels(draw: st.DrawFn) -> Labels:
    """A place, and any of the other labels."""
    place = draw(st.sampled_from(PLACES))
    others = draw(st.sets(st.sampled_from(OTHERS)))
    return frozenset({place, *others} - {""})


def called(house: TestHouse, ids: list[int], action: str) -> Any:
    params = modify_messages.ModifyMessages(ids=tuple(map(str, ids)), action=action)  # type: ignore[arg-type]
    return house.runner().call(modify_messages.TOOL, params).unwrap()


def called_by_a_program(house: TestHouse, ids: list[int], action: str) -> Any:
    house.settings.change("policy.mcp_organise", "allow")
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    arguments = {"ids": [str(each) for each in ids], "action": action}
    return program.call_by_name("modify_messages", arguments)[1].unwrap()


def said_number(display: str) -> int:
    """The number of mails that a sentence says were changed."""
    if display.startswith("Nothing was changed"):
        return 0
    found = re.search(r": ([\d,]+) mails?\.", display)
    assert found is not None, display
    return int(found.group(1))


@pytest.mark.parametrize("do", [called, called_by_a_program])
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    given=st.lists(labels(), min_size=1, max_size=4),
    action=st.sampled_from([name for name in VERBS if name]),
    meanwhile=st.sampled_from(["", "star", "read", "unread", "unstar"]),
)
def test_what_is_said_and_undone_is_what_has_changed(
    house: TestHouse, do: Do, given: list[Labels], action: str, meanwhile: str
) -> None:
    ids: list[int] = []
    for number, own in enumerate(given):
        once = f"{number}-{len(ids)}-{house.store.messages.count()}@lee.example"
        ids.append(house.add(mail("Budget", message_id=once), labels=own).id)

    def now() -> list[Labels]:
        return [house.store.messages.get(id_).labels for id_ in ids]

    before = now()
    done = do(house, ids, action)
    after = now()
    changed = sum(a != b for a, b in zip(before, after, strict=True))
    assert changed == sum(changes(action, own) for own in before)
    assert (done.count, said_number(done.display)) == (changed, changed)
    assert bool(done.undo) == bool(changed), "nothing changed is nothing to undo"
    if meanwhile:
        called(house, ids, meanwhile)
    middle = now()
    if done.undo:
        house.runner().call(activity.UNDO_CHANGE, activity.UndoChange(undo=done.undo))
    for was, did, since, own in zip(before, after, middle, now(), strict=True):
        assert own == taken_back(since, LabelDifference.between(was, did))
        if since == did:
            assert own == was


def test_a_sentence_made_of_the_call_is_noticed(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = house.add(mail(), labels=frozenset({"TRASH"}))
    all_of_it = property(lambda outcome: (len(outcome.threads), 0))
    monkeypatch.setattr(relabelling.Outcome, "mails", all_of_it)
    done = called(house, [message.id], "archive")
    assert said_number(done.display) != done.count


@pytest.mark.parametrize(
    ("own", "action", "words"),
    [
        ("TRASH", "archive", "Nothing was changed: the mail is not in the inbox."),
        ("TRASH", "trash", "Nothing was changed: the mail is in the trash already."),
        ("TRASH", "snooze", "Nothing was changed: the mail is not in the inbox."),
        ("INBOX", "untrash", "Nothing was changed: the mail is not in the trash."),
        ("INBOX", "archive", "Archived: 1 mail."),
    ],
)
def test_a_verb_that_makes_no_sense_in_a_place_says_so(
    house: TestHouse, own: str, action: str, words: str
) -> None:
    message = house.add(mail(), labels=frozenset({own}))
    assert called(house, [message.id], action).display == words


def test_a_label_that_is_there_is_not_put_on_again(house: TestHouse) -> None:
    one = house.add(mail("A", message_id="a@lee.example"), labels=frozenset({"INBOX", "Clients"}))
    two = house.add(mail("B", message_id="b@lee.example"), labels=frozenset({"INBOX"}))
    params = modify_messages.ModifyMessages(
        ids=(str(one.id), str(two.id)), add_label_ids=("Clients",)
    )
    done = house.runner().call(modify_messages.TOOL, params).unwrap()
    assert done.display == "Labels changed: 1 mail. 1 has these labels already."


def organised(house: TestHouse, **arguments: Any) -> organising.Organised:
    params = organising.OrganiseConversations(**arguments)
    return house.runner().call(organising.ORGANISE_CONVERSATIONS, params).unwrap()


def answered(house: TestHouse, *own: str) -> list[int]:
    """A conversation with a mail for each of these labels."""
    first = house.add(mail("Plan", message_id="p0@lee.example"), labels=frozenset({own[0]}))
    more = "In-Reply-To: <p0@lee.example>\r\n"
    for number, label in enumerate(own[1:], start=1):
        again = mail("Re: Plan", message_id=f"p{number}@lee.example", more=more)
        assert house.add(again, labels=frozenset({label})).thread_id == first.thread_id
    return [m.id for m in house.store.threads.get(first.thread_id).messages]


def test_conversations_are_counted_that_have_changed(house: TestHouse) -> None:
    thread = house.store.messages.get(answered(house, "INBOX", "Kept")[0]).thread_id
    other = house.add(mail("Note", message_id="n@lee.example"), labels=frozenset({"Kept"}))
    done = organised(house, thread_ids=(thread, other.thread_id, 999), action="archive")
    assert (done.conversations, done.conversations_left) == (1, 1)
    assert (done.mails, done.mails_left) == (1, 2)
    assert organised(house, thread_ids=(thread,), action="archive").undo == ""


def test_a_star_and_an_unread_mark_go_to_the_newest_mail_alone(house: TestHouse) -> None:
    ids = answered(house, "INBOX", "INBOX")
    thread = house.store.messages.get(ids[0]).thread_id
    assert organised(house, thread_ids=(thread,), action="star").mails == 1
    assert SystemLabel.STARRED in house.store.messages.get(ids[-1]).labels


def deleted(house: TestHouse, tool: Any, params: Any) -> organising.Deleted:
    gone: organising.Deleted = house.runner().call(tool, params).unwrap()
    return gone


def test_emptying_the_trash_deletes_what_lies_there_and_nothing_else(house: TestHouse) -> None:
    ids = answered(house, "TRASH", "INBOX")
    spam = house.add(mail("Junk", message_id="j@lee.example"), labels=frozenset({"SPAM"}))
    wanted = organising.EmptyPlace(place=SystemLabel.TRASH, counting=True)
    assert deleted(house, organising.EMPTY_PLACE, wanted) == organising.Deleted(1, 1)
    assert house.store.messages.get(ids[0]), "counting deletes nothing"
    wanted = organising.EmptyPlace(place=SystemLabel.TRASH)
    assert deleted(house, organising.EMPTY_PLACE, wanted) == organising.Deleted(1, 1)
    with pytest.raises(NotFound):
        house.store.messages.get(ids[0])
    assert house.store.messages.get(ids[1])
    assert house.store.messages.get(spam.id)


def test_in_the_trash_a_conversation_loses_only_what_lies_there(house: TestHouse) -> None:
    ids = answered(house, "TRASH", "INBOX")
    thread = house.store.messages.get(ids[0]).thread_id
    params = organising.DeleteConversations(thread_ids=(thread,), lying_in="TRASH")
    assert deleted(house, organising.DELETE_CONVERSATIONS, params) == organising.Deleted(1, 1)
    assert house.store.messages.get(ids[1])
    whole = organising.DeleteConversations(thread_ids=(thread,))
    assert deleted(house, organising.DELETE_CONVERSATIONS, whole) == organising.Deleted(1, 1)


def test_undo_of_an_earlier_version_gives_back_the_labels_that_it_kept() -> None:
    assert taken_back(frozenset({"TRASH", "STARRED"}), frozenset({"INBOX"})) == {"INBOX"}


def test_a_mail_that_goes_back_to_the_inbox_leaves_the_trash() -> None:
    archived = LabelDifference.between(frozenset({"INBOX"}), frozenset())
    assert taken_back(frozenset({"TRASH", "STARRED"}), archived) == {"INBOX", "STARRED"}
