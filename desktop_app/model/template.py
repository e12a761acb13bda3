"""Templates: mails that the person keeps to use again, each with the words, and what may come with
them."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.address import Address


@dataclass(frozen=True, slots=True)
class Template:
    """One template. `body` has fields in braces, `{first name}`; `content_type` is `text/plain`,
    `text/markdown` (then `body` is the source of a document, mail/rich/source.py) or `text/html`
    (then it is HTML). `account` is an own address, where it is for mail from that
    account alone. Its files lie beside it."""

    name: str
    body: str = ""
    content_type: str = "text/plain"
    subject: str = ""
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    account: str = ""


@dataclass(frozen=True, slots=True)
class TemplateFile:
    """A file that a template brings along. `size` is in bytes."""

    filename: str
    size: int


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """A template as it lies in the folder. `digest` is SHA-256 (hex) over the words and the names
    and sizes of the files: whoever changes it says which one they saw."""

    template: Template
    files: tuple[TemplateFile, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class TemplateTrouble:
    """Something in the folder that is no template. `line` counts from 1, 0 where it is no line."""

    filename: str
    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class TemplateShelf:
    """All that the folder has, templates by their name."""

    templates: tuple[StoredTemplate, ...] = ()
    troubles: tuple[TemplateTrouble, ...] = ()
