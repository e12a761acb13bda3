"""Read a whole conversation, oldest first, a page at a time."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.tools import message_texts, rows
from desktop_app.tools.base import Effect, Group, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.reference import MessageReference, message_number, resolve
from desktop_app.tools.results import Candidates, ThreadText

PAGE = 20
_TOTAL_CHARS = 20_000


class GetThread(MessageReference, frozen=True, kw_only=True):
    thread_id: str = ""
    page: Annotated[int, Meta(ge=1)] = 1
    quoted: bool = False


def run(context: Context, params: GetThread) -> ThreadText | Candidates:
    """The conversation, or candidates when hints fit several mails. Raises `NotFound`."""
    if params.thread_id:
        thread_id = message_number(params.thread_id, "thread_id")
    else:
        found = resolve(context, params)
        if isinstance(found, tuple):
            return rows.candidates(context, found)
        thread_id = found.thread_id
    thread = context.store.threads.get(thread_id)
    first = (params.page - 1) * PAGE
    shown = thread.messages[first : first + PAGE]
    context.conversation.show(tuple(m.id for m in shown))
    options = message_texts.TextOptions(
        quoted=params.quoted, limit=max(500, _TOTAL_CHARS // max(1, len(shown)))
    )
    texts = tuple(
        message_texts.message_text(context, m, options, number=i)
        for i, m in enumerate(shown, start=1)
    )
    more = len(thread.messages) > first + PAGE
    display = "\n\n———\n\n".join(t.display for t in texts)
    return ThreadText(
        display=display + (f"\n\n[page={params.page + 1} reads on]" if more else ""),
        thread_id=str(thread.id),
        subject=rows.visible(thread.subject),
        count=len(texts),
        page=params.page,
        has_more=more,
        messages=texts,
    )


TOOL = Tool(
    name="get_thread",
    title="Read a conversation",
    done="Read a conversation",
    effect=Effect.READ,
    group=Group.READING,
    description="Read a conversation by thread_id, or by any mail in it. Oldest first.",
    params=GetThread,
    result=ThreadText,
    picks=True,
    run=run,
)
