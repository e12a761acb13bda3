"""Surroundings of an assistant's conversation: who the person is, and what is open in the window.

Nothing of a mail's text is in it, and what it names is not counted as read.
"""

from __future__ import annotations

from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.thread import Thread
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.names.reference import message_number

MOST_PEOPLE = 12


class Surroundings(Params, frozen=True, kw_only=True):
    thread_id: str = ""
    message_id: str = ""


class OwnAccount(Result, frozen=True):
    """An account and the addresses its mail is from, the usual one first."""

    account: str
    identities: tuple[str, ...]


class OpenConversation(Result, frozen=True):
    """Head of a conversation. Subject and people are a stranger's words."""

    thread_id: str
    newest_message_id: str
    subject: str
    people: tuple[str, ...]
    count: int


class Around(Result, frozen=True):
    accounts: tuple[OwnAccount, ...]
    conversation: OpenConversation | None = None


def surroundings(context: Context, params: Surroundings) -> Around:
    """Accounts that the caller may see, and the open conversation if it is in one of them."""
    accounts = tuple(
        OwnAccount(
            account.id,
            tuple(
                str(each.address)
                for each in sorted(account.identities, key=lambda each: not each.default)
            ),
        )
        for account in context.store.accounts.list()
    )
    return Around(accounts, _conversation(context, params))


def _conversation(context: Context, params: Surroundings) -> OpenConversation | None:
    try:
        thread = _thread(context, params)
    except NotFound:
        return None
    if thread is None or not thread.messages:
        return None
    people = dict.fromkeys(
        rows.visible(str(address))
        for message in thread.messages
        for address in (message.sender, *message.to, *message.cc)
    )
    return OpenConversation(
        str(thread.id),
        str(thread.messages[-1].id),
        rows.visible(thread.subject),
        tuple(people)[:MOST_PEOPLE],
        len(thread.messages),
    )


def _thread(context: Context, params: Surroundings) -> Thread | None:
    if params.thread_id:
        number = message_number(params.thread_id, "thread_id")
    elif params.message_id:
        number = context.store.messages.get(message_number(params.message_id)).thread_id
    else:
        return None
    return context.store.threads.get(number)


SURROUNDINGS = person_tool(
    surroundings, Effect.READ, Surroundings, origins=frozenset({Origin.ASSISTANT})
)

TOOLS = (SURROUNDINGS,)
