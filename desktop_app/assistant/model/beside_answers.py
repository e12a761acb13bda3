"""What is offered beside an answer: the rest of what had no room, and a draft of a mail that a
model wrote into its answer instead of making one."""

from __future__ import annotations

from threading import Event

from desktop_app.assistant.answer_events import MailWritten
from desktop_app.assistant.model.model_tools import ToolBox
from desktop_app.assistant.transcript import Ask, Emit
from desktop_app.mail.drafts.mail_shape import written_mail
from desktop_app.tools.person.surroundings import Around
from desktop_app.tools.runner import Runner


def tell_beside(box: ToolBox, around: Around, words: str, emit: Emit) -> None:
    """Tell what an answer of these words rests on, and offer a draft of a mail that stands in
    it."""
    mail = None if box.drafted or box.waiting else written_mail(words)
    if mail is not None:
        opened = around.conversation
        newest = opened.newest_message_id if opened is not None else ""
        emit(MailWritten(mail.subject, mail.body, box.ask.message_id or newest))
    if (part := box.log.part()) is not None:
        emit(part)


def draft_written(runner: Runner, ask: Ask, emit: Emit, cancelled: Event) -> None:
    """Make the draft that the person wants of a mail in an answer. No model is asked. Raises
    `KnownError`."""
    if (mail := ask.written) is None:
        return
    runner.conversation.begin_run(ask.prompt)
    box = ToolBox(runner, ask, emit, cancelled, 1)
    if mail.message_id:
        box.call("draft_reply", {"message_id": mail.message_id, "body": mail.body})
    else:
        box.call("create_draft", {"subject": mail.subject, "body": mail.body})
