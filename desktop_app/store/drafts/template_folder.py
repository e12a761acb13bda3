"""Folder of the templates: a text file each, and beside it a folder with the files it brings along.

The person, and whatever other program they edit text with, writes there too: every call reads what
lies there now. Nothing is followed out of the folder, and nothing is replaced that was not seen.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from desktop_app.mail.drafts.template_file import (
    MOST_BYTES,
    SUFFIX,
    name_key,
    read_template,
    valid_name,
    write_template,
)
from desktop_app.model.draft import NewFile
from desktop_app.model.errors import BadInput, Conflict, KnownError, NotFound, StorageError
from desktop_app.model.template import (
    StoredTemplate,
    Template,
    TemplateShelf,
    TemplateTrouble,
)
from desktop_app.store.base.files import sync_folder
from desktop_app.store.drafts.template_bytes import (
    MOST_FILE_BYTES,
    bytes_of,
    first_files,
    kind_of,
    named_apart,
    plain_files,
    write_whole,
)

FOLDER = "templates"
FILES = ".files"
"""End of the name of the folder with a template's files."""

MOST_TEMPLATES = 500

DELETED = ".deleted"
KEPT_SECONDS = 30 * 86_400.0
_TOKEN = re.compile(r"[0-9a-f]{16}")


class TemplateFolder:
    """The templates of a profile, `<profile>/templates`, or of another folder of that form. A
    folder that is not there has none. With `accounts`, keys of own addresses, only those are there
    that are for mail from one of them, or from any."""

    def __init__(self, folder: Path, accounts: Callable[[], frozenset[str]] | None = None) -> None:
        self.folder, self._accounts = folder, accounts

    def read(self) -> TemplateShelf:
        """All there are, by name, and what is there besides and can't be used. Raises
        `StorageError` where the folder can't be read."""
        found: dict[str, StoredTemplate] = {}
        troubles: list[TemplateTrouble] = []
        names = self._names()
        allowed = None if self._accounts is None else {"", *self._accounts()}
        for filename in (n for n in names if n.endswith(SUFFIX)):
            try:
                one = self._read(filename)
                if allowed is not None and one.template.account.lower() not in allowed:
                    continue
                key = name_key(one.template.name)
                if key in found:
                    there = found[key].template.name
                    raise BadInput(f"There is one already called “{there}”: rename one of them.")
                if len(found) == MOST_TEMPLATES:
                    raise BadInput(f"There are more than {MOST_TEMPLATES} templates.")
                found[key] = one
            except KnownError as error:
                said = f"{error.sentence} {error.next_step}".strip()
                troubles.append(TemplateTrouble(filename, int(error.details.get("line", 0)), said))
        for filename in (n for n in names if n.endswith(FILES)):
            if filename.removesuffix(FILES) + SUFFIX not in names:
                said = "The files in this folder belong to no template."
                troubles.append(TemplateTrouble(filename, 0, said))
        ordered = sorted(found.values(), key=lambda each: name_key(each.template.name))
        return TemplateShelf(tuple(ordered), () if allowed is not None else tuple(troubles))

    def get(self, name: str) -> StoredTemplate:
        """The template of that name, whatever its case. Raises `NotFound`."""
        wanted = name_key(name)
        for one in self.read().templates:
            if name_key(one.template.name) == wanted:
                return one
        raise NotFound(f"There is no template called “{' '.join(name.split())[:80]}”.")

    def files(self, name: str) -> tuple[NewFile, ...]:
        """The files that a template brings along, with their bytes. Raises `NotFound`."""
        one = self.get(name)
        place = self._files_of(one.template.name)
        return tuple(
            NewFile(
                each.filename,
                kind_of(each.filename),
                bytes_of(place / each.filename, MOST_FILE_BYTES),
            )
            for each in one.files
        )

    def save(
        self,
        template: Template,
        *,
        seen: str = "",
        files: Iterable[NewFile] | None = None,
    ) -> StoredTemplate:
        """Keep a template. `seen` is the digest of the one that it takes the place of, empty for a
        new one; `files` are all it has then, None for those it has. Raises `Conflict` where another
        lies there now, `BadInput`, `StorageError`: what was there is there then."""
        name = valid_name(template.name)
        data = write_template(template)
        there = self._named(name)
        if (there.digest if there else "") != seen:
            raise _taken(there.template.name) if there and not seen else _changed(name)
        if there is not None:
            name = there.template.name
        else:
            self._refuse_taken(name)
        given = None if files is None else named_apart(files)
        with self._writing() as folder:
            if given is not None:
                self._put_files(name, given)
            write_whole(folder / f"{name}{SUFFIX}", data)
            sync_folder(folder)
        return self.get(name)

    def rename(self, name: str, new: str) -> StoredTemplate:
        """Give a template another name. Raises `Conflict` for one that is taken, `BadInput`,
        `NotFound`."""
        old, new = self.get(name).template.name, valid_name(new)
        there = self._named(new)
        if there is not None and there.template.name != old:
            raise _taken(there.template.name)
        if new == old:
            return self.get(old)
        self._refuse_taken(new, but=old)
        with self._writing() as folder:
            self._move(folder, old, folder, new)
            sync_folder(folder)
        return self.get(new)

    def delete(self, name: str) -> str:
        """Put a template aside for thirty days; what `restore` takes to bring it back. Raises
        `NotFound`, `StorageError`."""
        old, token = self.get(name).template.name, secrets.token_hex(8)
        with self._writing() as folder:
            self._forget_long_deleted(folder)
            aside = folder / DELETED / token
            aside.mkdir(mode=0o700, parents=True)
            self._move(folder, old, aside, old)
            sync_folder(folder)
        return token

    def restore(self, token: str) -> StoredTemplate:
        """Bring a deleted template back. Raises `NotFound`, `Conflict` where there is another of
        its name by now."""
        aside = self.folder / DELETED / token
        if not _TOKEN.fullmatch(token) or not aside.is_dir():
            raise NotFound("This template is not there any more.")
        name = next((p.name for p in aside.iterdir() if p.name.endswith(SUFFIX)), "")
        name = name.removesuffix(SUFFIX)
        if not name:
            raise NotFound("This template is not there any more.")
        self._refuse_taken(name)
        with self._writing() as folder:
            self._move(aside, name, folder, name)
            with suppress(OSError):
                aside.rmdir()
            sync_folder(folder)
        return self.get(name)

    def free_name(self, wanted: str) -> str:
        """The name, or with the first number behind it that is free. Raises `BadInput`."""
        name = valid_name(wanted)
        taken = {name_key(n.removesuffix(SUFFIX)) for n in self._names() if n.endswith(SUFFIX)}
        number = 2
        free = name
        while name_key(free) in taken:
            free = valid_name(f"{name} {number}")
            number += 1
        return free

    def _names(self) -> list[str]:
        """What lies in the folder, but for what begins with a dot."""
        try:
            return sorted(e.name for e in os.scandir(self.folder) if not e.name.startswith("."))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StorageError(
                f"The folder of the templates can't be read: {error.strerror}.",
                next_step="Check its permissions.",
            ) from error

    def _named(self, name: str) -> StoredTemplate | None:
        try:
            return self.get(name)
        except NotFound:
            return None

    def _refuse_taken(self, name: str, *, but: str = "") -> None:
        """Raises `Conflict` where something of that name lies there, template or not: whatever it
        is, it is not replaced. `but` is a name that does not count."""
        for filename in self._names():
            for end in (SUFFIX, FILES):
                other = filename.removesuffix(end)
                if filename.endswith(end) and other != but and name_key(other) == name_key(name):
                    raise _taken(other)

    def _read(self, filename: str) -> StoredTemplate:
        """Raises `BadInput` for what is no template."""
        name = filename.removesuffix(SUFFIX)
        valid_name(name)
        data = bytes_of(self.folder / filename, MOST_BYTES)
        template = read_template(name, data)
        files = plain_files(self._files_of(name))
        if sum(each.size for each in files) > MOST_FILE_BYTES:
            raise BadInput(f"Its files have more than {MOST_FILE_BYTES // 1_000_000} MB.")
        digest = sha256(data)
        for each in files:
            digest.update(f"\0{each.filename}\0{each.size}".encode("utf-8", "surrogatepass"))
        return StoredTemplate(template, files, digest.hexdigest())

    def _files_of(self, name: str) -> Path:
        return self.folder / f"{name}{FILES}"

    @contextmanager
    def _writing(self) -> Iterator[Path]:
        """The folder, made where it is missing. Raises `StorageError` for what the system says."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            yield self.folder
        except OSError as error:
            raise StorageError(
                f"The template can't be kept: {(error.strerror or str(error)).lower()}.",
                next_step="Check the disk and the permissions of the folder.",
            ) from error

    def _put_files(self, name: str, files: tuple[NewFile, ...]) -> None:
        """The new files first, then the old ones go: cut in between, there are more and not
        fewer."""
        place = self._files_of(name)
        kept = {each.filename for each in files}
        if files:
            place.mkdir(mode=0o700, exist_ok=True)
        for each in files:
            write_whole(place / each.filename, each.data)
        for old in first_files(place):
            if old.filename not in kept:
                (place / old.filename).unlink(missing_ok=True)
        if not files:
            with suppress(OSError):
                place.rmdir()

    @staticmethod
    def _move(source: Path, name: str, target: Path, new: str) -> None:
        """Files before words: cut in between, the files wait for a template of that name."""
        if os.path.lexists(source / f"{name}{FILES}"):
            os.replace(source / f"{name}{FILES}", target / f"{new}{FILES}")  # noqa: PTH105
        os.replace(source / f"{name}{SUFFIX}", target / f"{new}{SUFFIX}")  # noqa: PTH105

    @staticmethod
    def _forget_long_deleted(folder: Path) -> None:
        before = time.time() - KEPT_SECONDS
        with suppress(OSError):
            for aside in (folder / DELETED).iterdir():
                if _TOKEN.fullmatch(aside.name) and aside.lstat().st_mtime < before:
                    shutil.rmtree(aside, ignore_errors=True)


def _taken(name: str) -> Conflict:
    return Conflict(
        f"There is a template called “{name}” already.", next_step="Choose another name."
    )


def _changed(name: str) -> Conflict:
    return Conflict(
        f"The template “{name}” was changed elsewhere in the meantime.",
        next_step="Look at it as it is now, then change it again.",
    )
