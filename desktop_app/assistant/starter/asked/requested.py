"""Requests to the starter assistant, as values."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.assistant.starter.asked.whose_mail import Named
from desktop_app.assistant.starter.wording.instructions import Introduced


@dataclass(frozen=True, slots=True)
class Find:
    """`query` is Gmail's query language, built from the words."""

    query: str


@dataclass(frozen=True, slots=True)
class Wrote:
    """Question what a person wrote, about a topic or at all."""

    person: str
    topic: str


@dataclass(frozen=True, slots=True)
class LastFrom:
    """Question when a person last wrote."""

    person: str


@dataclass(frozen=True, slots=True)
class LookUp:
    """Question that a mail may answer: what to look for, and the question."""

    query: str
    question: str


@dataclass(frozen=True, slots=True)
class Read:
    """Question what one mail says."""

    hint: str


@dataclass(frozen=True, slots=True)
class Reply:
    """`hint` names whom or what to answer, empty for the open thread; `message` is what the person
    wants said, in `language`. `writes` is the language asked for, empty for that of the mail.
    `named` is somebody in the message whose mail may be meant."""

    hint: str
    message: str
    reply_all: bool = False
    introduced: Introduced = Introduced.INSTRUCTION
    language: str = "en"
    writes: str = ""
    named: Named | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    """Something for somebody named: an answer where the open mail is theirs, else a new mail."""

    person: str
    message: str
    introduced: Introduced = Introduced.INSTRUCTION
    language: str = "en"
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Forward:
    """`hint` names the mail, empty for the open one; `bare` wants no words above it."""

    hint: str
    person: str
    message: str = ""
    introduced: Introduced = Introduced.INSTRUCTION
    language: str = "en"
    bare: bool = False


@dataclass(frozen=True, slots=True)
class UseTemplate:
    """`words` are the name of a template, perhaps with whom the mail is for behind it. `person` is
    whom a new mail is for, `hint` the mail that is answered; it is an answer where it `replies`."""

    words: str
    hint: str = ""
    person: str = ""
    replies: bool = False


@dataclass(frozen=True, slots=True)
class Summarise:
    hint: str


@dataclass(frozen=True, slots=True)
class NeedsAnswer:
    pass


@dataclass(frozen=True, slots=True)
class Add:
    """A further sentence for the draft that was just proposed."""

    message: str
    introduced: Introduced = Introduced.SAYING
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Target:
    """Mails that an action is about: `these` are those of the last list, `words` a search, `hint`
    one mail; nothing of it is the open one."""

    hint: str = ""
    these: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Organise:
    """Actions as modify_messages takes them; a label to add or to remove stands beside `label` or
    `unlabel`. `sure` is whether the label was called one."""

    action: str
    target: Target = Target()
    more: tuple[str, ...] = ()
    label: str = ""
    unlabel: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    target: Target = Target()


@dataclass(frozen=True, slots=True)
class Snooze:
    """A wish to have a mail back at another time, or with an answer; `words` are the request."""

    target: Target = Target()
    words: str = ""


@dataclass(frozen=True, slots=True)
class DropDraft:
    """The draft that was just made is not wanted."""


@dataclass(frozen=True, slots=True)
class SendIt:
    pass


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A wish that changes what a text says: shorter, more formal, in another language."""

    wish: str


@dataclass(frozen=True, slots=True)
class Help:
    """A greeting, or the question what can be asked."""


@dataclass(frozen=True, slots=True)
class Say:
    """Words without an instruction. `clear` are those that can only be the person's own, to whom
    the open mail is from."""

    message: str
    language: str
    clear: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    pass


Request = (
    Find | Wrote | LastFrom | LookUp | Read | Reply | Tell | Forward | UseTemplate | Summarise
    | NeedsAnswer | Add | Organise | Unsubscribe | Snooze | DropDraft | SendIt | Rewrite | Help
    | Say | Unknown
)  # fmt: skip
