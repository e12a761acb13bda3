"""Completions for bash, zsh and fish, made of the table of commands.

A shell is told three things: which command the words before the cursor name, what the option before
the cursor takes, and what the command offers. Nothing is asked of the program while one types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from draftdesk_linux.command_table import CHOICE, FILE, FOLDER, Command, Option, Value


def _key(command: Command) -> str:
    return " ".join(command.path)


def _taking(top: Command) -> Iterator[tuple[str, str, Value]]:
    """Command, flag and value of every option that takes one."""
    for command in top.walk():
        for option in command.options:
            if option.value is not None:
                for flag in option.flags:
                    yield _key(command), flag, option.value


def _naming(top: Command) -> Iterator[tuple[str, str, str]]:
    """Command, word, and the command that both name."""
    for command in top.walk():
        for below in command.commands:
            yield _key(command), below.path[-1], _key(below)


def _offered(command: Command) -> list[str]:
    flags = [flag for option in command.options for flag in option.flags]
    return [*(below.path[-1] for below in command.commands), *flags]


def _takes_files(command: Command) -> bool:
    return any(argument.value.kind == FILE for argument in command.arguments)


_BASH = """\
# Completion of {name} for bash, made from the command line's own table.
_{name}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}}
  local path="" skip="" word i
  if [ "$cur" = "=" ]; then cur=""; fi
  if [ "$prev" = "=" ]; then prev=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${{COMP_WORDS[i]}}
    if [ -n "$skip" ]; then
      skip=""
      case $word in -*) ;; *) continue ;; esac
    fi
    case "$path|$word" in
{naming}
{skipping}
    esac
  done
  case "$path|$prev" in
{values}
  esac
  case "$path" in
{offers}
  esac
}}
complete -o default -F _{name} {name}
"""
_BASH_FILES = 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur")'
_BASH_FOLDERS = 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur")'


def _bash_words(words: list[str] | tuple[str, ...]) -> str:
    return f"mapfile -t COMPREPLY < <(compgen -W '{' '.join(words)}' -- \"$cur\")"


def _bash_value(value: Value) -> str:
    if value.kind == CHOICE:
        return _bash_words(value.choices)
    return {FILE: _BASH_FILES, FOLDER: _BASH_FOLDERS}.get(value.kind, "compopt +o default")


def _bash_offer(command: Command) -> str:
    words = _bash_words(_offered(command))
    if not _takes_files(command):
        return words
    return f"case $cur in -*) {words} ;; *) {_BASH_FILES} ;; esac"


def bash(top: Command, name: str) -> str:
    """The file of /usr/share/bash-completion/completions. It needs nothing of bash-completion."""
    taking = list(_taking(top))
    skipped = " | ".join(f'"{at}|{flag}"' for at, flag, _ in taking)
    return _BASH.format(
        name=name,
        naming="\n".join(f'      "{at}|{word}") path="{to}" ;;' for at, word, to in _naming(top)),
        skipping=f"      {skipped}) skip=1 ;;",
        values="\n".join(
            f'    "{at}|{flag}") {_bash_value(value)}; return ;;' for at, flag, value in taking
        ),
        offers="\n".join(f'    "{_key(each)}") {_bash_offer(each)} ;;' for each in top.walk()),
    )


def zsh(top: Command, name: str) -> str:
    """The file of /usr/share/zsh/site-functions: a function for each command."""
    head = f"#compdef {name}\n# Made from the command line's own table.\n"
    functions = "\n".join(_zsh_function(command, name) for command in top.walk())
    return f'{head}\n{functions}\n_{name} "$@"\n'


def _zsh_function(command: Command, name: str) -> str:
    said = "_".join((name, *command.path)).replace("-", "_")
    rows = [row for option in command.options for row in _zsh_option(option)]
    rows += [_zsh_argument(argument.value, many=argument.many) for argument in command.arguments]
    if not command.commands:
        lines = " \\\n".join(f"    {row}" for row in rows)
        return f"_{said}() {{\n  _arguments -s \\\n{lines}\n}}\n"
    lines = " \\\n".join(f"    {row}" for row in [*rows, "'1: :->command'", "'*:: :->arguments'"])
    below = "\n".join(f"      {_zsh_said(each)}" for each in command.commands)
    cases = "\n".join(
        f"      {each.path[-1]}) _{said}_{each.path[-1].replace('-', '_')} ;;"
        for each in command.commands
    )
    return (
        f"_{said}() {{\n"
        "  local curcontext=$curcontext state line\n  typeset -A opt_args\n"
        f"  _arguments -C \\\n{lines}\n"
        "  case $state in\n"
        f"    command)\n      local -a commands\n      commands=(\n{below}\n      )\n"
        "      _describe command commands ;;\n"
        f"    arguments) case $line[1] in\n{cases}\n      esac ;;\n"
        "  esac\n}\n"
    )


def _zsh_said(command: Command) -> str:
    words = command.help.replace(":", "\\:")
    return _quoted(f"{command.path[-1]}:{words}")


def _zsh_option(option: Option) -> Iterator[str]:
    words = option.help
    for sign in "\\[]:":
        words = words.replace(sign, f"\\{sign}")
    for flag in option.flags:
        many = "*" if option.again else ""
        takes = ""
        if option.value is not None:
            between = "::" if option.may_lack else ":"
            takes = f"{between}{_zsh_word(option.value)}:{_zsh_action(option.value)}"
        yield _quoted(f"{many}{flag}[{words}]{takes}")


def _zsh_argument(value: Value, *, many: bool) -> str:
    return _quoted(f"{'*' if many else ''}:{_zsh_word(value)}:{_zsh_action(value)}")


def _zsh_word(value: Value) -> str:
    return value.word.replace(":", "\\:")


def _zsh_action(value: Value) -> str:
    if value.kind == CHOICE:
        return f"({' '.join(value.choices)})"
    return {FILE: "_files", FOLDER: "_files -/"}.get(value.kind, " ")


def _quoted(words: str) -> str:
    return "'" + words.replace("'", "'\\''") + "'"


_FISH = """\
# Completion of {name} for fish, made from the command line's own table.
function __{name}_at
  set -l path ""
  set -l skip ""
  for word in (commandline -opc)[2..-1]
    if test -n "$skip"
      set skip ""
      string match -q -- '-*' $word; or continue
    end
    switch "$path|$word"
{naming}
      case {skipping}
        set skip 1
    end
  end
  test "$path" = "$argv[1]"
