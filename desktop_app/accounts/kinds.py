"""Account kinds: one value each, in one tuple. Their senders are in senders.py, for the postman.

A kind's own module (`accounts/<kind>/kind.py`) imports nothing heavy before it is used.
"""

from __future__ import annotations

from typing import Any

from desktop_app.accounts.base import Kind
from desktop_app.accounts.google.kind import GOOGLE
from desktop_app.accounts.imap.kind import IMAP, MICROSOFT
from desktop_app.accounts.local.kind import LOCAL

KINDS: tuple[Kind[Any], ...] = (LOCAL, GOOGLE, IMAP, MICROSOFT)
