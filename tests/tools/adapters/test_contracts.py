"""Every name of every family, argument by argument, with its answers."""

from __future__ import annotations

import msgspec
import pytest

from desktop_app.tools.adapters.adapter import AnyAdapter
from desktop_app.tools.adapters.table import FAMILIES
from desktop_app.tools.calls.spelling import spelled
from tests.depths import one_in
from tests.fakes.house import TestHouse
from tests.tools.adapters import docs_table
from tests.tools.adapters.contract import Case, play, world
from tests.tools.adapters.families import CASES

ALL = [(family, case) for family, cases in CASES.items() for case in cases]
EVERY = [adapter for family in FAMILIES for adapter in family.adapters]


@one_in(7)
@pytest.mark.parametrize(("family", "case"), ALL, ids=[case.id for _, case in ALL])
def test_the_call_is_answered_as_it_was_written(house: TestHouse, family: str, case: Case) -> None:
    play(world(house), case, family)


@pytest.mark.parametrize("adapter", EVERY, ids=[adapter.name for adapter in EVERY])
def test_every_argument_is_in_a_contract(adapter: AnyAdapter) -> None:
    """Also of the names that are ours too, and of `gmail`'s operations."""
    given: set[str] = set()
    for case in CASES[adapter.family]:
        if case.name == adapter.name:
            given |= spelled(adapter.params, adapter.also, case.arguments).keys()
    assert {f.encode_name for f in msgspec.structs.fields(adapter.params)} - given == set()


def test_the_page_s_tables_are_those_of_the_adapters() -> None:
    """`python -m tests.tools.adapters.docs_table` writes them anew."""
    page = docs_table.PAGE.read_text("utf-8")
    assert docs_table.written(page) == page
    assert docs_table.NOTES.keys() == {adapter.name for adapter in EVERY}
