"""Programs that may use the bridge, as the person manages them; and undo from the record."""

from __future__ import annotations

import pytest

from desktop_app.model.bridge import LOCAL_PROGRAM
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import activity, bridge
from desktop_app.tools.verbs import modify_messages
from tests.fakes.house import TestHouse, mail


def test_a_client_comes_changes_and_goes(house: TestHouse) -> None:
    runner = house.runner()
    made = runner.call(
        bridge.ADD_BRIDGE_CLIENT, bridge.AddBridgeClient(name=" My  program ")
    ).unwrap()
    assert made.client.name == "My program"
    assert made.client.accounts == ()
    assert house.store.bridge_clients.with_token(made.token) == made.client
    assert house.store.bridge_clients.with_token(made.token + "x") is None
    assert made.token not in repr(made)
    changed = runner.call(
        bridge.CHANGE_BRIDGE_CLIENT,
        bridge.ChangeBridgeClient(
            client_id=made.client.id, accounts=("work",), groups_off=("drive",)
        ),
    ).unwrap()
    assert (changed.accounts, changed.groups_off) == (("work",), ("drive",))
    assert house.store.bridge_clients.with_token(made.token) == changed
    runner.call(
        bridge.REVOKE_BRIDGE_CLIENT,
        bridge.RevokeBridgeClient(client_id=made.client.id),
    )
    assert house.store.bridge_clients.with_token(made.token) is None
    found = runner.call(bridge.LIST_BRIDGE_CLIENTS, NoParams()).unwrap()
    assert [client.id for client in found.clients] == [LOCAL_PROGRAM]


def test_a_name_and_accounts_that_are_there_are_needed(house: TestHouse) -> None:
    runner = house.runner()
    with pytest.raises(BadInput):
        runner.call(bridge.ADD_BRIDGE_CLIENT, bridge.AddBridgeClient(name="  "))
    params = bridge.ChangeBridgeClient(
        client_id=LOCAL_PROGRAM, accounts=("nowhere",), groups_off=()
    )
    with pytest.raises(NotFound):
        runner.call(bridge.CHANGE_BRIDGE_CLIENT, params)


def test_the_token_is_in_no_record(house: TestHouse) -> None:
    made = house.runner().call(bridge.ADD_BRIDGE_CLIENT, bridge.AddBridgeClient(name="Program"))
    token = made.unwrap().token.encode()
    files = [p.read_bytes() for p in house.profile.rglob("*") if p.is_file()]
    assert files
    assert all(token not in data for data in files)


def test_what_a_program_was_allowed_to_change_is_undone_from_the_record(house: TestHouse) -> None:
    house.settings.change("policy.mcp_organise", "allow")
    message = house.add(mail())
    program = house.runner(Origin.MCP, "Program")
    program.call(
        modify_messages.TOOL,
        modify_messages.ModifyMessages(ids=(str(message.id),), action="archive"),
    )
    assert "INBOX" not in house.store.messages.get(message.id).labels
    [row] = house.runner().call(activity.LIST_AUDIT, activity.ListAudit(origin="mcp")).unwrap().rows
    assert row.undo
    house.runner().call(activity.UNDO_CHANGE, activity.UndoChange(undo=row.undo))
    assert "INBOX" in house.store.messages.get(message.id).labels
    [row] = house.runner().call(activity.LIST_AUDIT, activity.ListAudit(origin="mcp")).unwrap().rows
    assert not row.undo


def test_a_program_is_listed_one_family_of_names_that_there_is(house: TestHouse) -> None:
    change = bridge.ChangeBridgeClient(
        client_id=LOCAL_PROGRAM, accounts=("work",), groups_off=(), family="google_tools"
    )
    changed = house.runner().call(bridge.CHANGE_BRIDGE_CLIENT, change).unwrap()
    assert changed.family == "google_tools"
    kept = bridge.ChangeBridgeClient(client_id=LOCAL_PROGRAM, accounts=(), groups_off=())
    assert house.runner().call(bridge.CHANGE_BRIDGE_CLIENT, kept).unwrap().family == "google_tools"
    with pytest.raises(BadInput, match="no family of names poetry"):
        house.runner().call(
            bridge.CHANGE_BRIDGE_CLIENT,
            bridge.ChangeBridgeClient(
                client_id=LOCAL_PROGRAM, accounts=(), groups_off=(), family="poetry"
            ),
        )
