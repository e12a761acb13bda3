"""Files that were written for other systems: read as those systems read them, and at one with the
program about its name, its version and what it opens."""

from __future__ import annotations

import importlib.util
import json
import plistlib
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET  # our own file
from pathlib import Path
from typing import Any

import pytest

from desktop_app import __version__
from desktop_app.command_line import KINDS
from desktop_app.desktop.autostart import autostart
from tests.packages import ROOT, linux
from tests.sure import there

PACKAGING = ROOT / "packaging"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
NAMES = linux("names").names()
FLATPAK = PACKAGING / "flatpak" / f"{NAMES.id}.json"
WIX = "{http://wixtoolset.org/schemas/v4/wxs}"


def manifests() -> Any:
    spec = there(importlib.util.spec_from_file_location("manifests", PACKAGING / "manifests.py"))
    module = importlib.util.module_from_spec(spec)
    there(spec.loader).exec_module(module)
    return module


def test_the_flatpak_is_of_the_archive_of_this_version() -> None:
    said = json.loads(FLATPAK.read_text("utf-8"))
    assert (said["id"], said["command"]) == (NAMES.id, NAMES.name)
    assert said["rename-desktop-file"] == NAMES.desktop
    [module] = said["modules"]
    [source] = module["sources"]
    assert Path(source["path"]).name == f"draftdesk-{__version__}-linux-x86_64.tar.zst"


def test_the_flatpak_asks_for_no_folder_of_the_persons() -> None:
    """Files come through the portal, one by one."""
    said = json.loads(FLATPAK.read_text("utf-8"))
    assert not [
        each for each in said["finish-args"] if "filesystem" in each or "session-bus" in each
    ]


def test_templates_are_filled_from_the_words_and_the_files_of_a_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = manifests()
    for name in made.FILES.values():
        (tmp_path / name.format(__version__)).write_bytes(b"bytes")
    monkeypatch.setattr(sys, "argv", ["manifests.py", str(tmp_path), "https://x.example/files/"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    homepage = bool(project.get("urls", {}).get("Homepage"))
    assert made.main() == (0 if homepage else 3)
    assert ("HOMEPAGE is not known" in capsys.readouterr().err) != homepage
    words = {**made.known(tmp_path, "https://x.example/files/"), "HOMEPAGE": "https://x.example"}
    for path in made.TEMPLATES:
        text, missing = made.filled(path.read_text("utf-8"), words)
        assert missing == [], path
        assert __version__ in text
        assert "@" not in re.sub(r"^#.*$", "", text, flags=re.MULTILINE)


def test_a_file_of_a_release_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["manifests.py", str(tmp_path), "https://x.example"])
    assert manifests().main() == 3
    assert f"Draftdesk-{__version__}-x64.msi is missing" in capsys.readouterr().err
    assert not list((tmp_path / "manifests").glob("*.yaml.in"))


def test_homebrew_takes_along_what_the_program_leaves_in_a_home() -> None:
    text = (PACKAGING / "homebrew" / "draftdesk.rb.in").read_text("utf-8")
    place = there(autostart("darwin", {"HOME": "~"})).place
    assert f'"{place}"' in text


def test_windows_is_told_of_every_kind_that_is_opened() -> None:
    root = ET.parse(PACKAGING / "windows" / "draftdesk.wxs").getroot()
    package = there(root.find(f"{WIX}Package"))
    assert (package.get("Name"), package.get("Version")) == (NAMES.title, "$(var.Version)")
    values = list(root.iter(f"{WIX}RegistryValue"))
    described = [v.get("Value") for v in values if v.get("Name") == "ApplicationDescription"]
    assert described == [NAMES.summary]
    associated = {str(v.get("Name")) for v in values if v.get("Key") == "FileAssociations"}
    assert associated <= set(KINDS)
    winget = (PACKAGING / "winget" / "Draftdesk.Draftdesk.installer.yaml.in").read_text("utf-8")
    listed = winget.partition("FileExtensions:\n")[2].partition("Installers:")[0]
    assert {f".{each}" for each in re.findall(r"- (\w+)", listed)} == associated
    commands = [str(v.get("Value")) for v in values if v.get("Key") == r"shell\open\command"]
    assert set(commands) == {'"[INSTALLFOLDER]draftdesk.exe" open "%1"'}
    ids = re.findall(r'(?:Guid|UpgradeCode)="([0-9a-f-]{36})"', ET.tostring(root, "unicode"))
    assert len(set(ids)) == len(ids) == 3


def test_macos_is_told_of_every_kind_that_is_opened() -> None:
    text = (PACKAGING / "macos" / "bundle.spec").read_text("utf-8")
    compile(text, "bundle.spec", "exec")
    endings = re.findall(r'\("[^"]+", \[([^\]]+)\]\)', text)
    assert {f".{e}" for each in endings for e in re.findall(r'"(\w+)"', each)} == set(KINDS)
    entitled = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
    assert entitled
    assert all(entitled.values())


SCRIPTS = sorted(p for p in PACKAGING.rglob("*.sh") if ".venv" not in p.parts)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: str(p.relative_to(PACKAGING)))
def test_scripts_are_read_by_their_shell(path: Path) -> None:
    shell = "bash" if "bash" in path.read_text("utf-8").splitlines()[0] else "sh"
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    done = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_step_of_a_workflow_is_a_script_that_is_there() -> None:
    named = {
        path.replace("\\", "/")
        for file in WORKFLOWS
        for path in re.findall(
            r"packaging[/\\][\w./\\-]+\.(?:sh|ps1|txt|py)", file.read_text("utf-8")
        )
    }
    assert len(named) > 4
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_every_version_of_python_that_is_taken_is_tested_on_every_system() -> None:
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    rows = re.findall(r"python: \[([^\]]+)\]", text)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    for row in rows:
        versions = re.findall(r"3\.\d+", row)
        assert versions == ["3.11", "3.12", "3.13", "3.14"]
        assert versions[0] == oldest
    assert len(rows) == 2
    for system in ("ubuntu", "macos", "windows"):
        assert system in text


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_a_workflow_may_read_and_no_more_and_names_versions_of_what_it_uses(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "\npermissions:\n  contents: read\n" in text
    used = re.findall(r"uses: (\S+)", text)
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w.-]+/[\w.-]+@v\d+", each)] == []
    # What a tag or a branch is called is a stranger's text: it never stands in a script.
    scripts = re.findall(r"run: (?:\|\n((?:\s{8,}.*\n)+)|(.*)\n)", text)
    assert not [each for each in scripts if "${{ github." in "".join(each)]


YAML = [*WORKFLOWS, *sorted((PACKAGING / "winget").glob("*.in")), PACKAGING / "linux" / "nfpm.yaml"]


@pytest.mark.parametrize("path", YAML, ids=lambda p: p.name)
def test_yaml_is_yaml(path: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="no reader of YAML here")
    text = path.read_text("utf-8")
    if path.name == "nfpm.yaml":
        text = re.sub(r"^\$\w+$", "", text, flags=re.MULTILINE)
    said = yaml.safe_load(text)
    assert isinstance(said, dict)
    if path in WORKFLOWS:
        for job in said["jobs"].values():
            assert {"runs-on", "steps"} <= set(job)
            assert set(job.get("needs", [])) <= set(said["jobs"]) or job["needs"] in said["jobs"]
            for step in job["steps"]:
                assert ("uses" in step) != ("run" in step)
