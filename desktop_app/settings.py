"""Every setting in one table: name, type, default, help. The dialog, the documentation and the
environment variables come from it. Secrets never stand here: they live in the keyring.

Precedence: environment (`google.api_root` is `DRAFTDESK_GOOGLE_API_ROOT`), then
`<profile>/settings.toml`, then the default.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any

from desktop_app.model.errors import BadInput, StorageError

Value = str | int | bool | tuple[str, ...]
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
_URL = re.compile(r"(https?)://(\[[0-9a-f:]+\]|[^\s/:@?#]+)(?::\d+)?(?:[/?#]\S*)?", re.I)
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Setting:
    """One row. `choices` limits the value; `low` and `high` bound an int; `url` marks a
    web address (plain http only to this computer); `page` is the dialog page, empty to leave it
    out of the dialog (it is for packagers and tests). `environment_only` rows are secrets: they
    are never read from the file or written to it."""

    key: str
    default: Value
    help: str
    page: str = ""
    label: str = ""
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 2**31
    url: bool = False
    environment_only: bool = False

    @property
    def environment(self) -> str:
        return "DRAFTDESK_" + self.key.replace(".", "_").upper()


def _policy(key: str, default: str, who: str, what: str, *choices: str) -> Setting:
    help_ = f"What happens when {who} wants to {what}."
    return Setting(key, default, help_, "Privacy", f"{who.capitalize()}: {what}", choices)


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "look.theme",
        "system",
        "Light, dark, high contrast, or as the system.",
        "Look",
        "Theme",
        ("system", "light", "dark", "contrast"),
    ),
    Setting(
        "look.density",
        "comfortable",
        "Three-line rows, or compact two-line rows.",
        "Look",
        "Conversation list",
        ("comfortable", "compact"),
    ),
    Setting(
        "look.text_percent", 100, "Size of all text, in percent.", "Look", "Text size", (), 80, 200
    ),
    Setting("look.geometry", "", "Where the window was (kept by the window itself)."),
    Setting("look.hints_dismissed", (), "Hints that were put away (kept by the window itself)."),
    Setting(
        "mail.undo_seconds",
        10,
        "How long a sent mail can be taken back.",
        "Writing",
        "Undo send (seconds)",
        (0, 5, 10, 30, 60),
    ),
    Setting(
        "mail.trusted_recipients",
        (),
        "People the new-recipient check leaves out, by address.",
        "Writing",
        "Trusted recipients",
    ),
    Setting(
        "mail.always_show_images",
        (),
        "Senders whose remote images are shown, by address.",
        "Privacy",
        "Always show images from",
    ),
    Setting(
        "mail.original_view",
        (),
        "Senders whose mail opens as Original, by address.",
        "Privacy",
        "Open as Original",
    ),
    Setting(
        "mail.mark_read_seconds",
        1,
        "How long a message is open before it counts as read; -1: never by itself.",
        "Reading",
        "Mark as read after (seconds)",
        (),
        -1,
        60,
    ),
    Setting(
        "mail.check_seconds",
        60,
        "How often mail is checked for.",
        "Reading",
        "Check for mail every (seconds)",
        (),
        15,
        86_400,
    ),
    Setting(
        "mail.check_on_focus",
        True,
        "Whether mail is checked for when the window comes to the front.",
        "Reading",
        "Check when the window is chosen",
    ),
    Setting(
        "google.api_root",
        "",
        "Where Google's APIs are, for a test server; empty for Google's own addresses.",
        url=True,
    ),
    Setting(
        "google.auth_uri",
        "https://accounts.google.com/o/oauth2/v2/auth",
        "Where a sign-in at Google begins.",
        url=True,
    ),
    Setting(
        "google.token_uri",
        "https://oauth2.googleapis.com/token",
        "Where Google hands out tokens.",
        url=True,
    ),
    Setting(
        "google.revoke_uri",
        "https://oauth2.googleapis.com/revoke",
        "Where Google takes tokens back.",
        url=True,
    ),
    Setting("google.client_id", "", "The OAuth client to sign in to Google with."),
    Setting(
        "google.client_secret",
        "",
        "The secret of that client; by environment variable alone, it is never written down.",
        environment_only=True,
    ),
    Setting(
        "google.units_per_minute",
        6000,
        "Gmail's limit in quota units a minute: 6000 for Cloud projects made since May 2026, "
        "15000 for older ones.",
        "Accounts",
        "Gmail quota (units a minute)",
        (),
        300,
        1_000_000_000,
    ),
    _policy("policy.assistant_read", "allow", "the assistant", "read mail", "allow", "deny"),
    _policy(
        "policy.assistant_draft", "allow", "the assistant", "write drafts", "allow", "ask", "deny"
    ),
    _policy(
        "policy.assistant_organise", "ask", "the assistant", "organise mail", "allow", "ask", "deny"
    ),
    _policy("policy.mcp_read", "allow", "a connected program", "read mail", "allow", "deny"),
    _policy(
        "policy.mcp_draft", "allow", "a connected program", "write drafts", "allow", "ask", "deny"
    ),
    _policy(
        "policy.mcp_organise", "ask", "a connected program", "organise mail", "allow", "ask", "deny"
    ),
    Setting(
        "tools.assistant_off",
        ("drive", "calendar"),
        "Groups of tools the assistant does not get: mail reading, drafts, organising, "
        "drive, calendar.",
        "Privacy",
        "The assistant: without",
    ),
    Setting(
        "tools.mcp_off",
        ("drive", "calendar"),
        "Groups of tools connected programs do not get: mail reading, drafts, "
        "organising, drive, calendar.",
        "Privacy",
        "Connected programs: without",
    ),
    Setting(
        "assistant.provider",
        "starter",
        "Who answers in the assistant panel. The starter assistant works by rules on this "
        "computer; this version includes no language model.",
        "Assistant",
        "Assistant",
        ("starter",),
    ),
    Setting("debug.stall_log", "", "A file that tells whenever the window's thread stalled."),
    Setting("keys.rebound", (), "Changed shortcuts, each as action=key.", "Keys", "Shortcuts"),
)
"""Rows are added here by the rooms that need them; nothing else declares a setting."""

TABLE: Mapping[str, Setting] = {row.key: row for row in SETTINGS}


class Settings:
    """The values in force for one profile. Reading is cheap and thread-safe.

    `environment` is handed in once, so that a test or a launcher decides what counts.
    """

    def __init__(self, profile: Path, environment: Mapping[str, str] = os.environ) -> None:
        self._path = profile / "settings.toml"
        self._lock = RLock()
        self._watchers: list[Callable[[str], None]] = []
        self._forced = dict(_from_environment(environment))
        self._stored = self._read_file()

    def text(self, key: str) -> str:
        return str(self._get(key))

    def number(self, key: str) -> int:
        value = self._get(key)
        return value if isinstance(value, int) else int(str(value))

    def flag(self, key: str) -> bool:
        return self._get(key) is True

    def items(self, key: str) -> tuple[str, ...]:
        value = self._get(key)
        return value if isinstance(value, tuple) else ()

    def value(self, key: str) -> Value:
        return self._get(key)

    def forced(self, key: str) -> bool:
        """Whether the environment decides this one, so that a dialog can say so."""
        return key in self._forced

    def change(self, key: str, value: object) -> None:
        """Check and keep a value. Raises `BadInput` for a wrong one, `StorageError` when the
        file can't be written; then the old value stays in force."""
        checked = check(TABLE[key], value)
        if TABLE[key].environment_only:
            raise BadInput(f"{key} can be set by environment variable alone.")
        with self._lock:
            wanted = {**self._stored, key: checked}
            self._write_file(wanted)
            self._stored = wanted
        for watcher in tuple(self._watchers):
            watcher(key)

    def watch(self, callback: Callable[[str], None]) -> Callable[[], None]:
        """Call back with the key after each change; returns what ends it."""
        self._watchers.append(callback)

        def stop() -> None:
            with contextlib.suppress(ValueError):
                self._watchers.remove(callback)

        return stop

    def _get(self, key: str) -> Value:
        row = TABLE[key]
        if key in self._forced:
            return self._forced[key]
        return self._stored.get(key, row.default)

    def _read_file(self) -> dict[str, Value]:
        import tomllib

        try:
            text = self._path.read_text("utf-8")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise StorageError(f"The settings can't be read: {error.strerror}.") from error
        try:
            return dict(_known_rows(tomllib.loads(text)))
        except tomllib.TOMLDecodeError as error:
            raise StorageError(
                f"settings.toml is not valid TOML: {error}.",
                next_step="Mend the file, or move it away to start from the defaults.",
            ) from error

    def _write_file(self, values: Mapping[str, Value]) -> None:
        """Change only our keys: comments and keys of a newer version stay."""
        import tomlkit

        try:
            old = self._path.read_text("utf-8") if self._path.exists() else ""
            document = tomlkit.parse(old)
            for key, value in values.items():
                section, _, name = key.partition(".")
                table = document.setdefault(section, tomlkit.table())
                table[name] = list(value) if isinstance(value, tuple) else value
            fresh = self._path.with_suffix(".toml.new")
            fresh.write_text(tomlkit.dumps(document), "utf-8")
            fresh.replace(self._path)
        except OSError as error:
            raise StorageError(f"The settings can't be saved: {error.strerror}.") from error


