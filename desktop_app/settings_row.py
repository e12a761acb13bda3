"""Row of the table of settings: what a setting is, and the rows that are alike."""

from __future__ import annotations

from dataclasses import dataclass

MAY_DO = "What the assistant and programs may do"
TOOLS = (
    ("mail reading", "Mail"),
    ("drafts", "Drafts"),
    ("organising", "Organising"),
    ("drive", "Drive"),
    ("calendar", "Calendar"),
)
"""The groups of tools, with their words."""

Value = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """One row. `choices` limits the value; `low` and `high` bound an int; `url` marks a
    web address (plain http only to this computer, with `near` to the own network too); a text with
    `examples` has several lines and at most `high` characters; `page` is the dialog page, empty to
    leave it out of the dialog (it is for packagers and tests), `group` the heading it stands under
    there. `unit` stands behind a number, `lowest` in place of the lowest one. `members` are the
    codes that a list may have, with their words: a tick is what the list does not name. `told` is
    the dialog's sentence where that is not `help`, nothing where the name says it.
    `environment_only` rows are secrets: they are never read from the file or written to it."""

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
    group: str = ""
    unit: str = ""
    lowest: str = ""
    members: tuple[tuple[str, str], ...] = ()
    told: str | None = None

    @property
    def sentence(self) -> str:
        """What the dialog says below its name."""
        return self.help if self.told is None else self.told

    def unit_of(self, number: int) -> str:
        """The unit behind a number: one of them is no plural."""
        return self.unit.removesuffix("s") if number == 1 else self.unit

    def words(self, value: Value) -> str:
        """A value as the dialog calls it; nothing for a list that is no choice among members."""
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, tuple):
            left = [words for code, words in self.members if code not in value]
            return ", ".join(left) or "nothing"
        if isinstance(value, int):
            least = self.choices[0] if self.choices else self.low
            number = f"{value:,} {self.unit_of(value)}".strip()
            return self.lowest if self.lowest and value == least else number
        return str(value).capitalize()

    @property
    def environment(self) -> str:
        return "DRAFTDESK_" + self.key.replace(".", "_").upper()


def policy(key: str, default: str, who: str, what: str, *choices: str) -> Setting:
    help_ = f"What happens when {who} wants to {what}."
    label = f"{who.capitalize()}: {what}"
    return Setting(key, default, help_, "Privacy", label, choices, group=MAY_DO)


def port(key: str, default: int, help_: str) -> Setting:
    return Setting(key, default, help_, low=1, high=65_535)


def security(key: str, default: str, help_: str) -> Setting:
    """Plain connections are for a server on this computer, which the session checks."""
    return Setting(key, default, help_, choices=("tls", "starttls", "none"))
