"""What a contract test needs of a kind: its account, and the server as seen from outside."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from threading import Event
from typing import Any

from desktop_app.accounts.base import Connector, Kind, Mailbox, Sender
from desktop_app.accounts.draft_box import DraftBox
from desktop_app.accounts.secrets import Secrets
from desktop_app.accounts.senders import sender_for
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.account_services import AccountServices
from tests.fakes.house import NOW
from tests.fakes.keyrings import MEMORY
from tests.fakes.new_profile import new_profile

KEYRING = [MEMORY]


class World(ABC):
    """One kind in a fresh profile with a keyring in memory. A kind without a server keeps the
    defaults: nothing is received, nothing leaves. `prepares_on_the_server`: a mail takes a step
    there before it is sent; `names_own_addresses`: the server says what the account may write
    as."""

    prepares_on_the_server = True
    names_own_addresses = True

    def __init__(self, kind: Kind[Any], profile: Path, environment: dict[str, str]) -> None:
        self.kind = kind
        self.environment = {"HOME": str(profile), **environment}
        self.store = Store(new_profile(profile), clock=lambda: NOW)
        self.settings = Settings(profile, self.environment)
        self.secrets = Secrets("contracts", allow=KEYRING, environment={})
        self.services = self.services_of([kind])

    def services_of(self, kinds: Iterable[Kind[Any]]) -> AccountServices:
        return AccountServices(
            self.store,
            self.settings,
            clock=lambda: NOW,
            kinds=kinds,
            secrets=self.secrets,
            environment=self.environment,
        )

    def close(self) -> None:
        self.services.shutdown()
        self.store.close()

    # The account

    def stranger(self) -> Account:
        """An account that nobody has signed in to."""
        identity = Identity(Address("Alex Morgan", "alex@fernhill.example"), default=True)
        account = Account("stranger", self.kind.name, "Stranger", (identity,))
        self.store.accounts.add(account)
        return account

    @abstractmethod
    def account(self) -> Account:
        """An account that can be used: signed in, with every permission that mail needs."""

    def connector(self, account: Account) -> Connector:
        found = self.services.connector(account)
        assert found is not None, "a kind that syncs has a connector"
        return found

    def mailbox(self, account: Account) -> Mailbox:
        return self.connector(account).mailbox(account.id, Event())

    def draft_box(self, account: Account) -> DraftBox:
        box = self.connector(account).draft_box(account.id)
        assert box is not None, "drafts are allowed in this world"
        return box

    def sender(self, account: Account) -> Sender:
        return sender_for(
            account,
            connector=self.services.connector(account),
            links=self.store.draft_links(account.id),
        )

    # The server

    def receive(self, *mails: bytes) -> list[str]:
        """Mail arrives in the inbox, unread, in that order; its ids on the server."""
        raise NotImplementedError

    def forget_history(self) -> None:
        """From now on the server does not know what happened before."""
        raise NotImplementedError

    def attempts(self) -> int:
        """How often the server was asked to send a mail."""
        return 0

    def delivered(self) -> int:
        """How many mails have left."""
        return 0

    def lose_the_next_reply(self) -> None:
        """The next mail is sent, and the answer to that is lost."""
        assert not self.kind.capabilities.delivers, "a server's replies can be lost"

    def go_offline(self) -> None:
        """Nothing can be reached any more."""
        assert not self.kind.capabilities.delivers, "a server can be out of reach"
