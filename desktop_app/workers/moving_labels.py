"""Labels for the folders and tags of another mail program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from desktop_app.accounts.local.labels import system_folder
from desktop_app.model.message import TIMED, SystemLabel
from desktop_app.model.moving import SeenTag
from desktop_app.search.flags import FLAG

_PLACES = frozenset(
    map(str, (SystemLabel.INBOX, SystemLabel.SENT, SystemLabel.DRAFT, SystemLabel.TRASH))
) | {str(SystemLabel.SPAM), ""}
_SHOWN = frozenset(
    (
        *("inbox", "unread", "starred", "important", "sent", "drafts", "spam", "trash"),
        *("personal", "social", "promotions", "updates", "forums", "snoozed conversations"),
        *("muted conversations", "conversations with a reminder"),
    )
)
"""Names under which labels of the program's own are shown."""

_LONGEST = 225


class LabelNames:
    """Label ids for folders and tags; names that differ in capitals alone are one label, spelled
    as `known` or as first met."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._spelled = {name.casefold(): name for name in known}

    def of_folder(self, names: Sequence[str]) -> frozenset[str]:
        """Labels of a folder's mails, by its names from the top. A folder that every program has
        (inbox, sent, trash) is what it is called; mail of an archive has no label."""
        system = system_folder(names[0]) if len(names) == 1 else None
        if system is not None and system in _PLACES:
            return frozenset((system,)) if system else frozenset()
        return frozenset((self._own("/".join(name.replace("/", "-") for name in names), "folder"),))

    def of_tags(self, tags: Iterable[SeenTag]) -> tuple[tuple[str, str], ...]:
        """Pairs of keyword and label id."""
        return tuple((tag.keyword.lower(), self._of_tag(tag.name)) for tag in tags)

    def _of_tag(self, name: str) -> str:
        if name.casefold() == SystemLabel.IMPORTANT.value.casefold():
            return str(SystemLabel.IMPORTANT)
        return self._own(name, "tag")

    def _own(self, name: str, kind: str) -> str:
        taken = name.upper() in FLAG or name.upper().startswith(TIMED) or name.casefold() in _SHOWN
        name = f"{name[: _LONGEST - 9]} ({kind})" if taken else name[:_LONGEST]
        return self._spelled.setdefault(name.casefold(), name)
