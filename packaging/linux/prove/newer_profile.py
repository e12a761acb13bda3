"""Makes the databases of a profile newer than any program knows: newer_profile.py PROFILE."""

from __future__ import annotations

import sys
from pathlib import Path

import apsw

NEWER = 9999
for path in sorted(Path(sys.argv[1]).glob("*.db")):
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA user_version = {NEWER}")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
