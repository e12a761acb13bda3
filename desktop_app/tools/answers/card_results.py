"""What a card in another program's chat shows. A field named `untrusted_…` may hold a stranger's
words; the card shows each as text."""

from __future__ import annotations

from desktop_app.tools.calls.results import Result


class CardPerson(Result, frozen=True):
    """A recipient as the review shows them: `field` is to, cc or bcc, `badges` are remarks on the
    address, `untrusted_whence` says where it comes from where the person never wrote to it."""

    field: str
    untrusted_name: str
    untrusted_email: str
    badges: tuple[str, ...] = ()
    untrusted_whence: str = ""


class CardCheck(Result, frozen=True):
    """A finding of the review; `level` is block, confirm or note."""

    level: str
    untrusted_text: str


class CardFile(Result, frozen=True):
    """`size` in bytes."""

    untrusted_name: str
    size: int


class CardSource(Result, frozen=True):
    kind: str
    untrusted_title: str


class CardMail(Result, frozen=True):
    untrusted_from: str
    untrusted_subject: str
    date: str


class DraftCard(Result, frozen=True):
    """A draft as its recipient will read it, and how it stands. `mark` stands for this state: who
    asks with it is told nothing until there is another. `phase` is waits, edited, leaving,
    not_sent, sent or ignored, `standing` the same in words. `untrusted_html` is cleaned HTML, there
    where the draft is formatted; `untrusted_body` is its text, of a long one a part that
    `next_offset` reads on. `untrusted_own_words` are what update_draft takes, there where
    `can_edit`. `more_people` and `more_checks` are not listed."""

    display: str
    draft_id: str
    revision: int
    mark: str
    phase: str
    standing: str
    untrusted_proposed_by: str
    untrusted_from: str
    recipients: tuple[CardPerson, ...]
    untrusted_subject: str
    checks: tuple[CardCheck, ...]
    untrusted_body: str
    untrusted_html: str
    untrusted_own_words: str
    can_edit: bool
    attachments: tuple[CardFile, ...]
    sources: tuple[CardSource, ...]
    asks_to_send: bool
    next_offset: int = 0
    more_people: int = 0
    more_checks: int = 0


class CardText(Result, frozen=True):
    """A further part of a draft's text."""

    display: str
    revision: int
    untrusted_body: str
    next_offset: int = 0


class RequestCardShown(Result, frozen=True):
    """What a program asked for and the person decides at home. `words` is the change, `note` how,
    `mails` those it is about, `more_mails` how many are not listed; `quotes` are words of the
    asker's, each after what it is."""

    display: str
    request_id: int
    mark: str
    state: str
    standing: str
    words: str = ""
    note: str = ""
    for_good: bool = False
    mails: tuple[CardMail, ...] = ()
    more_mails: int = 0
    untrusted_quotes: tuple[tuple[str, str], ...] = ()
    untrusted_subject: str = ""
    untrusted_recipients: tuple[str, ...] = ()
    untrusted_body: str = ""


class CardUnchanged(Result, frozen=True):
    """Nothing is different from what was shown."""

    display: str
    mark: str


class BroughtToFront(Result, frozen=True):
    """The window has been asked to show it."""

    display: str
