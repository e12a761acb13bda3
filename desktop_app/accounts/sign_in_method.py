"""How accounts sign in, as Protocols: what a sign-in brings, by a password or in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from desktop_app.model.sign_in import GrantOrigin, Permission, SignInSource

if TYPE_CHECKING:
    from desktop_app.model.mail_provider import FoundServers
    from desktop_app.model.mail_server import MailServers
    from desktop_app.model.mailbox_check import CheckedStep, CheckStep, Credentials


class Grant(Protocol):
    """What a sign-in brought, before it is kept. `scopes` are as the service names them;
    `servers` is None where the kind's accounts have no servers of their own."""

    @property
    def email(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def client_id(self) -> str: ...
    @property
    def scopes(self) -> frozenset[str]: ...
    @property
    def servers(self) -> MailServers | None: ...
    @property
    def origin(self) -> GrantOrigin: ...


G = TypeVar("G", bound=Grant)
G_co = TypeVar("G_co", bound=Grant, covariant=True)
G_contra = TypeVar("G_contra", bound=Grant, contravariant=True)


class SignInMethod(Protocol[G_contra]):
    """How accounts of one kind keep a sign-in and give it up. It holds the secrets, never the
    account. A password and a browser's consent are both of this form."""

    def keep(self, account_id: str, grant: G_contra, *, session_only: bool) -> None:
        """Keep the grant's secrets. Raises `NoKeyring`, with nothing kept."""

    def give_back(self, grant: G_contra) -> None:
        """Revoke a grant that nobody kept; best effort, raises nothing."""

    def revoke(self, account_id: str) -> str:
        """Tell the service that the sign-in is over; empty when that worked, else a sentence
        with what the person can do."""

    def forget(self, account_id: str) -> None:
        """Delete the account's secrets. Raises `NoKeyring` where one may still be kept."""

    def remembers(self, account_id: str) -> bool:
        """Whether this session has the secret, in memory or in the file of another program; the
        keyring is not asked."""


@runtime_checkable
class PasswordMethod(SignInMethod[G], Protocol[G]):
    """A sign-in by a password that the person enters with the servers."""

    def find(
        self, email: str, cancelled: Event, told: Callable[[str], None]
    ) -> FoundServers | None:
        """The servers of an address, None where nothing is known of it; `told` says in a sentence
        what is being asked. Raises `Cancelled`."""

    def check(
        self, entered: Credentials, cancelled: Event, told: Callable[[CheckStep], None]
    ) -> tuple[CheckedStep, ...]:
        """Try what was entered, step by step; `told` is called as each begins. Raises
        `Cancelled`."""

    def grant(self, entered: Credentials) -> G:
        """The grant of what was checked."""


class SignInFlow(Protocol[G_co]):
    """A sign-in that waits for the person's browser, at `address`."""

    @property
    def address(self) -> str: ...

    @property
    def seconds_left(self) -> int: ...

    def wait(self, cancelled: Event) -> G_co:
        """Until the person has decided. Raises `Cancelled`, `Refused`, `NeedsSignIn`,
        `Unavailable`."""

    def tell(self, title: str, text: str, *, good: bool = False) -> None:
        """What the browser shows at the end, once."""

    def close(self) -> None: ...


@runtime_checkable
class BrowserSignIn(SignInMethod[G], Protocol[G]):
    """A sign-in by consent in the browser, with an OAuth client of the person's choice."""

    def sources(self) -> tuple[SignInSource, ...]:
        """The clients and existing sign-ins found on this computer, the preferred one first."""

    def begin(
        self,
        permissions: Iterable[Permission],
        *,
        source: str,
        file: Path | None,
        client_id: str,
        account_id: str,
        hint: str,
        style: str,
    ) -> SignInFlow[G]:
        """Listen for the browser. Of `source` (an id of `sources`), `file` and `client_id` none
        means the account's own client, or the preferred one; `hint` is the address expected to
        sign in, `style` the CSS of the page the browser ends on. Raises `BadInput`, `NotFound`,
        `NoKeyring`, `Unavailable`."""

    def adopt(self, *, source: str, file: Path | None) -> G:
        """Take over an existing sign-in. Raises `BadInput`, `NotFound`, `NeedsSignIn`,
        `Unavailable`."""
