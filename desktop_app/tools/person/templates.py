"""Templates of the person: put into a mail, made from one, edited, in and out as a folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from desktop_app.model.address import Address
from desktop_app.model.draft import NewFile
from desktop_app.model.errors import BadInput, Conflict
from desktop_app.model.message import Message
from desktop_app.model.template import StoredTemplate, Template, TemplateShelf, TemplateTrouble
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved, Result


class Templates(Result, frozen=True):
    """What there is, and the folder it lies in."""

    shelf: TemplateShelf
    folder: str


class FillTemplate(Params, frozen=True, kw_only=True):
    """For a mail as it is shown; `draft_id` is empty until it has a draft."""

    name: str
    from_: Address
    to: tuple[Address, ...] = ()
    subject: str = ""
    draft_id: str = ""


@dataclass(frozen=True, slots=True)
class TemplateWords:
    """What is put into a mail: `body` as plain text, `formatted` as HTML of our own form (empty
    for a template of plain words), and who and what comes along. `unfilled` are the placeholders in
    it."""

    name: str
    body: str
    subject: str
    to: tuple[Address, ...]
    cc: tuple[Address, ...]
    bcc: tuple[Address, ...]
    files: tuple[str, ...]
    unfilled: tuple[str, ...]
    formatted: str = ""


class AttachTemplate(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    name: str


class SaveTemplate(Params, frozen=True, kw_only=True):
    """`seen` is the digest of the template that is changed, empty for a new one; a new one with
    `free_name` gets a number where its name is taken. `keep` are the files it keeps, `add` paths of
    this computer."""

    template: Template
    seen: str = ""
    free_name: bool = False
    keep: tuple[str, ...] = ()
    add: tuple[str, ...] = ()


class MakeTemplate(Params, frozen=True, kw_only=True):
    """From some words, else from a draft or a mail as a whole. `formatted`: the words are HTML of
    our own form."""

    name: str
    words: str = ""
    formatted: bool = False
    draft_id: str = ""
    message_id: int = 0


class OneTemplate(Params, frozen=True, kw_only=True):
    name: str


class RenameTemplate(OneTemplate, frozen=True, kw_only=True):
    new_name: str


class RestoreTemplate(Params, frozen=True, kw_only=True):
    put_aside: str


class TemplatesFolder(Params, frozen=True, kw_only=True):
    path: str


class DeletedTemplate(Result, frozen=True):
    """`put_aside` brings it back."""

    name: str
    put_aside: str


class CopiedTemplates(Result, frozen=True):
    copied: tuple[str, ...]
    there: tuple[str, ...]
    troubles: tuple[TemplateTrouble, ...]


def list_templates(context: Context, params: NoParams) -> Templates:
    """All there are now, and what is in their folder and can't be used. Raises `StorageError`."""
    folder = context.store.templates
    return Templates(folder.read(), str(folder.folder))


def fill_template(context: Context, params: FillTemplate) -> TemplateWords:
    """A template with its fields filled. Raises `NotFound`, `BadInput` for one that is for mail
    from another account."""
    from desktop_app.mail.rich.markup import markup
    from desktop_app.tools.drafting.templates import filled

    found = filled(
        context,
        params.name,
        me=params.from_,
        to=params.to,
        subject=params.subject,
        answered=_answered(context, params.draft_id),
    )
    template = found.template
    if template.account and template.account.lower() != params.from_.key:
        raise BadInput(f"The template “{template.name}” is for mail from {template.account} alone.")
    return TemplateWords(
        template.name,
        found.plain_body,
        found.subject,
        template.to,
        template.cc,
        template.bcc,
        tuple(each.filename for each in found.stored.files),
        found.unfilled,
        "" if found.document is None else markup(found.document),
    )


def _answered(context: Context, draft_id: str) -> Message | None:
    draft = context.store.drafts.get(draft_id) if draft_id else None
    if draft is None or not draft.reply_to_id:
        return None
    return next(iter(context.store.messages.get_many([draft.reply_to_id])), None)


def attach_template(context: Context, params: AttachTemplate) -> DraftSaved:
    """Let the files of a template go along with a draft. Raises `Conflict` for a stale revision,
    `NotFound`, `BadInput`."""
    draft = context.store.drafts.get(params.draft_id)
    if draft.revision != params.base_revision:
        raise Conflict("The draft has changed in the meantime.")
    saved = context.store.drafts.save(
        draft.id,
        draft.revision,
        draft.content,
        context.author,
        now=context.clock(),
        files=context.store.templates.files(params.name),
    )
    return rows.draft_saved(context, saved)


