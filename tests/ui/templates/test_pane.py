"""The manager of templates: what is typed is kept, what was changed elsewhere is not lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.mail.rich.document import Mark
from desktop_app.model.draft import NewFile
from desktop_app.model.template import Template
from desktop_app.store.drafts.template_bytes import MOST_FILES
from desktop_app.ui.templates.pane import TemplatesPane
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.held_runner import HeldRunner


@pytest.fixture
def pane(driver: WindowDriver) -> TemplatesPane:
    kept = driver.house.store.templates
    kept.save(Template("Offer", "Dear {name}", subject="Offer"), files=[NewFile("a.txt", "", b"a")])
    kept.save(Template("Thanks", "Thank you"))
    (kept.folder / "broken.txt").write_bytes(b"Subject: x\nwhat is this\n\nwords")
    return opened(driver)


def opened(driver: WindowDriver) -> TemplatesPane:
    driver.bench.actions.trigger("templates")
    driver.until(lambda: bool(driver.window.findChildren(TemplatesPane)))
    (pane,) = driver.window.findChildren(TemplatesPane)
    driver.until(lambda: True)
    return pane


def rows(pane: TemplatesPane) -> list[str]:
    return [there(pane.list.item(at)).text() for at in range(pane.list.count())]


def settled(driver: WindowDriver, pane: TemplatesPane) -> None:
    driver.until(lambda: not pane.form.unsaved)


def test_templates_and_broken_files_are_listed(driver: WindowDriver, pane: TemplatesPane) -> None:
    assert rows(pane) == ["Offer", "Thanks", "broken.txt: can't be used"]
    assert pane.form.text.plain.toPlainText() == "Dear {name}"
    assert pane.form.files.count() == 1
    pane.list.setCurrentRow(2)
    assert "broken.txt, line 2: “what is this”" in pane.trouble.text()
    assert pane.form.isHidden()
    assert not pane.delete.isEnabled()
    pane.list.setCurrentRow(1)
    assert pane.trouble.isHidden()
    assert pane.form.text.plain.toPlainText() == "Thank you"


def test_what_is_typed_is_kept_by_itself(driver: WindowDriver, pane: TemplatesPane) -> None:
    driver.qtbot.keyClicks(pane.form.text.plain, "Hi ")
    driver.qtbot.keyClicks(pane.form.entries["To"], "Dana <dana@lee.example>, s@x.example")
    settled(driver, pane)
    template = driver.house.store.templates.get("Offer").template
    assert template.body == "Hi Dear {name}"
    assert [a.email for a in template.to] == ["dana@lee.example", "s@x.example"]
    driver.qtbot.keyClicks(pane.form.text.plain, "Oh ")
    pane.list.setCurrentRow(1)  # at once: the last words go along
    settled(driver, pane)
    assert driver.house.store.templates.get("Offer").template.body == "Hi Oh Dear {name}"
    assert driver.house.store.templates.get("Thanks").template.body == "Thank you"


def test_what_is_no_address_is_said_and_keeps_nothing_else_away(
    driver: WindowDriver, pane: TemplatesPane
) -> None:
    driver.qtbot.keyClicks(pane.form.entries["Cc"], "s@x.example, nobody")
    driver.qtbot.keyClicks(pane.form.text.plain, "Hi ")
    settled(driver, pane)
    assert "“nobody” is no address" in pane.line.text.text()
    assert pane.form.entries["Cc"].text() == "s@x.example, nobody"
    template = driver.house.store.templates.get("Offer").template
    assert template.body == "Hi Dear {name}"
    assert [a.email for a in template.cc] == ["s@x.example"]


def test_what_was_changed_elsewhere_stays_and_so_does_what_is_typed(
    driver: WindowDriver, pane: TemplatesPane
) -> None:
    kept = driver.house.store.templates
    (kept.folder / "Offer.txt").write_text("By another program")
    driver.qtbot.keyClicks(pane.form.text.plain, "Mine: ")
    driver.until(lambda: "Offer 2" in rows(pane))
    assert kept.get("Offer").template.body == "By another program"
    assert kept.get("Offer 2").template.body == "Mine: Dear {name}"
    assert "Offer 2" in pane.line.text.text()
    assert there(pane.list.currentItem()).text() == "Offer 2"


def test_a_change_elsewhere_is_seen_when_it_is_read_again(
    driver: WindowDriver, pane: TemplatesPane
) -> None:
    folder = driver.house.store.templates.folder
    (folder / "Offer.txt").write_text("New words")
    (folder / "Zebra.txt").write_text("Zebra")
    pane.open()
    driver.until(lambda: "Zebra" in rows(pane))
    assert pane.form.text.plain.toPlainText() == "New words"


def test_delete_and_rename_are_undone(driver: WindowDriver, pane: TemplatesPane) -> None:
    kept = driver.house.store.templates
    pane.delete.click()
    driver.until(lambda: "Offer" not in rows(pane))
    assert pane.line.text.text() == "Deleted “Offer”."
    pane.line.undo.click()
    driver.until(lambda: "Offer" in rows(pane))
    assert kept.files("Offer")
    pane._rename("Offer", "Big offer")
    driver.until(lambda: "Big offer" in rows(pane))
    pane.line.undo.click()
    driver.until(lambda: "Offer" in rows(pane))
    pane._rename("Offer", "thanks")
    driver.until(lambda: "already" in pane.line.text.text())
    assert kept.get("Offer").template.body == "Dear {name}"


def test_files_are_added_and_taken_off(
    driver: WindowDriver, pane: TemplatesPane, tmp_path: Path
) -> None:
    kept = driver.house.store.templates
    (tmp_path / "b.txt").write_text("b")
    pane.form._save(("a.txt",), [tmp_path / "b.txt"])
    driver.until(lambda: pane.form.files.count() == 2)
    pane.form.files.setCurrentRow(0)
    pane.form.remove.click()
    driver.until(lambda: pane.form.files.count() == 1)
    assert [f.data for f in kept.files("Offer")] == [b"b"]


def test_out_and_in_as_a_folder(driver: WindowDriver, pane: TemplatesPane, tmp_path: Path) -> None:
    pane.copy_to(tmp_path / "out")
    driver.until(lambda: "Copied 2 templates." in pane.line.text.text())
    assert (tmp_path / "out" / "Offer.files" / "a.txt").read_bytes() == b"a"
    (tmp_path / "out" / "More.txt").write_text("More")
    pane.take_in(tmp_path / "out")
    driver.until(lambda: "More" in rows(pane))
    assert "2 were there already" in pane.line.text.text()


def test_the_first_one_is_made_here(driver: WindowDriver) -> None:
    pane = opened(driver)
    assert not pane.export.isEnabled()
    pane._make("../x")
    driver.until(lambda: "can't be called" in pane.line.text.text())
    pane._make("First")
    driver.until(lambda: rows(pane) == ["First"])
    driver.qtbot.keyClicks(pane.form.text.plain, "Hello")
    pane.closing()
    settled(driver, pane)
    assert driver.house.store.templates.get("first").template.body == "Hello"


def test_words_typed_while_a_save_is_under_way_are_kept_when_another_is_chosen(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    kept = driver.house.store.templates
    for name in ("A", "B"):
        kept.save(Template(name, name))
    pane = opened(driver)
    runner.held = "save_template"
    driver.qtbot.keyClicks(pane.form.text.plain, "1")
    driver.qtbot.waitUntil(runner.began.is_set)
    driver.qtbot.keyClicks(pane.form.text.plain, "2")
    pane.list.setCurrentRow(1)
    assert pane.form.text.plain.toPlainText() == "B"
    runner.release.set()
    settled(driver, pane)
    assert kept.get("A").template.body == "12A"
    assert kept.get("B").template.body == "B"


def test_words_become_formatted_and_plain_again(driver: WindowDriver, pane: TemplatesPane) -> None:
    text, kept = pane.form.text, driver.house.store.templates
    text.make_formatted()
    text.rich.selectAll()
    text.rich.toggle_mark(Mark.BOLD)
    settled(driver, pane)
    template = kept.get("Offer").template
    assert (template.body, template.content_type) == ("**Dear {name}**", "text/markdown")
    pane.list.setCurrentRow(1)
    assert text.plain.toPlainText() == "Thank you"
    assert not text.rich.isVisibleTo(pane.form)
    pane.list.setCurrentRow(0)
    assert text.rich.source() == "**Dear {name}**"
    text.make_plain()
    settled(driver, pane)
    template = kept.get("Offer").template
    assert (template.body, template.content_type) == ("Dear {name}", "text/plain")


def test_too_many_files_are_told(driver: WindowDriver, pane: TemplatesPane) -> None:
    folder = driver.house.store.templates.folder / "Offer.files"
    for number in range(MOST_FILES):
        (folder / f"{number}.txt").write_text("x")
    pane.open()
    driver.until(lambda: "Offer.txt: can't be used" in rows(pane))
    pane.list.setCurrentRow(rows(pane).index("Offer.txt: can't be used"))
    assert f"There are {MOST_FILES + 1} files in Offer.files" in pane.trouble.text()
    assert len(list(folder.iterdir())) == MOST_FILES + 1
