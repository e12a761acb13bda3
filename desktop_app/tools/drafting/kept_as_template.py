"""Templates made of what there is: of words, of a draft, of a mail that was sent. What they keep is
what people read in a file: plain words, or formatted ones as source.
"""

from __future__ import annotations

from dataclasses import replace

from desktop_app.mail.drafts.quotes import without_pictures
from desktop_app.mail.drafts.reopen import reopen
from desktop_app.mail.drafts.template_file import FORMATTED, HTML
from desktop_app.mail.message.body import read_body
from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.mail.rich.document import Document, normal
from desktop_app.mail.rich.plain import plain, words
from desktop_app.mail.rich.reading import own_document, read_foreign, read_markup
from desktop_app.mail.rich.source import source
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.mail.wire.threading import REPLY_PREFIX, without
from desktop_app.mail.words.own_words import own_words
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent, NewFile
from desktop_app.model.errors import BadInput
from desktop_app.model.template import Template
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting import draft_attachments


def of_words(name: str, words: str, content_type: str) -> Template:
    """Words as they are kept in a file that people read: formatted ones as source. Of a picture its
    description stays."""
    if content_type != HTML:
        return Template(name, words)
    return _of_document(name, own_document(words) or read_foreign(words))


def _of_document(name: str, document: Document) -> Template:
    found = without_pictures(document, ())
    if found.is_plain:
        return Template(name, plain(found))
    return Template(name, source(found), FORMATTED)


def of_draft(name: str, content: DraftContent) -> Template:
    """An answer goes to whoever it answers: people and subject are those of new mail alone."""
    template = of_words(name, content.body, content.content_type)
    if content.in_reply_to:
        return template

    def valid(people: tuple[Address, ...]) -> tuple[Address, ...]:
        return tuple(each for each in people if valid_address(each.email))

    return replace(
        template,
        subject=content.subject,
        to=valid(content.to),
        cc=valid(content.cc),
        bcc=valid(content.bcc),
    )


def of_mail(context: Context, name: str, message_id: int) -> tuple[Template, tuple[NewFile, ...]]:
    """The own words of a mail the person has written, without signature and history, its subject
    and its files. Raises `BadInput` for somebody else's."""
    message = context.store.messages.get(message_id)
    account = context.store.accounts.get(message.account_id)
    if message.sender.key not in account.own_keys | context.store.accounts.own_keys():
        raise BadInput("A template is made from a mail of your own.")
    raw = context.store.messages.raw(message.id)
    read = read_body(raw)
    signature = next(
        (i.signature for i in account.identities if i.address.key == message.sender.key), ""
    )
    words = own_words(read.text).removesuffix(signature.strip()).rstrip()
    subject = without(REPLY_PREFIX, message.subject)
    parts = draft_attachments.parts_of(message)
    template = Template(name, words)
    if (document := _own_words_formatted(raw, message.sender, words)) is not None:
        template = _of_document(name, document)
    return replace(template, subject=subject), draft_attachments.gathered(context, parts)


def _own_words_formatted(raw: bytes, sender: Address, own: str) -> Document | None:
    """The first blocks of a formatted mail, as far as they say the own words and nothing else;
    None where no such blocks do."""
    content = reopen(raw, from_=sender).content
    if content.content_type != HTML or not own:
        return None
    blocks, wanted, said = [], letters(own), ""
    for block in read_markup(sanitise(content.body)).blocks:
        if said == wanted:
            break
        blocks.append(block)
        said += letters(words(normal([block])))
    return normal(blocks) if said == wanted else None


def letters(text: str) -> str:
    """The letters of a text alone: by them two forms of the same words are known."""
    return "".join(sign for sign in text if sign.isalpha())
