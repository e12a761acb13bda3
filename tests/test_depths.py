"""Each long proof leaves a small case in every run, and each phase of the suite finds its files.

What was collected is looked at: all of the suite where all of it runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.conftest import COLLECTED
from tests.depths import DEPTH, Found, examples, share_out

CHECKOUT = Path(__file__).resolve().parent.parent
SCRIPT = (CHECKOUT / "packaging" / "test.sh").read_text("utf-8")


@pytest.fixture
def collected(pytestconfig: pytest.Config) -> list[Found]:
    return pytestconfig.stash[COLLECTED]


def without_small_case(tests: Iterable[Found]) -> set[str]:
    """Files of campaigns that leave no test to every run, and tests that are named and are none."""
    tests = list(tests)
    in_every_run = {test.name for test in tests if not test.is_campaign}
    files = {test.file for test in tests}
    missing = set()
    for test in tests:
        if not test.is_campaign:
            continue
        if not test.small:
            if all(other.file != test.file for other in tests if not other.is_campaign):
                missing.add(test.file)
        elif test.small not in in_every_run and not _elsewhere(test.small, files):
            missing.add(test.small)
    return missing


def _elsewhere(name: str, collected: set[str]) -> bool:
    """Whether a test stands in a file that another phase reads."""
    file, _, function = name.partition("::")
    path = CHECKOUT / file
    return file not in collected and path.exists() and f"def {function}(" in path.read_text("utf-8")


def test_every_campaign_leaves_a_small_case_to_every_run(collected: list[Found]) -> None:
    assert without_small_case(collected) == set()


@pytest.mark.parametrize(
    ("tests", "missing"),
    [
        ([Found("a.py", "a.py::test_a", is_campaign=True)], {"a.py"}),
        ([Found("a.py", "a.py::test_a", is_campaign=True), Found("a.py", "a.py::test_b")], set()),
        ([Found("a.py", "a.py::test_a", is_campaign=True), Found("a.py", "a.py::test_a")], set()),
        (
            [Found("a.py", "a.py::test_a", is_campaign=True, small="b.py::test_b")],
            {"b.py::test_b"},
        ),
        (
            [
                Found("a.py", "a.py::test_a", is_campaign=True, small="b.py::test_b"),
                Found("b.py", "b.py::test_b"),
            ],
            set(),
        ),
        (
            [
                Found(
                    "a.py",
                    "a.py::test_a",
                    is_campaign=True,
                    small="tests/test_depths.py::test_a_mark_in_a_name_is_found",
                )
            ],
            set(),
        ),
    ],
)
def test_the_check_for_small_cases_bites(tests: list[Found], missing: set[str]) -> None:
    assert without_small_case(tests) == missing


class Case(pytest.Item):
    """A case that was collected, and is not run."""

    def runtest(self) -> None:
        raise AssertionError("only its marks are looked at")


def cases(request: pytest.FixtureRequest, *ids: str, share: int = 0) -> list[pytest.Item]:
    made: list[pytest.Item] = []
    for id_ in ids:
        case = Case.from_parent(request.node.parent, name=f"test_{id_}")
        if share:
            case.add_marker(pytest.mark.one_in(share))
        made.append(case)
    return made


def staying(items: list[pytest.Item]) -> list[str]:
    return [item.name for item in items if item.get_closest_marker("campaign") is None]


def test_of_each_test_every_third_case_stays_from_the_first(request: pytest.FixtureRequest) -> None:
    many = [f"{name}[{number}]" for number in range(7) for name in "ab"]
    items = cases(request, *many, share=3)
    share_out(items)
    assert staying(items) == [f"test_{name}[{number}]" for number in (0, 3, 6) for name in "ab"]


def test_what_was_a_campaign_before_takes_no_place_and_other_tests_stay_whole(
    request: pytest.FixtureRequest,
) -> None:
    items = cases(request, "a[0]", "a[1]", "a[2]", share=2)
    items[0].add_marker("campaign")
    others = cases(request, "b[0]", "b[1]")
    share_out([*items, *others])
    assert staying([*items, *others]) == ["test_a[1]", "test_b[0]", "test_b[1]"]


def test_a_third_of_the_examples_is_drawn_and_in_a_campaign_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(DEPTH, raising=False)
    assert (examples(300), examples(100), examples(12)) == (100, 33, 10)
    monkeypatch.setenv(DEPTH, "campaign")
    assert (examples(300), examples(100), examples(12)) == (300, 100, 12)


def test_a_campaign_draws_every_example_of_the_tests_that_are_in_every_run() -> None:
    """The phase of the script names files by what each of them imports, and says its depth."""
    assert "export TEST_DEPTH=$depth" in SCRIPT
    assert '-m "hypothesis and not campaign and not system" "$@" "${drawing[@]}"' in SCRIPT


def named(phase: str) -> re.Pattern[str]:
    """What the script looks for in a file to find the tests of a phase."""
    [pattern] = re.findall(rf"mapfile -t {phase} < <\(grep -rlE .* '([^']+)' tests", SCRIPT)
    return re.compile(pattern)


def not_found(tests: Iterable[Found]) -> Iterator[str]:
    """Tests that a phase of the script would not read."""
    for test in tests:
        words = (CHECKOUT / test.file).read_text("utf-8")
        if test.is_system and not named("system").search(words):
            yield f"system: {test.name}"
        if test.is_drawing and not named("drawing").search(words):
            yield f"drawing: {test.name}"
        if test.is_campaign and not named("campaigns").search(words):
            yield f"campaigns: {test.name}"


def test_every_phase_finds_its_files(collected: list[Found]) -> None:
    assert list(not_found(collected)) == []


def test_a_mark_in_a_name_is_found() -> None:
    """The control: that file has none of them."""
    planted = Found(
        "tests/test_log.py", "test_a", is_system=True, is_campaign=True, is_drawing=True
    )
    assert list(not_found([planted])) == ["system: test_a", "drawing: test_a", "campaigns: test_a"]
