"""Signing accounts in and out at Google; implements the tools' `Enrolment`.

A sign-in begins with a listener and an address, and ends when the browser has come back. In
between it is here, in memory; what Google granted and nobody kept is given back.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING

from desktop_app.model.account import Account, AccountKind, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import BadInput, KnownError, NoKeyring, NotFound, Refused
from desktop_app.model.sign_in import Permission, SignedIn, Source, SourceKind, Started
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.sign_ins import SignIns

if TYPE_CHECKING:
    from desktop_app.accounts.google.oauth import Grant, SignInFlow
    from desktop_app.accounts.google.oauth_client import Found, OAuthClient

_GIVEN_UP = "The sign-in was given up"


@dataclass(slots=True)
class _UnderWay:
    flow: SignInFlow
    wanted: tuple[Permission, ...]
    account_id: str
    grant: Grant | None = None


class Enrolment:
    """`style` gives the CSS of the page the browser ends on; `changed` hears the id of every
    account whose sign-in is another one now. Thread-safe."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        sign_ins: SignIns,
        *,
        style: Callable[[], str] = str,
        changed: Callable[[str], None],
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._store, self._settings, self._sign_ins = store, settings, sign_ins
        self._style, self._changed, self._environment = style, changed, environment
        self._lock = Lock()
        self._under_way: dict[str, _UnderWay] = {}

    def sources(self) -> tuple[Source, ...]:
        from desktop_app.accounts.google.oauth_client import sources

        return sources(self._settings, self._environment)

    def start(
        self,
        permissions: Sequence[Permission],
        *,
        source: str = "",
        file: Path | None = None,
        account_id: str = "",
        session_only: bool = False,
    ) -> Started:
        from desktop_app.accounts.google.oauth import SignInFlow
        from desktop_app.accounts.google.scopes import asked
        from desktop_app.accounts.google.token_endpoint import Endpoints

        if not session_only:
            self._sign_ins.secrets.check()
        client = self._client(source, file, account_id)
        known = self._store.sign_ins.get(account_id) if account_id else None
        wanted = (*(known.wanted if known else ()), *permissions)
        hint = self._store.accounts.get(account_id).default_identity.address.email if known else ""
        flow = SignInFlow(
            client,
            asked(wanted),
            Endpoints.of(self._settings),
            hint=hint,
            style=self._style(),
        )
        id_ = uuid.uuid4().hex
        self._sweep()
        with self._lock:
            self._under_way[id_] = _UnderWay(flow, wanted, account_id)
        return Started(id_, flow.address, flow.seconds_left)

    def finish(self, flow: str, *, days: int, session_only: bool, cancelled: Event) -> SignedIn:
        under_way = self._get(flow)
        try:
            if under_way.grant is None:
                under_way.grant = under_way.flow.wait(cancelled)
            done = self._keep(under_way, days=days, session_only=session_only)
        except NoKeyring as error:
            under_way.flow.tell("Back to Draftdesk", f"{error.sentence} Draftdesk asks what to do.")
            raise
        except BaseException as error:
            if isinstance(error, KnownError):
                under_way.flow.tell("The sign-in did not work", error.sentence)
            self._end(flow, give_back=True)
            raise
        under_way.flow.tell(
            "You are signed in",
            f"{done.email} is in Draftdesk. You can close this page.",
            good=True,
        )
        self._end(flow, give_back=False)
        return done

    def cancel(self, flow: str) -> None:
        self._end(flow, give_back=True)

    def adopt(self, *, source: str, file: Path | None, days: int, session_only: bool) -> SignedIn:
        from desktop_app.accounts.google.oauth import Grant
        from desktop_app.accounts.google.oauth_client import Existing
        from desktop_app.accounts.google.token_endpoint import Endpoints, adopted, who

        found = self._found(source, file)
        if not isinstance(found, Existing):
            raise BadInput("This is a client, and nobody has signed in with it yet.")
        endpoints = Endpoints.of(self._settings)
        tokens = adopted(endpoints.token_uri, found)
        grant = Grant(found.client, tokens, *who(endpoints, found.client, tokens))
        return self._account_of(grant, (Permission.READ,), "", days, session_only=session_only)

    def sign_out(self, account_id: str) -> str:
        account = self._store.accounts.get(account_id)
        told = self._sign_ins.revoke(account_id)
        self._sign_ins.forget(account_id)
        self._changed(account_id)
        if told:
            return f"{account.name} is signed out. Its mail stays on this computer."
        return (
            f"{account.name} is signed out here, but Google could not be told. Remove Draftdesk at "
            "myaccount.google.com/permissions too."
        )

    def forget(self, account_id: str) -> None:
        if self._store.sign_ins.get(account_id) is None:
            return
        self._sign_ins.revoke(account_id)
        self._sign_ins.forget(account_id)
        self._changed(account_id)

    def shutdown(self) -> None:
        """Nothing listens any more."""
        for flow in tuple(self._under_way):
            self._end(flow, give_back=True)

    # One sign-in

    def _sweep(self) -> None:
        """What nobody waited for until its end."""
        for id_, under_way in tuple(self._under_way.items()):
            if under_way.grant is None and not under_way.flow.seconds_left:
                self._end(id_, give_back=True)

    def _get(self, flow: str) -> _UnderWay:
        with self._lock:
            found = self._under_way.get(flow)
        if found is None:
            raise NotFound("This sign-in is over.", next_step="Start it again.")
        return found

    def _end(self, flow: str, *, give_back: bool) -> None:
        with self._lock:
            found = self._under_way.pop(flow, None)
        if found is None:
            return
        found.flow.tell(_GIVEN_UP, "Nothing was changed. You can close this page.")
        found.flow.close()
        if give_back and found.grant is not None:
            self._give_back(found.grant)

    def _give_back(self, grant: Grant) -> None:
        """Best effort: the sign-in was not kept, so nothing here can use it."""
        from desktop_app.accounts.google.token_endpoint import Endpoints, revoke

        if any(grant.email == i.address.email for a in self._google() for i in a.identities):
            return  # revoking would end the older sign-in of the same account too
        try:
            revoke(Endpoints.of(self._settings).revoke_uri, grant.tokens.refresh_token)
        except KnownError:
            return

    def _keep(self, under_way: _UnderWay, *, days: int, session_only: bool) -> SignedIn:
        assert under_way.grant is not None
        return self._account_of(
            under_way.grant,
            under_way.wanted,
            under_way.account_id,
            days,
            session_only=session_only,
        )

    def _account_of(
        self,
        grant: Grant,
        wanted: tuple[Permission, ...],
        account_id: str,
        days: int,
        *,
        session_only: bool,
    ) -> SignedIn:
        """Keep the grant for its account: the one there is, or a new one."""
        from desktop_app.accounts.google.scopes import granted, missing

        account, again = self._account(grant, account_id)
        known = self._store.sign_ins.get(account.id)
        whole = (*(known.wanted if known else ()), *wanted)
        self._sign_ins.keep(account, grant.client, grant.tokens, whole, session_only=session_only)
        if not again:
            self._store.sync_state.choose_days(account.id, days)
        self._changed(account.id)
        scopes = grant.tokens.scopes
        return SignedIn(account.id, grant.email, granted(scopes), missing(scopes, whole), again)

    def _account(self, grant: Grant, account_id: str) -> tuple[Account, bool]:
        """The account that signed in, and whether it was there. Raises Refused for another
        one than was meant."""
        key = Address(grant.name, grant.email).key
        there = next((a for a in self._google() if key in a.own_keys), None)
        if account_id and (there is None or there.id != account_id):
            meant = self._store.accounts.get(account_id)
            raise Refused(
                f"You signed in as {grant.email}, which is not {meant.name}.",
                next_step="Sign in again and choose the right Google account.",
            )
        if there is not None:
            return there, True
        identity = Identity(Address(grant.name, grant.email), default=True)
        colour = len(self._store.accounts.list())
        id_ = uuid.uuid4().hex[:8]
        return Account(id_, AccountKind.GOOGLE, grant.email, (identity,), colour=colour), False

    def _google(self) -> list[Account]:
        return [a for a in self._store.accounts.list() if a.kind is AccountKind.GOOGLE]

    # Clients

    def _client(self, source: str, file: Path | None, account_id: str) -> OAuthClient:
        from desktop_app.accounts.google.oauth_client import OAuthClient

        if account_id and not source and file is None and self._store.sign_ins.get(account_id):
            return self._sign_ins.client(account_id)
        found = self._found(source, file)
        if not isinstance(found, OAuthClient):
            raise BadInput("This is somebody's sign-in, and no client.")
        return found

    def _found(self, source: str, file: Path | None) -> Found:
        from desktop_app.accounts.google.oauth_client import from_file, from_source

        if file is not None:
            return from_file(file)
        if source:
            return from_source(source, self._settings, self._environment)
        client = next((s for s in self.sources() if s.kind is SourceKind.CLIENT), None)
        if client is None:
            raise NotFound(
                "Draftdesk has no Google client to sign in with yet.",
                next_step="Make one in the Google Cloud console (the user guide has the steps) "
                "and choose its file.",
            )
        return from_source(client.id, self._settings, self._environment)
