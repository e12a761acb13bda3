"""Doubts about which message a copy is: one Message-ID and one size can be two messages'.

Scanners, alarms and attackers give many mails one Message-ID. A copy that claims to be a message
that is known is believed when its whole header is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from desktop_app.accounts.folder_ledger import FolderLedger
from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.accounts.imap.metadata import HEADER, header_of, told_apart
from desktop_app.accounts.imap.session import ImapSession
from desktop_app.model.folder import FoundCopy, Place, header_digest


class Doubts:
    """Doubts about copies on one connection, settled by the headers that the server has."""

    def __init__(self, session: ImapSession, client: BoundedClient, ledger: FolderLedger) -> None:
        self._session, self._client, self._ledger = session, client, ledger

    def settled(self, folder: str, copies: Sequence[FoundCopy]) -> list[FoundCopy]:
        """The copies of an open folder, each with the identity of its own message."""
        counts = Counter(copy.message_id for copy in copies)
        doubtful = self._ledger.known([*counts]) | {i for i, n in counts.items() if n > 1}
        if not doubtful:
            return [*copies]
        digests = self._digests(c.uid for c in copies if c.message_id in doubtful)
        known = self._known(doubtful)
        self._session.opened(self._client, folder)
        return [self._apart(copy, digests.get(copy.uid, ""), known) for copy in copies]

    def _apart(self, copy: FoundCopy, digest: str, known: dict[str, str]) -> FoundCopy:
        if not digest:
            return copy
        first = known.setdefault(copy.message_id, digest)
        seen = replace(copy, header=digest)
        return seen if first == digest else told_apart(seen)

    def _digests(self, uids: Iterable[int]) -> Mapping[int, str]:
        """Of the headers of messages in the open folder."""
        data = self._client.fetch([*uids], [HEADER])
        found = {uid: header_of(told) for uid, told in data.items()}
        return {uid: header_digest(raw) for uid, raw in found.items() if isinstance(raw, bytes)}

    def _known(self, ids: frozenset[str] | set[str]) -> dict[str, str]:
        """The digests of messages that are known: kept ones, else of a copy on the server, else of
        what is stored here."""
        known = self._ledger.headers([*ids])
        places = self._ledger.places([id_ for id_ in ids if not known.get(id_)])
        for id_, there in places.items():
            if digest := self._asked(there[0]):
                known[id_] = digest
        left = [id_ for id_ in ids if not known.get(id_)]
        return {i: d for i, d in (known | self._ledger.stored_headers(left)).items() if d}

    def _asked(self, place: Place) -> str:
        """Of a copy elsewhere; empty where it is there no more."""
        try:
            self._session.opened(self._client, place.folder)
            return self._digests([place.uid]).get(place.uid, "")
        except IMAPClientAbortError:
            raise
        except IMAPClientError:
            return ""
