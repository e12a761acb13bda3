"""One world a test, for each account kind that can do what the test is about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.accounts.kinds import KINDS
from tests.contracts.world import World
from tests.contracts.worlds import WORLDS
from tests.fakes.keyrings import Memory


def _world(name: str, profile: Path) -> Iterator[World]:
    Memory.reset()
    for made in WORLDS[name](profile):
        yield made
        made.close()
    Memory.reset()


@pytest.fixture(params=[kind.name for kind in KINDS])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    yield from _world(request.param, tmp_path / "profile")


@pytest.fixture(params=[kind.name for kind in KINDS if kind.capabilities.syncs])
def online(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """A world whose mail is on a server."""
    yield from _world(request.param, tmp_path / "profile")


@pytest.fixture(params=[kind.name for kind in KINDS if kind.capabilities.server_drafts])
def drafting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """A world whose server has drafts."""
    yield from _world(request.param, tmp_path / "profile")


@pytest.fixture(params=[kind.name for kind in KINDS if kind.capabilities.signs_in])
def signing(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """A world that a person signs in to."""
    yield from _world(request.param, tmp_path / "profile")
