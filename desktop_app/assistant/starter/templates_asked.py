"""Drafts from the person's templates: whichever is named, for whom it is asked for."""

from __future__ import annotations

from desktop_app.assistant.starter.asked import requested
from desktop_app.assistant.starter.asked.kept_words import named_and_for
from desktop_app.assistant.starter.letter import voice_for
from desktop_app.assistant.starter.people import people_meant
from desktop_app.assistant.starter.proposals import Made, Proposals, sender_of
from desktop_app.assistant.starter.reading import text_of
from desktop_app.assistant.starter.referents import Talked, by_them, mail_meant
from desktop_app.assistant.turn import Turn, who
from desktop_app.tools.verbs import create_draft, draft_reply, list_drafts

MOST = 500
_SHOWN = 12


def use_template(
    turn: Turn, request: requested.UseTemplate, proposals: Proposals, talked: Talked
) -> None:
    """An answer where it is one, or the open mail is theirs; else a new mail."""
    names = _names(turn)
    found = named_and_for(request.words, names)
    if found is None:
        turn.say(_none(request.words, names))
        return
    name, person = found
    person = person or request.person
    if request.replies or (by_them(turn, person) if person else bool(turn.ask.thread_id)):
        _reply(turn, name, request.hint, proposals, talked)
    else:
        _write(turn, name, person, proposals)


def _names(turn: Turn) -> list[str]:
    rows = turn.call(
        list_drafts.TOOL,
        list_drafts.ListDrafts(templates=True, max_results=MOST),
        "Looked at templates",
        lambda found: (found.outcome, []),
    )
    return [row.name for row in rows.templates]


def _none(words: str, names: list[str]) -> str:
    if not names:
        return "There are no templates yet. Save a draft as one, or make one in Templates."
    there = ", ".join(f"“{name}”" for name in names[:_SHOWN])
    more = ", and more" if len(names) > _SHOWN else ""
    return f"There is no template called “{words}”. There are: {there}{more}."


def _reply(turn: Turn, name: str, hint: str, proposals: Proposals, talked: Talked) -> None:
    row = mail_meant(turn, hint, talked)
    if row is None:
        return
    voice = voice_for(text_of(turn, row), row.subject, "en")
    saved = turn.propose(
        draft_reply.TOOL,
        draft_reply.DraftReply(message_id=row.message_id, template=name),
        f"Drafted a reply to {who(row)}",
    )
    sender = sender_of(row)
    people = (sender,) if sender is not None else ()
    made = Made(saved.draft_id, voice, people, turn.ask.thread_id, row, is_reply=True)
    told = f"I have drafted a reply to {who(row)} from the template “{name}”."
    proposals.proposed(turn, saved, told, made)


def _write(turn: Turn, name: str, person: str, proposals: Proposals) -> None:
    found = people_meant(turn, person, "") if person else ((), "")
    if found is None:
        return
    people = found[0]
    saved = turn.propose(
        create_draft.TOOL,
        create_draft.CreateDraft(
            to=tuple(map(str, people)), template=name, account=turn.ask.account
        ),
        "Drafted a mail",
    )
    to = ", ".join(each.label for each in people)
    told = f"I have drafted a mail{f' to {to}' if to else ''} from the template “{name}”."
    made = Made(saved.draft_id, voice_for("", "", "en"), people, turn.ask.thread_id)
    proposals.proposed(turn, saved, told, made)
