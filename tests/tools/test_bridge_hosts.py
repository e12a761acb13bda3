"""Connecting other programs: their configuration is changed whole, shown first, and kept."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.errors import BadInput, NotFound, StorageError
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.hosts.bridge_hosts import HOSTS, Form, Host, change, configuration, place
from desktop_app.tools.hosts.host_files import MOST_WITH_COMMENTS, change_file, write
from desktop_app.tools.hosts.host_yaml import Unplain, put_yaml
from desktop_app.tools.person import mcp_hosts
from tests.fakes.house import NOW, TestHouse
from tests.sure import of_kind

BY_ID = {host.id: host for host in HOSTS}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / "home"
    where.mkdir()
    monkeypatch.setenv("HOME", str(where))
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "COPILOT_HOME", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return where


def read(path: Path, text: str) -> dict[str, Any]:
    if path.suffix == ".yaml":
        return of_kind(dict, yaml.safe_load(text))
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def started_by(host: Host, entry: dict[str, Any]) -> list[str]:
    """The command line that an entry says, as its program reads it."""
    if host.form is Form.LIST:
        return list(entry["command"])
    return [entry[host.form.value], *entry["args"]]


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.id)
def test_a_new_file_starts_the_pipe_of_this_profile(home: Path, host: Host) -> None:
    wanted = change(host, Path("/p"))
    assert write(wanted, NOW) is None
    written = read(place(host), place(host).read_text())
    started = written[host.section]["draftdesk"]
    assert started_by(host, started)[-3:] == ["--profile", "/p", "mcp"]
    assert {key: started[key] for key in host.more} == dict(host.more)
    said = {Form.COMMAND: {"command", "args"}, Form.LIST: {"command"}, Form.CMD: {"cmd", "args"}}
    assert set(started) == {*said[host.form], *host.more}
    assert read(place(host), configuration(host, Path("/p"))) == written
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


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        "[1] // a list",
        '{"mcpServers": []}',
        '{"mcpServers": [], } // a list',
        "{",
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"a": 1, "a": 2}',
        '{"mcpServers": {}, "mcpServers": {}, /* twice */ }',
        '{"a": ' + "[" * 5000 + "]" * 5000 + "}",
        "// " + "x" * MOST_WITH_COMMENTS + "\n{}",
    ],
    ids=range(11),
)
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
    (home / ".claude").mkdir()
    shown = runner.call(mcp_hosts.LIST_BRIDGE_HOSTS, NoParams()).unwrap().hosts
    assert {host.title for host in shown} == {host.title for host in HOSTS}
    assert [host.installed for host in shown] == [True] + [False] * (len(HOSTS) - 1)
    code = shown[0]
    assert code.title == "Claude Code"
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
    assert shown[0].connected
    with pytest.raises(NotFound):
        runner.call(mcp_hosts.CONNECT_BRIDGE_HOST, mcp_hosts.ConnectBridgeHost(host="no", diff=""))


ENTRY = {"command": "x", "args": ["a"]}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '// Zed settings\n{\n  "size": 16, // big\n}\n',
            '// Zed settings\n{\n  "size": 16, // big\n  "servers": {\n    "d": ENTRY4\n  }\n}\n',
        ),
        (
            '{\n  /* a */ "servers": {\n    // none yet\n  } // end\n}',
            '{\n  /* a */ "servers": {\n    // none yet\n    "d": ENTRY4\n  } // end\n}',
        ),
        (
            '{\n  "servers": {\n    "o": 1 // one\n  },\n}',
            '{\n  "servers": {\n    "o": 1, // one\n    "d": ENTRY4\n  },\n}',
        ),
        (
            '{\n  "servers": {\n    "d": {"command": "old"}, // mine\n  },\n}',
            '{\n  "servers": {\n    "d": ENTRY4, // mine\n  },\n}',
        ),
    ],
    ids=["no section", "empty section", "others", "an older one"],
)
def test_of_json_with_comments_all_but_the_entry_stays(
    tmp_path: Path, before: str, after: str
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(before)
    wanted = change_file(path, "servers", "d", ENTRY)
    shown = json.dumps(ENTRY, indent=2).replace("\n", "\n    ")
    assert wanted.after == after.replace("ENTRY4", shown)
    write(wanted, NOW)
    assert change_file(path, "servers", "d", ENTRY).diff == ""


def test_of_toml_all_but_the_entry_stays(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    before = 'model = "o"  # mine\n\n[servers.other]\ncommand = "y"\n\n[tui]\ntheme = "z"\n'
    path.write_text(before)
    wanted = change_file(path, "servers", "d", ENTRY)
    assert not [line for line in wanted.diff.splitlines() if line.startswith("-")]
    assert tomllib.loads(wanted.after)["servers"] == {"other": {"command": "y"}, "d": ENTRY}
    write(wanted, NOW)
    assert change_file(path, "servers", "d", ENTRY).diff == ""
    path.write_text('servers = { o = { command = "y" } }\n')
    assert tomllib.loads(change_file(path, "servers", "d", ENTRY).after)["servers"]["d"] == ENTRY
    for text in ("servers = 1\n", "servers = [\n"):
        path.write_text(text)
        with pytest.raises(BadInput):
            change_file(path, "servers", "d", ENTRY)


def test_a_byte_order_mark_line_ends_and_half_pairs_stay(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    before = b'\xef\xbb\xbf{\r\n  "a": "\\ud800 \xc3\xbc"\r\n}\r\n'
    path.write_bytes(before)
    backup = write(change_file(path, "servers", "d", ENTRY), NOW)
    assert backup is not None
    assert backup.read_bytes() == before
    after = path.read_bytes()
    assert after.startswith(b'\xef\xbb\xbf{\r\n  "a": "\\ud800 \xc3\xbc",\r\n')
    assert after.count(b"\n") == after.count(b"\r\n")
    assert change_file(path, "servers", "d", ENTRY).diff == ""
    path.write_bytes(b"\xff\xfe{\x00}\x00")
    with pytest.raises(StorageError):
        change_file(path, "servers", "d", ENTRY)


def test_two_backups_within_a_second_are_two_files(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text('{"a": 1}')
    first = write(change_file(path, "servers", "d", ENTRY), NOW)
    second = write(change_file(path, "servers", "e", ENTRY), NOW)
    assert first is not None
    assert second is not None
    assert first.read_text() == '{"a": 1}'
    assert "d" in json.loads(second.read_text())["servers"]


def test_environment_and_packages_decide_where_a_file_is(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = {"HOME": str(home), "CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x"}
    assert place(BY_ID["claude_code"], elsewhere) == Path("/c/.claude.json")
    assert place(BY_ID["codex"], elsewhere) == Path("/x/config.toml")
    assert place(BY_ID["gemini_cli"], elsewhere) == home / ".gemini/settings.json"
    monkeypatch.setattr(sys, "platform", "win32")
    local = tmp_path / "Local"
    windows = {"APPDATA": str(tmp_path / "Roaming"), "LOCALAPPDATA": str(local)}
    desktop, name = BY_ID["claude_desktop"], "claude_desktop_config.json"
    assert place(desktop, windows) == tmp_path / "Roaming/Claude" / name
    inside = [
        local / "Packages" / package / "LocalCache/Roaming/Claude" / name
        for package in ("Claude_1", "Claude_2")
    ]
    (local / "Packages/Claude_1").mkdir(parents=True)
    assert place(desktop, windows) == inside[0]
    inside[1].parent.mkdir(parents=True)
    inside[1].write_text("{}")
    assert place(desktop, windows) == inside[1]
    assert place(desktop, {}) == home / "Claude" / name


GOOSE = """# Goose
GOOSE_PROVIDER: "openai"   # mine
GOOSE_SEARCH_PATHS:
  - "/usr/local/bin"

