"""The small commands, as a program that calls them sees them."""

from __future__ import annotations

import argparse
import json
import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import apsw
import pytest

from desktop_app import commands
from desktop_app.__main__ import main
from desktop_app.model.errors import Unavailable
from desktop_app.model.remote import RemoteRef, ServerMatches
from tests.fakes.google.desk import ACCOUNT
from tests.fakes.house import NoSync, TestHouse, mail


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "mails"
    folder.mkdir()
    (folder / "one.eml").write_bytes(mail())
    (folder / "two.eml").write_bytes(
        mail("Re: Budget", message_id="two@x", more="In-Reply-To: <one@lee.example>\r\n",
             date="Tue, 15 Sep 2026 09:00:00 +0000")
    )  # fmt: skip
    (folder / "notes.txt").write_text("no mail at all")
    return folder


def run(profile: Path, *arguments: str) -> int:
    return main(["--profile", str(profile), *arguments])


def test_import_reports_and_search_finds(
    profile: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(profile, "import", "--json", str(source)) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["imported"], report["duplicates"]) == (2, 0)
    assert run(profile, "search", "budget", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["query"], found["count"], found["has_more"]) == ("budget", 2, False)
    first = found["results"][0]
    assert first["rfc822_message_id"] == "two@x"
    assert first["from"] == "Dana Lee <dana@lee.example>"
    assert set(first) == {
        "message_id", "rfc822_message_id", "thread_id", "account", "date", "from", "to",
        "subject", "snippet", "labels", "unread", "has_attachments",
    }  # fmt: skip


