"""Find mail that has not been downloaded: the accounts' servers are asked the same query."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.remote import RemoteSummary
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.sync_results import ServerHits


class SearchServer(Params, frozen=True, kw_only=True):
    query: str
    account: str = ""
    limit: Annotated[int, Meta(ge=1, le=50)] = 20


def run(context: Context, params: SearchServer) -> ServerHits:
    """A server that can't be asked is named in `trouble`; the others still answer."""
    found: list[RemoteSummary] = []
    trouble = ""
    for account in context.store.accounts.list():
        searches = context.ports.accounts.capabilities(account).server_search
        if not searches or params.account not in {"", account.id}:
            continue
        try:
            found += context.ports.sync.search(
                account.id, params.query, limit=params.limit, cancelled=context.cancelled
            )
        except Cancelled:
            raise
        except KnownError as error:
            trouble = f"{account.name} could not be asked: {error.sentence}"
    hits = tuple(sorted(found, key=lambda hit: -hit.date)[: params.limit])
    return ServerHits(f"{len(hits)} more on the server.", params.query, hits, trouble)


TOOL = Tool(
    name="search_server",
    title="Search on the server",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Find mail that has not been downloaded.",
    params=SearchServer,
    result=ServerHits,
    run=run,
    origins=PERSON,
)
