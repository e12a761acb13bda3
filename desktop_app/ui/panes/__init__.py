"""One pane per file; panes do not know each other.

A pane is a QWidget made from a `Workbench` alone. To plug one in, write
`ui/panes/<name>_pane.py` and one row of PANES. The window makes it when it is first wanted,
shows it in its place and calls `open(wanted)`:

========== =========== ======================================================================
pane       place       `wanted`
========== =========== ======================================================================
conversations LIST     a query text
drafts     LIST        a tab: `review`, `mine`, `outbox`, `ignored`
thread     MAIN        (thread id, message id or 0)
review     MAIN        a draft id
assistant  DOCK        an `Ask` of assistant/transcript.py, or None to focus the prompt
outbox     FLOAT       None; made at the start, invisible until it has something to say; its
                       `before_close(go_on)` says whether the window has to wait
others     DIALOG      None; shown in a window of its own, titled by `title`; the name is that
                       of the action that opens it
========== =========== ======================================================================

A pane gets the focus through its own `setFocusProxy`, reads again on
`bench.announcements.changed`, and saves what was typed in `closing()` with a `lasting` call.
Imports of panes happen when they are wanted, so that the first window is quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.ui.pane import PaneRow, Place

__all__ = ["PANES", "PaneRow", "Place"]

_ROWS = (
    PaneRow("conversations", Place.LIST, "conversations_pane:ConversationsPane", "Conversations"),
    PaneRow("thread", Place.MAIN, "thread_pane:ThreadPane", "Thread"),
    PaneRow("review", Place.MAIN, "review_pane:ReviewPane", "Draft review"),
    PaneRow("assistant", Place.DOCK, "assistant_pane:AssistantPane", "Assistant"),
    PaneRow("drafts", Place.LIST, "drafts_pane:DraftsPane", "Drafts and outbox"),
    PaneRow("outbox", Place.FLOAT, "outbox_pane:OutboxPane", "Outbox"),
    PaneRow("audit", Place.DIALOG, "audit_pane:AuditPane", "Activity record"),
    PaneRow("accounts", Place.DIALOG, "accounts_pane:AccountsPane", "Accounts"),
)

PANES: Mapping[str, PaneRow] = MappingProxyType({row.name: row for row in _ROWS})
