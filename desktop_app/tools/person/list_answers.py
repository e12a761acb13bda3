"""Answers to a mailing list: whether a mail says where its list takes them."""

from __future__ import annotations

from desktop_app.model.address import Address
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.drafting.reply_people import said_of_answers


class ListAddress(Result, frozen=True):
    """Where the list of a mail takes answers; None where it says nowhere."""

    address: Address | None


class FindListAddress(Params, frozen=True, kw_only=True):
    message_id: int


def find_list_address(context: Context, params: FindListAddress) -> ListAddress:
    """Raises `NotFound` for a mail that is not there."""
    message = context.store.messages.get(params.message_id)
    return ListAddress(said_of_answers(context, message).list_post)


FIND_LIST_ADDRESS = person_tool(find_list_address, Effect.READ, FindListAddress)
TOOLS = (FIND_LIST_ADDRESS,)
