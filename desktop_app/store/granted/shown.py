"""What is shown of a mail that is seen, as functions of SQL, and the aggregates of its thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import apsw
import msgspec
import zstandard

from desktop_app.mail.message.withheld import without
from desktop_app.model.grant import Grant
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.drafts.draft_records import author_of
from desktop_app.store.rows.rows import Pairs, envelope_decoder, envelope_encoder

_Shown = Callable[..., bytes]
_replace = msgspec.structs.replace


def add_functions(connection: apsw.Connection, grant: Grant, program: str) -> None:
    """The functions that the views call, for a grant of a program (its id)."""
    one = connection.create_scalar_function

    def written_here(*author: Any) -> bool:
        return author_of(author[0]).program == program

    one("shown_envelope", _envelope(grant), 1, deterministic=True)
    one("shown_raw", _raw(grant), 1, deterministic=True)
    one("shown_subject", _subject(grant), 1, deterministic=True)
    one("written_here", written_here, 1)
    connection.create_aggregate_function("joined_bits", _Bits, 1)
    connection.create_aggregate_function("senders", _Senders, 2)


def _envelope(grant: Grant) -> _Shown:
    if not grant.withholds:
        return lambda *packed: packed[0]

    def shown(*packed: Any) -> bytes:
        envelope = envelope_decoder.decode(packed[0])
        return envelope_encoder.encode(
            _replace(
                envelope,
                subject=envelope.subject if grant.subjects else "",
                snippet=envelope.snippet if grant.texts else "",
                attachments=envelope.attachments if grant.sees_files else (),
                problem="",
            )
        )

    return shown


def _raw(grant: Grant) -> _Shown:
    if not grant.withholds:
        return lambda *data: data[0]

    def shown(*data: Any) -> bytes:
        raw = without(
            decompressed(data[0]), subject=grant.subjects, text=grant.texts, files=grant.sees_files
        )
        return zstandard.compress(raw, 1)

    return shown


def _subject(grant: Grant) -> Callable[..., str]:
    return lambda *packed: envelope_decoder.decode(packed[0]).subject if grant.subjects else ""


class _Bits:
    """Bits that one of the rows has."""

    def __init__(self) -> None:
        self._bits = 0

    def step(self, *values: Any) -> None:
        self._bits |= values[0]

    def final(self) -> int:
        return self._bits


class _Senders:
    """People of a conversation as its row has them: each at their first mail."""

    def __init__(self) -> None:
        self._people: dict[str, tuple[int, str, str]] = {}

    def step(self, *values: Any) -> None:
        id_, packed = values
        for name, email in _from(packed):
            person = (id_, name, email)
            known = self._people.get(email.lower())
            if known is None or person < known:
                self._people[email.lower()] = person

    def final(self) -> bytes:
        return msgspec.msgpack.encode(sorted(self._people.values()))


def _from(packed: bytes) -> Pairs:
    return envelope_decoder.decode(packed).from_