extensions:
  developer:
    bundled: true
    type: builtin
  # the next one
  memory: {type: builtin, enabled: false}
slash_commands:
  - command: "run-tests"
"""
GOOSE_ENTRY: dict[str, Any] = {
    "cmd": "x",
    "args": ["--profile", "a: b # 'c\" d"],
    "enabled": True,
    "timeout": 300,
}


def test_of_yaml_all_but_the_entry_stays() -> None:
    after = put_yaml(GOOSE, "extensions", "draftdesk", GOOSE_ENTRY)
    expected = yaml.safe_load(GOOSE)
    expected["extensions"]["draftdesk"] = GOOSE_ENTRY
    assert yaml.safe_load(after) == expected
    assert [line for line in after.split("\n") if line in GOOSE.split("\n")] == GOOSE.split("\n")
    assert put_yaml(after, "extensions", "draftdesk", GOOSE_ENTRY) == after
    other = put_yaml(after, "extensions", "draftdesk", {**GOOSE_ENTRY, "timeout": 5})
    expected["extensions"]["draftdesk"]["timeout"] = 5
    assert yaml.safe_load(other) == expected


@pytest.mark.parametrize(
    "text", ["", "a: 1\n", "a: 1", "extensions:\n", "extensions:   # none\nb: 2\n", "---\na: 1\n"]
)
def test_a_yaml_file_without_entries_gets_one(text: str) -> None:
    expected = yaml.safe_load(text) or {}
    expected["extensions"] = {"draftdesk": GOOSE_ENTRY}
    assert yaml.safe_load(put_yaml(text, "extensions", "draftdesk", GOOSE_ENTRY)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "extensions: {}\n",
        "extensions: &all\n  a: 1\n",
        "extensions:\n  - a\n",
        "extensions:\n- a\n",
        "extensions:\n  a: 1\nextensions:\n  b: 1\n",
        "extensions:\n  draftdesk: 1\n  draftdesk: 2\n",
        "a: 1\n---\nb: 2\n",
        "--- {a: 1}\n",
        "{a: 1}\n",
        "- a\n- b\nwords\n",
        "extensions:\n\ta: 1\n",
        "x: 'y\nextensions:\n  a: 1\n  z'\n",
        'x: "y\nextensions:\n  z"\n',
        "m: [1,\n  2]\nextensions:\n  a: 1\n",
        "extensions:\n  draftdesk:\n  - a\n",
        "x: |\n  a",
        "? a\n: b\n",
        '"extensions":\n  a: 1\n',
        "extensions:\n  'a': 1\n",
    ],
)
def test_a_yaml_file_of_another_shape_is_left_alone(text: str) -> None:
    with pytest.raises(Unplain):
        put_yaml(text, "extensions", "draftdesk", GOOSE_ENTRY)


WORDS = st.text("ab:#-'\"{}[]&*!|> \n\t%?.", max_size=60)


@given(st.lists(st.sampled_from([*GOOSE.split("\n"), "---", "...", "  draftdesk:", "    old: 1",
                                 "text: |", "  extensions:", "- a", "x: 'y", "  z'"]), max_size=12),
       WORDS)  # fmt: skip
def test_whatever_a_yaml_file_says_it_says_it_afterwards(lines: list[str], words: str) -> None:
    text = "\n".join([*lines, words])
    try:
        before = yaml.safe_load(text)
    except yaml.YAMLError:
        return  # what cannot be read is nothing to keep
    try:
        after = put_yaml(text, "extensions", "draftdesk", GOOSE_ENTRY)
    except Unplain:
        return
    expected = before or {}
    expected["extensions"] = {**(expected.get("extensions") or {}), "draftdesk": GOOSE_ENTRY}
    assert yaml.safe_load(after) == expected


def test_of_two_files_that_opencode_reads_the_one_that_is_there_is_changed(home: Path) -> None:
    host = BY_ID["opencode"]
    assert place(host).name == "opencode.json"
    beside = place(host).with_suffix(".jsonc")
    beside.parent.mkdir(parents=True)
    beside.write_text('{\n  // mine\n  "theme": "dark"\n}\n')
    wanted = change(host, Path("/p"))
    assert wanted.path == beside
    assert "// mine" in wanted.after
    beside.with_suffix(".json").write_text("{}")
    assert change(host, Path("/p")).path.name == "opencode.json"
