"""What this computer's desktop does with the program: starts it at login, opens mail with it."""

from __future__ import annotations

from desktop_app.desktop.autostart import Autostart, autostart, exec_line, try_exec
from desktop_app.desktop.default_program import ENTRY, DefaultProgram
from desktop_app.desktop.own_program import own_command
from desktop_app.locations import chosen_profile, resources
from desktop_app.model.errors import KnownError, Unavailable
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result


class ThisComputer(Result, frozen=True):
    """As the system has it at the moment. `place` is where the start at login is written;
    `mail_program` the desktop entry that mail addresses are opened with, `how` what the person does
    themself to change that, where no program may."""

    starts_at_login: bool
    place: str
    mail_program: str
    is_mail_program: bool
    how: str


class Opened(Result, frozen=True):
    """What opens a kind of thing, before and now."""

    kind: str
    before: str
    now: str


class BecameMailProgram(Result, frozen=True):
    opened: tuple[Opened, ...]


class StartAtLogin(Params, frozen=True, kw_only=True):
    wanted: bool


def read_this_computer(context: Context, params: NoParams) -> ThisComputer:
    """Look at the system; waits for its programs."""
    start, program = autostart(), DefaultProgram()
    now = program.now()
    return ThisComputer(
        starts_at_login=start is not None and start.on(),
        place=start.place if start is not None else "",
        mail_program=now,
        is_mail_program=now == ENTRY,
        how=program.how,
    )


def start_at_login(context: Context, params: StartAtLogin) -> ThisComputer:
    """Have the system start the program at login, in the background, or not. Raises
    `StorageError`."""
    start: Autostart | None = autostart()
    if start is None:
        raise Unavailable("There is no place for programs that start at login here.")
    if params.wanted:
        start.switch_on((*_command(context), "--background"))
    else:
        start.switch_off()
    return read_this_computer(context, NoParams())


def become_mail_program(context: Context, params: NoParams) -> BecameMailProgram:
    """Ask the system to open mail with this program. Raises `Unavailable`, `StorageError`."""
    command = _command(context)
    changed = DefaultProgram().become(resources(), exec_line(command), try_exec(command))
    return BecameMailProgram(tuple(Opened(c.kind, c.before, c.after) for c in changed))


def _command(context: Context) -> tuple[str, ...]:
    """The program, on this profile where it is not the one that it opens by itself."""
    try:
        is_default = chosen_profile(None).resolve() == context.profile.resolve()
    except KnownError:
        is_default = False
    return own_command() if is_default else (*own_command(), "--profile", str(context.profile))


READ_THIS_COMPUTER = person_tool(read_this_computer, Effect.READ, NoParams)
START_AT_LOGIN = person_tool(start_at_login, Effect.ORGANISE, StartAtLogin, "Start at login")
BECOME_MAIL_PROGRAM = person_tool(
    become_mail_program, Effect.ORGANISE, NoParams, "Become the mail program"
)
TOOLS = (READ_THIS_COMPUTER, START_AT_LOGIN, BECOME_MAIL_PROGRAM)
