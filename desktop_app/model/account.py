"""An account: where mail comes from and leaves through. It holds no secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from desktop_app.model.address import Address
from desktop_app.model.sign_in import Permission

LOCAL: Final = "local"
"""The kind that needs no server: mail files on this computer. Tools make such accounts."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Sender identity: a From address with its signature (plain text, without the `-- ` line).
    `formatted_signature` is the same as formatted text in our own form (mail/rich/), for formatted
    mail; empty where the plain words say all of it. `signature_below`: under a quote, not over
    it."""

    address: Address
    signature: str = ""
    default: bool = False
    formatted_signature: str = ""
    signature_below: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """`id` is a short opaque string; `kind` the name of one of `accounts.kinds.KINDS`; `sample`
    marks the mailbox that ships with the program. `cc` and `bcc` always get a copy of what is
    written from it: they are recipients of each new draft like any other. `mail_format` is what a
    new mail from it is (a choice of the setting `mail.format`), empty for what that setting says.
    """

    id: str
    kind: str
    name: str
    identities: tuple[Identity, ...]
    colour: int = 0
    sample: bool = False
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    mail_format: str = ""

    @property
    def copy_keys(self) -> frozenset[str]:
        """Keys of those who always get a copy."""
        return frozenset(a.key for a in (*self.cc, *self.bcc))

    @property
    def own_keys(self) -> frozenset[str]:
        """Keys of all own addresses."""
        return frozenset(i.address.key for i in self.identities)

    @property
    def sign_in_address(self) -> str:
        """The address of the account itself, which comes first of its identities."""
        return self.identities[0].address.email

    @property
    def default_identity(self) -> Identity:
        return next((i for i in self.identities if i.default), self.identities[0])


@dataclass(frozen=True, slots=True)
class Removal:
    """An account that is being removed; `name` is empty once only traces of it are left, `secrets`
    whether the keyring may still have some. `sample`: it is the sample mailbox, of which backups
    may stay. `set_aside`: the person said that what was set aside goes too. `files` are the SHA-256
    of those its drafts had, `searches` the names of saved searches that found its mail alone; both
    are empty once only traces are left."""

    account_id: str
    kind: str
    name: str
    secrets: bool = False
    sample: bool = False
    set_aside: bool = False
    files: tuple[str, ...] = ()
    searches: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.name or "an account"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an account kind can do, as data. `False` is a normal answer, not an error.

    `title` names the kind for people. `sends`: mail can be sent at all; `delivers`: what is sent
    leaves this computer. `syncs`: a server has the mail, so there is a connector. `cloud_files`
    and `calendars`: the account has them beside its mail. `password`: a person signs in with
    servers and a password that they enter, else with the browser. `permissions`: what the person
    allows one by one; empty where a sign-in allows everything or where there is none.
    """

    title: str
    sends: bool = False
    delivers: bool = False
    syncs: bool = False
    server_search: bool = False
    server_drafts: bool = False
    signs_in: bool = False
    password: bool = False
    cloud_files: bool = False
    calendars: bool = False
    permissions: tuple[Permission, ...] = ()
    largest_mail: int = 0
    """Bytes of a whole mail, files in base64, that the account sends at most, where its server has
    not said that itself (`SubmissionSaid`); 0 where that is not known."""

    web_mail: str = ""
    """The name of the web pages that show the account's mail and drafts too: `Gmail`."""

    changes_to: str = ""
    """Another kind as which the account can go on, with the mail that is here."""

    delivery_note: str = ""
    """A sentence for the review: what Send does here, when it is not what people expect."""
