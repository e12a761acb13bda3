"""Secrets of a profile, in the keyring of the system only. No other module uses the keyring.

Allowed backends are Secret Service (GNOME Keyring, KeePassXC), KWallet, macOS and Windows, by their
classes. Every other backend of the keyring library is refused, because the library silently chooses
a plaintext file where such a backend is installed. Each secret is an entry of its own, because
Windows limits the size. Nothing here writes a file, and no secret gets into an error or a log.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Protocol

from desktop_app.accounts.keyring_calls import KeyringCalls
from desktop_app.model.errors import NoKeyring

ALLOWED = (
    "keyring.backends.SecretService.Keyring",
    "keyring.backends.kwallet.DBusKeyring",
    "keyring.backends.macOS.Keyring",
    "keyring.backends.Windows.WinVaultKeyring",
)
OVERRIDE = "PYTHON_KEYRING_BACKEND"
MOST_CHARACTERS = 1280
"""Windows Credential Manager takes 2,560 bytes of UTF-16 (CRED_MAX_CREDENTIAL_BLOB_SIZE)."""

PATIENCE_SECONDS = 90.0
"""How long the person has to type the keyring's password, where it asks for that."""

_SERVICE = "Draftdesk"
_OR_SESSION = "then try again, or keep the sign-in for this session only."


class SecretsState(StrEnum):
    KEYRING = "keyring"
    SESSION_ONLY = "session only"
    LOCKED = "locked"
    UNAVAILABLE = "unavailable"


class Backend(Protocol):
    """Used part of `keyring.backend.KeyringBackend`."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


def profile_id(profile: Path) -> str:
    """Short name of a profile, which keeps the secrets of two profiles apart."""
    return hashlib.sha256(bytes(profile.resolve())).hexdigest()[:12]


class Secrets:
    """The secrets of one profile; names are like `google/<account id>/refresh_token`.

    Thread-safe. Every call may wait for the person to unlock the keyring, for `patience` seconds
    at most, so none belongs on the window's thread. `allow` are the class paths of the backends
    that may be used.
    """

    def __init__(
        self,
        profile: str,
        allow: Iterable[str] = ALLOWED,
        *,
        environment: Mapping[str, str] = os.environ,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._calls = KeyringCalls(patience)
        self._profile = profile
        self._allow = tuple(allow)
        self._environment = environment
        self._session: dict[str, str] = {}
        self._lock = Lock()
        """Guards the secrets of this session; never held while a keyring is asked."""
        self._trouble: SecretsState | None = None

    @property
    def state(self) -> SecretsState:
        """Where secrets go, or why they can't be kept, as of the last call."""
        if self._session:
            return SecretsState.SESSION_ONLY
        return self._trouble or SecretsState.KEYRING

    def check(self) -> None:
        """Raise NoKeyring when a secret could not be kept now. Writes and deletes a probe,
        because a readable keyring need not be writable."""
        name = f"check/{os.getpid()}"
        self.set(name, "check")
        self.delete(name)

    def get(self, name: str) -> str | None:
        """The secret, or None. Raises NoKeyring."""
        with self._lock:
            if name in self._session:
                return self._session[name]
        return self._ask(lambda backend: backend.get_password(self._service, name))

    def set(self, name: str, value: str, *, session_only: bool = False) -> None:
        """Keep a secret in the keyring, or in memory where the person chose that. Raises
        NoKeyring, with nothing kept."""
        if len(value) > MOST_CHARACTERS and not session_only:
            raise NoKeyring(
                "This secret is too long for a keyring.",
                next_step="Keep the sign-in for this session only.",
                details={"characters": str(len(value)), "most": str(MOST_CHARACTERS)},
            )
        if session_only:
            with self._lock:
                self._session[name] = value
            return
        fresh: list[bool] = []

        def keep(backend: Backend) -> None:
            fresh.append(backend.get_password(self._service, name) is None)
            backend.set_password(self._service, name, value)

        def forget(backend: Backend) -> None:
            if fresh == [True]:  # else it replaced an older one, and is the better of the two
                backend.delete_password(self._service, name)

        self._ask(keep, forget)
        with self._lock:
            self._session.pop(name, None)

    def in_memory(self, name: str) -> bool:
        """Whether a secret is kept for this session only. Asks no keyring."""
        with self._lock:
            return name in self._session

    def delete(self, name: str) -> None:
        """Delete a secret; a missing one is no error. Raises NoKeyring."""
        with self._lock:
            kept_in_memory = self._session.pop(name, None) is not None
        try:
            if self.get(name) is not None:
                self._ask(lambda backend: backend.delete_password(self._service, name))
        except NoKeyring:
            if not kept_in_memory:
                raise

    def end(self) -> None:
        """The program ends: whoever waits for the keyring goes on without it within seconds. Does
        not wait."""
        self._calls.end()

    @property
    def _service(self) -> str:
        return f"{_SERVICE} {self._profile}"

    def _ask(
        self,
        do: Callable[[Backend], str | None],
        undo: Callable[[Backend], str | None] | None = None,
    ) -> str | None:
        """Send one request to the keyring. Every failure is a `NoKeyring`; `undo` takes back what
        succeeds after that."""
        undoing = (lambda: undo(self._backend())) if undo is not None else None
        try:
            answer = self._calls.run(lambda: do(self._backend()), undoing)
        except NoKeyring as error:
            waiting = error.details.get("fault") == "waiting"
            self._trouble = SecretsState.LOCKED if waiting else SecretsState.UNAVAILABLE
            raise
        # Each backend fails with errors of its own: D-Bus's, Windows', sockets' …
        except Exception as error:  # noqa: BLE001
            known = _known(error)
            locked = known.details.get("fault") == "locked"
            self._trouble = SecretsState.LOCKED if locked else SecretsState.UNAVAILABLE
            raise known from None
        self._trouble = None
        return answer

    def _backend(self) -> Backend:
        override = self._environment.get(OVERRIDE, "")
        if override and override not in self._allow:
            raise NoKeyring(
                f"{OVERRIDE} names a keyring that Draftdesk does not trust with secrets.",
                next_step=f"Start Draftdesk without {OVERRIDE}, {_OR_SESSION}",
                details={"fault": "refused", "backend": override},
            )
        found = [made for path in self._allow if (made := _viable(path)) is not None]
        if not found:
            raise NoKeyring(
                "There is no system keyring to keep the sign-in in.",
                next_step="Start one such as GNOME Keyring, KeePassXC or KWallet, " + _OR_SESSION,
                details={"fault": "missing"},
            )
        return max(found, key=lambda pair: pair[0])[1]


def _viable(path: str) -> tuple[float, Backend] | None:
    """Backend with its priority; None where it does not work."""
    module, _, name = path.rpartition(".")
    try:
        kind = getattr(import_module(module), name)
        # The library says by an error of any kind that a backend does not work here.
        return float(kind.priority), kind()
    except Exception:  # noqa: BLE001
        return None


def _known(error: Exception) -> NoKeyring:
    """Own error for an error of a backend. Its text is left out, because it may contain
    anything."""
    from keyring.errors import KeyringLocked

    details = {"cause": type(error).__name__}
    if isinstance(error, KeyringLocked) or "Locked" in type(error).__name__:
        return NoKeyring(
            "Your keyring is locked.",
            next_step=f"Unlock it, {_OR_SESSION}",
            details={"fault": "locked", **details},
        )
    return NoKeyring(
        "Your keyring does not answer.",
        next_step=f"Check that it runs, {_OR_SESSION}",
        details={"fault": "broken", **details},
    )
