"""Settings of a profile, read from the table in settings_table.py. Secrets are in the keyring only.

Precedence: environment (`google.api_root` is `DRAFTDESK_GOOGLE_API_ROOT`), then
`<profile>/settings.toml`, then the default.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from pathlib import Path
from threading import RLock
from typing import Any

from desktop_app.model.errors import BadInput, StorageError
from desktop_app.model.reach import Reach, reach_of, with_scheme
from desktop_app.settings_row import Setting, Value
from desktop_app.settings_table import SETTINGS

FILE = "settings.toml"
MOST_BYTES = 1_000_000
_MEND = "Mend the file, or move it away to start from the defaults."
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


TABLE: Mapping[str, Setting] = {row.key: row for row in SETTINGS}


class Settings:
    """Settings of one profile. Reading is cheap and thread-safe. `environment` is read once,
    when made."""

    def __init__(
        self,
        profile: Path,
        environment: Mapping[str, str] = os.environ,
        *,
        read: bool = True,
    ) -> None:
        """Raises `StorageError` for a file that can't be read, `BadInput` for a wrong variable of
        the environment. Without `read` the file is not looked at: the defaults are in force."""
        self._path = profile / FILE
        self._lock = RLock()
        self._watchers: list[Callable[[str], None]] = []
        self._forced = dict(_from_environment(environment))
        self._stored = self._read_file() if read else {}

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
        """Whether the environment decides this setting, so that a dialog can say so."""
        return key in self._forced

    def change(self, key: str, value: object) -> None:
        """Check and store a value. Raises `BadInput` for a wrong one, `StorageError` when the
        file can't be written; the old value then stays in force."""
        self.change_all({key: value})

    def change_all(self, values: Mapping[str, object]) -> None:
        """Change several settings at once: all or none. Raises as `change`."""
        checked = {key: check(TABLE[key], value) for key, value in values.items()}
        for key in checked:
            if TABLE[key].environment_only:
                raise BadInput(f"{key} can be set by environment variable alone.")
        with self._lock:
            wanted = {**self._stored, **checked}
            self._write_file(wanted)
            self._stored = wanted
        for key in checked:
            for watcher in tuple(self._watchers):
                watcher(key)

    def watch(self, callback: Callable[[str], None]) -> Callable[[], None]:
        """Call back with the key after each change; returns the unsubscribe function."""
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

        text = _read(self._path)
        if text is None:
            return {}
        try:
            return dict(_known_rows(tomllib.loads(text)))
        except ValueError as error:  # TOMLDecodeError, and numbers of thousands of digits
            raise _unreadable(f"it is not valid TOML ({error})") from error
        except RecursionError:
            raise _unreadable("its values are nested too deep") from None

    def _write_file(self, values: Mapping[str, Value]) -> None:
        """Change known keys only: comments and keys of a newer version stay."""
        import tomlkit

        try:
            document = tomlkit.parse(_read(self._path) or "")
            for key, value in values.items():
                section, _, name = key.partition(".")
                if not isinstance(document.get(section), MutableMapping):
                    document[section] = tomlkit.table()
                table = document[section]
                table[name] = list(value) if isinstance(value, tuple) else value
            fresh = self._path.with_suffix(".toml.new")
            with fresh.open("w", encoding="utf-8") as file:
                file.write(tomlkit.dumps(document))
                file.flush()
                os.fsync(file.fileno())  # else a power cut can leave the new name without the text
            fresh.replace(self._path)
        except OSError as error:
            raise StorageError(f"The settings can't be saved: {error.strerror}.") from error
        except (ValueError, RecursionError) as error:
            raise StorageError(
                "The settings can't be saved: settings.toml has been changed and can't be read.",
                next_step=_MEND,
            ) from error


def settings_or_aside(profile: Path) -> tuple[Settings, StorageError | None]:
    """Settings of a profile. A file that can't be read is kept beside, as settings.toml.broken
    with a number where there is one already; then the defaults are in force, and what happened is
    returned too. Raises `StorageError` where the file can't be moved, `BadInput` as `Settings`."""
    try:
        return Settings(profile), None
    except StorageError as error:
        aside = _free(profile / f"{FILE}.broken")
        try:
            (profile / FILE).rename(aside)
        except OSError:
            raise error from None
        told = StorageError(
            f"{error.sentence} Draftdesk has started with the defaults.",
            next_step=f"Your file is kept as {aside.name} in the profile folder.",
            details=error.details,
        )
        return Settings(profile), told


def _free(path: Path) -> Path:
    """The path, or the first that is free with a number behind it."""
    numbered = (path.with_name(f"{path.name}{n}") for n in itertools.count(2))
    return next(p for p in itertools.chain((path,), numbered) if not os.path.lexists(p))


def _read(path: Path) -> str | None:
    """The text of the file, None where there is none. Raises `StorageError`."""
    try:
        kind = path.stat()
        if not stat.S_ISREG(kind.st_mode):
            raise _unreadable("it is no file")
        if kind.st_size > MOST_BYTES:
            raise _unreadable(f"it is larger than {MOST_BYTES // 1000} kB")
        return path.read_text("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise _unreadable("it is not UTF-8 text") from None
    except OSError as error:
        raise _unreadable(error.strerror or "the disk reported an error") from error


def _unreadable(reason: str) -> StorageError:
    return StorageError(f"settings.toml can't be read: {reason}.", next_step=_MEND)


def check(row: Setting, value: object) -> Value:
    """`value` as the row's type. Raises `BadInput` with a sentence naming the setting."""
    checked = _typed(row, value)
    if row.choices and checked not in row.choices:
        allowed = ", ".join(str(c) for c in row.choices)
        raise BadInput(f"{row.key} can be {allowed}, not {value!s}.")
    if row.url and checked:
        checked = with_scheme(str(checked)) if row.near else checked
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
    if not isinstance(value, str):
        raise BadInput(f"{row.key} must be text.")
    if len(value) > row.high:
        raise BadInput(
            f"{row.label or row.key}: at most {row.high:,} characters, not {len(value):,}."
        )
    return value


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
    allowed = {Reach.THIS_COMPUTER, Reach.ENCRYPTED, *((Reach.OWN_NETWORK,) if row.near else ())}
    if reach_of(value) in allowed:
        return
    near = " or your own network" if row.near else ""
    raise BadInput(f"{row.key} must be an https address (http only to this computer{near}).")


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
            try:
                yield row.key, check(row, given)
            except BadInput as error:
                step = f"Correct or remove the environment variable {row.environment}."
                raise BadInput(error.sentence, next_step=step) from None