def test_importing_twice_imports_once(
    profile: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(profile, "import", "--json", str(source))
    capsys.readouterr()
    run(profile, "import", "--json", str(source))
    report = json.loads(capsys.readouterr().out)
    assert report["imported"] == 0


def test_threads_come_once_and_the_limit_says_that_there_is_more(
    profile: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(profile, "import", str(source))
    capsys.readouterr()
    run(profile, "search", "budget", "--json", "--threads")
    assert json.loads(capsys.readouterr().out)["count"] == 1
    run(profile, "search", "budget", "--json", "--limit", "1")
    limited = json.loads(capsys.readouterr().out)
    assert (limited["count"], limited["has_more"]) == (1, True)


def test_a_query_that_cannot_be_understood_ends_with_1_and_a_sentence(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(profile, "search", "after:nonsense") == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("draftdesk: ")


def test_a_path_that_is_not_there_ends_with_1(profile: Path) -> None:
    assert run(profile, "import", str(profile / "nowhere")) == 1


def test_wrong_usage_ends_with_2(profile: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        run(profile, "search")
    assert ended.value.code == 2


def test_accounts_are_added_listed_and_removed(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add = ("accounts", "add", "local", "--name", "Archive", "--email", "me@old.example")
    assert run(profile, *add) == 0
    account = capsys.readouterr().out.strip()
    run(profile, "accounts", "list", "--json")
    [listed] = json.loads(capsys.readouterr().out)
    assert (listed["id"], listed["name"]) == (account, "Archive")
    assert run(profile, "accounts", "remove", account) == 0
    assert run(profile, "accounts", "remove", account) == 1


def test_an_account_that_is_not_all_gone_is_not_called_removed(
    profile: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.workers.removals._SWEEP_SECONDS", 0.0)
    add = ("accounts", "add", "local", "--name", "Archive", "--email", "me@old.example")
    assert run(profile, *add) == 0
    account = capsys.readouterr().out.strip()
    reader = apsw.Connection(str(profile / "mail.db"))
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM account").get == 1
    assert run(profile, "accounts", "remove", account) == 1
    told = capsys.readouterr()
    assert "has been removed" not in told.out + told.err
    assert "Being removed: Archive." in told.err
    run(profile, "accounts", "list")
    assert capsys.readouterr().err.startswith("Being removed: an account.")
    reader.close()
    assert run(profile, "accounts", "remove", account) == 0
    assert capsys.readouterr().out == "The account has been removed from this computer.\n"
    run(profile, "accounts", "list")
    assert capsys.readouterr() == ("", "")


def test_status_tells_of_every_account(
    profile: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(profile, "import", str(source))
    capsys.readouterr()
    run(profile, "status", "--json")
    status = json.loads(capsys.readouterr().out)
    assert [a["messages"] for a in status["accounts"]] == [2]
    assert run(profile, "sync", "--json") == 0


def test_the_profile_directory_is_the_persons_alone(profile: Path, source: Path) -> None:
    run(profile, "import", str(source))
    assert stat.S_IMODE(profile.stat().st_mode) == 0o700


def test_the_source_is_only_read(profile: Path, source: Path) -> None:
    before = {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in source.iterdir()}
    run(profile, "import", str(source))
    assert {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in source.iterdir()} == before


def test_the_program_starts_as_a_module_and_by_environment(profile: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "desktop_app", "status", "--json"],
        env={**os.environ, "DRAFTDESK_PROFILE": str(profile)},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["accounts"] == []


def test_output_that_nobody_reads_to_its_end_is_no_error(profile: Path, source: Path) -> None:
    run(profile, "import", str(source))
    program = f"{sys.executable} -m desktop_app --profile {profile}"
    done = subprocess.run(
        ["bash", "-c", f"{program} search budget --json | true; echo ${{PIPESTATUS[0]}}"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == ("141", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="others always have a display")
@pytest.mark.parametrize("display", [{}, {"DISPLAY": ":54321"}, {"WAYLAND_DISPLAY": "wayland-77"}])
def test_without_a_display_one_line_says_so(profile: Path, display: dict[str, str]) -> None:
    taken = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    rest = {name: value for name, value in os.environ.items() if name not in taken}
    done = subprocess.run(
        [sys.executable, "-m", "desktop_app", "--profile", str(profile)],
        env={**rest, **display}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == (
        "draftdesk: Draftdesk needs a display to open its window, and there is none here.\n"
    )


def test_commands_do_not_load_qt(profile: Path) -> None:
    code = (
        "import sys; from desktop_app.__main__ import main; "
        f"main(['--profile', {str(profile)!r}, 'status']); "
        "sys.exit(any(m.startswith('PySide6') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0


def test_a_search_tells_close_matches_apart_and_leaves_them_out_on_request(
    profile: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(profile, "import", str(source)) == 0
    capsys.readouterr()
    assert run(profile, "search", "budgets", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["count"] == 0
    assert [(row["close"], row["why"]) for row in found["results"]] == [(True, "budget")]
    assert run(profile, "search", "budgets") == 0
    assert "(close, by budget)" in capsys.readouterr().out
    assert run(profile, "search", "budgets", "--json", "--exact") == 0
    assert json.loads(capsys.readouterr().out)["results"] == []
    assert run(profile, "search", "budget", "--json") == 0
    assert not any("close" in row for row in json.loads(capsys.readouterr().out)["results"])


class Stubborn(NoSync):
    """A server that finds a mail and never hands it out."""

    def find(self, account_id: str, query: str, **_: object) -> ServerMatches:
        return ServerMatches(missing=(RemoteRef("m1", "t1"),), by_gmail=True)

    def bring(self, account_id: str, refs: Sequence[RemoteRef], **_: object) -> tuple[int, ...]:
        raise Unavailable("Google can't be reached.")


def searching(query: str, *, servers: bool) -> argparse.Namespace:
    return argparse.Namespace(
        exact=False,
        command="search",
        query=query,
        limit=20,
        json=True,
        threads=False,
        servers=servers,
    )


def test_a_search_ends_where_a_server_hands_nothing_out(
    house: TestHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    house.store.accounts.add(ACCOUNT)
    house.sync = Stubborn()
    assert commands.run(searching("budget", servers=True), house.runner()) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["count"] == 0
    assert "not all could be looked through" in told.err
    assert "Google can't be reached" in told.err


@pytest.mark.parametrize(("query", "asked"), [("budget", 0), ("has:drive", 1)])
def test_a_search_waits_for_no_server_that_it_does_not_need(
    house: TestHouse, capsys: pytest.CaptureFixture[str], query: str, asked: int
) -> None:
    """Only Gmail knows what was shared through Drive."""
    house.store.accounts.add(ACCOUNT)
    seen: list[str] = []

    class Silent(NoSync):
        def find(self, account_id: str, query: str, **_: object) -> ServerMatches:
            seen.append(query)
            return ServerMatches(by_gmail=True)

    house.sync = Silent()
    assert commands.run(searching(query, servers=False), house.runner()) == 0
    assert len(seen) >= asked
    assert bool(seen) is bool(asked)
    capsys.readouterr()
