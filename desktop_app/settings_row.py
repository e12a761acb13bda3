"""Row of the table of settings: what a setting is, and the rows that are alike."""

from __future__ import annotations

from dataclasses import dataclass

Value = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """One row. `choices` limits the value; `low` and `high` bound an int; `url` marks a
    web address (plain http only to this computer, with `near` to the own network too); a text with
    `examples` has several lines and at most `high` characters; `page` is the dialog page, empty to
    leave it out of the dialog (it is for packagers and tests). `environment_only` rows are secrets:
    they are never read from the file or written to it."""

    key: str
    default: Value
    help: str
    page: str = ""
    label: str = ""
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 2**31
    url: bool = False
    near: bool = False
    environment_only: bool = False
    examples: tuple[str, ...] = ()

    @property
    def environment(self) -> str:
        return "DRAFTDESK_" + self.key.replace(".", "_").upper()


def policy(key: str, default: str, who: str, what: str, *choices: str) -> Setting:
    help_ = f"What happens when {who} wants to {what}."
    return Setting(key, default, help_, "Privacy", f"{who.capitalize()}: {what}", choices)


def port(key: str, default: int, help_: str) -> Setting:
    return Setting(key, default, help_, low=1, high=65_535)


def security(key: str, default: str, help_: str) -> Setting:
    """Plain connections are for a server on this computer, which the session checks."""
    return Setting(key, default, help_, choices=("tls", "starttls", "none"))
