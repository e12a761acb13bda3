"""Parser of what is typed or pasted into an address field. No widgets."""

from __future__ import annotations

from desktop_app.mail.drafts.given import given_addresses
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.address import Address


def typed_addresses(text: str) -> tuple[Address, ...]:
    """Every address of a text, see `given_addresses`.

    What is no address comes back as one with that text for its `email`, so that nothing typed
    is lost and the person sees what is wrong.
    """
    found = given_addresses(text)
    # The name of a group (RFC 5322 section 3.4) goes; without addresses behind it, it is none.
    if found and (":" not in text or all(map(is_valid, found))):
        return found
    rest = " ".join(text.split()).strip(" ,;")
    return (Address("", rest),) if rest else ()


def complete(text: str) -> bool:
    """Whether a comma after `text` ends an address and does not stand inside a name."""
    return "@" in text and text.count('"') % 2 == 0


def split_typed(text: str) -> tuple[tuple[Address, ...], str]:
    """The addresses that are finished in `text`, and what is still being typed behind them."""
    head, tail = "", text
    for place, sign in enumerate(text):
        if sign in ",;\n\r\u2028" and complete(text[len(head) : place]):
            head, tail = text[: place + 1], text[place + 1 :]
    return (typed_addresses(head) if head else ()), tail.lstrip()


def is_valid(address: Address) -> bool:
    """Whether mail can be sent there, as far as its form tells."""
    return valid_address(address.email)
