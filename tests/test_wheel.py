"""The wheel: it has what the program reads, is built alike from the source archive, and works in an
environment of its own, in another folder, without a checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from desktop_app.optional_parts import Part

ROOT = Path(__file__).resolve().parent.parent
COMMIT, TIME = "0a" * 20, 1_700_000_000
BACKEND = "import sys; sys.path.insert(0, sys.argv[1]); import draftdesk_build as b; "


def _build(source: Path, what: str, into: Path) -> Path:
    """By the hook of the build backend, as pip and `build` call it."""
    into.mkdir(exist_ok=True)
    code = f"{BACKEND}print(b.build_{what}(sys.argv[2]))"
    backend = source / "packaging" / "backend"
    done = subprocess.run(
        [sys.executable, "-c", code, str(backend), str(into)],
        env={key: value for key, value in os.environ.items() if key != "SOURCE_DATE_EPOCH"},
        cwd=source,
        capture_output=True,
        text=True,
        check=True,
    )
    return into / done.stdout.splitlines()[-1]


def _exported(folder: Path) -> Path:
    """A copy of what a build needs: nothing is written into the checkout."""
    folder.mkdir(exist_ok=True)
    skipped = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("desktop_app", "resources", "packaging"):
        shutil.copytree(ROOT / name, folder / name, ignore=skipped)
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "COMMIT").write_text(f"{COMMIT} {TIME}\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel of the checkout, and the one of its source archive."""
    folder = tmp_path_factory.mktemp("wheel")
    source = _exported(folder / "source")
    wheel = _build(source, "wheel", folder / "one")
    archive = _build(source, "sdist", folder / "archive")
    with tarfile.open(archive) as opened:
        opened.extractall(folder / "unpacked", filter="data")
    [unpacked] = (folder / "unpacked").iterdir()
    return wheel, _build(unpacked, "wheel", folder / "two")


def _contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_the_wheel_has_every_file_that_the_program_reads(built: tuple[Path, Path]) -> None:
    found = _contents(built[0])
    read = (
        *("draftdesk.desktop", "icons/draftdesk.svg", "sample/sample.mbox", "licences/README.md"),
        *("guide/index.md", "guide/pictures/reading-dark.png"),
    )
    for name in read:
        assert found[f"desktop_app/resources/{name}"] == (ROOT / "resources" / name).read_bytes()
    beside = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "desktop_app").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    assert sorted(set(beside) - set(found)) == []
    assert not [name for name in found if name.startswith(("tests", "benchmarks", "packaging"))]


def test_the_source_archive_makes_the_same_wheel(built: tuple[Path, Path]) -> None:
    one, two = map(_contents, built)
    assert sorted(one) == sorted(two)
    assert [name for name in one if one[name] != two[name]] == []
    assert built[0].read_bytes() == built[1].read_bytes()


def test_the_same_is_built_in_another_folder_at_another_time(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    """The files are of another hour, have other rights, and lie elsewhere. The archive tells the
    commit to the wheel that is built of it."""
    source = _exported(tmp_path / "a longer name")
    for path in source.rglob("*"):
        if path.is_file():
            path.chmod(0o640)
            os.utime(path, (1_000_000_000, 1_000_000_000))
    [before] = (built[0].parent.parent / "archive").iterdir()
    archive = _build(source, "sdist", tmp_path / "archive")
    assert archive.read_bytes() == before.read_bytes()
    with tarfile.open(archive) as opened:
        assert {(entry.mtime, entry.uid, entry.mode) for entry in opened} == {(TIME, 0, 0o644)}
    told = _contents(built[1])["desktop_app/resources/COMMIT"].decode().strip()
    assert told == COMMIT


def _closure(names: Iterable[str]) -> set[str]:
    """The distributions that these ask for, without any extra, and those that they ask for."""
    found: dict[str, set[str]] = {}
    ahead = [Requirement(name) for name in names]
    while ahead:
        asked = ahead.pop()
        name, extras = canonicalize_name(asked.name), asked.extras | {""}
        if extras <= found.get(name, set()):
            continue
        found.setdefault(name, set()).update(extras)
        for line in distribution(name).requires or ():
            one = Requirement(line)
            if one.marker is None or any(one.marker.evaluate({"extra": each}) for each in extras):
                ahead.append(one)
    return set(found)


def _link(names: Iterable[str], site: Path) -> None:
    """The files of these distributions, and of no other, as links into the suite's environment."""
    for name in names:
        for file in distribution(name).files or ():
            target = site / file
            if ".." in file.parts or "__pycache__" in file.parts or target.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(file.locate())


@pytest.mark.system
def test_installed_alone_it_works_from_another_folder(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    """Without any extra: the environment has what the wheel asks for, and what that asks for."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    paths = {"base": str(home), "platbase": str(home)}
    site = Path(sysconfig.get_path("purelib", vars=paths))
    with zipfile.ZipFile(built[0]) as opened:
        opened.extractall(site)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base = _closure(declared["dependencies"])
    assert base & {"pyside6-addons", "pyside6", "anthropic", "mistralai", "google-genai"} == set()
    _link(base, site)
    python = home / "bin" / "python"
    environment = {
        key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV"}
    }
    environment |= {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_DISABLE_SANDBOX": "1"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(python), *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
        )

    where = run("-c", "from desktop_app.locations import resources as r; print(r())")
    assert Path(where.stdout.strip()) == site / "desktop_app" / "resources"
    tested = run("-m", "desktop_app", "--self-test")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert tested.stdout.splitlines() == [
        "self-test: ok",
        f"Not installed: {', '.join(part.title for part in Part)}",
    ]
    profile = str(tmp_path / "profile")
    added = run(
        *("-m", "desktop_app", "--profile", profile, "accounts", "add", "local"),
        *("--name", "Mine", "--email", "me@x.example"),
    )
    assert added.returncode == 0, added.stderr
    sample = str(site / "desktop_app" / "resources" / "sample" / "sample.mbox")
    taken = run("-m", "desktop_app", "--profile", profile, "import", sample, "--json")
    assert json.loads(taken.stdout)["imported"] > 100, taken.stderr
    found = run("-m", "desktop_app", "--profile", profile, "search", "has:attachment", "--json")
    assert json.loads(found.stdout)["count"] > 0, found.stderr
