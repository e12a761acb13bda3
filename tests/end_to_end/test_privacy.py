"""P5 and P6: reading mail contacts no one and opens no local file, watched from outside."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import reading, reading_leaks
from tests.end_to_end.watching import (
    OPENER,
    contacts,
    environment,
    import_pages,
    opened_baits,
    watched,
)

pytestmark = pytest.mark.system


@pytest.fixture(autouse=True)
def _needs_strace() -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed here")


def test_opening_every_sample_message_makes_no_connection_and_no_look_up(tmp_path: Path) -> None:
    log = tmp_path / "calls"
    assert watched(tmp_path / "profile", log) >= 140
    assert contacts(log) == []


@pytest.mark.campaign
def test_a_planted_leak_turns_the_command_red(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading_leaks, "OPENER_ARGUMENTS", ("--planted",))
    monkeypatch.setattr(reading_leaks, "VECTORS", Path("nowhere"))
    assert reading.main(["leaks"]) == 1
    assert "NOT HELD" in capsys.readouterr().out


def test_every_sample_message_opens_without_any_network(tmp_path: Path) -> None:
    command = ["unshare", "-rn", sys.executable, str(OPENER), str(tmp_path / "profile")]
    done = subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=400, check=False
    )
    if "unshare" in done.stderr and "not permitted" in done.stderr:
        pytest.skip("namespaces are not permitted here")
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.rsplit(maxsplit=1)[-1]) >= 140


@pytest.mark.corpora
def test_hostile_pages_contact_no_one_and_open_no_file_they_name(
    tmp_path: Path, corpora: Path
) -> None:
    profile, log = tmp_path / "profile", tmp_path / "calls"
    pages = [p.read_bytes() for p in sorted((corpora / "html-vectors").rglob("*.html"))]
    import_pages(profile, tmp_path / "mails", pages)
    watched(profile, log)
    assert contacts(log) == []
    assert opened_baits(log) == []
