"""What is written about a folder is made from what lies in it: owners, licences, the bill of
materials, provenance, sums; and two folders with the same files make the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from folder import archive, elf, finish, inside, libraries, licences, provenance, qt, sbom
from folder.inside import Inside

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ROOT / "packaging" / "lock"
SECONDS = 1_700_000_000


def source_of(name: str, ending: str) -> str:
    """A file of an installed distribution."""
    files = distribution(name).files or ()
    return next(str(file.locate()) for file in files if str(file).endswith(ending))


@pytest.fixture(scope="module")
def taken() -> Inside:
    return Inside(
        ROOT,
        {
            "nh3/nh3.abi3.so": source_of("nh3", ".so"),
            "resources/LICENSE": str(ROOT / "LICENSE"),
        },
        {"tomlkit": source_of("tomlkit", "tomlkit/__init__.py"), "os": os.__file__, "built": ""},
    )


def test_each_file_has_the_owner_that_installed_it(taken: Inside) -> None:
    assert [owner.name for owner in taken.all] == ["draftdesk", "Python", "nh3", "tomlkit"]
    assert taken.owners["nh3/nh3.abi3.so"].version == distribution("nh3").version


def test_the_licences_are_those_of_what_is_inside(taken: Inside) -> None:
    text = licences.written(taken, [("SQLite", "3.99.1", "sqlite.txt")])
    for told in ("nh3 ", "tomlkit ", "Python ", "SQLite 3.99.1", "public domain"):
        assert told in text
    assert text.index("The Draftdesk authors") < text.index("tomlkit")
    assert "pypdf" not in text


def test_what_has_no_licence_is_not_given_away(
    taken: Inside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(licences, "_is_licence", lambda parts: False)
    monkeypatch.setattr(licences, "TEXTS", tmp_path)
    with pytest.raises(licences.NoLicence, match=r"nh3 has no licence: .*nh3\.txt"):
        licences.written(taken)
    (tmp_path / "nh3.txt").write_text("as you like")
    (tmp_path / "tomlkit.txt").write_text("as you like")
    assert "nh3" in licences.written(taken)


def test_every_package_of_the_lock_has_its_licence() -> None:
    """Those that are installed here; the ones of other systems are built there."""
    names = inside.locked(LOCKS / "run.txt")
    owners = []
    for name in sorted(names):
        try:
            dist = distribution(name)
        except ModuleNotFoundError:
            continue
        owners.append(inside.Owner(dist.name, dist.version, "python", dist))
    assert len(owners) > 90
    missing = []
    for owner in owners:
        try:
            licences._of(owner, ROOT)
        except licences.NoLicence as error:
            missing.append(str(error))
    assert missing == []


def test_the_bill_names_packages_and_native_files(taken: Inside, tmp_path: Path) -> None:
    folder = tmp_path / "draftdesk"
    place = folder / "_internal" / "nh3" / "nh3.abi3.so"
    place.parent.mkdir(parents=True)
    shutil.copy(taken.files["nh3/nh3.abi3.so"], place)
    (folder / "_internal" / "words.txt").write_text("no library")
    text = sbom.written(folder, taken, "1.2", [("SQLite", "3.99.1", "sqlite.txt")])
    assert text == sbom.written(folder, taken, "1.2", [("SQLite", "3.99.1", "sqlite.txt")])
    found = json.loads(text)
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    assert found["metadata"]["component"]["version"] == "1.2"
    rows = {row["bom-ref"]: row for row in found["components"]}
    assert len(rows) == len(found["components"])
    assert rows["python:nh3"]["purl"] == f"pkg:pypi/nh3@{distribution('nh3').version}"
    assert rows["within:SQLite"]["version"] == "3.99.1"
    native = [row for row in found["components"] if row["type"] == "file"]
    assert [row["name"] for row in native] == ["_internal/nh3/nh3.abi3.so"]
    assert native[0]["hashes"][0]["content"] == hashlib.sha256(place.read_bytes()).hexdigest()
    assert native[0]["properties"] == [{"name": "draftdesk:of", "value": "nh3"}]


def test_tools_of_the_build_are_no_part_of_the_program(taken: Inside) -> None:
    assert finish.strangers(taken) == []
    strange = {"pytest": source_of("pytest", "pytest/__init__.py")}
    other = Inside(ROOT, taken.files, taken.modules | strange)
    assert finish.strangers(other) == ["pytest"]
    names = inside.tools(inside.locked(LOCKS / "run.txt"))
    assert {"pytest", "hypothesis", "mypy"} <= names
    assert "desktop_app" not in names  # the checkout that is worked in is installed, too
    assert names & {"apsw", "PySide6", "google", "nh3", "_cffi_backend"} == set()


def test_the_build_has_what_the_program_has_and_tools_of_its_own() -> None:
    run, package = (inside.locked(LOCKS / f"{name}.txt") for name in ("run", "package"))
    assert run < package
    assert package & {"pytest", "hypothesis", "mypy", "tiktoken"} == set()
    assert {"pyinstaller", "cyclonedx-python-lib"} <= package - run


def _made(folder: Path, names: list[str]) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name * 100)
    (folder / "run").chmod(0o700)
    (folder / "link").symlink_to("run")
    return folder


def test_the_same_files_make_the_same_archive(tmp_path: Path) -> None:
    """Written in another order, at another time, with other rights, elsewhere."""
    names = ["run", "b/c.txt", "a.txt", "b/a.txt"]
    one = _made(tmp_path / "one" / "draftdesk", names)
    two = _made(tmp_path / "a longer name" / "draftdesk", names[::-1])
    (two / "a.txt").chmod(0o600)
    for folder in (one, two):
        finish.level(folder, SECONDS)
        archive.pack(folder, folder.with_suffix(".tar.zst"), 3)
    packed = [folder.with_suffix(".tar.zst").read_bytes() for folder in (one, two)]
    assert packed[0] == packed[1]
    target = tmp_path / "plain.tar"
    import zstandard

    target.write_bytes(zstandard.ZstdDecompressor().decompressobj().decompress(packed[0]))
    with tarfile.open(target) as found:
        told = {entry.name: (entry.mtime, entry.uid, oct(entry.mode)) for entry in found}
    assert told["draftdesk/run"] == (SECONDS, 0, "0o755")
    assert told["draftdesk/a.txt"] == (SECONDS, 0, "0o644")
    assert list(told) == sorted(told)


def test_a_byte_that_differs_makes_another_archive(tmp_path: Path) -> None:
    one = _made(tmp_path / "one" / "draftdesk", ["run"])
    two = _made(tmp_path / "two" / "draftdesk", ["run"])
    (two / "run").write_text("other")
    for folder in (one, two):
        finish.level(folder, SECONDS)
        archive.pack(folder, folder.with_suffix(".tar.zst"), 3)
    packed = [folder.with_suffix(".tar.zst").read_bytes() for folder in (one, two)]
    assert packed[0] != packed[1]


def test_a_second_copy_of_a_library_is_noticed(tmp_path: Path) -> None:
    folder = _made(tmp_path / "draftdesk", ["run", "a.txt"])
    assert finish.doubles(folder) == []
    for name in ("lib/one.so", "other/two.so"):
        path = folder / name
        path.parent.mkdir()
        path.write_bytes(b"x" * 2000)
    assert finish.doubles(folder) == [["lib/one.so", "other/two.so"]]


@pytest.mark.skipif(shutil.which("strip") is None, reason="binutils are not installed")
def test_symbols_are_taken_off_and_the_library_still_loads(tmp_path: Path) -> None:
    source = Path(source_of("zstandard", "backend_c.cpython-311-x86_64-linux-gnu.so"))
    place = tmp_path / "draftdesk" / source.name
    place.parent.mkdir()
    shutil.copy(source, place)
    before = place.stat().st_size
    finish.strip(tmp_path / "draftdesk")
    assert place.stat().st_size < before / 2
    assert elf.needed(place) == elf.needed(source)
    code = f"import sys; sys.path.insert(0, {str(place.parent)!r}); import backend_c"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_library_whose_parts_were_moved_is_noticed(tmp_path: Path) -> None:
    """As tools that take symbols off have left libraries that other tools had changed."""
    source = Path(source_of("nh3", ".so"))
    broken = bytearray(source.read_bytes())
    start = int.from_bytes(broken[32:40], "little")
    for row in range(start, start + 56 * 8, 56):
        if broken[row] == 1:
            broken[row + 8] ^= 0x10  # the offset of a part that is loaded
            break
    path = tmp_path / "broken.so"
    path.write_bytes(broken)
    assert elf.is_loadable(source)
    assert not elf.is_loadable(path)


def test_a_library_that_neither_the_folder_nor_every_desktop_has_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "draftdesk"
    folder.mkdir()
    shutil.copy(source_of("nh3", ".so"), folder / "nh3.so")
    assert libraries.unknown(folder) == []
    assert "libc.so.6" in libraries.asked(folder)
    asked = ("libc.so.6", "libQt6Core.so.6", "libX11.so.6")
    monkeypatch.setattr(elf, "needed", lambda path: asked if path.suffix == ".so" else ())
    assert libraries.unknown(folder) == ["libQt6Core.so.6"]
    (folder / "libQt6Core.so.6").symlink_to("nh3.so")
    assert libraries.unknown(folder) == []


def test_what_is_no_library_needs_nothing(tmp_path: Path) -> None:
    for content in (b"", b"\x7fELF", b"\x7fELF\x01\x01" + b"\0" * 60, b"words"):
        path = tmp_path / "file"
        path.write_bytes(content)
        assert elf.needed(path) == ()
        assert not elf.is_elf(path)


def test_the_statement_and_the_sums_are_those_of_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provenance, "version", lambda name: "1")
    file = tmp_path / "draftdesk.tar.zst"
    file.write_bytes(b"bytes")
    provenance.main(tmp_path, "1.2", [file])
    told = json.loads((tmp_path / "draftdesk-1.2.provenance.json").read_text())
    assert told["_type"] == "https://in-toto.io/Statement/v1"
    assert told["predicateType"] == "https://slsa.dev/provenance/v1"
    digest = hashlib.sha256(b"bytes").hexdigest()
    assert told["subject"] == [{"name": file.name, "digest": {"sha256": digest}}]
    source = told["predicate"]["buildDefinition"]["resolvedDependencies"][0]
    assert len(source["digest"]["gitCommit"]) in {7, 40}
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    file.write_bytes(b"others")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode != 0


def test_a_closure_ends_where_nothing_more_is_needed() -> None:
    assert qt.closure(["a"], {"a": ["b"], "b": ["a", "c"], "d": ["e"]}) == {"a", "b", "c"}
