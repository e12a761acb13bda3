"""Fixtures that every part of the suite may use."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import desktop_app.ui.background.plain_import  # noqa: F401  # as the program does
from tests.depths import Found, examples, found, share_out

if TYPE_CHECKING:
    from tests.fakes.house import TestHouse
    from tests.fakes.warm_program import WarmProgram

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LC_ALL"] = "C.UTF-8"
"""Dates and numbers are those of `PLAIN`, whatever the system here writes."""

settings.register_profile("same", derandomize=True, deadline=None, max_examples=examples(100))
settings.register_profile("new", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
"""A run of the suite says the same of the same code; HYPOTHESIS_PROFILE=new looks for new cases."""

CHECKOUT = Path(__file__).resolve().parent.parent
COLLECTED = pytest.StashKey[list[Found]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Before those are left out that this run is not for: tests/test_depths.py looks at all."""
    share_out(items)
    config.stash[COLLECTED] = [found(item) for item in items]


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """What is collected stays: a third of the time would go to looking whether it does."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the collector need not look through it each time."""
    gc.enable()
    gc.collect()
    gc.freeze()


OTHER_SIDE = ("mcp.client", "mail.log")
"""The client of a test logs a notice that comes after it has closed, the SMTP server of one what
its client did."""


class Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(OTHER_SIDE):
            return
        self.said.append(f"{record.name}: {self.format(record)}")


@pytest.fixture(autouse=True)
def no_error_in_the_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test during which an error is logged fails, unless it is marked `logs_errors`: then it
    fails without one."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    yield
    logging.getLogger().removeHandler(errors)
    if request.node.get_closest_marker("logs_errors") is None:
        assert errors.said == []
    else:
        assert errors.said != []


@pytest.fixture(scope="session")
def corpora() -> Path:
    """Real and hostile messages that may lie beside the checkout; the test is skipped without."""
    folder = CHECKOUT.parent / "shared" / "corpora"
    if not folder.is_dir():
        pytest.skip("the shared corpora are not beside this checkout")
    return folder


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmProgram]:
    """The small commands, each a fork of a process that has imported them."""
    from tests.fakes.warm_program import warm_program

    with warm_program() as one:
        yield one


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestHouse]:
    """A profile with one account and a real store."""
    from tests.fakes.house import open_house

    yield from open_house(tmp_path / "profile")
