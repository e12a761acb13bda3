"""Local mail: no server, nothing leaves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from desktop_app.accounts.local.kind import LOCAL
from desktop_app.model.account import Account
from tests.contracts.world import World


class LocalWorld(World):
    def account(self) -> Account:
        return self.stranger()


def local_world(profile: Path) -> Iterator[World]:
    yield LocalWorld(LOCAL, profile, {})
