"""Templates in a backup: all of them, back where they are missing, and over nothing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Event

import apsw
import pytest

from desktop_app.model.draft import NewFile
from desktop_app.model.template import Template
from desktop_app.store.backups import kept_templates, package
from desktop_app.store.backups.repair import restore
from desktop_app.store.store import Store
from tests.store.mails import NOW, opened

BROKEN = b"Subject: x\nwhat is this\n\nwords"


@pytest.fixture
def backed_up(tmp_path: Path) -> tuple[Path, Path]:
    """A profile with templates, and its backup."""
    with opened(tmp_path / "profile") as store:
        store.templates.save(Template("Offer", "Dear {name}"), files=[NewFile("a.pdf", "", b"a")])
        store.templates.save(Template("見積もり", "words"))
        (store.templates.folder / "broken.txt").write_bytes(BROKEN)
        (store.templates.folder / "link.txt").symlink_to(tmp_path / "secret")
        (tmp_path / "secret").write_text("secret")
        made = store.back_up(tmp_path / "b").path
    return tmp_path / "profile", made


def restored(profile: Path, backup: Path) -> dict[str, bytes]:
    restore(profile, backup, clock=lambda: NOW, progress=lambda _: None, cancelled=Event())
    with closing(Store(profile)) as store, store.db.reading() as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        assert kept_templates.TABLE not in {str(name) for (name,) in names}
    folder = profile / "templates"
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


EVERY = {
    "Offer.txt": b"Dear {name}\n",
    "Offer.files/a.pdf": b"a",
    "見積もり.txt": b"words\n",
    "broken.txt": BROKEN,
}


def test_a_new_profile_has_the_templates_of_a_backup(
    backed_up: tuple[Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir(mode=0o700)
    assert restored(tmp_path / "new", backed_up[1]) == EVERY


def test_what_is_missing_comes_back_and_what_is_there_stays(backed_up: tuple[Path, Path]) -> None:
    profile, backup = backed_up
    folder = profile / "templates"
    (folder / "Offer.txt").write_text("Written since")
    (folder / "Offer.files" / "a.pdf").unlink()
    (folder / "new.txt").write_text("New")
    (folder / "見積もり.txt").unlink()
    expected = {**EVERY, "Offer.txt": b"Written since", "new.txt": b"New"}
    assert restored(profile, backup) == expected


def test_a_repair_does_not_bring_back_what_was_deleted_before(
    backed_up: tuple[Path, Path],
) -> None:
    profile, backup = backed_up
    (profile / "templates" / "Offer.txt").unlink()
    with (profile / "mail.db").open("r+b") as file:
        file.write(bytes(4_096))
    assert "Offer.txt" not in restored(profile, backup)


def test_a_backup_of_a_stranger_reaches_nothing_outside_the_folder(
    backed_up: tuple[Path, Path], tmp_path: Path
) -> None:
    rows = tmp_path / "rows"
    head = package.unpack(backed_up[1], rows)
    connection = apsw.Connection(str(rows))
    for path in ("../out.txt", "/tmp/out.txt", "a/b.txt", "x.files/../../out.txt", "..\\out.txt",
                 ".files/a.txt", "mail.db", "x.files/y/z", ".hidden.txt", "con.txt"):  # fmt: skip
        connection.execute(f"INSERT INTO {kept_templates.TABLE} VALUES (?, x'00')", (path,))
    connection.close()
    package.pack(rows, tmp_path / "theirs", head)
    (tmp_path / "new").mkdir(mode=0o700)
    assert restored(tmp_path / "new", tmp_path / "theirs") == EVERY
    assert not list(tmp_path.rglob("out.txt"))
