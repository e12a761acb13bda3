"""Enrolment: signing accounts of any kind in and out; implements the tools' `SignInControl`.

A sign-in that waits for the browser is held in memory. A grant that nobody kept is given back to
the service.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock
from typing import Any

from desktop_app.accounts.secrets import Secrets
from desktop_app.accounts.sign_in_method import BrowserSignIn, Grant, PasswordMethod, SignInFlow
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import BadInput, KnownError, NoKeyring, NotFound, Refused
from desktop_app.model.mail_provider import FoundServers
from desktop_app.model.mailbox_check import CheckStep, Credentials, MailboxCheck
from desktop_app.model.sign_in import Permission, SignedIn, SignInSource, StartedSignIn
from desktop_app.store.store import Store
from desktop_app.workers.sign_ins import SignIns

_GIVEN_UP = "The sign-in was given up"


@dataclass(slots=True)
class _PendingSignIn:
    kind: str
    flow: SignInFlow[Any]
    wanted: tuple[Permission, ...]
    account_id: str
    grant: Grant | None = None


class Enrolment:
    """`style` returns the CSS of the page the browser ends on; `changed` is called with each
    account whose sign-in has changed; `alone` keeps passes over an account away. Thread-safe."""

    def __init__(
        self,
        store: Store,
        secrets: Secrets,
        sign_ins: SignIns,
        *,
        style: Callable[[], str] = str,
        changed: Callable[[Account], None],
        alone: Callable[[Account], AbstractContextManager[None]],
    ) -> None:
        self._store, self._secrets, self._sign_ins = store, secrets, sign_ins
        self._style, self._changed, self._alone = style, changed, alone
        self._lock = Lock()
        self._under_way: dict[str, _PendingSignIn] = {}

    def sources(self, kind: str) -> tuple[SignInSource, ...]:
        return self._browser(kind).sources()

    def start(
        self,
        kind: str,
        permissions: Sequence[Permission],
        *,
        source: str = "",
        file: Path | None = None,
        client_id: str = "",
        account_id: str = "",
        session_only: bool = False,
    ) -> StartedSignIn:
        if not session_only:
            self._secrets.check()
        again = bool(account_id) and self._store.accounts.get(account_id).kind == kind
        known = self._store.sign_ins.get(account_id) if again else None
        wanted = (*(known.wanted if known else ()), *permissions)
        hint = ""
        if account_id:
            hint = self._store.accounts.get(account_id).default_identity.address.email
        flow = self._browser(kind).begin(
            wanted,
            source=source,
            file=file,
            client_id=client_id,
            account_id=account_id,
            hint=hint,
            style=self._style(),
        )
        id_ = uuid.uuid4().hex
        self._sweep()
        with self._lock:
            self._under_way[id_] = _PendingSignIn(kind, flow, wanted, account_id)
        return StartedSignIn(id_, flow.address, flow.seconds_left)

    def finish(self, flow: str, *, days: int, session_only: bool, cancelled: Event) -> SignedIn:
        under_way = self._get(flow)
        try:
            if under_way.grant is None:
                under_way.grant = under_way.flow.wait(cancelled)
            done = self._keep(under_way, under_way.grant, days=days, session_only=session_only)
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

    def adopt(
        self, kind: str, *, source: str, file: Path | None, days: int, session_only: bool
    ) -> SignedIn:
        grant = self._browser(kind).adopt(source=source, file=file)
        return self.keep(kind, grant, (Permission.READ,), days=days, session_only=session_only)

    def find_servers(
        self, kind: str, email: str, *, cancelled: Event, told: Callable[[str], None]
    ) -> FoundServers | None:
        return self._password(kind).find(email, cancelled, told)

    def enter(
        self,
        kind: str,
        entered: Credentials,
        *,
        account_id: str = "",
        days: int,
        session_only: bool,
        cancelled: Event,
        told: Callable[[CheckStep], None],
    ) -> MailboxCheck:
        if not session_only:
            self._secrets.check()
        method = self._password(kind)
        checked = MailboxCheck(method.check(entered, cancelled, told))
        if checked.problem is not None:
            return checked
        grant: Grant = method.grant(entered)
        done = self.keep(
            kind, grant, (), account_id=account_id, days=days, session_only=session_only
        )
        self._store.mail_servers.note_said(done.account_id, checked.said)
        return replace(checked, signed_in=done)

    def sign_out(self, account_id: str) -> str:
        account = self._store.accounts.get(account_id)
        trouble = self._sign_ins.method(account.kind).revoke(account_id)
        self._sign_ins.forget(account)
        self._changed(account)
        if trouble:
            return f"{account.name} is signed out here, but {trouble}"
        return f"{account.name} is signed out. Its mail stays on this computer."

    def forget(self, account: Account) -> None:
        """Revoke and forget the sign-in of an account that is being removed. Repeatable. Raises
        `NoKeyring`."""
        self._sign_ins.method(account.kind).revoke(account.id)
        self._sign_ins.forget(account)
        self._changed(account)

    def shutdown(self) -> None:
        """Close every listener."""
        for flow in tuple(self._under_way):
            self._end(flow, give_back=True)

    def keep(
        self,
        kind: str,
        grant: Grant,
        wanted: tuple[Permission, ...],
        *,
        account_id: str = "",
        days: int,
        session_only: bool,
    ) -> SignedIn:
        """Keep the grant for its account, an existing or a new one. Raises `Refused` where
        `account_id` was meant and another account signed in; `NoKeyring`."""
        account, again = self._account(kind, grant, account_id)
        if again:
            self._change_kind(account)
        known = self._store.sign_ins.get(account.id)
        whole = (*(known.wanted if known else ()), *wanted)
        health = self._sign_ins.keep(account, grant, whole, session_only=session_only)
        if not again:
            self._store.sync_state.choose_days(account.id, days)
        self._changed(account)
        return SignedIn(
            account.id,
            grant.email,
            tuple(Permission(p) for p in health.scopes_granted),
            tuple(Permission(p) for p in health.scopes_missing),
            again,
        )

    # One sign-in

    def _browser(self, kind: str) -> BrowserSignIn[Any]:
        method = self._sign_ins.method(kind)
        if not isinstance(method, BrowserSignIn):
            raise BadInput(f"{kind} accounts are not signed in with a browser.")
        return method

    def _password(self, kind: str) -> PasswordMethod[Any]:
        method = self._sign_ins.method(kind)
        if not isinstance(method, PasswordMethod):
            raise BadInput(f"{kind} accounts are not signed in with a password.")
        return method

    def _sweep(self) -> None:
        """End sign-ins whose time is over."""
        for id_, under_way in tuple(self._under_way.items()):
            if under_way.grant is None and not under_way.flow.seconds_left:
                self._end(id_, give_back=True)

    def _get(self, flow: str) -> _PendingSignIn:
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
            self._give_back(found.kind, found.grant)

    def _give_back(self, kind: str, grant: Grant) -> None:
        """Revoke a grant that was not kept."""
        known = (i.address.email for a in self._of_kind(kind) for i in a.identities)
        if grant.email not in known:  # else it would end the older sign-in of that account too
            self._sign_ins.method(kind).give_back(grant)

    def _keep(
        self, under_way: _PendingSignIn, grant: Grant, *, days: int, session_only: bool
    ) -> SignedIn:
        return self.keep(
            under_way.kind,
            grant,
            under_way.wanted,
            account_id=under_way.account_id,
            days=days,
            session_only=session_only,
        )

    def _account(self, kind: str, grant: Grant, account_id: str) -> tuple[Account, bool]:
        """Account that signed in, and whether it existed. Raises `Refused` where another one was
        meant."""
        key = Address(grant.name, grant.email).key
        if account_id:
            meant = self._store.accounts.get(account_id)
            able = self._sign_ins.capabilities(meant)
            if key in meant.own_keys and able.changes_to == kind:
                return replace(meant, kind=kind), True
        there = next((a for a in self._of_kind(kind) if key in a.own_keys), None)
        if account_id and (there is None or there.id != account_id):
            meant = self._store.accounts.get(account_id)
            title = self._sign_ins.kind(kind).capabilities.title
            raise Refused(
                f"You signed in as {grant.email}, which is not {meant.name}.",
                next_step=f"Sign in again and choose the right {title} account.",
            )
        if there is not None:
            return there, True
        self._refuse_twice(grant, key)
        identity = Identity(Address(grant.name, grant.email), default=True)
        colour = len(self._store.accounts.list())
        return Account(uuid.uuid4().hex[:8], kind, grant.email, (identity,), colour=colour), False

    def _refuse_twice(self, grant: Grant, key: str) -> None:
        """Raises `Refused` where the address's mail is here already, from the same server."""
        for other in self._store.accounts.list():
            able = self._sign_ins.capabilities(other)
            if able.syncs and key in other.own_keys:
                raise Refused(
                    f"{grant.email} is in Draftdesk already, as {other.name} ({able.title}).",
                    next_step="Open Accounts to change how it is reached.",
                )

    def _change_kind(self, account: Account) -> None:
        """An account that goes on as another kind: its former secrets are forgotten first, so
        that no pass by them begins again."""
        before = self._store.accounts.get(account.id)
        if before.kind == account.kind:
            return
        self._sign_ins.method(before.kind).forget(before.id)
        with self._alone(before):
            self._store.accounts.change_kind(account)

    def _of_kind(self, kind: str) -> list[Account]:
        return [a for a in self._store.accounts.list() if a.kind == kind]
