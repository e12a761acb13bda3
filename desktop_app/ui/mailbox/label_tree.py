"""Labels as a tree: `lists/dev` stands below `lists`, and is out of sight while that is folded."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from desktop_app.model.message import Label
from desktop_app.ui.bench.folders import label_query
from desktop_app.ui.mailbox.sidebar_list import EntryKind, SidebarEntry


@dataclass(slots=True)
class _Node:
    """A name in the tree, with the labels of that name: one of each account, or none where only
    labels below it exist."""

    name: str
    labels: list[Label] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        parts = tuple(self.name.split("/"))
        return parts if all(part.strip() for part in parts) else (self.name,)


def label_entries(labels: Iterable[Label], folded: Collection[str]) -> list[SidebarEntry]:
    """The entries in sight, by name, those below a label right after it. `folded` are names."""
    nodes: dict[tuple[str, ...], _Node] = {}
    for label in labels:
        path = _Node(label.name).path
        for depth in range(1, len(path) + 1):
            name = "/".join(path[:depth])
            nodes.setdefault(_key(path[:depth]), _Node(name))
        nodes[_key(path)].labels.append(label)
    shut = {key for key, node in nodes.items() if node.name in folded}
    return [
        _entry(nodes[key], _below(key, nodes), folded=key in shut)
        for key in sorted(nodes)
        if not any(key[:depth] in shut for depth in range(1, len(key)))
    ]


def _key(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.casefold() for part in path)


def _below(key: tuple[str, ...], nodes: dict[tuple[str, ...], _Node]) -> list[_Node]:
    return [n for k, n in nodes.items() if len(k) > len(key) and k[: len(key)] == key]


def _entry(node: _Node, below: list[_Node], *, folded: bool) -> SidebarEntry:
    counted = [*node.labels, *(label for other in below if folded for label in other.labels)]
    path = node.path
    return SidebarEntry(
        EntryKind.QUERY if node.labels else EntryKind.BRANCH,
        path[-1],
        label_query(node.name),
        "label",
        sum(label.unread for label in counted),
        name=node.name,
        group="label" if node.labels else "",
        labels=tuple((label.account_id, label.id) for label in node.labels),
        tint=next((label.colour for label in node.labels if label.colour), ""),
        depth=len(path) - 1,
        within=", ".join(reversed(path[:-1])),
        unfolded=not folded if below else None,
    )
