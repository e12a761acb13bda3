"""People on the command line: taken in from a vCard file, and written into one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.__main__ import main

CARDS = (
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Dana Lee\r\nEMAIL:dana@x.example\r\nTEL:+41 1\r\n"
    "CATEGORIES:Choir\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n"
)


def test_people_come_in_and_go_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target, profile = (
        tmp_path / "a.vcf",
        tmp_path / "b.vcf",
        ["--profile", str(tmp_path / "p")],
    )
    source.write_text(CARDS)
    assert main([*profile, "people", "import", str(source)]) == 0
    assert "1 new person, 1 could not be read." in capsys.readouterr().out
    assert main([*profile, "people", "import", "--json", str(source)]) == 0
    assert json.loads(capsys.readouterr().out)["known"] == 1
    assert (
        main([*profile, "people", "export", str(target), "--group", "choir", "--vcard", "4.0"]) == 0
    )
    written = target.read_text()
    assert "VERSION:4.0" in written
    assert "TEL:+41 1" in written
    assert main([*profile, "people", "export", str(target), "--group", "nobody"]) == 1
    assert "no group nobody" in capsys.readouterr().err
