"""What packages say of the program: one version, one name, one place for each word."""

from __future__ import annotations

import datetime as dt
import gzip
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET  # our own file
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app import __version__
from tests.packages import LINUX, ROOT, linux
from tests.packages.small_folder import EPOCH, WHEN, small_folder, staged

NAMES = linux("names").names()
PAGE = (ROOT / "CHANGELOG.md").read_text("utf-8")
ENTRY = (ROOT / "resources" / NAMES.desktop).read_text("utf-8")
releases, debian_changelog = linux("changelog").releases, linux("changelog").debian_changelog


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("stage")
    return staged(small_folder(folder / "folder"), folder / "stage", __version__)


def described(stage: Any) -> str:
    needs = linux("libraries").Needs(("libGL.so.1",), ("libgtk-3.so.0",), "2.34", ())
    more = {"release": "1", "machine": "x86_64", "epoch": str(EPOCH)}
    return str(linux("describe").describe(stage, NAMES, needs, **more))


def test_the_version_is_that_of_the_program() -> None:
    assert NAMES.version == __version__


def test_the_description_has_nothing_left_to_fill_in(stage: Any) -> None:
    text = described(stage)
    assert not re.search(r"\$\w", text)
    for line in ("libc6 (>= 2.34)", "libgl1", "libgtk-3-0t64 | libgtk-3-0", "libGL.so.1()(64bit)"):
        assert f'      - "{line}"' in text
    assert f'version: "{__version__}"' in text


def test_a_library_that_is_wanted_from_a_version_on_is_named_once(stage: Any) -> None:
    needed = ("libGL.so.1", "libstdc++.so.6")
    needs = linux("libraries").Needs(needed, (), "2.34", (), "3.4.30")
    more = {"release": "1", "machine": "x86_64", "epoch": str(EPOCH)}
    text = str(linux("describe").describe(stage, NAMES, needs, **more))
    named = [line.strip() for line in text.splitlines() if "stdc++" in line]
    assert named == ['- "libstdc++6 (>= 12)"', '- "libstdc++.so.6(GLIBCXX_3.4.30)(64bit)"']


def test_every_file_of_the_tree_is_in_the_description_and_no_folder_of_the_systems(
    stage: Any,
) -> None:
    text = described(stage)
    for path in (stage.tree / "share").rglob("*"):
        row = f'dst: "/usr/{path.relative_to(stage.tree)}"'
        assert (row in text) == path.is_file()
    assert "/usr/share/zsh/vendor-completions/_draftdesk" in text


def test_files_have_one_time_and_modes_that_anybody_can_read(stage: Any) -> None:
    for path in (stage.tree, *stage.tree.rglob("*")):
        status = path.lstat()
        assert int(status.st_mtime) == EPOCH, path
        program = path.is_dir() or path == stage.tree / "lib/draftdesk/draftdesk"
        assert status.st_mode & 0o777 == (0o755 if program else 0o644), path


def test_the_icons_are_of_the_sizes_that_their_folders_say(stage: Any) -> None:
    theme = stage.tree / "share" / "icons" / "hicolor"
    for size in linux("icons").SIZES:
        data = (theme / f"{size}x{size}" / "apps" / "draftdesk.png").read_bytes()
        assert data[16:24] == size.to_bytes(4) * 2  # IHDR (PNG 11.2.2)
    assert (theme / "scalable" / "apps" / "draftdesk.svg").is_file()
    symbolic = (theme / "symbolic" / "apps" / "draftdesk-symbolic.svg").read_text("utf-8")
    assert set(re.findall(r"#[0-9a-f]{6}", symbolic)) == {"#2e3436"}


def test_the_releases_are_those_of_the_changelog() -> None:
    found = releases(PAGE)
    headings = re.findall(r"^## \[(\d[^\]]*)\] - (\S+)$", PAGE, re.MULTILINE)
    assert [(one.version, one.day.isoformat()) for one in found] == headings
    assert found[0].version == __version__
    for one in found:
        assert one.news
        assert not [words for words in one.news if "**" in words or "`" in words or "](" in words]


