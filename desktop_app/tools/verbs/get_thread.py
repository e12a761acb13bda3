"""Read a whole conversation, oldest first, a page at a time."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import BadInput, Cancelled, KnownError
from desktop_app.model.message import MessageId
from desktop_app.model.remote import RemoteRef
from desktop_app.model.thread import Thread
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.coverage import is_complete
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Candidates, ThreadText, ThreadTexts
from desktop_app.tools.names.reference import HINTS, MessageReference, message_number, resolve
from desktop_app.tools.reading import message_texts
from desktop_app.tools.reading.server_search import rest_of_conversation

PAGE = 20
MOST_THREADS = 10
_TOTAL_CHARS = 20_000


class GetThread(MessageReference, frozen=True, kw_only=True):
    thread_id: str = ""
    thread_ids: Annotated[tuple[str, ...], Meta(max_length=MOST_THREADS)] = ()
    page: Annotated[int, Meta(ge=1)] = 1
    quoted: bool = False


def run(context: Context, params: GetThread) -> ThreadText | ThreadTexts | Candidates:
    """The conversation, several, or candidates when hints fit several mails. Raises `NotFound`,
    `BadInput`."""
    if len(params.thread_ids) > 1:
        return _several(context, params)
    if named := params.thread_id or next(iter(params.thread_ids), ""):
        thread_id = message_number(named, "thread_id")
    else:
        found = resolve(context, params)
        if isinstance(found, tuple):
            return rows.candidates(context, found)
        thread_id = found.thread_id
    text, shown = _text(context, params, thread_id, _TOTAL_CHARS, Fence())
    context.conversation.show(shown)
    return text


def _several(context: Context, params: GetThread) -> ThreadTexts:
    """Each conversation's first page, with its part of the room of one answer."""
    if params.thread_id or params.message_id or params.page > 1:
        raise BadInput("Give thread_ids alone, or one conversation.")
    ids = tuple(dict.fromkeys(message_number(t, "thread_id") for t in params.thread_ids))
    fence, room = Fence(), _TOTAL_CHARS // len(ids)
    read = [_text(context, params, thread_id, room, fence) for thread_id in ids]
    threads = tuple(text for text, _ in read)
    context.conversation.show(tuple(id_ for _, shown in read for id_ in shown))
    heads = [
        f"Conversation thread_id={t.thread_id}, {t.count} mails:\n{t.display}" for t in threads
    ]
    return ThreadTexts("\n\n======\n\n".join(heads), len(threads), threads)


def _text(
    context: Context, params: GetThread, thread_id: int, room: int, fence: Fence
) -> tuple[ThreadText, tuple[MessageId, ...]]:
    """One page of a conversation in `room` characters, and the mails on it."""
    thread, note = _whole(context, context.store.threads.get(thread_id))
    first = (params.page - 1) * PAGE
    shown = thread.messages[first : first + PAGE]
    options = message_texts.TextOptions(
        quoted=params.quoted,
        limit=max(500, room // max(1, len(shown))),
        fence=fence,
        reads_on="get_message with message_id={message} offset={offset} reads on",
    )
    texts = tuple(
        message_texts.message_text(context, m, options, number=i)
        for i, m in enumerate(shown, start=1)
    )
    more = len(thread.messages) > first + PAGE
    display = "\n\n———\n\n".join(t.display for t in texts)
    display += f"\n\n[{note}]" if note else ""
    text = ThreadText(
        display=display + (f"\n\n[page={params.page + 1} reads on]" if more else ""),
        thread_id=context.store.told_ids.thread(thread.id),
        subject=rows.visible(thread.subject),
        count=len(texts),
        page=params.page,
        has_more=more,
        messages=texts,
        covers=note or "the whole conversation",
    )
    return text, tuple(m.id for m in shown)


def _whole(context: Context, thread: Thread) -> tuple[Thread, str]:
    """The conversation with its mails that were not downloaded, and what is to be said of it. Its
    server is asked where a mail refers to one that is not here."""
    account = context.store.accounts.get(thread.account_id)
    here = {m.rfc822_message_id for m in thread.messages}
    refers = any(id_ not in here for m in thread.messages for id_ in m.references)
    served = next((m for m in thread.messages if m.source_id), None)
    searches = context.ports.accounts.capabilities(account).server_search
    if not (refers and served and searches) or is_complete(context, account):
        return thread, ""
    if thread.id in context.conversation.whole:
        return thread, ""
    try:
        brought, left = rest_of_conversation(
            context,
            account,
            RemoteRef(served.source_id, ""),
            [*filter(None, here), *_named(thread)],
        )
    except Cancelled:
        raise
    except KnownError as error:
        return thread, f"older mails of it may be on the server of {account.name}: {error.sentence}"
    thread = context.store.threads.get(context.store.messages.get(served.id).thread_id)
    if not left:
        context.conversation.whole[thread.id] = True
    told = f"{brought} fetched from the server of {account.name}" if brought else ""
    return thread, told + (f", {left} more are there: call again" if left else "")


def _named(thread: Thread) -> list[str]:
    """What the mails refer to, the beginning of the conversation first."""
    return list(dict.fromkeys(id_ for m in thread.messages for id_ in m.references))


TOOL = Tool(
    name="get_thread",
    title="Read a conversation",
    done="Read a conversation",
    effect=Effect.READ,
    group=Group.READING,
    description=(
        "Read conversations by thread_id, or by any mail in each. Oldest first; get_message reads "
        "long mails on."
    ),
    params=GetThread,
    result=ThreadText,
    several=ThreadTexts,
    picks=True,
    unlisted=HINTS,
    other_ways=frozenset({"message_id", "number", "thread_id"}),
    run=run,
)
