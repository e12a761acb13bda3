"""Folder of the templates: kept, renamed, deleted and brought back; nothing that lies there is
lost, nothing outside it is reached."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.model.address import Address
from desktop_app.model.draft import NewFile
from desktop_app.model.errors import BadInput, Conflict, KnownError, NotFound
from desktop_app.model.template import Template
from desktop_app.store.drafts.template_copies import copy_templates
from desktop_app.store.drafts.template_folder import TemplateFolder

OFFER = Template("Offer", "Dear {first name},\n", subject="Your offer")
PRICES = NewFile("prices.pdf", "application/pdf", b"%PDF 1")


@pytest.fixture
def folder(tmp_path: Path) -> TemplateFolder:
    return TemplateFolder(tmp_path / "profile" / "templates")


def names(folder: TemplateFolder) -> list[str]:
    return [one.template.name for one in folder.read().templates]


def everything(folder: TemplateFolder) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder.folder)): path.read_bytes()
        for path in folder.folder.rglob("*")
        if path.is_file() and ".deleted" not in path.parts
    }


def test_a_template_is_kept_with_its_files(folder: TemplateFolder) -> None:
    assert folder.read().templates == ()
    saved = folder.save(OFFER, files=[PRICES])
    assert saved.template == OFFER
    assert folder.get("offer") == saved
    assert folder.files("OFFER") == (PRICES,)
    assert everything(folder) == {
        "Offer.txt": b"Subject: Your offer\n\nDear {first name},\n\n",
        "Offer.files/prices.pdf": b"%PDF 1",
    }
    assert (folder.folder / "Offer.txt").stat().st_mode & 0o777 == 0o600


def test_what_another_program_writes_is_there_at_once(folder: TemplateFolder) -> None:
    folder.save(OFFER)
    (folder.folder / "Thanks.txt").write_text("Thank you, {name}!\n")
    (folder.folder / "Offer.files").mkdir()
    (folder.folder / "Offer.files" / "terms.txt").write_text("terms")
    assert names(folder) == ["Offer", "Thanks"]
    assert [f.filename for f in folder.files("Offer")] == ["terms.txt"]


def test_who_changes_a_template_has_seen_it_as_it_is(folder: TemplateFolder) -> None:
    seen = folder.save(OFFER)
    changed = folder.save(replace(OFFER, body="Hi"), seen=seen.digest)
    for stale in (seen.digest, ""):
        with pytest.raises(Conflict):
            folder.save(replace(OFFER, body="Lost"), seen=stale)
    (folder.folder / "Offer.txt").write_text("By hand")
    with pytest.raises(Conflict):
        folder.save(OFFER, seen=changed.digest)
    assert folder.get("Offer").template.body == "By hand"


def test_names_are_one_whatever_their_case(folder: TemplateFolder) -> None:
    folder.save(OFFER)
    for other in ("OFFER", "offer", "ｏffer".replace("ｏ", "o")):
        with pytest.raises(Conflict):
            folder.save(Template(other, "x"))
    (folder.folder / "offer.txt").write_text("another")
    shelf = folder.read()
    assert len(shelf.templates) == 1
    assert [each.filename for each in shelf.troubles] == ["offer.txt"]


def test_a_broken_file_is_told_and_never_replaced(folder: TemplateFolder) -> None:
    folder.save(OFFER)
    broken = folder.folder / "Broken.txt"
    broken.write_bytes(b"Subject: x\nwhat is this\n\nwords of an hour")
    before = everything(folder)
    [trouble] = folder.read().troubles
    assert (trouble.filename, trouble.line) == ("Broken.txt", 2)
    for change in (
        lambda: folder.save(Template("broken", "new")),
        lambda: folder.rename("Offer", "Broken"),
        lambda: folder.get("Broken"),
    ):
        with pytest.raises(KnownError):
            change()
    assert everything(folder) == before
    assert folder.free_name("Broken") == "Broken 2"


def test_rename_and_delete_take_the_files_along_and_come_back(folder: TemplateFolder) -> None:
    folder.save(OFFER, files=[PRICES])
    folder.rename("offer", "Big offer")
    before = everything(folder)
    assert set(before) == {"Big offer.txt", "Big offer.files/prices.pdf"}
    token = folder.delete("Big offer")
    assert folder.read() == TemplateFolder(folder.folder / "none").read()
    restored = folder.restore(token)
    assert restored.template == replace(OFFER, name="Big offer")
    assert everything(folder) == before
    with pytest.raises(NotFound):
        folder.restore(token)
    assert names(folder) == ["Big offer"]
    assert folder.rename("Big offer", "BIG offer").template.name == "BIG offer"


def test_a_deleted_template_does_not_come_back_over_another(folder: TemplateFolder) -> None:
    folder.save(OFFER)
    token = folder.delete("Offer")
    folder.save(Template("offer", "the new one"))
    with pytest.raises(Conflict):
        folder.restore(token)
    assert folder.get("Offer").template.body == "the new one"


@pytest.mark.parametrize("token", ["", "..", "../..", "0" * 16, "a/b", "/tmp"])
def test_no_token_leads_anywhere_else(folder: TemplateFolder, token: str) -> None:
    folder.save(OFFER)
    with pytest.raises(NotFound):
        folder.restore(token)


def test_files_of_nobody_are_told_and_not_taken(folder: TemplateFolder) -> None:
    folder.save(OFFER)
    lost = folder.folder / "Lost.files"
    lost.mkdir()
    (lost / "a.pdf").write_bytes(b"a")
    assert [each.filename for each in folder.read().troubles] == ["Lost.files"]
    with pytest.raises(Conflict):
        folder.save(Template("Lost", "x"), files=())
    assert (lost / "a.pdf").read_bytes() == b"a"


def test_nothing_outside_the_folder_is_read_or_written(
    folder: TemplateFolder, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    folder.save(OFFER, files=[NewFile("../../escape.txt", "text/plain", b"e")])
    assert set(everything(folder)) == {"Offer.txt", "Offer.files/escape.txt"}
    (folder.folder / "Link.txt").symlink_to(secret)
    (folder.folder / "Offer.files" / "link.txt").symlink_to(secret)
    os.mkfifo(folder.folder / "Pipe.txt")
    (folder.folder / "Folder.txt").mkdir()
    shelf = folder.read()
    assert [one.template.name for one in shelf.templates] == ["Offer"]
    assert {t.filename for t in shelf.troubles} == {"Link.txt", "Pipe.txt", "Folder.txt"}
    assert [f.filename for f in folder.files("Offer")] == ["escape.txt"]
    folder.save(OFFER, seen=folder.get("Offer").digest, files=())
    assert secret.read_text() == "secret"
    (folder.folder / "Other.files").symlink_to(tmp_path)
    folder.folder.joinpath("Other.txt").write_text("x")
    assert "Other" not in names(folder)


def test_files_of_one_name_lie_beside_each_other(folder: TemplateFolder) -> None:
    folder.save(OFFER, files=[PRICES, replace(PRICES, filename="PRICES.pdf", data=b"2")])
    assert {f.data for f in folder.files("Offer")} == {b"%PDF 1", b"2"}


def test_too_large_files_are_refused_before_anything_is_written(folder: TemplateFolder) -> None:
    with pytest.raises(BadInput):
        folder.save(OFFER, files=[replace(PRICES, data=bytes(25_000_001))])
    with pytest.raises(BadInput):
        folder.save(replace(OFFER, body="x" * 300_000))
    assert folder.read().templates == ()


def test_a_write_that_fails_leaves_what_was_there(
    folder: TemplateFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = folder.save(OFFER)
    before = everything(folder)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KnownError, match="no space"):
        folder.save(replace(OFFER, body="new"), seen=seen.digest)
    monkeypatch.undo()
    assert everything(folder) == before


def test_out_and_in_again_is_the_same(folder: TemplateFolder, tmp_path: Path) -> None:
    to = (Address("Lee, Dana", "dana@lee.example"),)
    folder.save(replace(OFFER, to=to), files=[PRICES])
    folder.save(Template("見積もり", "ようこそ"))
    out, other = TemplateFolder(tmp_path / "out"), TemplateFolder(tmp_path / "other")
    assert set(copy_templates(folder, out).copied) == {"Offer", "見積もり"}
    copy_templates(out, other)
    assert everything(other) == everything(folder)
    assert copy_templates(out, folder).copied == ()
    (out.folder / "Offer.txt").write_text("Another offer")
    assert copy_templates(out, folder).copied == ("Offer 2",)
    assert folder.get("Offer").template.to == to
    with pytest.raises(BadInput):
        copy_templates(folder, folder)


def test_only_templates_for_mail_from_an_allowed_account_are_there(folder: TemplateFolder) -> None:
    folder.save(OFFER)
    folder.save(Template("Private", "x", account="Alex@Home.example"))
    work = TemplateFolder(folder.folder, lambda: frozenset({"alex@work.example"}))
    home = TemplateFolder(folder.folder, lambda: frozenset({"alex@home.example"}))
    (folder.folder / "broken.txt").write_bytes(b"\xff")
    assert names(work) == ["Offer"]
    assert names(home) == ["Offer", "Private"]
    assert work.read().troubles == ()
    with pytest.raises(NotFound):
        work.get("Private")
    (folder.folder / "PRIVATE.txt").write_text("for every account")
    assert names(work) == ["Offer", "PRIVATE"]
