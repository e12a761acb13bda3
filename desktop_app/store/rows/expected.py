"""Mail that a restored profile expects: the ids and the labels it had here.

Mail that is fetched or imported again gets its former id, so that drafts, requests and
conversations that name it find it. In every other profile the table is empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import apsw
import msgspec

from desktop_app.model.message import MessageId
from desktop_app.store.base.binding import blobs

_labels = msgspec.json.Decoder(list[str])


@dataclass(frozen=True, slots=True)
class Expected:
    """What a message had in this profile."""

    id: MessageId
    labels: tuple[str, ...]


class ExpectedMail:
    """What one batch is expected to bring. Made inside a write transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.any = bool(connection.execute("SELECT EXISTS (SELECT 1 FROM expected_message)").get)

    def of(self, digests: Iterable[bytes]) -> dict[bytes, Expected]:
        """Those of the digests that are expected."""
        if not self.any:
            return {}
        rows = self._connection.execute(
            "SELECT digest, id, labels FROM expected_message"
            " WHERE digest IN (SELECT value FROM carray(?))",
            (blobs(digests),),
        )
        return {
            digest: Expected(id_, tuple(_labels.decode(labels))) for digest, id_, labels in rows
        }

    def reserved(self, place: MessageId) -> bool:
        """Whether an id is kept for a message that is expected."""
        if not self.any:
            return False
        query = "SELECT 1 FROM expected_message WHERE id = ?"
        return self._connection.execute(query, (place,)).get is not None

    def arrived(self, digests: Iterable[bytes]) -> None:
        """Forgets what is here now."""
        self._connection.executemany(
            "DELETE FROM expected_message WHERE digest = ?", [(digest,) for digest in digests]
        )
