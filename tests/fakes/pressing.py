"""The press on Send, for tests below the window: a draft approved as it stands."""

from __future__ import annotations

from itertools import count

from desktop_app.mail.drafts.compose import compose
from desktop_app.model.draft import Draft, SendPermit
from desktop_app.model.outbox import OutboxEntry
from desktop_app.store.store import Store

_numbers = count(1)


def press_send(
    store: Store,
    draft: Draft,
    *,
    now: float,
    delay: float = 0,
    digest: str = "",
    message_id: str = "",
    then_archive: bool = False,
    scheduled: float = 0.0,
) -> OutboxEntry:
    """Approve what the draft says now, to leave `delay` seconds after `now`, or at the moment
    `scheduled`. `digest` is that of
    what was shown, where it was something else; without a `message_id` each press has a new one."""
    message_id = message_id or f"{draft.id}-{next(_numbers)}@fernhill.example"
    return store.outbox.approve(
        draft,
        SendPermit(draft.id, draft.revision, digest or draft.digest, message_id),
        mime=compose(
            draft.content,
            message_id=message_id,
            date=scheduled or now,
            read_attachment=store.drafts.read_file,
        ),
        rfc822_message_id=message_id,
        recipients=[address.email for address in draft.content.recipients],
        send_after=now + delay,
        now=now,
        then_archive=then_archive,
        scheduled=scheduled,
    )
