"""One world for each account kind, by the kind's name. A new kind adds its own here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.contracts.world import World
from tests.contracts.worlds.google import google_world
from tests.contracts.worlds.imap import imap_world
from tests.contracts.worlds.local import local_world
from tests.contracts.worlds.microsoft import microsoft_world

WORLDS: Mapping[str, Callable[[Path], Iterator[World]]] = {
    "local": local_world,
    "google": google_world,
    "imap": imap_world,
    "microsoft": microsoft_world,
}