end
complete -c {name} -f
{rows}
"""


def fish(top: Command, name: str) -> str:
    """The file of /usr/share/fish/vendor_completions.d."""
    naming = (f"      case '{at}|{word}'\n        set path '{to}'" for at, word, to in _naming(top))
    return _FISH.format(
        name=name,
        naming="\n".join(naming),
        skipping=" ".join(f"'{at}|{flag}'" for at, flag, _ in _taking(top)),
        rows="\n".join(row for command in top.walk() for row in _fish_rows(command, name)),
    )


def _fish_rows(command: Command, name: str) -> Iterator[str]:
    begins = f"complete -c {name} -n '__{name}_at \"{_key(command)}\"'"
    for below in command.commands:
        yield f"{begins} -a {below.path[-1]}{_fish_said(below.help)}"
    for option in command.options:
        flags = "".join(_fish_flag(flag) for flag in option.flags)
        yield f"{begins}{flags}{_fish_value(option)}{_fish_said(option.help)}"
    if _takes_files(command):
        yield f"{begins} -F"


def _fish_flag(flag: str) -> str:
    return f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}"


def _fish_value(option: Option) -> str:
    value = option.value
    if value is None or option.may_lack:
        return ""
    if value.kind == CHOICE:
        return f" -x -a '{' '.join(value.choices)}'"
    folders = " -x -a '(__fish_complete_directories)'"
    return {FILE: " -r -F", FOLDER: folders}.get(value.kind, " -x")


def _fish_said(words: str) -> str:
    quoted = words.replace("\\", "\\\\").replace("'", "\\'")
    return f" -d '{quoted}'" if words else ""


COMPLETIONS: Mapping[str, Callable[[Command, str], str]] = {
    "share/bash-completion/completions/draftdesk": bash,
    "share/zsh/site-functions/_draftdesk": zsh,
    "share/fish/vendor_completions.d/draftdesk.fish": fish,
}
"""Where a shell looks, below a prefix, and what it finds there."""
