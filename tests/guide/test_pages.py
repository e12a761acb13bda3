"""The guide's pages are those of the documentation, and name what is there."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from benchmarks.guide_pictures import FOLDER, LOOKS, SCENES
from desktop_app.model.errors import StorageError
from desktop_app.settings_table import SETTINGS
from desktop_app.ui.bench.action_table import ROWS, Menu
from desktop_app.ui.guide.library import FIRST, Guide, page_of, picture_files, read_guide
from desktop_app.ui.settings import computer_page
from tests.guide.pages import GROUPS, MADE, OTHERS, USER_GUIDE, made, pieces, placed

ROOT = Path(__file__).resolve().parents[2]
GUIDE = read_guide(MADE)
TEXTS = {name: (MADE / f"{name}.md").read_text("utf-8") for name in GUIDE.pages}
MOST_BYTES = 1_500_000
RENEW = "make guide"


def test_the_pages_are_made_of_the_documentation() -> None:
    assert {path.stem: path.read_text("utf-8") for path in MADE.glob("*.md")} == made(), RENEW


def test_every_page_is_in_the_list_and_every_section_of_the_documentation_in_one_page() -> None:
    assert {path.stem for path in MADE.glob("*.md")} == set(GUIDE.pages)
    found = pieces((ROOT / "docs" / USER_GUIDE).read_text("utf-8"))
    _, page_of_heading = placed(found)
    for piece in found:
        page = page_of_heading[piece.heading]
        assert page in GUIDE.pages
        said = [s.heading for s in GUIDE.pages[page].sections]
        assert piece.heading in said, piece.heading
    headings = {piece.heading for piece in found}
    listed = [h for pages in GROUPS.values() for page in pages for h in page.headings]
    assert [h for h in listed if h not in headings] == []
    assert len(listed) == len(set(listed))


def test_a_new_section_of_the_documentation_is_a_page_of_its_own(tmp_path: Path) -> None:
    for path in (ROOT / "docs").glob("*.md"):
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    guide = tmp_path / USER_GUIDE
    guide.write_text(guide.read_text("utf-8") + "\n## Something new\n\nSee [above](#people).\n")
    texts = made(tmp_path)
    assert texts["something-new"] == "# Something new\n\nSee [above](people.md).\n"
    assert f"## {OTHERS}\n\n- [Something new](something-new.md)" in texts[FIRST]


def astray(guide: Guide) -> list[str]:
    """Links that lead to no page, or to no heading of one."""
    lost = []
    for page in guide.pages.values():
        for link in page.links:
            if link.startswith("https://"):
                continue
            name, _, anchor = link.partition("#")
            goal = guide.pages.get(name.removesuffix(".md"))
            if goal is None or (anchor and anchor not in goal.anchors):
                lost.append(f"{page.name}: {link}")
    return lost


def test_every_link_leads_to_a_page_and_a_heading() -> None:
    assert astray(GUIDE) == []
    assert sum(len(page.links) for page in GUIDE.pages.values()) > 40


@pytest.mark.parametrize(
    "link", ["nowhere.md", "people.md#nothing", "http://x.example/", "ftp://x.example/", "#x"]
)
def test_a_link_that_leads_nowhere_is_found(link: str) -> None:
    planted = page_of("planted", f"# A\n\n[words]({link})\n")
    assert astray(Guide({**GUIDE.pages, "planted": planted})) == [f"planted: {link}"]


def test_no_two_headings_of_a_page_have_one_anchor() -> None:
    for page in GUIDE.pages.values():
        assert len(page.anchors) == len(page.sections), page.name


MENUS = "|".join(menu.value for menu in Menu)
PAGES = {row.page for row in SETTINGS if row.page}
"""Pages of the settings."""
BUTTONS = {
    ("Assistant", "How you write…"),
    (computer_page.PAGE, computer_page.MAKE),
}
"""What else the guide names on such a page."""


def unknown_names(text: str) -> list[str]:
    """What a text names as an action, a page of the settings or a setting, and is none."""
    titles = {(row.menu.value, row.text.rstrip("….")) for row in ROWS.values()}
    text = " ".join(text.split())
    entries = re.findall(rf"\*({MENUS}) → ([^*→]+?)(?: → [^*]+)?\*", text)
    wrong = [f"{m} → {t}" for m, t in entries if (m, t.rstrip("….")) not in titles]
    pages = re.findall(r"\*Settings → ([^*→]+?)(?: → ([^*]+))?\*", text)
    wrong += [f"Settings → {page}" for page, _ in pages if page not in PAGES]
    parts = {(row.page, part) for row in SETTINGS for part in (row.label, row.group)}
    wrong += [f"{p} → {of}" for p, of in pages if of and (p, of) not in parts | BUTTONS]
    keys = {row.key for row in SETTINGS}
    heads = {key.partition(".")[0] for key in keys}
    named = re.findall(r"`([a-z]+\.[a-z_]+)`", text)
    return wrong + [n for n in named if n.partition(".")[0] in heads and n not in keys]


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_every_action_and_setting_that_a_page_names_is_there(name: str) -> None:
    assert unknown_names(TEXTS[name]) == []


@pytest.mark.parametrize(
    "planted",
    [
        "*File → Fly away*", "*Help → Keyboard*", "*Message → New mail*", "*Settings → Magic*",
        "*Settings → Reading → Fly*", "`mail.undo_minutes`", "*Draft →\nNothing*",
    ],
)  # fmt: skip
def test_a_name_of_nothing_is_found(planted: str) -> None:
    assert unknown_names(f"Press {planted} now.")


def test_the_keys_that_the_guide_gives_actions_are_theirs() -> None:
    """Where a page says *Menu → Entry* (Key), the table gives it that key."""
    for name, text in TEXTS.items():
        told = re.findall(rf"\*({MENUS}) → ([^*→]+)\* \(([^)\s]+)[,)]", " ".join(text.split()))
        for menu, entry, key in told:
            [row] = [
                row for row in ROWS.values()
                if row.menu.value == menu and row.text.rstrip("….") == entry.rstrip("….")
            ]  # fmt: skip
            spelt = {each.replace("Return", "Enter") for each in row.keys}
            assert key.strip("`") in spelt, (name, entry, key)


def used() -> set[str]:
    return {
        file
        for page in GUIDE.pages.values()
        for dark in (False, True)
        for _, file in picture_files(page, dark=dark)
    }


def test_the_pictures_are_those_of_the_command_and_each_is_used() -> None:
    taken = {f"{name}-{look}.png" for name in SCENES for look in LOOKS}
    assert {path.name for path in FOLDER.iterdir()} == taken, "make pictures"
    assert used() == {f"pictures/{name}" for name in taken}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST_BYTES


def test_both_looks_of_a_picture_have_one_size_and_few_colours() -> None:
    for name in SCENES:
        heads = [(FOLDER / f"{name}-{look}.png").read_bytes()[:33] for look in LOOKS]
        sizes = [struct.unpack(">II", head[16:24]) for head in heads]
        assert sizes[0] == sizes[1]
        assert all(head[25] == 3 for head in heads)  # colours of a palette


def test_the_readme_begins_with_a_picture_of_the_command() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "](resources/guide/pictures/reading-light.png)" in text


def test_a_folder_without_pages_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="user guide can't be read"):
        read_guide(tmp_path)
    (tmp_path / "index.md").write_text("# A\n\n[gone](gone.md)\n", "utf-8")
    with pytest.raises(StorageError):
        read_guide(tmp_path)
