"""Commands of the palette: actions, places, labels, searches, accounts, themes, settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from desktop_app.settings_table import SETTINGS
from desktop_app.tools.person.folders import SavedSearchList, SidebarCounts
from desktop_app.tools.person.templates import Templates
from desktop_app.ui.bench.folders import FOLDERS, label_query
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.safe_text import clean

THEME = "look.theme"
_THEMES = {"system": "As the system", "light": "Light", "dark": "Dark", "contrast": "High contrast"}


@dataclass(frozen=True, slots=True)
class Command:
    """`words` are shown; `also` are found too. `keys` stand at the end of the row."""

    words: str
    work: Callable[[], object]
    also: str = ""
    keys: str = ""


def of_actions(bench: Workbench) -> Iterator[Command]:
    """Every action that can be done now."""
    actions, keys = bench.actions, bench.actions.keys()
    native = QKeySequence.SequenceFormat.NativeText
    for row in actions.offered():
        if row.id != "palette" and actions.enabled(row.id):
            bound = keys[row.id]
            shown = QKeySequence(bound[0] if bound else "").toString(native)

            def work(name: str = row.id) -> None:
                actions.trigger(name)

            yield Command(actions.text(row.id), work, row.menu.value, shown)


def of_settings(bench: Workbench) -> Iterator[Command]:
    """Themes, which change at once, and the pages of the settings, found by what is on them."""
    settings, jobs = bench.services.settings, bench.calls.jobs
    if not settings.forced(THEME):
        for value, words in _THEMES.items():

            def change(value: str = value) -> None:
                jobs.run(lambda: settings.change(THEME, value), lasting=True)

            yield Command(f"Theme: {words}", change, "colours look")
    pages: dict[str, list[str]] = {}
    for row in SETTINGS:
        if row.page:
            pages.setdefault(row.page, []).append(row.label)
    for page, labels in pages.items():

        def show(page: str = page) -> None:
            bench.navigation.settings_wanted.emit(page)

        yield Command(f"Settings: {page}", show, " ".join(labels))


def of_places(bench: Workbench, counts: SidebarCounts, found: SavedSearchList) -> Iterator[Command]:
    """Places that no action goes to, labels, saved searches and accounts."""
    named = {row.id for row in bench.actions.offered()}
    for folder in FOLDERS:
        if not folder.tab and f"go_{folder.name}" not in named:
            yield Command(f"Go to {folder.title}", _goer(bench, folder.query), "folder")
    labels = [label for label in counts.labels if not label.system]
    for name in dict.fromkeys(label.name for label in labels):
        yield Command(f"Go to label {clean(name)}", _goer(bench, label_query(name)), "folder")
    for search in found.searches:
        yield Command(f"Go to search {clean(search.name)}", _goer(bench, search.query), "saved")
    for account in counts.accounts:

        def narrow(id_: str = account.id) -> None:
            bench.selection.narrow_to(id_)

        address = str(account.default_identity.address)
        yield Command(f"Show account {clean(account.name)}", narrow, clean(address))


def of_templates(bench: Workbench, found: Templates) -> Iterator[Command]:
    """Templates, where a mail is being written."""
    if not bench.actions.enabled("draft_template"):
        return
    for stored in found.shelf.templates:
        name = stored.template.name

        def put_in(name: str = name) -> None:
            bench.navigation.insert_template(name)

        yield Command(f"Insert template: {clean(name)}", put_in, clean(stored.template.subject))


def _goer(bench: Workbench, query: str) -> Callable[[], object]:
    return lambda: bench.navigation.show_search(query)


def matching(words: str, commands: list[Command]) -> list[Command]:
    """Commands in which every word begins some word, best first: by what is shown, then by what is
    found too."""
    wanted = words.lower().split()

    def rank(command: Command) -> int:
        text = command.words.lower().split()
        if all(any(t.startswith(w) for t in text) for w in wanted):
            return 0
        whole = f"{command.also} {command.words}".lower()
        return 1 if all(w in whole for w in wanted) else 2

    ranked = [(rank(command), command) for command in commands]
    return [command for place in (0, 1) for found, command in ranked if found == place]
