"""Connecting other programs: their configuration is changed whole, shown first, and kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.model.errors import BadInput, NotFound, StorageError
from desktop_app.tools import bridge_hosts
from desktop_app.tools.base import NoParams
from desktop_app.tools.bridge_hosts import HOSTS, Host, change, configuration, place, write
from desktop_app.tools.person import mcp_hosts
from tests.fakes.house import NOW, TestHouse

BY_ID = {host.id: host for host in HOSTS}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / "home"
    where.mkdir()
    monkeypatch.setenv("HOME", str(where))
    monkeypatch.setattr(bridge_hosts.sys, "platform", "linux")
    return where


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.id)
def test_a_new_file_starts_the_pipe_of_this_profile(home: Path, host: Host) -> None:
    wanted = change(host, Path("/p"))
    assert write(wanted, NOW) is None
    written = json.loads(place(host).read_text())
    started = written[host.section]["draftdesk"]
    assert started["args"][-3:] == ["--profile", "/p", "mcp"]
    assert (started.get("type") == "stdio") == host.kind
    assert json.loads(configuration(host, Path("/p"))) == written
    assert place(host).stat().st_mode & 0o777 == 0o600
    assert place(host).is_relative_to(home)


def test_what_is_there_stays_and_is_kept_beside_it(home: Path) -> None:
    host = BY_ID["claude_desktop"]
    path = place(host)
    path.parent.mkdir(parents=True)
    before = json.dumps({"theme": "dark", "mcpServers": {"other": {"command": "x"}}}, indent=4)
    path.write_text(before)
    path.chmod(0o640)
    wanted = change(host, Path("/p"))
    assert '+        "draftdesk": {' in wanted.diff
    backup = write(wanted, NOW)
    assert backup is not None
    assert backup.read_text() == before
    written = json.loads(path.read_text())
    assert written["theme"] == "dark"
    assert set(written["mcpServers"]) == {"other", "draftdesk"}
    assert '\n    "theme"' in path.read_text(), "it is indented as it was"
    assert path.stat().st_mode & 0o777 == 0o640
    assert change(host, Path("/p")).diff == ""
    assert sorted(p.name for p in path.parent.iterdir()) == sorted([path.name, backup.name])


@pytest.mark.parametrize("text", ["{ // a comment\n}", "[1]", '{"mcpServers": []}', "{"])
def test_a_file_that_is_not_as_expected_is_not_touched(home: Path, text: str) -> None:
    host = BY_ID["cursor"]
    place(host).parent.mkdir(parents=True)
    place(host).write_text(text)
    with pytest.raises(BadInput):
        change(host, Path("/p"))
    assert place(host).read_text() == text


def test_a_file_that_changed_after_it_was_shown_is_not_written(home: Path) -> None:
    host = BY_ID["cursor"]
    place(host).parent.mkdir(parents=True)
    place(host).write_text("{}")
    wanted = change(host, Path("/p"))
    place(host).write_text('{"a": 1}')
    with pytest.raises(StorageError):
        write(wanted, NOW)
    assert place(host).read_text() == '{"a": 1}'


def test_a_link_stays_a_link(home: Path) -> None:
    host = BY_ID["cursor"]
    place(host).parent.mkdir(parents=True)
    real = home / "dotfiles.json"
    real.write_text("{}")
    place(host).symlink_to(real)
    write(change(host, Path("/p")), NOW)
    assert place(host).is_symlink()
    assert "draftdesk" in real.read_text()


def test_the_person_sees_what_will_be_written_and_nothing_else_is(
    home: Path, house: TestHouse
) -> None:
    runner = house.runner()
    shown = runner.call(mcp_hosts.LIST_BRIDGE_HOSTS, NoParams()).unwrap().hosts
    assert [host.title for host in shown] == ["Claude Desktop", "Claude Code", "Cursor", "VS Code"]
    code = shown[1]
    assert code.diff
    assert not code.connected
    params = mcp_hosts.ConnectBridgeHost(host="claude_code", diff="something else")
    with pytest.raises(BadInput):
        runner.call(mcp_hosts.CONNECT_BRIDGE_HOST, params)
    assert not (home / ".claude.json").exists()
    params = mcp_hosts.ConnectBridgeHost(host="claude_code", diff=code.diff)
    assert (
        "Restart Claude Code" in runner.call(mcp_hosts.CONNECT_BRIDGE_HOST, params).unwrap().display
    )
    shown = runner.call(mcp_hosts.LIST_BRIDGE_HOSTS, NoParams()).unwrap().hosts
    assert shown[1].connected
    with pytest.raises(NotFound):
        runner.call(mcp_hosts.CONNECT_BRIDGE_HOST, mcp_hosts.ConnectBridgeHost(host="no", diff=""))
