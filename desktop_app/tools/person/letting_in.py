"""Programs that ask over HTTP to be let in: the person's answer, which is given here alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.model.asking_program import AskingProgram
from desktop_app.model.bridge import BridgeClient
from desktop_app.model.errors import BadInput, KnownError, Refused
from desktop_app.model.grant import MOST_NAMED, Grant
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done


class LetIn(Params, frozen=True, kw_only=True):
    """`accounts` are those whose mail it may see."""

    question: str
    accounts: tuple[str, ...]
    grant: Grant


class RefuseProgram(Params, frozen=True, kw_only=True):
    question: str


@dataclass(frozen=True, slots=True)
class AskingPrograms:
    """The oldest first. `never`: people and domains that some program is never shown, which a new
    one is not shown either."""

    programs: tuple[AskingProgram, ...]
    never: tuple[str, ...] = ()


def list_asking_programs(context: Context, params: NoParams) -> AskingPrograms:
    """The programs that ask to be let in, and wait for an answer."""
    del params
    clients = context.store.bridge_clients.list()
    never = dict.fromkeys(who for client in clients for who in client.grant.never)
    return AskingPrograms(context.ports.bridge.questions.open(), tuple(never)[:MOST_NAMED])


def let_in(context: Context, params: LetIn) -> BridgeClient:
    """Let a program in that asks: it can fetch its token from now on. Raises `NotFound` for a
    question that has ended, and for an account that is not there, `BadInput`, and `Refused` while
    all programs are stopped."""
    if context.store.stopping.on:
        raise Refused("All assistants and programs are stopped.", next_step="Let them go on first.")
    if not params.accounts:
        raise BadInput("Choose an account, or it can do nothing.")
    for account in params.accounts:
        context.store.accounts.get(account)
    questions = context.ports.bridge.questions
    asked = questions.get(params.question)
    clients = context.store.bridge_clients
    client = clients.let_in(
        asked.name,
        asked.origin,
        accounts=params.accounts,
        grant=replace(params.grant, window=""),
        now=context.clock(),
    )
    try:
        questions.answer(asked.id, client.id)
    except KnownError:
        clients.revoke(client.id)
        raise
    return client


def refuse_program(context: Context, params: RefuseProgram) -> Done:
    """The program is told that it was refused. Raises `NotFound`."""
    context.ports.bridge.questions.answer(params.question, "")
    return Done("It was refused.", 1)


LIST_ASKING_PROGRAMS = person_tool(list_asking_programs, Effect.READ, NoParams)
LET_IN = person_tool(let_in, Effect.ORGANISE, LetIn, "Let a program in")
REFUSE_PROGRAM = person_tool(refuse_program, Effect.ORGANISE, RefuseProgram, "Refuse a program")
TOOLS = (LIST_ASKING_PROGRAMS, LET_IN, REFUSE_PROGRAM)
