"""An account: where mail comes from and leaves through. It holds no secret."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.model.address import Address


class AccountKind(StrEnum):
    LOCAL = "local"
    IMAP = "imap"
    GOOGLE = "google"


@dataclass(frozen=True, slots=True)
class Identity:
    """A From a person may write as, with its signature (plain text, without the `-- ` line)."""

    address: Address
    signature: str = ""
    default: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """`id` is a short opaque string; `sample` marks the mailbox that ships with the program."""

    id: str
    kind: AccountKind
    name: str
    identities: tuple[Identity, ...]
    colour: int = 0
    sample: bool = False

    @property
    def own_keys(self) -> frozenset[str]:
        """The keys of every own address."""
        return frozenset(i.address.key for i in self.identities)

    @property
    def default_identity(self) -> Identity:
        return next((i for i in self.identities if i.default), self.identities[0])


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an account kind can do, as data. `False` is a normal answer, not an error."""

    sends: bool
    syncs: bool
    server_search: bool
    server_drafts: bool
    delivery_note: str = ""
    """A sentence for the review: what Send does here, when it is not what people expect."""