def save_template(context: Context, params: SaveTemplate) -> StoredTemplate:
    """Keep a template as the person has edited it. Raises `Conflict` where it was changed
    elsewhere, or the name is taken, `BadInput`, `StorageError`."""
    from desktop_app.tools.drafting.draft_attachments import read_files

    folder = context.store.templates
    template = params.template
    there = folder.files(template.name) if params.keep else ()
    kept = tuple(each for each in there if each.filename in params.keep)
    added = read_files(map(Path, params.add))
    if params.free_name and not params.seen:
        template = replace(template, name=folder.free_name(template.name))
    return folder.save(template, seen=params.seen, files=(*kept, *added))


def make_template(context: Context, params: MakeTemplate) -> StoredTemplate:
    """Make a template from words, from a draft, or from a mail. Raises `Conflict` for a name that
    is taken, `NotFound`, `BadInput`, `StorageError`."""
    from desktop_app.tools.drafting import kept_as_template as kept

    kind = "text/html" if params.formatted else "text/plain"
    template = kept.of_words(params.name, params.words, kind)
    files: tuple[NewFile, ...] = ()
    if params.draft_id and not params.words:
        draft = context.store.drafts.get(params.draft_id)
        template = kept.of_draft(params.name, draft.content)
        files = tuple(
            NewFile(each.filename, each.content_type, context.store.drafts.read_file(each.id))
            for each in draft.content.attachments
        )
    elif params.message_id and not params.words:
        template, files = kept.of_mail(context, params.name, params.message_id)
    if not template.body.strip() and not files:
        raise BadInput("There are no words for a template yet.", next_step="Write them first.")
    return context.store.templates.save(template, files=files)


def rename_template(context: Context, params: RenameTemplate) -> StoredTemplate:
    """Raises `Conflict` for a name that is taken, `BadInput`, `NotFound`, `StorageError`."""
    return context.store.templates.rename(params.name, params.new_name)


def delete_template(context: Context, params: OneTemplate) -> DeletedTemplate:
    """Put a template aside for thirty days. Raises `NotFound`, `StorageError`."""
    return DeletedTemplate(params.name, context.store.templates.delete(params.name))


def restore_template(context: Context, params: RestoreTemplate) -> StoredTemplate:
    """Raises `NotFound`, `Conflict` where another has the name by now, `StorageError`."""
    return context.store.templates.restore(params.put_aside)


def import_templates(context: Context, params: TemplatesFolder) -> CopiedTemplates:
    """Copy all templates of a folder into the profile. Raises `StorageError`, `BadInput`."""
    from desktop_app.store.drafts.template_copies import copy_templates
    from desktop_app.store.drafts.template_folder import TemplateFolder

    found = copy_templates(TemplateFolder(Path(params.path)), context.store.templates)
    return CopiedTemplates(found.copied, found.there, found.troubles)


def export_templates(context: Context, params: TemplatesFolder) -> CopiedTemplates:
    """Copy all templates into a folder. Raises `StorageError`, `BadInput`."""
    from desktop_app.store.drafts.template_copies import copy_templates
    from desktop_app.store.drafts.template_folder import TemplateFolder

    found = copy_templates(context.store.templates, TemplateFolder(Path(params.path)))
    return CopiedTemplates(found.copied, found.there, found.troubles)


LIST_TEMPLATES = person_tool(list_templates, Effect.READ, NoParams)
FILL_TEMPLATE = person_tool(fill_template, Effect.READ, FillTemplate)
ATTACH_TEMPLATE = person_tool(attach_template, Effect.DRAFT, AttachTemplate)
SAVE_TEMPLATE = person_tool(save_template, Effect.ORGANISE, SaveTemplate)
MAKE_TEMPLATE = person_tool(make_template, Effect.ORGANISE, MakeTemplate)
RENAME_TEMPLATE = person_tool(rename_template, Effect.ORGANISE, RenameTemplate)
DELETE_TEMPLATE = person_tool(delete_template, Effect.ORGANISE, OneTemplate)
RESTORE_TEMPLATE = person_tool(restore_template, Effect.ORGANISE, RestoreTemplate)
IMPORT_TEMPLATES = person_tool(import_templates, Effect.ORGANISE, TemplatesFolder)
EXPORT_TEMPLATES = person_tool(export_templates, Effect.READ, TemplatesFolder)

TOOLS = (
    LIST_TEMPLATES,
    FILL_TEMPLATE,
    ATTACH_TEMPLATE,
    SAVE_TEMPLATE,
    MAKE_TEMPLATE,
    RENAME_TEMPLATE,
    DELETE_TEMPLATE,
    RESTORE_TEMPLATE,
    IMPORT_TEMPLATES,
    EXPORT_TEMPLATES,
)
