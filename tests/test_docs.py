"""The documentation names what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desktop_app.search.operators import OPERATORS
from desktop_app.settings import SETTINGS
from desktop_app.ui.bench.action_table import ROWS

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "user-guide.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


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
