"""The installer of the archives: what it puts somewhere it takes away again, and nothing else."""

from __future__ import annotations

import os
import subprocess
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.packages import linux
from tests.packages.small_folder import EPOCH, small_tree


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The older version, which has a file of its own, and the newer one."""
    folder = tmp_path_factory.mktemp("trees")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(linux("archives"), "debian", lambda names: ["libno-such9"])
        older = small_tree(folder / "older", "1.0.0", only_here="ONLY_OLD")
        newer = small_tree(folder / "newer", "2.0.0")
    (older / "share" / "gone").mkdir()
    (older / "share" / "gone" / "later").write_text("of the older\n", "utf-8")
    return older, newer


def install(tree: Path, *arguments: str, home: Path, **more: str) -> Any:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), **more}
    command = ["sh", str(tree / "install.sh"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=home)


def files(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if not p.is_dir()}


def said(prefix: Path) -> str:
    return subprocess.run(
        [str(prefix / "bin" / "draftdesk")], capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize("name", ["prefix", "with a space", "a&b|c", "quote's"])
def test_it_is_installed_upgraded_and_removed_without_a_trace(
    trees: tuple[Path, Path], tmp_path: Path, name: str
) -> None:
    prefix = tmp_path / name
    mine = prefix / "share" / "applications" / "mine.desktop"
    mine.parent.mkdir(parents=True)
    mine.write_text("[Desktop Entry]\nType=Application\nName=Mine\nExec=true\n", "utf-8")
    older, newer = trees
    done = install(older, "--prefix", str(prefix), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert said(prefix) == "Draftdesk 1.0.0\n"
    entry = (mine.parent / "draftdesk.desktop").read_text("utf-8").splitlines()
    assert f"TryExec={prefix}/bin/draftdesk" in entry
    assert f'Exec="{prefix}/bin/draftdesk" %U' in entry
    done = install(newer, "--prefix", str(prefix), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert said(prefix) == "Draftdesk 2.0.0\n"
    assert not [path for path in files(prefix) if "ONLY_OLD" in path or "gone" in path]
    own = prefix / "lib" / "draftdesk" / "install.sh"
    removed = subprocess.run(["sh", str(own), "--remove", "--prefix", str(prefix)])
    assert removed.returncode == 0
    left = files(prefix) - {"share/applications/mimeinfo.cache"}
    assert left == {"share/applications/mine.desktop"}


def test_what_something_else_has_installed_is_left_alone(
    trees: tuple[Path, Path], tmp_path: Path
) -> None:
    other = tmp_path / "p" / "lib" / "draftdesk" / "draftdesk"
    other.parent.mkdir(parents=True)
    other.write_text("of a package\n", "utf-8")
    for more in ((), ("--remove",)):
        done = install(trees[1], "--prefix", str(tmp_path / "p"), *more, home=tmp_path)
        assert done.returncode == 1
        assert "not put there by this installer" in done.stderr
    assert files(tmp_path / "p") == {"lib/draftdesk/draftdesk"}


@pytest.mark.parametrize("name", ['a"b', "a$HOME", "a`b`", "a\\b", "100%", "two\nlines"])
def test_a_folder_that_no_desktop_entry_can_name_is_refused(
    trees: tuple[Path, Path], tmp_path: Path, name: str
) -> None:
    done = install(trees[1], "--prefix", str(tmp_path / name), home=tmp_path)
    assert done.returncode == 1
    assert "has a sign in its name" in done.stderr
    assert files(tmp_path) == set()


def test_a_list_that_was_tampered_with_takes_nothing_else_along(
    trees: tuple[Path, Path], tmp_path: Path
) -> None:
    prefix, precious = tmp_path / "p", tmp_path / "precious"
    precious.write_text("mail\n", "utf-8")
    assert install(trees[1], "--prefix", str(prefix), home=tmp_path).returncode == 0
    with (prefix / "lib" / "draftdesk" / "INSTALLED").open("a", encoding="utf-8") as file:
        file.write(f"../precious\nshare/../../precious\n{precious}\n")
    assert install(trees[1], "--remove", "--prefix", str(prefix), home=tmp_path).returncode == 0
    assert precious.read_text("utf-8") == "mail\n"


def test_a_missing_library_is_named_with_the_package_that_has_it(
    trees: tuple[Path, Path], tmp_path: Path
) -> None:
    done = install(trees[1], "--check", home=tmp_path)
    assert done.returncode == 1
    assert "libno-such.so.9 (on Debian and Ubuntu: libno-such9)" in done.stderr
    assert files(tmp_path) == set()


@pytest.fixture(scope="module")
def run(trees: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "draftdesk.run"
    names = replace(linux("names").names(), version="2.0.0")
    linux("archives").write_run(trees[1], path, names, EPOCH)
    return path


def ran(run: Path, *arguments: str, home: Path) -> Any:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    command = ["sh", str(run), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=home)


def test_the_run_file_unpacks_installs_and_says_whether_it_is_whole(
    trees: tuple[Path, Path], run: Path, tmp_path: Path
) -> None:
    assert ran(run, "--verify", home=tmp_path).stdout == "This file is whole.\n"
    assert ran(run, "--extract", str(tmp_path / "out"), home=tmp_path).returncode == 0
    assert files(tmp_path / "out") == files(trees[1])
    assert ran(run, "--extract", str(tmp_path / "out"), home=tmp_path).returncode == 1
    assert ran(run, "--prefix", str(tmp_path / "p"), home=tmp_path).returncode == 0
    assert said(tmp_path / "p") == "Draftdesk 2.0.0\n"


def test_a_run_file_with_one_other_byte_does_nothing(run: Path, tmp_path: Path) -> None:
    data = bytearray(run.read_bytes())
    data[-100] ^= 1
    broken = tmp_path / "broken.run"
    broken.write_bytes(data)
    done = ran(broken, "--prefix", str(tmp_path / "p"), home=tmp_path)
    assert (done.returncode, done.stderr) == (1, "This file is not whole. Download it again.\n")
    assert files(tmp_path) == {"broken.run"}


def test_two_archives_of_one_tree_are_the_same_bytes(
    trees: tuple[Path, Path], run: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again.run"
    names = replace(linux("names").names(), version="2.0.0")
    linux("archives").write_run(trees[1], again, names, EPOCH)
    assert again.read_bytes() == run.read_bytes()
    two = [tmp_path / "one.tar.zst", tmp_path / "two.tar.zst"]
    for path in two:
        linux("archives").write_tar_zst(trees[1], path, "draftdesk-2.0.0", EPOCH)
    assert two[0].read_bytes() == two[1].read_bytes()
    import zstandard

    packed = zstandard.ZstdDecompressor()
    with (
        two[0].open("rb") as file,
        packed.stream_reader(file) as stream,
        tarfile.open(fileobj=stream, mode="r|") as archive,
    ):
        members = archive.getmembers()
    assert {member.mtime for member in members} == {EPOCH}
    assert {(member.uid, member.uname) for member in members} == {(0, "root")}


def ar(members: list[tuple[bytes, bytes]]) -> bytes:
    """An archive as ar(5) describes it."""
    data = b"!<arch>\n"
    for name, content in members:
        data += name.ljust(16) + b"0".ljust(12) + b"0".ljust(6) * 2 + b"100644  "
        data += str(len(content)).encode().ljust(10) + b"`\n" + content + b"\n" * (len(content) % 2)
    return data


@pytest.mark.parametrize("size", [0, 1, 5000, 100_001])
def test_a_debian_package_that_is_packed_anew_holds_the_same(tmp_path: Path, size: int) -> None:
    import zstandard

    data = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    kept = [(b"debian-binary", b"2.0\n"), (b"control.tar.gz", b"odd")]
    path = tmp_path / "x.deb"
    path.write_bytes(ar([*kept, (b"data.tar.zst", zstandard.compress(data, 1))]))
    linux("archives").pack_deb_anew(path)
    with path.open("rb") as file:
        file.read(8)
        found = [(name, start, size) for name, _, start, size in linux("archives")._members(file)]
    whole = path.read_bytes()
    parts = [(name, whole[start : start + size]) for name, start, size in found]
    assert whole == ar(parts)
    assert parts[:2] == kept
    packed = zstandard.ZstdDecompressor().stream_reader(parts[2][1], read_across_frames=True)
    assert packed.read() == data
    again = whole
    linux("archives").pack_deb_anew(path)
    assert path.read_bytes() == again


@pytest.mark.parametrize("data", [b"", b"!<arch>\n", ar([(b"data.tar.zst", b"")]), b"\x7fELF"])
def test_what_is_no_debian_package_is_not_packed_anew(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.deb"
    path.write_bytes(data)
    with pytest.raises(SystemExit):
        linux("archives").pack_deb_anew(path)
    assert path.read_bytes() == data
