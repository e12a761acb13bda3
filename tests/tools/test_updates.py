"""Newer versions: one address is asked, by the person's wish alone, and nothing is told to it."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from desktop_app import updating
from desktop_app.accounts.published_changes import published_changes
from desktop_app.model.backup import Occasion
from desktop_app.model.errors import Refused, Unavailable
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import updates
from desktop_app.tools.person.updates import WhatChanged
from tests.fakes.house import TestHouse

ADDRESS = "https://draftdesk.example/CHANGELOG.md"
TEXT = "## [9.0.0] - 2026-12-03\n\n- More.\n\n## [0.2.0]\n\n- Now.\n\n## [0.1.0]\n\n- First.\n"


@pytest.fixture
def asked(house: TestHouse, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    house.published = TEXT
    monkeypatch.setattr(updates, "own_version", lambda: "0.2.0")
    monkeypatch.setattr(updates, "own_changes", lambda: TEXT)
    monkeypatch.setattr(updates, "published_at", lambda: "")
    return house.changes_asked


def test_nobody_is_asked_where_no_address_is_named(house: TestHouse, asked: list[str]) -> None:
    with pytest.raises(Unavailable, match="names no address"):
        house.runner().call(updates.FIND_NEWER, NoParams()).unwrap()
    assert asked == []


def test_what_is_newer_and_how_it_is_had(house: TestHouse, asked: list[str]) -> None:
    house.settings.change(updates.ADDRESS, ADDRESS)
    newer = house.runner().call(updates.FIND_NEWER, NoParams()).unwrap()
    assert asked == [ADDRESS]
    assert [r.version for r in newer.releases] == ["9.0.0"]
    assert newer.how == "git pull && make run"
    assert newer.is_command
    assert house.settings.number(updates.LOOKED) == int(house.now)


def test_the_address_that_it_came_with(
    house: TestHouse, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "published_at", lambda: "https://other.example/c.md")
    house.runner().call(updates.FIND_NEWER, NoParams()).unwrap()
    assert asked == ["https://other.example/c.md"]


def test_a_page_that_is_no_changelog_is_told(house: TestHouse, asked: list[str]) -> None:
    house.settings.change(updates.ADDRESS, ADDRESS)
    house.published = "<html>Not found</html>"
    with pytest.raises(Unavailable, match="no list of versions"):
        house.runner().call(updates.FIND_NEWER, NoParams()).unwrap()
    assert house.settings.number(updates.LOOKED) == 0


def test_it_is_due_once_a_week_and_only_where_wanted(house: TestHouse, asked: list[str]) -> None:
    def due() -> bool:
        return house.runner().call(updates.IS_DUE, NoParams()).unwrap().due

    house.settings.change(updates.ADDRESS, ADDRESS)
    assert not due()
    house.settings.change(updates.WEEKLY, True)
    assert due()
    house.runner().call(updates.FIND_NEWER, NoParams()).unwrap()
    assert not due()
    house.now += updates.WEEK_SECONDS - 1
    assert not due()
    house.now += 1
    assert due()
    assert asked == [ADDRESS]


def changed(house: TestHouse, *, everything: bool = False) -> updates.Changed:
    wanted = WhatChanged(everything=everything)
    return house.runner().call(updates.WHAT_CHANGED, wanted).unwrap()


def test_what_changed_is_told_once_after_an_upgrade(house: TestHouse, asked: list[str]) -> None:
    first = changed(house)
    assert (first.before, first.releases) == ("", ())
    house.settings.change(updates.RAN, "0.1.0")
    after = changed(house)
    assert (after.before, [r.version for r in after.releases]) == ("0.1.0", ["0.2.0"])
    assert changed(house).releases == ()
    assert [r.version for r in changed(house, everything=True).releases] == ["0.2.0", "0.1.0"]
    house.settings.change(updates.RAN, "3.0.0")  # a newer one ran before
    assert changed(house).releases == ()
    assert asked == []


def test_an_ordinary_start_reads_no_changelog(
    house: TestHouse, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    del asked
    house.settings.change(updates.RAN, "0.2.0")
    read: list[bool] = []

    def changes() -> str:
        read.append(True)
        return TEXT

    monkeypatch.setattr(updates, "own_changes", changes)
    assert changed(house).releases == ()
    assert read == []
    assert changed(house, everything=True).releases
    assert read == [True]


def test_the_backup_of_the_change_is_named(house: TestHouse, asked: list[str]) -> None:
    del asked
    house.settings.change(updates.RAN, "0.1.0")
    made = house.store.backups.add(Occasion.MIGRATION, now=house.now)
    assert changed(house).backup == made.path.name
    house.settings.change(updates.RAN, "0.1.0")
    house.now += 7_200
    assert changed(house).backup == ""


class Web:
    def __init__(self, answer: bytes | Exception) -> None:
        self.answer, self.asked = answer, list[tuple[str, dict[str, Any]]]()

    def get(self, address: str, **more: Any) -> bytes:
        self.asked.append((address, more))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_the_request_tells_nothing_and_is_bounded() -> None:
    web = Web(b"## [1.0.0]\n\xff")
    assert published_changes(web, ADDRESS, Event()) == "## [1.0.0]\n�"
    [(address, more)] = web.asked
    assert address == ADDRESS
    assert set(more) == {"accept", "most_bytes", "seconds", "cancelled"}
    assert more["most_bytes"] <= 1 << 20


@pytest.mark.parametrize("error", [Refused("No."), Unavailable("No.")])
def test_a_failure_has_a_next_step(error: Exception) -> None:
    with pytest.raises(type(error)) as caught:
        published_changes(Web(error), ADDRESS, Event())
    assert caught.value.next_step  # type: ignore[attr-defined]


def test_this_checkout_has_its_changes() -> None:
    assert "## [Unreleased]" in updating.own_changes()
    assert updating.own_version() in updating.own_changes()


def test_the_address_of_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "resources", lambda: tmp_path)
    assert updating.published_at() == ""
    assert updating.own_changes() == ""
    (tmp_path / "UPDATES").write_text(f"{ADDRESS}\nmore\n", "utf-8")
    assert updating.published_at() == ADDRESS
    monkeypatch.setattr(updating, "form", lambda: "an application folder")
    assert updating.how_to_update() == updating.WHERE_FROM
