"""What is pasted into a draft besides words: a picture is shown in the text and goes along, files
are attached, and a path is never written."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QUrl

from desktop_app.mail.drafts.patches import LOST
from desktop_app.model.draft import Author, Draft, Origin
from desktop_app.model.errors import BadInput
from desktop_app.tools.person import draft_pictures
from desktop_app.ui.review import given_pictures
from desktop_app.ui.review.given_pictures import UNREAD
from desktop_app.ui.review.rich_text.clipboard import MOST_BYTES, is_picture, picture_in
from desktop_app.ui.review.rich_text.picture_dialog import PictureDialog
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from tests.crafted.drawings import drawings
from tests.crafted.mails import png
from tests.depths import one_in
from tests.mail.drafts.test_checks import PATCH
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored

DRAWINGS = drawings()


def copied(data: bytes, kind: str = "image/png") -> QMimeData:
    held = QMimeData()
    held.setData(kind, data)
    return held


def formatted(driver: WindowDriver) -> tuple[Draft, Any]:
    draft = own_reply(driver.house, "See ")
    pane = open_review(driver, draft)
    pane.page.words.format.click()
    driver.until(lambda: stored(driver, draft).content.content_type == "text/html")
    return draft, pane


def test_a_pasted_picture_is_in_the_text_and_goes_along(driver: WindowDriver) -> None:
    draft, pane = formatted(driver)
    rich = pane.page.words.rich
    rich.moveCursor(rich.textCursor().MoveOperation.End)
    rich.insertFromMimeData(copied(png(12, 8)))
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    driver.until(lambda: "<img" in stored(driver, draft).content.body)
    content = stored(driver, draft).content
    [part] = content.attachments
    assert part.content_type == "image/png"
    assert f'<img src="cid:{part.cid}" alt="">' in content.body
    assert driver.house.store.drafts.read_file(part.id) == png(12, 8)


def test_the_pictures_of_a_draft_are_drawn_when_it_is_opened_again(driver: WindowDriver) -> None:
    draft, pane = formatted(driver)
    pane.page.words.rich.insertFromMimeData(copied(png(12, 8)))
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    [part] = stored(driver, draft).content.attachments
    pane.back()
    pane.page.words.rich.pictures.clear()
    pane = open_review(driver, draft)
    driver.until(lambda: part.cid in pane.page.words.rich.pictures)
    assert pane.page.content() == stored(driver, draft).content


def test_a_picture_in_plain_text_is_a_file(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "See ")
    pane = open_review(driver, draft)
    pane.page.body.insertFromMimeData(copied(png(12, 8)))
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    [part] = stored(driver, draft).content.attachments
    assert (part.filename, part.cid) == ("picture.png", "")
    assert pane.page.body.text() == "See "


@pytest.mark.parametrize("is_formatted", [False, True])
def test_pasted_files_are_attached(
    driver: WindowDriver, tmp_path: Path, is_formatted: bool
) -> None:
    if is_formatted:
        draft, pane = formatted(driver)
    else:
        draft = own_reply(driver.house, "See ")
        pane = open_review(driver, draft)
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text("words")
    before, data = pane.page.body.text(), QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in ("one.txt", "two.txt")])
    pane.page.body.insertFromMimeData(data)
    driver.until(lambda: len(stored(driver, draft).content.attachments) == 2)
    assert pane.page.body.text() == before


def test_html_alone_is_pasted_into_plain_text_as_its_words(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "")
    pane = open_review(driver, draft)
    data = QMimeData()
    data.setHtml('<p>Dear <b>all</b></p><ul><li>one</li></ul><a href="https://x.example/">x</a>')
    pane.page.body.insertFromMimeData(data)
    assert pane.page.body.text().startswith("Dear *all*")
    assert "- one" in pane.page.body.text()
    assert "x <https://x.example/>" in pane.page.body.text()


@one_in(2)
@pytest.mark.parametrize("data", [b"", b"no picture", DRAWINGS["svg"], png(12, 8)[:30]])
def test_a_picture_that_cannot_be_read_is_told(driver: WindowDriver, data: bytes) -> None:
    draft, pane = formatted(driver)
    said: list[str] = []
    pane.bench.navigation.status_wanted.connect(said.append)
    pane.page.words.rich.insertFromMimeData(copied(data))
    driver.until(lambda: UNREAD in said)
    assert stored(driver, draft).content.attachments == ()
    assert "img" not in pane.page.content().body


def test_a_wide_picture_is_as_wide_in_the_mail_as_it_is_shown(driver: WindowDriver) -> None:
    _, pane = formatted(driver)
    pane.page.words.rich.insertFromMimeData(copied(png(1_500, 20)))
    driver.until(lambda: 'width="720"' in pane.page.content().body)


def test_a_kind_that_mail_does_not_show_is_no_picture() -> None:
    assert picture_in(copied(b"x", "image/tiff")) is None
    assert not is_picture(copied(DRAWINGS["svg"], "image/svg+xml"))
    assert picture_in(copied(bytes(MOST_BYTES + 1))) is None


def test_nothing_but_pictures_of_the_draft_is_ever_loaded(
    driver: WindowDriver, tmp_path: Path
) -> None:
    _, pane = formatted(driver)
    file = tmp_path / "secret.png"
    file.write_bytes(png(12, 8))
    for name in (str(file), f"file://{file}", "https://x.example/p.png", "cid:unknown", "qrc:/x"):
        assert pane.page.words.rich.loadResource(2, QUrl(name)) is None
        assert pane.page.words.rich.loadResource(2, name) is None


def is_drawn(rich: RichEditor, width: int) -> bool:
    """Whether the picture `same@x` is the one of that width."""
    return rich.own_sizes.get("same@x") == (width, 8)


def test_a_picture_of_another_draft_is_never_shown_for_one_of_the_same_id(
    driver: WindowDriver,
) -> None:
    """Content ids are written by whoever made the mail: two drafts may have the same."""
    drafts = []
    for width in (12, 30):
        draft = own_reply(driver.house, "")
        part = driver.house.store.drafts.add_file(
            draft.id, "p.png", "image/png", png(width, 8), "same@x"
        )
        content = replace(
            draft.content,
            body='<div><img src="cid:same@x" alt=""></div>',
            content_type="text/html",
            attachments=(part,),
        )
        house = driver.house
        me = Author(Origin.USER)
        house.store.drafts.save(draft.id, draft.revision, content, me, now=house.now)
        drafts.append(stored(driver, draft))
    for draft, width in zip(drafts, (12, 30), strict=True):
        pane = open_review(driver, draft)
        rich = pane.page.words.rich
        driver.until(partial(is_drawn, rich, width))
        assert rich.pictures["same@x"].width() == width
        pane.back()


def test_a_picture_of_a_file_is_put_in_from_the_menu(
    driver: WindowDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, _ = formatted(driver)
    file = tmp_path / "cat.png"
    file.write_bytes(png(12, 8))
    names: list[str] = []

    def chosen(_: object, title: str, filters: str, work: Any) -> None:
        names.append(f"{title} {filters}")
        work([file])

    monkeypatch.setattr(given_pictures, "choose_files", chosen)
    driver.bench.actions.trigger("draft_insert_picture")
    driver.until(lambda: "<img" in stored(driver, draft).content.body)
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    [part] = stored(driver, draft).content.attachments
    assert (part.filename, part.content_type) == ("cat.png", "image/png")
    assert "*.jpeg" in names[0]


@pytest.mark.parametrize("planted", ["svg", "pdf", "tiff"])
def test_a_file_that_is_no_picture_is_refused(
    driver: WindowDriver, tmp_path: Path, planted: str
) -> None:
    """By its bytes, whatever its name says."""
    file = tmp_path / "cat.png"
    file.write_bytes(DRAWINGS[planted])
    with pytest.raises(BadInput, match="no picture"):
        driver.house.runner().call(
            draft_pictures.OPEN_PICTURE, draft_pictures.OpenPicture(path=str(file))
        ).unwrap()


def test_the_palette_asks_for_the_picture_at_the_caret(driver: WindowDriver) -> None:
    _, pane = formatted(driver)
    rich = pane.page.words.rich
    said: list[str] = []
    pane.bench.navigation.status_wanted.connect(said.append)
    driver.bench.actions.trigger("draft_picture")
    assert said[-1] == given_pictures.NO_PICTURE
    rich.insertFromMimeData(copied(png(40, 20)))
    driver.until(lambda: "<img" in pane.page.content().body)
    driver.bench.actions.trigger("draft_picture")
    [dialog] = rich.findChildren(PictureDialog)
    dialog.described.setText("a cat")
    rich.moveCursor(rich.textCursor().MoveOperation.Start)
    rich.insertPlainText("Words typed meanwhile: ")
    dialog.share.setValue(50)
    dialog.ok.click()
    assert 'alt="a cat" width="20"' in pane.page.content().body


@pytest.mark.parametrize("kind", ["plain", "formatted"])
def test_a_patch_that_a_text_does_not_keep_is_told(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr(type(driver.bench.navigation), "toast", lambda _, said: told.append(said))
    _, pane = formatted(driver)
    if kind == "plain":
        pane.page.words.edit_as_plain()
    for text in (PATCH, PATCH.replace("\r", "")):
        held = QMimeData()
        held.setData("text/plain", text.encode())
        pane.page.body.insertFromMimeData(held)
    assert told == [LOST]
