"""The manual page draftdesk(1), in the macros of man(7), made of the table of commands."""

from __future__ import annotations

import datetime as dt

from draftdesk_linux.command_table import Command, Option
from draftdesk_linux.names import Names

_USE = (
    "Without a command the window opens. Results are printed on standard output, messages on"
    " standard error. Every command takes --help."
)
FILES = (
    (
        "~/.local/share/draftdesk",
        (
            "The profile: settings, the database, attachments, backups and logs, for its owner"
            " alone. Passwords and tokens are in the keyring of the session. Removing the program"
            " leaves the profile where it is."
        ),
    ),
    (
        "~/.config/autostart/draftdesk.desktop",
        (
            "Written while Draftdesk is to start at login. Desktops leave it out once the program"
            " is removed."
        ),
    ),
)
ENVIRONMENT = (
    ("DRAFTDESK_PROFILE", "The folder of the profile, as with \\-\\-profile."),
    (
        "DRAFTDESK_SECTION_NAME",
        "Any setting for one run: DRAFTDESK_MAIL_UNDO_SECONDS is mail.undo_seconds.",
    ),
)
STATUS = (
    ("0", "Done."),
    ("1", "It could not be done; a sentence on standard error says why and what to do."),
    ("2", "Wrong usage."),
    ("130", "Stopped by Ctrl+C."),
    ("141", "Nobody reads any more what is printed."),
)


def man_page(top: Command, names: Names, day: dt.date) -> str:
    """The whole page. `day` is that of the release, and stands in its foot."""
    foot = f'"{day.isoformat()}" "{names.title} {names.version}" "User commands"'
    lines = [
        f".TH {names.name.upper()} 1 {foot}",
        ".SH NAME",
        f"{names.name} \\- {escaped(names.summary[0].lower() + names.summary[1:])}",
        ".SH SYNOPSIS",
        *_synopsis(top, names.name),
        ".SH DESCRIPTION",
        *(line for words in names.description for line in (".PP", escaped(words))),
        ".PP",
        escaped(_USE),
        ".SH OPTIONS",
        *_options(top),
        ".SH COMMANDS",
        *(line for command in top.walk() if command.path for line in _command(command)),
        *_section("EXIT STATUS", STATUS),
        *_section("ENVIRONMENT", ENVIRONMENT),
        *_section("FILES", tuple((place.replace("-", "\\-"), said) for place, said in FILES)),
        ".SH SEE ALSO",
        ".BR xdg\\-settings (1),",
        ".BR xdg\\-mime (1)",
    ]
    return "\n".join(lines) + "\n"


def escaped(words: str) -> str:
    """Text as roff prints it: no backslash, no minus sign and no first sign is a request."""
    text = " ".join(words.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text[:1] in {".", "'"} else text


def _synopsis(top: Command, name: str) -> list[str]:
    lines = [f".B {name}", "[options]", "[\\fIcommand\\fR ...]"]
    for command in top.commands:
        lines += [".br", f".B {name} {escaped(' '.join(command.path))}", *_taken(command)]
    return lines


def _taken(command: Command) -> list[str]:
    lines = ["[options]"] if any("--help" not in o.flags for o in command.options) else []
    lines += [
        f"\\fI{escaped(argument.value.word)}\\fR" + (" ..." if argument.many else "")
        for argument in command.arguments
    ]
    if command.commands:
        lines.append("|".join(f"\\fB{escaped(each.path[-1])}\\fR" for each in command.commands))
    return lines


def _command(command: Command) -> list[str]:
    lines = [f'.SS "{escaped(" ".join(command.path))}"']
    if command.help:
        lines.append(_sentence(command.help))
    for argument in command.arguments:
        lines += [".TP", f"\\fI{escaped(argument.value.word)}\\fR", _sentence(argument.help)]
    return [*lines, *_options(command)]


def _options(command: Command) -> list[str]:
    """Every command takes --help: it is said once."""
    lines: list[str] = []
    for option in command.options:
        if command.path and "--help" in option.flags:
            continue
        lines += [".TP", _flags(option), _sentence(option.help)]
        if option.value is not None and option.value.choices:
            lines.append(f"One of: {escaped(', '.join(option.value.choices))}.")
    return lines


def _flags(option: Option) -> str:
    flags = ", ".join(f"\\fB{escaped(flag)}\\fR" for flag in option.flags)
    if option.value is None:
        return flags
    word = f"\\fI{escaped(option.value.word)}\\fR"
    return f"{flags} [{word}]" if option.may_lack else f"{flags} {word}"


def _sentence(words: str) -> str:
    text = escaped(words)
    if not text:
        return "\\&"
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def _section(title: str, rows: tuple[tuple[str, str], ...]) -> list[str]:
    return [f".SH {title}", *(line for name, said in rows for line in (".TP", f".B {name}", said))]
