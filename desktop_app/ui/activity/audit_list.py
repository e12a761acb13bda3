"""List of the activity record: who did what, when, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from desktop_app.tools.catalogue import BY_NAME
from desktop_app.tools.person.activity import PROPOSAL, AuditRow
from desktop_app.ui.bench.activity_words import readable
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role

ORIGINS: Mapping[str, str] = MappingProxyType(
    {"": "Everyone", "user": "You", "assistant": "The assistant", "mcp": "Connected programs"}
)
_DECISIONS: Mapping[str, str] = MappingProxyType({"ask": "asked you", "deny": "was refused"})
_OWN: Mapping[str, str] = MappingProxyType(
    {"send_draft": "Pressed Send", "send_now": "Pressed Send now"}
)
_WITHOUT: Mapping[str, str] = MappingProxyType({"pause_bridge": "Resume the bridge"})
"""What a tool does without arguments, where that is something else."""

_BECAME: Mapping[str, str] = MappingProxyType(
    {
        "proposed": "its draft waits for you again",
        "edited": "its draft was changed by you",
        "approved": "its draft was approved by you",
        "sent": "its draft was sent",
        "ignored": "its draft was ignored",
        "deleted": "its draft is gone",
    }
)
"""What became of a draft that somebody proposed, by its state."""

_WELL = frozenset({"", "ok", "done", "allow", "allowed"})


class AuditList(QListWidget):
    """List of sentences, newest first."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Activity record")
        set_role(self, "framed")
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def add_rows(self, rows: Sequence[AuditRow], now: float) -> None:
        for row in rows:
            item = QListWidgetItem(sentence(row, now))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, item.text())
            item.setData(Qt.ItemDataRole.UserRole, row.undo)
            self.addItem(item)

    @property
    def undo(self) -> str:
        """What takes the chosen row's change back, if anything does."""
        item = self.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole) or "") if item is not None else ""


def sentence(row: AuditRow, now: float) -> str:
    """`14:02, Starter assistant: Search mail (from:dana)`."""
    who = clean(row.client) or ORIGINS.get(row.origin, "Someone")
    if row.tool == PROPOSAL:
        became = _BECAME.get(row.outcome, "something became of its draft")
        return f"{long_date(row.when, now)}, {who}: {became}"
    own = _OWN.get(row.tool, "") if row.origin == "user" else ""
    own = own if row.summary else _WITHOUT.get(row.tool, own)
    tool = BY_NAME.get(row.tool)
    detail = readable(row.summary)
    what = f"{own or (tool.title if tool else 'Something')}{f' ({detail})' if detail else ''}"
    parts = [f"{long_date(row.when, now)}, {who}: {what}"]
    if row.decision in _DECISIONS:
        parts.append(_DECISIONS[row.decision])
    elif row.outcome.lower() not in _WELL:
        parts.append(clean(row.outcome).replace("_", " "))
    return " — ".join(parts)
