"""Changes of mail in the mirror of a server's folders, and how its labels are kept as text."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.model.remote import LabelChange, RemoteRef


def difference(told: str | None, labels: frozenset[str] | None) -> tuple[str, str, str] | None:
    """Kind, added and removed labels of a change; None where there is none to tell."""
    if labels is None:
        return None if told is None else ("gone", "", "")
    if told is None:
        return ("come", as_text(labels), "")
    before = from_text(told)
    if before == labels:
        return None
    return ("labels", as_text(labels - before), as_text(before - labels))


def event(
    id_: str, thread_id: str, kind: str, added: str, removed: str
) -> RemoteRef | LabelChange | str:
    """A change as a history tells it."""
    if kind == "gone":
        return id_
    if kind == "come":
        return RemoteRef(id_, thread_id)
    return LabelChange(id_, thread_id, from_text(added), from_text(removed))


def as_text(labels: Iterable[str]) -> str:
    """Labels as the mirror keeps them: sorted, a line each."""
    return "\n".join(sorted(labels))


def from_text(text: str) -> frozenset[str]:
    """Labels that are kept so."""
    return frozenset(text.split("\n")) if text else frozenset()
