"""The manual page and the completions say what the command line takes, all of it."""

from __future__ import annotations

import argparse
import datetime as dt
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.command_line import parser
from tests.depths import one_in
from tests.packages import linux

table = linux("command_table").table
bash, zsh, fish = (getattr(linux("completions"), name) for name in ("bash", "zsh", "fish"))
man_page, escaped = linux("man_page").man_page, linux("man_page").escaped
NAMES = linux("names").names()
TOP: Any = table(parser())
PAGE: str = man_page(TOP, NAMES, dt.date(2026, 1, 2))


def below(one: argparse.ArgumentParser, path: str = "") -> Iterator[tuple[str, str]]:
    """Every command with every word that it takes, by the parser itself."""
    for action in one._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, more in action.choices.items():
                yield path, name
                yield from below(more, f"{path} {name}".strip())
        else:
            for flag in action.option_strings:
                yield path, flag


WORDS = sorted(set(below(parser())))


def section(path: str) -> str:
    """The part of the page that is about a command."""
    if not path:
        return PAGE[PAGE.index(".SH OPTIONS") : PAGE.index(".SH COMMANDS")]
    begins = PAGE.index(f'.SS "{path}"')
    ends = re.compile(r"^\.S[SH]", re.MULTILINE).search(PAGE, begins + 4)
    return PAGE[begins : ends.start() if ends else None]


@pytest.mark.parametrize(("path", "word"), WORDS)
def test_the_manual_page_has_every_command_and_every_option(path: str, word: str) -> None:
    if not word.startswith("-"):
        assert section(f"{path} {word}".strip())
    elif not path or word not in ("-h", "--help"):
        assert f"\\fB{escaped(word)}\\fR" in section(path)


def test_every_word_of_the_command_line_is_explained() -> None:
    silent = [
        (command.path, flag)
        for command in TOP.walk()
        for flag, words in [
            ("", command.help),
            *((option.flags[-1], option.help) for option in command.options),
            *((argument.value.word, argument.help) for argument in command.arguments),
        ]
        if not words
    ]
    assert silent == []


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed here")
def test_the_manual_page_is_read_without_a_warning(tmp_path: Path) -> None:
    (tmp_path / "draftdesk.1").write_text(PAGE, "utf-8")
    command = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", str(tmp_path / "draftdesk.1")]
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "90"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "accounts add microsoft" in re.sub(".\x08", "", done.stdout)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.just(" ")))
def test_no_words_are_a_request_of_roff(words: str) -> None:
    """A line of text begins with no dot and no quote, and no backslash in it is the writer's."""
    line = escaped(words)
    assert "\n" not in line
    assert not line.startswith((".", "'"))
    assert re.sub(r"\\(?:e|-|&)", "", line).count("\\") == 0


def asked(shell: str, line: str, tmp_path: Path) -> list[str]:
    """What a shell offers for a line that is being typed."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](line, tmp_path)


def _run(command: list[str], folder: Path, **environment: str) -> list[str]:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", **environment},
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def _bash(line: str, tmp_path: Path) -> list[str]:
    """The function is called as bash calls it, with the words of the line."""
    (tmp_path / "rc").write_text(bash(TOP, "draftdesk"), "utf-8")
    words = line.split(" ")
    script = (
        "compopt() { :; }; . ./rc; "
        f"COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; "
        '_draftdesk; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return [word for word in _run(["bash", "-c", script], tmp_path) if word]


def _fish(line: str, tmp_path: Path) -> list[str]:
    (tmp_path / "draftdesk.fish").write_text(fish(TOP, "draftdesk"), "utf-8")
    script = f"source draftdesk.fish; complete -C '{line}'"
    return [row.split("\t")[0] for row in _run(["fish", "-N", "-c", script], tmp_path)]


ZSH_SESSION = """\
PROMPT=
fpath=($PWD $fpath)
autoload -Uz compinit
compinit -u -d $PWD/dump
bindkey "^M" undefined
bindkey "^J" undefined
bindkey "^I" complete-word
told() { print -r -- BETWEEN:THEM }
compprefuncs=(told)
comppostfuncs=(told exit)
compadd() {
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
    local -a found
    builtin compadd -A found "$@"
    (( $#found )) && print -rl -- $found
  fi
  builtin compadd "$@"
}
print IT:IS:SET
"""
ZSH_ASKED = """\
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "source $PWD/rc.zsh"
zpty -r -m z got $'*IT:IS:SET\\r*'
zpty -w z "$1"$'\\t'
while zpty -r z line; do print -rn -- "$line"; done
"""


def _zsh(line: str, tmp_path: Path) -> list[str]:
    """A session in a terminal of its own: the key is pressed, and what is added is printed."""
    (tmp_path / "_draftdesk").write_text(zsh(TOP, "draftdesk"), "utf-8")
    (tmp_path / "rc.zsh").write_text(ZSH_SESSION, "utf-8")
    (tmp_path / "asked.zsh").write_text(ZSH_ASKED, "utf-8")
    rows = _run(["zsh", "-f", "asked.zsh", line], tmp_path, TERM="dumb")
    marks = [number for number, row in enumerate(rows) if row.endswith("BETWEEN:THEM")]
    return [row.strip() for row in rows[marks[0] + 1 : marks[1]]]


SHELLS = [
    pytest.param(s, marks=pytest.mark.skipif(shutil.which(s) is None, reason="not installed here"))
    for s in ("bash", "zsh", "fish")
]


@one_in(4)
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("line", "offered", "kept_back"),
    [
        ("draftdesk ", {"open", "compose", "accounts", "people"}, {"google", "import-me"}),
        ("draftdesk acc", {"accounts"}, {"open", "list"}),
        ("draftdesk accounts ", {"list", "add", "remove"}, {"open", "google"}),
        ("draftdesk accounts add ", {"local", "google", "imap", "microsoft"}, {"list", "export"}),
        ("draftdesk --profile accounts ", {"open", "accounts"}, {"add"}),
        ("draftdesk accounts add imap --imap-s", {"--imap-security"}, {"--smtp-security"}),
        ("draftdesk accounts add imap --imap-security ", {"tls", "starttls", "none"}, {"--user"}),
        ("draftdesk people export --vcard ", {"3.0", "4.0"}, {"--group"}),
        ("draftdesk search --l", {"--limit"}, {"--json"}),
    ],
)
def test_a_shell_offers_what_comes_next(
    tmp_path: Path, shell: str, line: str, offered: set[str], kept_back: set[str]
) -> None:
    found = set(asked(shell, line, tmp_path))
    assert offered <= found
    assert not kept_back & found


@pytest.mark.parametrize("shell", SHELLS)
def test_a_file_is_offered_where_one_is_taken(tmp_path: Path, shell: str) -> None:
    (tmp_path / "mail-of-mine.mbox").touch()
    assert "mail-of-mine.mbox" in asked(shell, "draftdesk import mail", tmp_path)


def test_a_table_of_another_parser_is_that_parsers() -> None:
    """Nothing of the table is written down twice: an option that comes is in all four."""
    other = argparse.ArgumentParser(description="Another.")
    sub = other.add_subparsers(dest="command")
    fresh = sub.add_parser("fresh-command", help="is new")
    fresh.add_argument("--fresh-option", choices=["one", "two"], help="chooses: [one] of 'two'")
    made = table(other)
    texts = [bash(made, "d"), zsh(made, "d"), fish(made, "d")]
    texts.append(man_page(made, NAMES, dt.date(2026, 1, 2)).replace("\\-", "-"))
    for text in texts:
        assert "fresh-command" in text
        assert "fresh-option" in text
        assert "one" in text
