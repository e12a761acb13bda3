"""What the last pass over an account left aside, as fields of its `SyncStatus`."""

from __future__ import annotations

from typing import Any

from desktop_app.store.store import Store


def left_aside(store: Store, account_id: str) -> dict[str, Any]:
    """Mails that the server does not hand out, changes that it refused, folders that it does not
    open; each with the reason of one."""
    set_aside, reason = store.set_aside.told(account_id)
    refused = store.pending.refused(account_id)
    left_out = store.folder_mirror(account_id).left_out()
    return {
        "set_aside": set_aside,
        "reason": reason,
        "refused": len(refused),
        "refused_title": store.remote_mail.subject(account_id, refused[0].remote_id)
        if refused
        else "",
        "refused_reason": refused[0].reason if refused else "",
        "left_out": tuple(left_out),
        "left_out_reason": next(iter(left_out.values()), ""),
    }
