"""Fetching of whole messages from where the ledger has them, and what became of the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from desktop_app.accounts.folder_ledger import FolderLedger
from desktop_app.accounts.imap.reading import Reading
from desktop_app.model.errors import KnownError, NotFound, Unavailable
from desktop_app.model.folder import Place
from desktop_app.model.remote import RemoteMessage

MOST_BYTES_AT_ONCE = 8 * 1024 * 1024
"""Of mail that one answer holds, but for a single larger mail."""
Answers = dict[str, RemoteMessage | KnownError]


class Fetching:
    """Fetching for one mailbox. `look` brings the ledger to what the server has now."""

    def __init__(self, reading: Reading, ledger: FolderLedger, look: Callable[[], None]) -> None:
        self._reading, self._ledger, self._look = reading, ledger, look

    def fetched(self, ids: Sequence[str]) -> Answers:
        """Messages, or what became of each; as many as one answer may hold."""
        places, known = self._ledger.places(ids), self._ledger.dates(ids)
        answers: Answers = {
            id_: NotFound("The mail is not there any more.") for id_ in ids if id_ not in places
        }
        some = dict(_within(ids, places))
        lost: dict[str, Place] = {}
        folders = by_folder(some)
        uids = {name: [p.uid for p in wanted.values()] for name, wanted in folders.items()}
        raws = self._reading.all_bodies(uids)
        for folder, wanted in folders.items():
            for id_, place in wanted.items():
                raw = raws[folder].get(place.uid)
                if isinstance(raw, KnownError):
                    answers[id_] = raw
                    continue
                if raw is None or (not raw and place.size):
                    lost[id_] = place
                    continue
                date, thread = known.get(id_, (0, ""))
                answers[id_] = RemoteMessage(id_, thread, union(places[id_]), date, raw)
        return answers | self._what_became_of(lost)

    def _what_became_of(self, lost: Mapping[str, Place]) -> dict[str, KnownError]:
        """Mail that was where it is no more: gone, or moved, and then to be asked for again."""
        if not lost:
            return {}
        self._look()
        now = self._ledger.places([*lost])
        answers: dict[str, KnownError] = {}
        for id_, place in lost.items():
            if id_ not in now:
                answers[id_] = NotFound("The mail is not there any more.")
            elif place in now[id_]:
                answers[id_] = Unavailable("The server did not send a mail that it lists.")
        return answers


def _within(
    ids: Sequence[str], places: Mapping[str, tuple[Place, ...]]
) -> Iterator[tuple[str, Place]]:
    """As many as one answer may hold, one at least; of several copies the first."""
    taken = 0
    for number, id_ in enumerate(id_ for id_ in ids if id_ in places):
        place = places[id_][0]
        taken += place.size
        if number and taken > MOST_BYTES_AT_ONCE:
            return
        yield id_, place


def by_folder(places: Mapping[str, Place]) -> dict[str, dict[str, Place]]:
    """Places of messages in each folder, by their ids."""
    found: defaultdict[str, dict[str, Place]] = defaultdict(dict)
    for id_, place in places.items():
        found[place.folder][id_] = place
    return found


def union(places: Sequence[Place]) -> frozenset[str]:
    """The labels that a message has by all its copies."""
    return frozenset[str]().union(*(place.labels for place in places))
