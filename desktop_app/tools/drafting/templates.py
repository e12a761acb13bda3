"""Templates put into mail: fields filled from the conversation, what comes along, and where it is
from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.mail.drafts.quotes import without_pictures
from desktop_app.mail.drafts.template_fields import Filled, Known, fill, fill_document
from desktop_app.mail.drafts.template_file import FORMATTED, HTML, PLAIN, write_template
from desktop_app.mail.reader.html import read_html
from desktop_app.mail.rich.document import Document
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import read_foreign
from desktop_app.mail.rich.source import from_source
from desktop_app.mail.wire.threading import REPLY_PREFIX, without
from desktop_app.model.address import Address, unique
from desktop_app.model.clock import as_datetime
from desktop_app.model.draft import DraftContent, NewFile, Source, SourceKind
from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.model.message import Message
from desktop_app.model.template import StoredTemplate, Template
from desktop_app.tools.calls.context import Context


@dataclass(frozen=True, slots=True)
class FilledTemplate:
    """A template with its fields filled. `unfilled` are the placeholders it has now; `document`
    are formatted words, None for plain ones."""

    stored: StoredTemplate
    body: str
    subject: str
    unfilled: tuple[str, ...] = ()
    document: Document | None = None

    @property
    def template(self) -> Template:
        return self.stored.template

    @property
    def plain_body(self) -> str:
        if self.template.content_type == HTML:
            return read_html(self.body).text.strip("\n")
        return self.body if self.document is None else plain(self.document)

    @property
    def content_type(self) -> str:
        """Kind of a draft that is made of it."""
        return PLAIN if self.template.content_type == PLAIN else HTML


def filled(
    context: Context,
    name: str,
    *,
    me: Address,
    to: tuple[Address, ...],
    subject: str = "",
    answered: Message | None = None,
) -> FilledTemplate:
    """The template for a mail from `me` to these people, about `subject`; who is named nowhere is
    named as in the mail that is answered. Raises `NotFound`."""
    stored = context.store.templates.get(name)
    template = stored.template
    everyone = unique((*to, *template.to))
    person = _named(everyone[0], answered) if len(everyone) == 1 else None
    today = as_datetime(context.clock()).astimezone().date()
    known = Known(me, today, person, without(REPLY_PREFIX, subject))
    document = None
    if template.content_type == FORMATTED:
        written = without_pictures(from_source(template.body), ())
        document, unfilled = fill_document(written, known)
        body = Filled(markup(document), unfilled)
    else:
        as_html = template.content_type == HTML
        body = fill(template.body, known, as_html=as_html)
        document = read_foreign(body.text) if as_html else None
    title = fill(template.subject, replace(known, subject=""))
    both = (*title.unfilled, *body.unfilled) if not subject else body.unfilled
    return FilledTemplate(stored, body.text, title.text, tuple(dict.fromkeys(both)), document)


def _named(person: Address, answered: Message | None) -> Address:
    """The person with the name that they go by in the conversation, where they have none here."""
    if person.name or answered is None:
        return person
    people = (*answered.from_, *answered.reply_to, *answered.to, *answered.cc)
    return next((each for each in people if each.key == person.key and each.name), person)


@dataclass(frozen=True, slots=True)
class Used:
    """A template in the draft of a program: the content with it, its files, and it as a source."""

    content: DraftContent
    files: tuple[NewFile, ...] = ()
    sources: tuple[Source, ...] = ()


def use(
    context: Context,
    name: str,
    content: DraftContent,
    answered: Message | None = None,
    *,
    digest: str = "",
) -> Used:
    """The draft with what the template has: its words where the draft has none, its subject where
    there is none, its people beside those there are. Raises `NotFound`, `BadInput` for one that is
    for another account, `Conflict` where it is not the one of `digest` any more."""
    if not name.strip():
        return Used(content)
    try:
        found = filled(
            context,
            name,
            me=content.from_,
            to=content.to,
            subject=content.subject,
            answered=answered,
        )
    except NotFound:
        raise NotFound(
            "There is no template of that name.",
            next_step="list_drafts with templates=true lists them.",
        ) from None
    template, stored = found.template, found.stored
    if digest and digest != stored.digest:
        raise Conflict(
            "This template was changed since the draft was asked for.", next_step="Ask again."
        )
    if template.account and template.account.lower() != content.from_.key:
        raise BadInput(
            "This template is for mail from another account alone.",
            next_step="Name that account, or another template.",
        )
    if not content.body.strip():
        content = replace(content, body=found.body, content_type=found.content_type)
    content = replace(
        with_people(content, template), subject=content.subject.strip() or found.subject
    )
    return Used(content, context.store.templates.files(template.name), (source_of(template),))


def with_people(content: DraftContent, template: Template) -> DraftContent:
    """The draft to the template's people too, nobody twice."""
    to = unique((*content.to, *template.to))
    reached = {address.key for address in to}
    cc = tuple(a for a in unique((*content.cc, *template.cc)) if a.key not in reached)
    reached |= {address.key for address in cc}
    bcc = tuple(a for a in unique((*content.bcc, *template.bcc)) if a.key not in reached)
    return replace(content, to=to, cc=cc, bcc=bcc)


def digest_of(context: Context, name: str) -> str:
    """The digest of the template as it is now, empty without one. Raises `NotFound`."""
    return context.store.templates.get(name).digest if name.strip() else ""


def source_of(template: Template) -> Source:
    """The template as a source, with its words as they are kept."""
    text = write_template(template).decode()
    return Source(SourceKind.TEMPLATE, template.name, f"Template “{template.name}”", text)
