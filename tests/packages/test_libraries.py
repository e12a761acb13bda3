"""What a folder needs of the system is read from its files, and nothing in it is looked for in a
folder of the machine that built it."""

from __future__ import annotations

import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packages import linux

needs, debian, rpm = (getattr(linux("libraries"), name) for name in ("needs", "debian", "rpm"))
cut_foreign, foreign = linux("search_paths").cut_foreign, linux("search_paths").foreign
NEEDED, STRTAB, RPATH, RUNPATH, NULL = 1, 5, 15, 29, 0
BASE = 0x400000


def elf(needed: list[str], paths: list[tuple[int, str]]) -> bytes:
    """A library of 64 bits with nothing in it but its dynamic section (System V ABI, 4 and 5)."""
    strings = bytearray(b"\0")

    def put(text: str) -> int:
        place = len(strings)
        strings.extend(text.encode() + b"\0")
        return place

    rows = [(NEEDED, put(name)) for name in needed] + [(tag, put(path)) for tag, path in paths]
    start = 64 + 2 * 56
    size = (len(rows) + 3) * 16
    rows += [(STRTAB, BASE + start + size), (10, len(strings)), (NULL, 0)]
    dynamic = b"".join(struct.pack("<QQ", *row) for row in rows)
    total = start + size + len(strings)
    head = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 2, 0, 0, 0
    )
    segments = struct.pack("<IIQQQQQQ", 1, 4, 0, BASE, BASE, total, total, 4096)
    segments += struct.pack("<IIQQQQQQ", 2, 4, start, BASE + start, BASE + start, size, size, 8)
    return head + segments + dynamic + bytes(strings)


PATHS = st.text(st.characters(codec="ascii", exclude_characters=":\0", categories=["L", "N"]))


@given(
    st.lists(st.sampled_from(["libone.so.1", "libtwo.so.2"])),
    st.lists(st.tuples(st.sampled_from([RPATH, RUNPATH]), PATHS.map("/home/{}/lib".format))),
    st.booleans(),
)
def test_search_paths_of_other_machines_go_and_nothing_else_does(
    needed: list[str], paths: list[tuple[int, str]], own: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lib.so"
        mine = [(RUNPATH, "$ORIGIN/../lib")] if own and not paths else []
        file.write_bytes(elf(needed, paths or mine))
        before = file.read_bytes()
        cut = cut_foreign(Path(folder))
        assert sorted(path for _, path in cut) == sorted(path for _, path in paths)
        assert foreign(file) == []
        if paths:
            kept = [(NEEDED, name) for name in needed]
            assert len(file.read_bytes()) == len(before)
            assert elf_names(file.read_bytes()) == [name for _, name in kept]
        else:
            assert file.read_bytes() == before


def elf_names(data: bytes) -> list[str]:
    """The needed libraries, by the rows of `elf`."""
    rows = []
    place = 64 + 2 * 56
    while True:
        tag, value = struct.unpack_from("<QQ", data, place)
        place += 16
        if tag == NULL:
            break
        rows.append((tag, value))
    start = next(value for tag, value in rows if tag == STRTAB) - BASE
    ends = [data.index(b"\0", start + value) for tag, value in rows if tag == NEEDED]
    begins = [start + value for tag, value in rows if tag == NEEDED]
    return [data[a:b].decode() for a, b in zip(begins, ends, strict=True)]


def test_a_file_with_paths_of_both_kinds_ends_the_build(tmp_path: Path) -> None:
    (tmp_path / "lib.so").write_bytes(elf([], [(RUNPATH, "$ORIGIN"), (RUNPATH, "/home/me")]))
    with pytest.raises(SystemExit, match="/home/me"):
        cut_foreign(tmp_path)


readelf = pytest.mark.skipif(shutil.which("readelf") is None, reason="binutils are not installed")


@readelf
def test_what_is_not_inside_is_needed_and_what_a_spare_plugin_wants_is_recommended(
    tmp_path: Path,
) -> None:
    spare = tmp_path / "plugins" / "platformthemes"
    spare.mkdir(parents=True)
    (tmp_path / "libinside.so.1").write_bytes(elf(["libxcb.so.1"], []))
    (tmp_path / "program").write_bytes(elf(["libinside.so.1", "libc.so.6", "libGL.so.1"], []))
    (spare / "libtheme.so").write_bytes(elf(["libgtk-3.so.0", "libGL.so.1", "libQt6Sql.so.6"], []))
    (tmp_path / "words.txt").write_text("no library\n", "utf-8")
    found = needs(tmp_path)
    assert found.needed == ("libGL.so.1", "libxcb.so.1")
    assert found.recommended == ("libgtk-3.so.0",)
    assert found.left_out == (("libQt6Sql.so.6", "/plugins/platformthemes/libtheme.so"),)
    assert debian(found.needed) == ["libgl1", "libxcb1"]
    assert rpm(found.needed) == ["libGL.so.1()(64bit)", "libxcb.so.1()(64bit)"]


@readelf
def test_the_c_library_is_the_newest_that_a_real_program_asks_for(tmp_path: Path) -> None:
    shutil.copy("/bin/ls", tmp_path / "ls")
    listed = subprocess.run(
        ["readelf", "-V", "--wide", "/bin/ls"], capture_output=True, text=True, check=True
    ).stdout
    found = needs(tmp_path).glibc
    assert f"GLIBC_{found}" in listed
    major, minor = map(int, found.split(".")[:2])
    assert f"GLIBC_{major}.{minor + 1}" not in listed


def test_a_library_that_nobody_is_known_to_have_ends_the_build() -> None:
    with pytest.raises(SystemExit, match=r"libodd\.so\.1"):
        debian(("libGL.so.1", "libodd.so.1"))
