"""Written: formatted text is one text, in the editor, in the store and in the mail that leaves.

What the editor shows is read whole from Qt's document, by none of the ways that the window spares
itself while one types.
"""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from typing import TYPE_CHECKING

from desktop_app.mail.rich.reading import read_markup
from desktop_app.model.draft import DraftContent
from desktop_app.model.errors import NotFound
from desktop_app.model.outbox import OutboxState
from tests.random_person import review_seam
from tests.random_person.observer import ToolCall
from tests.sure import there

if TYPE_CHECKING:
    from tests.random_person.world import World

HTML = "text/html"


def faults(world: World, calls: list[ToolCall]) -> list[str]:
    """Where one of them is another, in sentences."""
    sent = [fault for call in calls if call.name == "send_draft" for fault in _sent(world, call)]
    return [*_shown(world), *sent]


def _shown(world: World) -> list[str]:
    """What the windows think they show, and what is stored once all is quiet."""
    found: list[str] = []
    for window in world.windows:
        shown = review_seam.formatted_in(window)
        draft = review_seam.shown_draft(window)
        if shown is None:
            continue
        page = there(review_seam.review_of(window)).page
        if page.words.rich.html() != shown:
            found.append(f"the editor says {page.words.rich.html()!r} and shows {shown!r}")
        elif draft and world.quiet and not world.saves_again and not world.runner.fails:
            found += _stored(world, draft, shown)
    return found


def _stored(world: World, draft: str, shown: str) -> list[str]:
    try:
        content = world.house.store.drafts.get(draft).content
    except NotFound:  # `panes` tells of it
        return []
    if (content.content_type, content.body) == (HTML, shown):
        return []
    return [f"draft {draft} shows {shown!r} and {content.body!r} is stored"]


def _sent(world: World, call: ToolCall) -> list[str]:
    """What was approved stood in the editor, and the mail is made of exactly that."""
    if call.permit is None:
        return []
    draft_id = call.params.draft_id
    content = world.house.store.drafts.get(draft_id).content
    if content.content_type != HTML:
        return []
    found: list[str] = []
    if content.body not in world.witness.formatted[draft_id]:
        found.append(f"draft {draft_id} was approved as {content.body!r}, which was never shown")
    if _has_its_pictures(content):
        outbox = world.house.store.outbox
        entries = [e for e in outbox.in_state(list(OutboxState)) if e.draft_id == draft_id]
        pages = [_page(outbox.get(entry.id).mime) for entry in entries]
        other = [page for page in pages if content.body not in page]
        found += [f"{content.body!r} was approved and {page!r} was made of it" for page in other]
    return found


def _has_its_pictures(content: DraftContent) -> bool:
    """A picture whose file was taken off leaves as its description."""
    files = {each.cid for each in content.attachments}
    return {one.cid for one in read_markup(content.body).pictures} <= files


def _page(mime: bytes) -> str:
    message = email.message_from_bytes(mime, policy=email.policy.default)
    part = message.get_body(("html",)) if isinstance(message, EmailMessage) else None
    return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""
