"""The command line as a table: made from the program's own parser, for the manual page and the
completions. What the parser does not say is not said here."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

SAID = {
    "--json": "print the result as JSON",
    "--limit": "how many rows at most",
    "--account": "one account alone, as accounts list names it",
    "--subject": "what the mail is about",
    "--body": "the text of the mail",
    "--imap-port": "its port, where it is not the usual one",
    "--smtp-port": "its port, where it is not the usual one",
    "paths": "files or folders",
    "path": "a file",
    "query": "what is looked for, as in the search entry",
    "targets": "what to open",
    "account": "the account, as accounts list names it",
    "accounts list": "ids, kinds, names and addresses of the accounts",
    "accounts add": "add an account of one of these kinds",
    "accounts remove": "remove an account with its mail and drafts on this computer",
}
"""Words for what the parser has none for: flags, arguments by their name, commands."""

FILE, FOLDER, CHOICE, TEXT = "file", "folder", "choice", "text"
"""What a value is, as far as a shell can complete it."""


@dataclass(frozen=True, slots=True)
class Value:
    """What an option or an argument takes. `word` stands for it in a synopsis."""

    word: str
    kind: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """`value` is None for an option that takes none; `may_lack` where it can be left out."""

    flags: tuple[str, ...]
    help: str
    value: Value | None = None
    may_lack: bool = False
    again: bool = False
    required: bool = False


@dataclass(frozen=True, slots=True)
class Argument:
    """A value by its place; `many` where there can be several."""

    value: Value
    help: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """`path` are the words that name it, none for the program itself."""

    path: tuple[str, ...]
    help: str
    options: tuple[Option, ...]
    arguments: tuple[Argument, ...]
    commands: tuple[Command, ...]

    def walk(self) -> Iterator[Command]:
        """It and every command below it, in the parser's order."""
        yield self
        for command in self.commands:
            yield from command.walk()


def table(parser: argparse.ArgumentParser) -> Command:
    """The whole table of a parser."""
    return _command(parser, (), parser.description or "")


def _command(parser: argparse.ArgumentParser, path: tuple[str, ...], words: str) -> Command:
    options: list[Option] = []
    arguments: list[Argument] = []
    commands: list[Command] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            commands.extend(_below(action, path))
        elif action.option_strings:
            options.append(_option(parser, action))
        else:
            arguments.append(
                Argument(_value(action), _help(parser, action), action.nargs in ("+", "*"))
            )
    return Command(path, words, tuple(options), tuple(arguments), tuple(commands))


def _below(action: argparse._SubParsersAction, path: tuple[str, ...]) -> Iterator[Command]:
    said = {choice.dest: choice.help or "" for choice in action._choices_actions}
    for name, parser in action.choices.items():
        words = said.get(name) or SAID.get(" ".join((*path, name)), "")
        yield _command(parser, (*path, name), words)


def _option(parser: argparse.ArgumentParser, action: argparse.Action) -> Option:
    return Option(
        flags=tuple(action.option_strings),
        help=_help(parser, action),
        value=None if action.nargs == 0 else _value(action),
        may_lack=action.nargs == "?",
        again=isinstance(action, argparse._AppendAction),
        required=action.required,
    )


def _value(action: argparse.Action) -> Value:
    given = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices is not None:
        return Value(given, CHOICE, tuple(map(str, action.choices)))
    if action.dest == "profile":
        return Value("FOLDER", FOLDER)
    return Value(given, FILE if given.startswith(("FILE", "PATH")) else TEXT)


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    if not action.help:
        name = action.option_strings[-1] if action.option_strings else action.dest
        return SAID.get(name, "")
    return parser._get_formatter()._expand_help(action)
