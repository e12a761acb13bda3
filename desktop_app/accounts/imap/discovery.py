"""Discovery of the servers of an address: the shipped list, else the network.

The best answer wins, whatever comes first: the domain's own settings, the provider its mail goes
to, its SRV records, the usual names. Only the address's own domain and DNS are asked.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from functools import partial
from threading import Event

from desktop_app.accounts.imap.autoconfig import WELL_KNOWN, fetch_autoconfig
from desktop_app.accounts.imap.dns_records import mx_provider, srv_servers
from desktop_app.accounts.imap.guesses import guess
from desktop_app.accounts.imap.in_thread import LOOK_SECONDS, in_thread
from desktop_app.accounts.imap.provider_list import listed, provider_at
from desktop_app.model.mail_provider import FoundServers, domain_of

MOST_SECONDS = 15.0
_WELL_KNOWN = partial(fetch_autoconfig, place=WELL_KNOWN)
_log = logging.getLogger(__name__)

Lookup = Callable[[str], FoundServers | None]
"""Servers of an address, None where nothing is known. It blocks, for a bounded time."""


@dataclass(frozen=True, slots=True)
class Lookups:
    """Everything that is asked. `listed` answers at once, without the network."""

    listed: Lookup = listed
    subdomain: Lookup = fetch_autoconfig
    well_known: Lookup = _WELL_KNOWN
    mx: Lookup = mx_provider
    srv: Lookup = srv_servers
    guess: Lookup = guess


NETWORK = Lookups()


def find_servers(
    email: str,
    cancelled: Event,
    progress: Callable[[str], None],
    lookups: Lookups = NETWORK,
    *,
    seconds: float = MOST_SECONDS,
) -> FoundServers | None:
    """Servers of an address; None where nothing is found, after `seconds`, and at once when
    `cancelled` is set. `progress` is told in this thread what is being waited for. Raises
    `BadInput` for what is no address."""
    email = email.strip()
    domain = domain_of(email)
    if found := lookups.listed(email):
        return found
    end = time.monotonic() + seconds
    asked = (
        (f"Asking {domain} for its settings", (lookups.subdomain, lookups.well_known)),
        ("Looking in DNS", (lookups.mx, lookups.srv)),
        ("Trying the usual names", (lookups.guess,)),
    )
    running = [
        (words, [in_thread(partial(lookup, email)) for lookup in group]) for words, group in asked
    ]
    for words, futures in running:
        if cancelled.is_set():
            return None
        progress(words)
        for future in futures:
            if found := _awaited(future, cancelled, end):
                return _with_advice(found)
    return None


def _awaited(
    future: Future[FoundServers | None], cancelled: Event, end: float
) -> FoundServers | None:
    """None for a look-up that is cancelled, too slow or broken: another may know."""
    while not future.done():
        left = end - time.monotonic()
        if cancelled.is_set() or left <= 0:
            return None
        wait([future], min(LOOK_SECONDS, left))
    if cancelled.is_set():
        return None
    if error := future.exception():
        _log.error("A look-up of mail servers broke.", exc_info=error)
        return None
    return future.result()


def _with_advice(found: FoundServers) -> FoundServers:
    """The list knows what the provider at these servers asks of a person."""
    known = provider_at(found.incoming.host) if found.incoming else None
    if known is None:
        return found
    return replace(
        found,
        provider=known.provider,
        kind=known.kind,
        app_password=known.app_password,
        app_password_url=known.app_password_url,
        steps=known.steps,
        note=known.note,
        outside=False,
    )