def check(row: Setting, value: object) -> Value:
    """`value` as the row's type. Raises `BadInput` with a sentence naming the setting."""
    checked = _typed(row, value)
    if row.choices and checked not in row.choices:
        allowed = ", ".join(str(c) for c in row.choices)
        raise BadInput(f"{row.key} can be {allowed}, not {value!s}.")
    if row.url and checked:
        _check_url(row, str(checked))
    return checked


def _typed(row: Setting, value: object) -> Value:
    if isinstance(row.default, bool):
        return _as_flag(row, value)
    if isinstance(row.default, int):
        return _as_number(row, value)
    if isinstance(row.default, tuple):
        if isinstance(value, str):
            value = [part.strip() for part in value.split(",") if part.strip()]
        if isinstance(value, list | tuple) and all(isinstance(v, str) for v in value):
            return tuple(value)
        raise BadInput(f"{row.key} must be a list of texts.")
    if isinstance(value, str):
        return value
    raise BadInput(f"{row.key} must be text.")


def _as_flag(row: Setting, value: object) -> bool:
    word = str(value).lower()
    if word in _TRUE | _FALSE:
        return word in _TRUE
    raise BadInput(f"{row.key} must be true or false, not {value!s}.")


def _as_number(row: Setting, value: object) -> int:
    try:
        number = int(str(value))
    except ValueError:
        raise BadInput(f"{row.key} must be a whole number, not {value!s}.") from None
    if not row.low <= number <= row.high:
        raise BadInput(f"{row.key} must be from {row.low} to {row.high}, not {number}.")
    return number


def _check_url(row: Setting, value: str) -> None:
    match = _URL.fullmatch(value)
    if match is not None and (match[1].lower() == "https" or match[2].lower() in _LOOPBACK):
        return
    raise BadInput(f"{row.key} must be an https address (http only to this computer).")


def _known_rows(document: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    for section, table in document.items():
        if not isinstance(table, Mapping):
            continue
        for name, value in table.items():
            row = TABLE.get(f"{section}.{name}")
            if row is not None and not row.environment_only:
                with contextlib.suppress(BadInput):
                    yield row.key, check(row, value)


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Value]]:
    for row in SETTINGS:
        given = environment.get(row.environment)
        if given is not None:
            yield row.key, check(row, given)
