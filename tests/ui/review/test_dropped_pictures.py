"""Files that are dropped on a draft, or pasted: pictures stand in formatted text where they were
dropped, everything else is attached, and what is said while they are dragged is what happens."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.model.draft import Draft
from desktop_app.ui.review.given_pictures import ELSEWHERE
from desktop_app.ui.review.rich_text.clipboard import (
    pictures_and_others,
)
from tests.crafted.drawings import drawings
from tests.crafted.mails import png
from tests.depths import one_in
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored

DRAWINGS = drawings()
COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction
LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


def held(paths: Sequence[Path]) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drag(over: QWidget, at: QPoint, data: QMimeData) -> None:
    """As a file manager does it that proposes to move: in, along, and no drop yet."""
    for event in (
        QDragEnterEvent(at, COPY | MOVE, data, LEFT, SHIFT),
        QDragMoveEvent(at, COPY | MOVE, data, LEFT, SHIFT),
    ):
        assert event.proposedAction() == MOVE
        QApplication.sendEvent(over, event)
        assert event.isAccepted()
        assert event.dropAction() == COPY


def drop(over: QWidget, at: QPoint, data: QMimeData) -> None:
    drag(over, at, data)
    event = QDropEvent(QPointF(at), COPY | MOVE, data, LEFT, SHIFT)
    assert event.proposedAction() == MOVE
    QApplication.sendEvent(over, event)
    assert event.dropAction() == COPY


def written(driver: WindowDriver, text: str = "One two three") -> tuple[Draft, Any]:
    draft = own_reply(driver.house, text)
    pane = open_review(driver, draft)
    pane.page.words.format.click()
    driver.until(lambda: stored(driver, draft).content.content_type == "text/html")
    return draft, pane


def between(pane: Any, place: int) -> QPoint:
    """The point of the text before the character at a place."""
    rich = pane.page.words.rich
    cursor = rich.textCursor()
    cursor.setPosition(place)
    return QPoint(rich.cursorRect(cursor).center())


def cats(folder: Path, *widths: int) -> list[Path]:
    made = [folder / f"cat{width}.png" for width in widths]
    for width, path in zip(widths, made, strict=True):
        path.write_bytes(png(width, 8))
    return made


def test_a_dropped_picture_stands_where_it_was_dropped(
    driver: WindowDriver, tmp_path: Path
) -> None:
    draft, pane = written(driver)
    rich, data = pane.page.words.rich, held(cats(tmp_path, 12))
    drag(rich.viewport(), between(pane, 4), data)
    assert pane.drop.hint.text.text() == "Drop to put the picture into the text"
    drop(rich.viewport(), between(pane, 4), data)
    assert pane.drop.hint.isHidden()
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    driver.until(lambda: "<img" in stored(driver, draft).content.body)
    content = stored(driver, draft).content
    [part] = content.attachments
    assert f'One <img src="cid:{part.cid}" alt="">two three' in content.body
    assert (part.filename, part.content_type) == ("cat12.png", "image/png")
    rich.undo()
    assert "<img" not in pane.page.content().body
    assert "One two three" in pane.page.content().body


def test_several_stand_in_their_order_and_one_undo_takes_them_out(
    driver: WindowDriver, tmp_path: Path
) -> None:
    draft, pane = written(driver)
    note = tmp_path / "note.txt"
    note.write_text("words")
    paths = cats(tmp_path, 30, 10, 20)
    paths.insert(1, note)
    rich = pane.page.words.rich
    drag(rich.viewport(), between(pane, 4), held(paths))
    said = "Drop to put 3 pictures into the text and attach 1 file"
    assert pane.drop.hint.text.text() == said
    drop(rich.viewport(), between(pane, 4), held(paths))
    driver.until(lambda: len(stored(driver, draft).content.attachments) == 4)
    driver.until(lambda: stored(driver, draft).content.body.count("<img") == 3)
    content = stored(driver, draft).content
    by_name = {part.filename: part.cid for part in content.attachments}
    assert by_name["note.txt"] == ""
    order = [content.body.index(by_name[f"cat{width}.png"]) for width in (30, 10, 20)]
    assert order == sorted(order)
    rich.undo()
    assert "One two three" in pane.page.content().body


@pytest.mark.parametrize("where", ["subject", "plain"])
def test_elsewhere_a_picture_is_attached_and_that_is_said(
    driver: WindowDriver, tmp_path: Path, where: str
) -> None:
    draft, pane = written(driver)
    if where == "plain":
        pane.page.words.edit_as_plain()
        over = pane.page.words.body.viewport()
    else:
        over = pane
    at, data = QPoint(8, 8), held(cats(tmp_path, 12))
    drag(over, at, data)
    assert pane.drop.hint.text.text().startswith("Drop to attach 1 file to ")
    drop(over, at, data)
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    [part] = stored(driver, draft).content.attachments
    assert part.cid == ""
    assert "<img" not in pane.page.content().body


def test_what_is_said_follows_the_pointer(driver: WindowDriver, tmp_path: Path) -> None:
    _, pane = written(driver)
    rich, data = pane.page.words.rich, held(cats(tmp_path, 12))
    inside = rich.viewport().mapTo(pane, between(pane, 2))
    for at, said in (
        (inside, "into the text"),
        (QPoint(3, 3), "attach"),
        (inside, "into the text"),
    ):
        drag(pane, at, data)
        assert said in pane.drop.hint.text.text()
        assert (rich._drop is not None) == (at == inside)
    QApplication.sendEvent(pane, QDragLeaveEvent())
    assert pane.drop.hint.isHidden()
    assert rich._drop is None


@one_in(3)
@pytest.mark.parametrize("planted", ["svg", "pdf", "tiff", "cut", "wide"])
def test_what_only_calls_itself_a_picture_is_attached_and_told(
    driver: WindowDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr(type(driver.bench.navigation), "toast", lambda _, said: told.append(said))
    draft, pane = written(driver)
    file = tmp_path / "cat.png"
    more = {"cut": png(12, 8)[:30], "wide": png(31_000, 1)}
    file.write_bytes({**DRAWINGS, **more}[planted])
    drop(pane.page.words.rich.viewport(), between(pane, 4), held([file]))
    driver.until(lambda: bool(told))
    [said] = told
    assert said.startswith("cat.png ")
    assert said.endswith("It is attached.")
    [part] = stored(driver, draft).content.attachments
    assert part.cid == ""
    assert "<img" not in pane.page.content().body


def test_one_that_is_not_there_stops_none_of_the_others(
    driver: WindowDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(type(driver.bench.navigation), "toast", lambda _, said: told.append(said))
    failed: list[str] = []
    driver.bench.calls.jobs.failed.connect(lambda error: failed.append(error.sentence))
    draft, pane = written(driver)
    paths = [tmp_path / "gone.png", *cats(tmp_path, 12)]
    drop(pane.page.words.rich.viewport(), between(pane, 4), held(paths))
    driver.until(lambda: "<img" in stored(driver, draft).content.body and bool(failed))
    assert ["gone.png can't be read" in each for each in failed] == [True]
    assert told == []


def test_a_pasted_file_of_a_picture_does_as_a_dropped_one(
    driver: WindowDriver, tmp_path: Path
) -> None:
    draft, pane = written(driver)
    rich, note = pane.page.words.rich, tmp_path / "note.txt"
    note.write_text("words")
    rich.move_to(4)
    rich.insertFromMimeData(held([*cats(tmp_path, 12), note]))
    driver.until(lambda: len(stored(driver, draft).content.attachments) == 2)
    driver.until(lambda: 'alt="">two' in stored(driver, draft).content.body)
    cids = {p.filename: bool(p.cid) for p in stored(driver, draft).content.attachments}
    assert cids == {"cat12.png": True, "note.txt": False}


def test_who_writes_elsewhere_meanwhile_keeps_the_caret(
    driver: WindowDriver, tmp_path: Path
) -> None:
    _, pane = written(driver)
    rich = pane.page.words.rich
    drop(rich.viewport(), between(pane, 4), held(cats(tmp_path, 12)))
    assert rich.textCursor().position() == 4  # at once, where the person pointed
    rich.move_to(13)
    rich.insertPlainText(" fo")
    driver.until(lambda: "<img" in pane.page.content().body)
    rich.insertPlainText("ur")
    assert pane.page.content().body.count("two three four") == 1


def test_a_draft_that_was_left_meanwhile_takes_nothing_and_that_is_said(
    driver: WindowDriver, tmp_path: Path
) -> None:
    draft, pane = written(driver)
    other = own_reply(driver.house, "Other")
    said: list[str] = []
    driver.bench.navigation.status_wanted.connect(said.append)
    drop(pane.page.words.rich.viewport(), between(pane, 4), held(cats(tmp_path, 12)))
    open_review(driver, other)
    driver.until(lambda: ELSEWHERE in said)
    for each in (draft, other):
        assert stored(driver, each).content.attachments == ()


def test_what_is_only_read_takes_nothing(driver: WindowDriver, tmp_path: Path) -> None:
    draft, pane = written(driver)
    pane.form.freeze()
    data = held(cats(tmp_path, 12))
    event = QDropEvent(QPointF(9, 9), COPY, data, LEFT, SHIFT)
    QApplication.sendEvent(pane, event)
    assert not event.isAccepted()
    assert stored(driver, draft).content.attachments == ()


@one_in(3)
@pytest.mark.parametrize("lines", ["```\ncode\n```", "> quote", "- item", "# head", "---"])
def test_it_stands_in_every_kind_of_line(driver: WindowDriver, tmp_path: Path, lines: str) -> None:
    """And what is kept of it is what is shown, read again."""
    draft, pane = written(driver, "")
    rich = pane.page.words.rich
    rich.replace_source(lines)
    rich.insertFromMimeData(held(cats(tmp_path, 12)))
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    [part] = stored(driver, draft).content.attachments
    driver.until(lambda: part.cid in stored(driver, draft).content.body)
    body = stored(driver, draft).content.body
    rich.show_html("")
    rich.show_html(body)
    assert rich.stored() == body


def test_files_part_by_the_ends_of_their_names(tmp_path: Path) -> None:
    names = ("a.PNG", "b.jpeg", "c.txt", "d", "e.png.exe", ".png", "f.svg")
    pictures, others = pictures_and_others(tmp_path / name for name in names)
    assert [path.name for path in pictures] == ["a.PNG", "b.jpeg"]
    assert [path.name for path in others] == ["c.txt", "d", "e.png.exe", ".png", "f.svg"]


def test_the_dropped_file_stays_where_it_was(driver: WindowDriver, tmp_path: Path) -> None:
    draft, pane = written(driver)
    [file] = cats(tmp_path, 12)
    before = shutil.copy(file, tmp_path / "before")
    drop(pane.page.words.rich.viewport(), between(pane, 4), held([file]))
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    assert file.read_bytes() == Path(before).read_bytes()


@pytest.mark.parametrize("plain", [False, True])
def test_a_held_key_pastes_files_once(driver: WindowDriver, tmp_path: Path, plain: bool) -> None:
    draft, pane = written(driver)
    if plain:
        pane.page.words.edit_as_plain()
    before, editor = pane.page.body.text(), pane.page.words.editor
    QApplication.clipboard().setMimeData(held(cats(tmp_path, 12)))
    for again in (False, True, True):
        event = QKeyEvent(
            QEvent.Type.KeyPress, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier, "", again
        )
        QApplication.sendEvent(editor, event)
    driver.until(lambda: bool(stored(driver, draft).content.attachments))
    assert len(stored(driver, draft).content.attachments) == 1
    QApplication.clipboard().setText("word")
    for again in (False, True, True):
        event = QKeyEvent(
            QEvent.Type.KeyPress, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier, "", again
        )
        QApplication.sendEvent(editor, event)
    assert pane.page.body.text().count("word") == 3 + before.count("word")


def test_what_was_said_while_pictures_are_read_goes(driver: WindowDriver, tmp_path: Path) -> None:
    draft, pane = written(driver)
    said: list[str] = []
    driver.bench.navigation.status_wanted.connect(said.append)
    pane.page.words.rich.insertFromMimeData(held(cats(tmp_path, 12, 13)))
    driver.until(lambda: len(stored(driver, draft).content.attachments) == 2)
    assert said == ["Reading 2 pictures…", ""]
