"""What can be done with one mail beyond the usual: answers to its mailing list, where it says where
that takes them, and what is done with the person's own mail alone.
"""

from __future__ import annotations

from desktop_app.model.address import Address
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.drafting.reply_people import own_keys, said_of_answers


class ListAddress(Result, frozen=True):
    """Where the list of a mail takes answers; None where it says nowhere. `own`: the person wrote
    the mail."""

    address: Address | None
    own: bool = False


class FindListAddress(Params, frozen=True, kw_only=True):
    message_id: int


def find_list_address(context: Context, params: FindListAddress) -> ListAddress:
    """Raises `NotFound` for a mail that is not there."""
    message = context.store.messages.get(params.message_id)
    own = message.sender.key in own_keys(context, message)
    return ListAddress(said_of_answers(context, message).list_post, own)


FIND_LIST_ADDRESS = person_tool(find_list_address, Effect.READ, FindListAddress)
TOOLS = (FIND_LIST_ADDRESS,)
