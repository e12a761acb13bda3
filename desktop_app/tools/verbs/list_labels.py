"""The labels of the accounts with their counts."""

from __future__ import annotations

from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import LabelList, LabelRow


class ListLabels(Params, frozen=True, kw_only=True):
    account: str = ""


def run(context: Context, params: ListLabels) -> LabelList:
    labels = context.store.labels.list(params.account or None)
    found = tuple(
        LabelRow(label.id, label.name, label.account_id, label.system, label.total, label.unread)
        for label in labels
    )
    lines = [
        f"{row.name}: {row.total} ({row.unread} unread), label_id={row.label_id} "
        f"account={row.account}"
        for row in found
    ]
    display = "\n".join(Fence().around("\n".join(lines)))
    return LabelList(display or "There are no labels.", len(found), found)


TOOL = Tool(
    name="list_labels",
    title="List labels",
    done="Looked at labels",
    effect=Effect.READ,
    group=Group.READING,
    description="Labels and folders with their counts.",
    params=ListLabels,
    result=LabelList,
    run=run,
)
