"""Lists as one bound parameter: `WHERE id IN (SELECT value FROM carray(?))`.

SQLite's carray needs at least one member. An empty list becomes one value that no column holds.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import apsw

_NO_INTEGER = -(2**63)


def integers(values: Iterable[int]) -> apsw.CArrayBinding:
    return apsw.carray(array("q", sorted(values) or [_NO_INTEGER]))


def texts(values: Iterable[str]) -> apsw.CArrayBinding:
    # carray takes no NUL; neither does any text stored here.
    return apsw.carray(tuple(v for v in values if "\0" not in v) or ("\1",))


def blobs(values: Iterable[bytes]) -> apsw.CArrayBinding:
    return apsw.carray(tuple(values) or (b"\0",))
