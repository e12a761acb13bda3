"""Templates copied from one folder of that form to another: out of the profile, and into it.

Nothing that lies in the target is replaced: what has a name that is taken gets a number behind it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.model.errors import BadInput
from desktop_app.model.template import TemplateTrouble
from desktop_app.store.drafts.template_folder import TemplateFolder


@dataclass(frozen=True, slots=True)
class Copied:
    """`copied` are names in the target, `there` those of templates that it had already, just
    so."""

    copied: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    troubles: tuple[TemplateTrouble, ...] = ()


def copy_templates(source: TemplateFolder, target: TemplateFolder) -> Copied:
    """Copies all that can be read. Raises `StorageError`: what is copied by then stays; `BadInput`
    where both are one folder."""
    both = (target.folder, source.folder)
    if all(folder.exists() for folder in both) and target.folder.samefile(source.folder):
        raise BadInput("This is the folder of the templates itself.", next_step="Choose another.")
    shelf = source.read()
    copied: list[str] = []
    there: list[str] = []
    troubles = list(shelf.troubles)
    known = {one.template.name: one for one in target.read().templates}
    for one in shelf.templates:
        name = one.template.name
        try:
            files = source.files(name)
            same = known.get(name)
            if same and same.template == one.template and target.files(name) == files:
                there.append(name)
                continue
            free = target.free_name(name)
            target.save(replace(one.template, name=free), files=files)
            copied.append(free)
        except BadInput as error:
            troubles.append(TemplateTrouble(f"{name}", 0, error.sentence))
    return Copied(tuple(copied), tuple(there), tuple(troubles))
