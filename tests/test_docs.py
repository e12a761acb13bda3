"""The documentation names what is there."""

from __future__ import annotations

import configparser
import datetime as dt
import importlib
import re
from pathlib import Path

import pytest

from desktop_app import __version__
from desktop_app.search.operators import OPERATORS
from desktop_app.settings_table import SETTINGS
from desktop_app.ui.bench.action_table import ROWS
from tests.accounts.imap.discovery.provider_table import table

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "user-guide.md").read_text("utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
DECISIONS = sorted((ROOT / "docs" / "adr").glob("[0-9]*.md"))
DECISION = re.compile(
    r"# (?P<number>[1-9]\d*)\. (?P<title>\S[^\n]*)\n\n"
    r"Date: (?P<date>\d{4}-\d{2}-\d{2})\. "
    r"Status: (?P<status>(?:accepted|superseded by \[[1-9]\d*\]\([^)\n]+\))[^\n]*)\.\n\n"
)
"""How the page of a decision begins: number and title, then date and status on one line."""


@pytest.mark.parametrize("key", [row.key for row in SETTINGS])
def test_every_setting_is_in_the_user_guide(key: str) -> None:
    [row] = [row for row in SETTINGS if row.key == key]
    assert f"| `{key}` |" in GUIDE
    assert row.help in GUIDE


@pytest.mark.parametrize("name", [operator.name for operator in OPERATORS])
def test_every_search_operator_is_in_the_user_guide(name: str) -> None:
    assert f"{name}:" in GUIDE


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_link_within_the_documentation_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    missing = [t for t in targets if not (page.parent / t).exists()]
    assert missing == []


def test_the_menu_entries_named_in_the_documentation_are_there() -> None:
    titles = {row.text.rstrip("….") for row in ROWS.values()}
    named = re.findall(r"\*(?:File|View|Message|Edit|Draft) → ([^*]+)\*", GUIDE)
    named += re.findall(r"\*(?:File|View|Message) → ([^*]+)\*", PAGES[0].read_text("utf-8"))
    assert named
    assert [name for name in named if name not in titles] == []


@pytest.mark.parametrize("page", DECISIONS, ids=lambda p: p.stem)
def test_every_decision_has_number_date_and_status_and_is_listed(page: Path) -> None:
    begins = DECISION.match(page.read_text("utf-8"))
    assert begins is not None, DECISION.pattern
    number, title, date, status = begins.group("number", "title", "date", "status")
    assert page.name.startswith(f"{int(number):04}-")
    assert dt.date.fromisoformat(date)
    listed = (page.parent / "README.md").read_text("utf-8").splitlines()
    assert f"| {number} | [{title}]({page.name}) | {date} | {status} |" in listed


def test_no_decision_is_listed_that_is_not_there() -> None:
    listed = re.findall(
        r"^\| \d+ \| \[", (DECISIONS[0].parent / "README.md").read_text("utf-8"), re.M
    )
    assert len(listed) == len(DECISIONS)


def test_a_superseded_decision_names_a_later_one_that_names_it() -> None:
    by_number = {int(page.name[:4]): page for page in DECISIONS}
    superseded = 0
    for number, page in by_number.items():
        newer = re.search(r"^Date: .* superseded by \[(\d+)\]", page.read_text("utf-8"), re.M)
        if newer is not None:
            superseded += 1
            assert int(newer[1]) > number
            assert page.name in by_number[int(newer[1])].read_text("utf-8")
    assert superseded


HOW_TO_ADD = (ROOT / "docs" / "how-to-add.md").read_text("utf-8")


def places_in(page: str) -> list[str]:
    """The files and folders it names, with a pattern for what is still to be named."""
    named = re.findall(r"`([\w<>./]+(?:\.py|\.sql|\.md|/))`", page)
    return [re.sub(r"<\w+>|NNNN", "*", name) for name in named]


def there(place: str) -> bool:
    roots = (ROOT, ROOT / "desktop_app")
    kind = Path.is_dir if place.endswith("/") else Path.is_file
    return any(kind(found) for root in roots for found in root.glob(place.rstrip("/")))


@pytest.mark.parametrize("place", sorted(set(places_in(HOW_TO_ADD)) - {"kind.py"}))
def test_every_place_where_something_is_added_is_there(place: str) -> None:
    assert there(place)


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
ENDING = (ROOT / "docs" / "ending.md").read_text("utf-8")


@pytest.mark.parametrize("place", sorted(set(places_in(ARCHITECTURE)) | set(places_in(ENDING))))
def test_every_place_of_the_architecture_is_there(place: str) -> None:
    assert there(place)


def contracts() -> dict[str, list[set[str]]]:
    """The layers of each folder that has a contract of them, top down."""
    rules = configparser.ConfigParser()
    rules.read(ROOT / ".importlinter", "utf-8")
    layered = [rule for rule in rules.values() if rule.get("type") == "layers"]
    return {
        rule["containers"].replace(".", "/").removeprefix("desktop_app").strip("/"): [
            set(line.split(" | ")) for line in rule["layers"].strip().splitlines()
        ]
        for rule in layered
    }


def drawings(page: str) -> dict[str, list[set[str]]]:
    """The drawings of a page, each by the folder in its first line. Two spaces end the names."""
    found = {}
    for block in re.findall(r"^```\n(.*?)^```", page, re.M | re.S):
        folder, *lines = block.splitlines()
        found[folder.strip("/")] = [set(line.split("  ")[0].split(" │ ")) for line in lines]
    return found


@pytest.mark.parametrize("folder", sorted(set(contracts()) - {""}))
def test_the_drawing_of_a_folder_is_its_contract(folder: str) -> None:
    assert drawings(ARCHITECTURE)[folder] == contracts()[folder]


def test_the_check_of_drawings_bites() -> None:
    page = "```\na/\nb │ c   two rooms\nd\n```\n"
    assert drawings(page) == {"a": [{"b", "c"}, {"d"}]}
    drawn = {
        "",
        "mail",
        "tools",
        "assistant",
        "assistant/starter",
        "store",
        "ui",
        "ui/review",
        "spelling",
    }
    assert set(contracts()) == drawn


def tables_in(page: str) -> list[tuple[str, str]]:
    return re.findall(r"`([A-Z_]+)` \(`([\w/]+)\.py`\)", page)


@pytest.mark.parametrize(("table", "module"), sorted(set(tables_in(HOW_TO_ADD))))
def test_every_table_where_a_row_is_added_can_be_imported(table: str, module: str) -> None:
    found = importlib.import_module(f"desktop_app.{module.replace('/', '.')}")
    assert len(getattr(found, table)) > 0


def test_the_check_of_places_and_tables_bites() -> None:
    page = "one row in `ROWS` (`ui/nowhere.py`), then `ui/<subject>/none.py` and `accounts/`"
    assert tables_in(page) == [("ROWS", "ui/nowhere")]
    assert {place: there(place) for place in places_in(page)} == {
        "ui/nowhere.py": False,
        "ui/*/none.py": False,
        "accounts/": True,
    }


SOURCE = ROOT / "desktop_app"
WORKAROUND = re.compile(r"^ *# (WORKAROUND\b.*(?:\n *# .*)*)", re.M)
PARTS = re.compile(
    r"WORKAROUND (?P<what>[^;]+); (?P<address>https://[^;\s]+|no report known); "
    r"(?P<versions>[^;]+); remove (?P<when>when [^;]+)\."
)
"""What, its address, the versions it holds for, and when it can go."""


def workarounds(text: str) -> list[str]:
    """The comments that begin with WORKAROUND, each as one line."""
    return [re.sub(r"\n *# ", " ", found) for found in WORKAROUND.findall(text)]


def rows_of_workarounds(text: str, file: str) -> list[str]:
    """How the comments of a file are listed; raises AssertionError for one of another form."""
    rows = []
    for comment in workarounds(text):
        parts = PARTS.fullmatch(comment)
        assert parts is not None, f"{file}: {comment}"
        what, address, versions, when = parts.group("what", "address", "versions", "when")
        shown = f"<{address}>" if address.startswith("https") else address
        rows.append(f"| `{file}` | {what} | {shown} | {versions} | {when} |")
    return rows


def test_every_workaround_is_listed_and_nothing_else_is() -> None:
    told = [
        row
        for path in sorted(SOURCE.rglob("*.py"))
        for row in rows_of_workarounds(path.read_text("utf-8"), path.relative_to(SOURCE).as_posix())
    ]
    page = (ROOT / "docs" / "workarounds.md").read_text("utf-8")
    assert told
    assert [line for line in page.splitlines() if line.startswith("| `")] == told


def test_a_workaround_without_a_way_out_is_found() -> None:
    whole = "    # WORKAROUND A does B; no report known; C 1.2; remove when\n    # D.\n"
    assert rows_of_workarounds(whole, "a.py") == [
        "| `a.py` | A does B | no report known | C 1.2 | when D |"
    ]
    with pytest.raises(AssertionError):
        rows_of_workarounds("# WORKAROUND A does B; C 1.2.\n", "a.py")


def test_the_table_of_providers_is_the_list() -> None:
    text = (ROOT / "docs" / "providers.md").read_text()
    assert [line for line in text.splitlines() if line.startswith("|")] == table()


def test_the_newest_release_is_the_version_of_the_program() -> None:
    """The first heading below *Unreleased* is what `--version` says, with a day."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    assert headings[0] == ("Unreleased", "")
    assert headings[1][0] == __version__
    assert headings[1][1]
