"""Recipients as a caller gives them. A name alone is no address: whom it may mean is offered, and
nobody is taken without being named by their address."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from desktop_app.mail.drafts.given import given_addresses
from desktop_app.mail.wire.mailboxes import why_not
from desktop_app.model.address import Address, unique
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.context import Context

MOST_OFFERED = 5
_SELF = frozenset({"me", "myself", "i", "self"})


def recipients(context: Context, values: Iterable[str]) -> tuple[Address, ...]:
    """As `addresses_given`; a program is told whom a name may mean of those whose mail it may
    see."""
    return addresses_given(values, lambda address: _offered(context, address))


def addresses_given(
    values: Iterable[str], offered: Callable[[Address], str] = lambda _: ""
) -> tuple[Address, ...]:
    """Addresses out of texts such as `Dana Lee <dana@example.com>` or comma lists.

    Raises `BadInput` naming what is no address, with what `offered` says of it.
    """
    found = [a for value in values for a in given_addresses(value)]
    for address in found:
        if why := why_not(address.email):
            if "@" in address.email:
                raise BadInput(why)
            raise BadInput(f"{address.email} is not a mail address.", next_step=offered(address))
    return unique(found)


def _offered(context: Context, wanted: Address) -> str:
    """Whom a name may mean, by their addresses alone: their names are anybody's words."""
    if context.origin is Origin.USER:
        return ""
    if wanted.email.strip().casefold() in _SELF:
        own = [i.address.email for a in context.store.accounts.list() for i in a.identities]
        return f"The person's own addresses: {', '.join(dict.fromkeys(own))}."
    people = context.store.found_people.complete(wanted.email, MOST_OFFERED)
    if not people:
        return "Nobody of that name is in the mail here: give the address."
    written = context.store.people.written_to(person.key for person in people)
    told = (_told(person, known=person.key in written) for person in people)
    return f"By that name there are: {', '.join(told)}. Give the address that is meant."


def _told(person: Address, *, known: bool) -> str:
    whether = "the person has written to it" if known else "never written to"
    return f"{rows.visible(person.email)} ({whether})"
