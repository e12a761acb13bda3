"""What a grant holds a program to besides what it sees: recipients, drafts a day, tools, times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.model.bridge import LOCAL_PROGRAM
from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import BadInput, KnownError, NotFound, Refused
from desktop_app.model.grant import (
    DAY,
    EVERYTHING,
    ONLY_OPENED,
    SECRETARY,
    Grant,
    GrantedSearch,
    To,
    ToolWish,
    Wish,
    checked,
    is_one_of,
    one_folder,
    person_key,
    sentence,
)
from desktop_app.store.scoped_store import scoped
from desktop_app.store.visible_state import visible_state
from desktop_app.tools.calls.base import Decision, NoParams
from desktop_app.tools.catalogue import listed
from desktop_app.tools.person import grants, mail_view
from desktop_app.tools.runner import Runner
from tests.fakes.house import TestHouse, known_to, mail

WORK = frozenset({"work"})


def program(house: TestHouse, grant: Grant, held: Callable[[], str] = str) -> Runner:
    return house.runner(
        Origin.MCP, "A program", lambda: WORK, caller="p", grant=lambda: grant, held=held
    )


def draft(runner: Runner, to: str = "dana@lee.example", **more: Any) -> Any:
    return runner.call_by_name("create_draft", {"to": [to], "body": "Hello.", **more})[1]


def test_drafts_go_to_those_who_may_be_written_to(house: TestHouse) -> None:
    known_to(house)
    written = program(house, Grant(to=To.WRITTEN_TO))
    assert draft(written).decision is Decision.ALLOW
    for where in ("to", "cc", "bcc"):
        more = {where: ["eve@evil.example", "dana@lee.example"]}
        with pytest.raises(Refused, match=r"may not propose mail to eve@evil\.example\."):
            written.call_by_name("create_draft", {"body": "Hello.", **more})
    named = program(house, Grant(to=To.NAMED, named=("lee.example",)))
    assert draft(named, "somebody@mail.lee.example").decision is Decision.ALLOW
    with pytest.raises(Refused):
        draft(named, "x@notlee.example")


def test_who_is_never_shown_is_never_written_to(house: TestHouse) -> None:
    known_to(house)
    runner = program(house, Grant(never=("dana@lee.example",)))
    with pytest.raises(Refused):
        draft(runner)


def test_a_change_of_a_draft_brings_in_nobody_else(house: TestHouse) -> None:
    known_to(house)
    runner = program(house, Grant(to=To.WRITTEN_TO))
    made = draft(runner).unwrap()
    change = {"draft_id": made.draft_id, "base_revision": 1}
    with pytest.raises(Refused):
        runner.call_by_name("update_draft", {**change, "to": ["eve@evil.example"]})
    assert runner.call_by_name("update_draft", {**change, "body": "Bye."})[1].value is not None


def test_a_day_has_so_many_drafts_by_the_clock(house: TestHouse) -> None:
    runner = program(house, Grant(a_day=2))
    made = [draft(runner, body=f"Hello {n}.").unwrap() for n in range(2)]
    runner.call_by_name("delete_draft", {"draft_id": made[0].draft_id, "base_revision": 1})
    before = len(house.store.drafts.in_state(tuple(DraftState)))
    with pytest.raises(Refused, match="2 drafts a day"):
        draft(runner, body="Once more.")
    assert len(house.store.drafts.in_state(tuple(DraftState))) == before
    house.now += DAY - 1
    with pytest.raises(Refused):
        draft(runner, body="Once more.")
    house.now += 2
    assert draft(runner, body="Once more.").decision is Decision.ALLOW


def test_a_draft_that_is_asked_for_again_counts_once(house: TestHouse) -> None:
    runner = program(house, Grant(a_day=1))
    first = draft(runner, request_key="one").unwrap()
    assert draft(runner, request_key="one").unwrap().draft_id == first.draft_id


def test_tools_ask_or_are_not_there_as_was_granted(house: TestHouse) -> None:
    message = house.add(mail())
    wishes = (
        ToolWish("create_draft", Wish.ASK),
        ToolWish("modify_messages", Wish.ALLOW),
        ToolWish("get_message", Wish.DENY),
        ToolWish("delete_messages", Wish.ALLOW),
        ToolWish("send_draft", Wish.ALLOW),
    )
    runner = program(house, Grant(tools=wishes))
    assert draft(runner).decision is Decision.ASK
    told = scoped(house.store, WORK, sealed=True).told_ids.message(message.id)
    star = {"ids": [told], "action": "star"}
    assert runner.call_by_name("modify_messages", star)[1].decision is Decision.ALLOW
    denied = runner.call_by_name("get_message", {"message_id": told})[1]
    assert (denied.decision, denied.value) == (Decision.DENY, None)
    assert "get_message" not in {tool.name for tool in runner.listed()}
    for name in ("delete_messages", "send_draft"):
        tool = next(tool for tool in listed(Origin.MCP) if tool.name == name)
        assert runner.decision(tool) is Decision.ASK


def test_what_the_settings_forbid_no_grant_asks_for(house: TestHouse) -> None:
    house.settings.change("policy.mcp_draft", "deny")
    runner = program(house, Grant(tools=(ToolWish("create_draft", Wish.ASK),)))
    assert draft(runner).decision is Decision.DENY


def test_what_is_not_in_force_shows_nothing_and_says_so(house: TestHouse) -> None:
    grant = Grant(begins=house.now + 10, ends=house.now + 20)
    assert [grant.in_force(house.now + t, "") for t in (0, 10, 19, 20)] == [
        False,
        True,
        True,
        False,
    ]
    assert not Grant(window="then").in_force(0, "now")
    house.add(mail())
    runner = program(house, EVERYTHING, held=lambda: "It has ended.")
    result = runner.call_by_name("search_messages", {"query": ""})[1]
    assert (result.decision, result.reason) == (Decision.DENY, "It has ended.")
    assert runner.visible_accounts() == ()
    assert runner.listed() == ()


def test_a_person_alone_grants(house: TestHouse) -> None:
    wanted = grants.SetGrant(client_id=LOCAL_PROGRAM, grant=one_folder("Clients"))
    house.runner().call(grants.SET_GRANT, wanted)
    assert house.store.bridge_clients.get(LOCAL_PROGRAM).grant == one_folder("Clients")
    for origin in (Origin.MCP, Origin.ASSISTANT):
        for tool in grants.TOOLS:
            with pytest.raises(BadInput):
                house.runner(origin).call_by_name(tool.name, {})
            called = house.runner(origin).call(grants.STOP_ALL, grants.StopAll(on=False))
            assert called.decision is Decision.DENY


def test_a_grant_that_ends_with_the_window_is_of_this_run(house: TestHouse) -> None:
    wanted = grants.SetGrant(
        client_id=LOCAL_PROGRAM, grant=Grant(window="made up"), until_closed=True
    )
    made = house.runner().call(grants.SET_GRANT, wanted).unwrap().grant
    assert made.in_force(0, house.store.window)
    assert not made.in_force(0, "the next run")


def test_nobody_is_shown_somebody_again(house: TestHouse) -> None:
    clients = house.store.bridge_clients
    client, _ = clients.add("One", now=house.now)
    clients.set_grant(client.id, one_folder("Clients"))
    never = grants.NeverShow(who="Dana@LEE.example")
    done = house.runner().call(grants.NEVER_SHOW, never).unwrap()
    assert done.count == 2
    assert all(each.grant.never == ("dana@lee.example",) for each in clients.list())
    assert clients.get(client.id).grant.labels == ("Clients",)
    for who in ("alex@fernhill.example", "nobody", "a b@c.example", "<x@y.example>", "@"):
        with pytest.raises(BadInput):
            house.runner().call(grants.NEVER_SHOW, grants.NeverShow(who=who))


def test_nothing_is_seen_but_what_was_opened_within_the_hour(house: TestHouse) -> None:
    shown, other = house.add(mail()), house.add(mail("Other", message_id="two@lee.example"))
    house.store.bridge_clients.set_grant(LOCAL_PROGRAM, ONLY_OPENED)
    view = scoped(house.store, WORK, program="p", grant=ONLY_OPENED)
    assert view.messages.count() == 0
    house.now = house.store.db.clock()
    opened = mail_view.OpenThread(thread_id=shown.thread_id)
    house.runner().call(mail_view.OPEN_THREAD, opened)
    view = scoped(house.store, WORK, program="q", grant=ONLY_OPENED)
    assert view.messages.count() == 1
    assert view.messages.get(shown.id).subject == "Budget"
    with pytest.raises(NotFound):
        view.messages.get(other.id)
    house.store.db.rows("SELECT 1")
    with house.store.one_commit():
        house.store.openings.note(shown.thread_id, now=house.now - 3_601)
    assert scoped(house.store, WORK, program="r", grant=ONLY_OPENED).messages.count() == 0


def test_a_stored_grant_that_can_not_be_read_grants_nothing(house: TestHouse) -> None:
    clients = house.store.bridge_clients
    clients.set_grant(LOCAL_PROGRAM, Grant(days=3, searches=(GrantedSearch("One", "x"),)))
    assert clients.get(LOCAL_PROGRAM).grant.days == 3
    with house.store.db.write(Changes(bridge=True)) as connection:
        connection.execute('UPDATE bridge_client SET may = \'{"days": "many"}\'')
    assert not clients.get(LOCAL_PROGRAM).grant.in_force(house.now, house.store.window)


def test_a_removed_account_leaves_no_names_in_grants_and_widens_none(house: TestHouse) -> None:
    store = house.store
    store.accounts.add(replace(store.accounts.get("work"), id="other", name="Other"))
    for account, label in (("work", "Both"), ("other", "Both"), ("work", "Secret")):
        store.labels.create(account, label)
    clients = store.bridge_clients
    one, _ = clients.add("One", now=house.now)
    two, _ = clients.add("Two", now=house.now)
    search = GrantedSearch("Mine", "wombat")
    clients.set_grant(one.id, Grant(labels=("Both", "Secret"), searches=(search,)))
    clients.set_grant(two.id, Grant(labels=("Secret",), searches=(search,)))
    store.removals.begin("work", searches=("Mine",))
    assert clients.get(one.id).grant == Grant(labels=("Both",))
    ended = clients.get(two.id).grant
    assert (ended.labels, ended.searches) == ((), ())
    assert not ended.in_force(house.now, store.window)


def test_changing_accounts_keeps_what_was_granted(house: TestHouse) -> None:
    clients = house.store.bridge_clients
    clients.set_grant(LOCAL_PROGRAM, SECRETARY)
    clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    assert clients.get(LOCAL_PROGRAM).grant == SECRETARY


def test_who_listens_is_not_woken_by_mail_outside(house: TestHouse) -> None:
    house.add(mail(), frozenset({"INBOX", "Clients"}))
    clients = house.store.bridge_clients
    clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    clients.set_grant(LOCAL_PROGRAM, one_folder("Clients"))
    before = visible_state(house.store, clients.get(LOCAL_PROGRAM))
    assert not before.all_mail
    house.add(mail("Private", message_id="two@lee.example"))
    assert visible_state(house.store, clients.get(LOCAL_PROGRAM)) == before
    house.add(mail("Work", message_id="three@lee.example"), frozenset({"INBOX", "Clients"}))
    assert visible_state(house.store, clients.get(LOCAL_PROGRAM)) != before


def test_the_choices_name_every_listed_tool(house: TestHouse) -> None:
    choices = house.runner().call(grants.GRANT_CHOICES, NoParams()).unwrap()
    names = {tool.name for tool in listed(Origin.MCP)} - {"get_request"}
    assert {tool.name for tool in choices.tools} == names
    assert [t.name for t in choices.tools if t.allowed and not t.asked_for] == [
        t.name for t in choices.tools if not t.asked_for
    ]


def test_stopping_holds_until_let_go(house: TestHouse) -> None:
    runner = house.runner()
    assert not runner.call(grants.ALL_STOPPED, NoParams()).unwrap().on
    assert runner.call(grants.STOP_ALL, grants.StopAll(on=True)).unwrap().on
    assert house.store.stopping.on
    assert not runner.call(grants.STOP_ALL, grants.StopAll(on=False)).unwrap().on
    assert not house.store.stopping.on


PARTLY = Grant(
    days=30,
    never=("x@y.example",),
    files=False,
    ends=5.0,
    to=To.NAMED,
    named=("a.example",),
)
WITHOUT = Grant(texts=False, tools=(ToolWish("delete_messages", Wish.DENY),), window="now")
SENTENCES = {
    EVERYTHING: "Sees all mail of Work. Proposes drafts to anybody; you send.",
    one_folder("Clients"): "Sees mail of Work in “Clients”. Proposes drafts to people you have"
    " written to, 20 a day at most; you send.",
    ONLY_OPENED: "Sees mail of conversations you opened in the last hour of Work. Proposes drafts"
    " to people you have written to, 20 a day at most; you send.",
    PARTLY: "Sees mail of Work of the last 30 days, without attachments, never mail with"
    " x@y.example. Proposes drafts to a.example; you send. Holds until 5.",
    WITHOUT: "Sees mail of Work, without texts and attachments. Proposes drafts to anybody; you"
    " send. Never gets “delete_messages”. Holds until the window closes.",
}


@pytest.mark.parametrize("grant", SENTENCES, ids=range(len(SENTENCES)))
def test_a_grant_is_a_sentence(grant: Grant) -> None:
    assert sentence(grant, ["Work"], lambda at: f"{at:g}") == SENTENCES[grant]
    assert sentence(grant, [], str).startswith("Sees no mail")


def test_a_grant_has_one_form() -> None:
    grant = checked(Grant(never=(" Dana@Lee.example", "@lee.example", "dana@lee.example")))
    assert grant.never == ("dana@lee.example", "lee.example")
    assert is_one_of("x@sub.lee.example.", ("lee.example",))
    assert not is_one_of("x@mylee.example", ("lee.example",))
    assert person_key("Müller@Bücher.example") == "müller@bücher.example"
    for wrong in (
        Grant(days=-1),
        Grant(a_day=10_000),
        Grant(to=To.NAMED),
        Grant(begins=5.0, ends=4.0),
        Grant(never=("x",)),
        Grant(labels=tuple(map(str, range(201)))),
    ):
        with pytest.raises(KnownError):
            checked(wrong)
    assert replace(grant, never=()) == EVERYTHING
