"""The wheel: it has what the program reads, is built alike from the source archive, and works in an
environment of its own, in another folder, without a checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BACKEND = "import sys; sys.path.insert(0, sys.argv[1]); import draftdesk_build as b; "


def _build(source: Path, what: str, into: Path) -> Path:
    """By the hook of the build backend, as pip and `build` call it."""
    into.mkdir(exist_ok=True)
    code = f"{BACKEND}print(b.build_{what}(sys.argv[2]))"
    backend = source / "packaging" / "backend"
    done = subprocess.run(
        [sys.executable, "-c", code, str(backend), str(into)],
        cwd=source,
        capture_output=True,
        text=True,
        check=True,
    )
    return into / done.stdout.splitlines()[-1]


def _exported(folder: Path) -> Path:
    """A copy of what a build needs: nothing is written into the checkout."""
    skipped = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("desktop_app", "resources", "packaging"):
        shutil.copytree(ROOT / name, folder / name, ignore=skipped)
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel of the checkout, and the one of its source archive."""
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "source").mkdir()
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


@pytest.mark.system
def test_installed_alone_it_works_from_another_folder(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    """The libraries are those of the suite; Draftdesk is only what the wheel brought."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    paths = {"base": str(home), "platbase": str(home)}
    site = Path(sysconfig.get_path("purelib", vars=paths))
    with zipfile.ZipFile(built[0]) as opened:
        opened.extractall(site)
    (site / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
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
    profile = str(tmp_path / "profile")
    added = run(
        *("-m", "desktop_app", "--profile", profile, "accounts", "add", "local"),
        *("--name", "Mine", "--email", "me@x.example"),
    )
    assert added.returncode == 0, added.stderr
