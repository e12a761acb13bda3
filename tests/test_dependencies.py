"""What is imported is declared, what is declared is bounded, and the lock is what is declared."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).resolve().parent.parent
LOCKS = CHECKOUT / "packaging" / "lock"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
PRODUCT = [Requirement(line) for line in PROJECT["project"]["dependencies"]]
BUILD = [Requirement(line) for line in PROJECT["build-system"]["requires"]]
PARTS = [Requirement(line) for name in ("original", "models") for line in EXTRAS[name]]
"""What the product is without; each is imported where it is missed, in words."""

WHOLE = [*PRODUCT, *PARTS]
WANTED = {
    "run": [*WHOLE, *BUILD],
    "test": [*WHOLE, *BUILD, *map(Requirement, EXTRAS["test"])],
    "package": [*WHOLE, *BUILD, *map(Requirement, EXTRAS["package"])],
}
"""By the name of a lock."""

APART = {
    "agentdojo": "installed beside the suite, by bootstrap.sh",
    "fastmcp": "the same",
    "files": "made by a script that is imported from its folder",
    "gi": "of the system",
    "notmuch2": "of the system",
    "pyatspi": "of the system",
    "yaml": "AgentDojo's",
}
"""Imported by tests or benchmarks, and no package of the suite."""

OURS = {"desktop_app", "tests", "benchmarks", "folder"}


def _record(package: Distribution) -> list[str]:
    """The files of a package; `files` would look at each."""
    return [line.partition(",")[0] for line in (package.read_text("RECORD") or "").splitlines()]


@cache
def owners() -> dict[str, set[str]]:
    """By the first name of an import, and by the first two, the packages that have it."""
    found: dict[str, set[str]] = defaultdict(set)
    for package in distributions():
        files = {"/".join(line.split("/")[:2]) for line in _record(package)}
        for file in files:
            names = [part.partition(".")[0] for part in file.split("/")]
            for name in (names[0], ".".join(names)):
                found[name].add(canonicalize_name(package.name))
    return found


IMPORT = re.compile(r"^[ \t]*(?:from|import) .*", re.M)


def statements(source: str) -> Iterator[ast.stmt]:
    """The imports of a module, of its functions too. A statement in brackets is read to the end of
    its line: what it imports from stands before."""
    for found in IMPORT.finditer(source):
        line = found[0].strip()
        try:
            yield from ast.parse(line if not line.endswith("(") else f"{line}_)").body
        except SyntaxError:  # words that begin like one
            continue


def imported(source: str) -> Iterator[str]:
    """The names of other people's modules, two deep."""
    for node in statements(source):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            first, *more = name.split(".")
            if first not in sys.stdlib_module_names and first not in OURS:
                yield ".".join([first, *more[:1]])


def undeclared(sources: Iterable[str], declared: Iterable[Requirement]) -> set[str]:
    known = {canonicalize_name(requirement.name) for requirement in declared}
    missing = set()
    for name in {name for source in sources for name in imported(source)}:
        first = name.partition(".")[0]
        packages = owners().get(first, set())
        if len(packages) > 1 and name in owners():  # they share a first name, as google.* does
            packages = owners()[name]
        if not packages & known:
            missing.add(first)
    return missing


def sources(folder: str) -> Iterator[str]:
    """What programs run in environments of their own (benchmarks/hosts) is none of the suite's."""
    for path in (CHECKOUT / folder).rglob("*.py"):
        if path.parent != CHECKOUT / "benchmarks" / "hosts":
            yield path.read_text("utf-8")


def test_what_the_product_imports_is_declared() -> None:
    assert undeclared(sources("desktop_app"), WHOLE) == set()


@pytest.mark.parametrize("folder", ["tests", "benchmarks"])
def test_what_tests_and_benchmarks_import_is_declared(folder: str) -> None:
    assert undeclared(sources(folder), WANTED["test"]) <= APART.keys()


@pytest.mark.parametrize(
    ("code", "missing"),
    [
        ("import pytest", {"pytest"}),
        ("def f():\n    from hypothesis import given", {"hypothesis"}),
        ("from google.genai import types", {"google"}),
        ("import no_such_module.at_all", {"no_such_module"}),
        ("from requests.adapters import (\n    HTTPAdapter,\n)\nfrom a lot of words", set()),
        ("from hypothesis.strategies import (\n    text,\n)", {"hypothesis"}),
        ("import json, apsw\nfrom PySide6.QtCore import Qt\nfrom . import a", set()),
    ],
)
def test_the_check_for_imports_bites(code: str, missing: set[str]) -> None:
    assert undeclared([code], WHOLE) == missing


def test_every_dependency_of_the_product_has_a_floor_and_a_roof() -> None:
    for requirement in WHOLE:
        bounds = {bound.operator for bound in requirement.specifier}
        assert bounds in ({">=", "<"}, {"=="}), str(requirement)


Locked = dict[str, str]
LINE = re.compile(r"(?P<name>[a-z0-9][a-z0-9.-]*)==(?P<version>[^ ;\\]+)(?: ; [^\\]+)?(?: \\)?")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def read(text: str) -> Locked:
    """Each package and its version; a line that is no package, no hash and no comment is an error,
    and so is a package without a hash."""
    found: Locked = {}
    blocks = re.split(r"\n(?=[^ ])", "\n".join(x for x in text.splitlines() if x[:1] != "#"))
    for block in filter(str.strip, blocks):
        first, *hashes = block.strip("\n").splitlines()
        line = LINE.fullmatch(first)
        assert line is not None, first
        assert hashes, f"{first} has no hash"
        assert [one for one in hashes if not HASH.fullmatch(one)] == []
        assert line["name"] not in found
        found[line["name"]] = line["version"]
    return found


def lock(name: str) -> Locked:
    return read((LOCKS / f"{name}.txt").read_text("utf-8"))


def unsatisfied(wanted: Iterable[Requirement], locked: Locked) -> list[str]:
    return [
        str(one)
        for one in wanted
        if not one.specifier.contains(locked.get(canonicalize_name(one.name), "0"))
    ]


@pytest.mark.parametrize("name", WANTED)
def test_the_lock_has_what_is_declared(name: str) -> None:
    """Red after a change to the dependencies: `make lock`."""
    assert unsatisfied(WANTED[name], lock(name)) == []


def test_the_locks_agree() -> None:
    run, test, package = (lock(name) for name in ("run", "test", "package"))
    assert run.items() <= test.items()
    assert run.items() <= package.items()


@pytest.mark.parametrize(
    ("text", "unmet"),
    [
        ("apsw==3.52.0 \\\n    --hash=sha256:" + "0" * 64, []),
        ("apsw==3.50.0 \\\n    --hash=sha256:" + "0" * 64, ["apsw<4,>=3.51"]),
        ("nh3==0.3.0 \\\n    --hash=sha256:" + "0" * 64, ["apsw<4,>=3.51"]),
    ],
)
def test_the_check_of_the_lock_bites(text: str, unmet: list[str]) -> None:
    assert unsatisfied([Requirement("apsw>=3.51,<4")], read(text)) == unmet


@pytest.mark.parametrize("text", ["apsw==3.52.0", "apsw>=3.52.0 \\\n    --hash=sha256:" + "0" * 64])
def test_a_line_without_version_or_hash_is_noticed(text: str) -> None:
    with pytest.raises(AssertionError):
        read(text)
