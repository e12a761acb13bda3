"""Actions of the window that were asked for in words, through the same tools as ever: policy says
what is done and what becomes a request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from desktop_app.assistant.starter.asked import requested
from desktop_app.assistant.starter.asked.query_words import as_query
from desktop_app.assistant.starter.asked.snooze_time import snooze_time
from desktop_app.assistant.starter.asked.targets import is_everything
from desktop_app.assistant.starter.referents import Talked, mail_meant, open_thread
from desktop_app.assistant.turn import NotAllowed, Turn, who
from desktop_app.model.errors import NotFound
from desktop_app.model.moments import wall
from desktop_app.tools.answers.mail_verbs import VERBS, counted
from desktop_app.tools.calls.results import Done, LabelList
from desktop_app.tools.verbs import (
    ask_to_unsubscribe,
    create_label,
    delete_draft,
    list_labels,
    modify_messages,
)

MOST = 1000
"""Mails of one change, as modify_messages takes them."""

WHEN = (
    "Until when? Say a day or a time (“snooze this until Monday”, “until tomorrow at 2 pm”), or "
    "“until they answer”. Nothing is changed."
)
WHICH = "Which mails do you mean? Open one, find some first, or say whose they are."


def organise(turn: Turn, request: requested.Organise, talked: Talked, today: date) -> None:
    """Carry out or ask for each action on the mails that are meant."""
    label = _label(turn, request.label or request.unlabel)
    if request.label and not label:
        _without_label(turn, request)
        if not request.action:
            return
    if request.unlabel and not label:
        turn.say(f"There is no label “{request.unlabel}”.")
        return
    mails = _meant(turn, request.action, request.target, talked, today)
    if mails is None:
        return
    first = _Change(
        request.action,
        (label,) if request.label and label else (),
        (label,) if request.unlabel else (),
    )
    changes = (first, *map(_Change, request.more))
    _each(turn, [partial(_changed, turn, mails, each) for each in changes])


@dataclass(frozen=True, slots=True)
class _Mails:
    """Mails of a change: by ids, or all that a query finds."""

    count: int
    ids: tuple[str, ...] = ()
    query: str = ""


@dataclass(frozen=True, slots=True)
class _Change:
    action: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    until: str = ""


def _each(turn: Turn, calls: Sequence[Callable[[], Done]]) -> None:
    """Every call, although one of them waits for the person. Raises `NotAllowed` at last."""
    told: list[Done] = []
    asked: NotAllowed | None = None
    for call in calls:
        try:
            told.append(call())
        except NotAllowed as declined:
            asked = declined
    for done in told:
        turn.say(f"{done.display} You can undo it." if done.undo else done.display)
    if asked is not None:
        raise asked


def _changed(turn: Turn, mails: _Mails, change: _Change) -> Done:
    verb = VERBS[change.action].asked if change.action else "Change the label"
    return turn.call(
        modify_messages.TOOL,
        modify_messages.ModifyMessages(
            ids=mails.ids,
            query=mails.query,
            account=turn.ask.account if mails.query else "",
            action=change.action,  # type: ignore[arg-type]
            snooze_until=change.until,
            add_label_ids=change.add,
            remove_label_ids=change.remove,
        ),
        f"{verb}: {counted(mails.count, 'mail')}",
        lambda done: (done.display, []),
    )


def _meant(
    turn: Turn, action: str, target: requested.Target, talked: Talked, today: date
) -> _Mails | None:
    """The mails that an action is about; None after saying why there are none."""
    if target.words:
        query = "" if is_everything(target.words) else as_query(target.words, today)
        if query or action == "read":
            return _found(turn, query or "in:inbox is:unread")
        turn.say(WHICH)
        return None
    if target.these and talked.listed:
        return _by_ids([row.message_id for row in talked.listed])
    if target.hint or turn.ask.message_id or not turn.ask.thread_id:
        if not (target.hint or turn.ask.message_id or talked.taken):
            turn.say(WHICH)
            return None
        row = mail_meant(turn, target.hint, talked)
        return _by_ids([row.message_id]) if row is not None else None
    rows = [m.message for m in open_thread(turn, turn.ask.thread_id).messages]
    return _by_ids([row.message_id for row in rows])


def _by_ids(ids: Sequence[str]) -> _Mails:
    return _Mails(len(ids), tuple(ids[:MOST]))


def _found(turn: Turn, query: str) -> _Mails | None:
    rows = turn.search(query, most=500)
    if not rows:
        turn.say(f"No mail fits “{query}”, so nothing is changed.")
        return None
    return _Mails(len(rows), query=query)


def _label(turn: Turn, name: str) -> str:
    """The id of the label that is called so; empty where there is none."""
    if not name:
        return ""
    labels: LabelList = turn.call(
        list_labels.TOOL,
        list_labels.ListLabels(account=turn.ask.account),
        "Looked at the labels",
        lambda found: (f"{found.count} labels", []),
    )
    wanted = name.strip().casefold()
    return next((row.label_id for row in labels.labels if row.name.casefold() == wanted), "")


def _without_label(turn: Turn, request: requested.Organise) -> None:
    if not request.sure:
        turn.say(
            f"There is no label “{request.label}”. Do you want one? Say “label this as "
            f"{request.label}”."
        )
        return
    turn.say(
        f"There is no label “{request.label}” yet, so I ask you to make it. When it is there, ask "
        "me once more. "
    )
    if not request.action:
        turn.call(
            create_label.TOOL,
            create_label.CreateLabel(name=request.label[:225], account=turn.ask.account),
            f"Asked for the label {request.label[:60]}",
            lambda row: (row.name, []),
        )


def unsubscribe(turn: Turn, request: requested.Unsubscribe, talked: Talked) -> None:
    """Ask the person to leave the list that sent a mail."""
    target = request.target
    hint = target.hint or target.words
    row = mail_meant(turn, hint, talked)
    if row is None:
        return
    try:
        turn.call(
            ask_to_unsubscribe.TOOL,
            ask_to_unsubscribe.AskToUnsubscribe(message_id=row.message_id),
            f"Asked to leave the list of {who(row)}",
            lambda done: (str(done.outcome), []),
        )
    except NotFound as error:
        turn.say(f"{error.sentence} You can mark it as spam, or archive such mail (“spam this”).")


def snooze(turn: Turn, request: requested.Snooze, talked: Talked, now: float) -> None:
    """Take the mails that are meant out of the inbox until then."""
    until = snooze_time(request.words, now)
    if until is None:
        turn.say(WHEN)
        return
    mails = _meant(turn, "snooze", request.target, talked, wall(now).date())
    if mails is not None:
        _each(turn, [partial(_changed, turn, mails, _Change("snooze", until=until))])


def drop_draft(turn: Turn, draft_id: str) -> None:
    """Throw the draft away that was made last, as far as policy lets it."""
    done = turn.call(
        delete_draft.TOOL,
        delete_draft.DeleteDraft(draft_id=draft_id),
        "Asked to throw the draft away",
        lambda done: (done.display, []),
    )
    turn.say(done.display)