def test_a_release_is_read_with_its_points_and_an_unreleased_one_is_none() -> None:
    page = "# C\n\n## [Unreleased]\n\n- Not yet.\n\n## [1.1.0] - 2026-02-03\n\n### Added\n\n"
    page += (
        "- **One** thing\n  is new. More words.\n- See [here](x.md)\n\n## [1.0.0] - 2026-01-01\n"
    )
    one, two = releases(page)
    assert (one.version, one.day, one.news) == (
        "1.1.0",
        dt.date(2026, 2, 3),
        ("One thing is new.", "See here"),
    )
    assert (two.version, two.news) == ("1.0.0", ())


def test_debians_changelog_begins_with_the_package_at_the_time_of_its_commit(stage: Any) -> None:
    text = gzip.decompress((stage.extra / "changelog.Debian.gz").read_bytes()).decode()
    assert text.startswith(f"draftdesk ({__version__}-1) stable; urgency=medium\n")
    first = re.search(r"^ -- .*>  (.*)$", text, re.MULTILINE)
    assert first is not None
    assert dt.datetime.strptime(first[1], "%a, %d %b %Y %H:%M:%S %z") == WHEN
    other = debian_changelog(PAGE, replace(NAMES, version="9.9.9"), "2", WHEN)
    assert other.startswith("draftdesk (9.9.9-2) ")
    assert f"draftdesk ({__version__}-2) " in other
    points = [line for line in other.splitlines() if not line.startswith(" -- ")]
    assert max(map(len, points)) <= 80


def test_the_metadata_says_what_the_entry_and_the_names_say(stage: Any) -> None:
    path = stage.tree / "share" / "metainfo" / f"{NAMES.id}.metainfo.xml"
    root = ET.fromstring(path.read_text("utf-8"))
    assert root.findtext("id") == NAMES.id
    assert root.findtext("summary") == NAMES.summary
    assert root.findtext("launchable") == NAMES.desktop
    kinds = {each.text for each in root.findall("provides/mediatype")}
    said = re.search(r"^MimeType=(.*)$", ENTRY, re.MULTILINE)
    assert said is not None
    assert kinds == {k for k in said[1].split(";") if k and not k.startswith("x-scheme-handler/")}
    newest = root.find("releases/release")
    assert newest is not None
    assert newest.get("version") == __version__


@pytest.mark.parametrize(
    "urls", [{}, {"Homepage": "https://x.example/", "Screenshots": "https://x.example/p"}]
)
def test_pictures_and_addresses_are_said_where_the_project_has_some(
    tmp_path: Path, urls: dict[str, str]
) -> None:
    text = linux("metainfo").metainfo(replace(NAMES, urls=urls), releases(PAGE), ENTRY)
    root = ET.fromstring(text)
    images = [each.text for each in root.findall("screenshots/screenshot/image")]
    pictures = [file for file, _ in linux("metainfo").PICTURES]
    assert images == ([f"https://x.example/p/{file}" for file in pictures] if urls else [])
    for file in pictures:
        assert (ROOT / "resources" / "guide" / "pictures" / file).is_file()
    if shutil.which("appstreamcli") is None:
        pytest.skip("appstreamcli is not installed here")
    path = tmp_path / f"{NAMES.id}.metainfo.xml"
    path.write_text(text, "utf-8")
    command = ["appstreamcli", "validate", "--pedantic", "--no-net", "--no-color", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "Validation was successful." in done.stdout, done.stdout


def test_the_copyright_file_has_the_whole_licence(stage: Any) -> None:
    text = (stage.extra / "copyright").read_text("utf-8")
    for line in (ROOT / "LICENSE").read_text("utf-8").splitlines():
        assert not line.strip() or f" {line}\n" in text
    assert "License: MIT\n" in text


def test_every_override_has_a_reason_above_it() -> None:
    lines = (LINUX / "lintian-overrides").read_text("utf-8").splitlines()
    reason = False
    for line in lines:
        if not line:
            reason = False
        elif line.startswith("#"):
            reason = True
        else:
            assert reason, line
            assert re.match(r"[a-z-]+ \S", line), line


def test_the_entry_that_is_proved_is_the_one_that_the_program_writes(tmp_path: Path) -> None:
    from desktop_app.desktop.autostart import autostart
    from tests.sure import there

    start = there(autostart("linux", {"HOME": str(tmp_path)}))
    start.switch_on(["@PROGRAM@", "--background"])
    proved = (LINUX / "prove" / "autostart.desktop").read_text("utf-8")
    assert Path(start.place).read_text("utf-8") == proved
