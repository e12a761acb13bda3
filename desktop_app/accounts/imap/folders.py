"""Folders of a server: what each is for, and the label its mail has.

Special use by RFC 6154; where a server names none, by the names that mail programs give in ten
languages. A folder of the person's own is a label: its mail has `folder:` and its name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from desktop_app.accounts.imap.namespaces import Namespaces
from desktop_app.model.message import OWN_LABELS, SystemLabel
from desktop_app.model.remote import RemoteLabel

MOST_FOLDERS, LONGEST_NAME = 5_000, 500
_PREFIX = "folder:"
_NO_SPACES = Namespaces()
_JOINERS = frozenset("\u200c\u200d\ufe0f")
"""Zero width non-joiner and joiner, variation selector: parts of words and of emoji."""


class Role(StrEnum):
    NONE = ""
    INBOX = "inbox"
    SENT = "sent"
    DRAFTS = "drafts"
    TRASH = "trash"
    SPAM = "spam"
    ARCHIVE = "archive"
    ALL = "all"
    FLAGGED = "flagged"


_SPECIAL: Mapping[bytes, Role] = MappingProxyType(
    {
        b"\\sent": Role.SENT,
        b"\\drafts": Role.DRAFTS,
        b"\\trash": Role.TRASH,
        b"\\junk": Role.SPAM,
        b"\\archive": Role.ARCHIVE,
        b"\\all": Role.ALL,
        b"\\flagged": Role.FLAGGED,
        b"\\important": Role.FLAGGED,
    }
)
_LABELS: Mapping[Role, SystemLabel] = MappingProxyType(
    {
        Role.INBOX: SystemLabel.INBOX,
        Role.SENT: SystemLabel.SENT,
        Role.DRAFTS: SystemLabel.DRAFT,
        Role.TRASH: SystemLabel.TRASH,
        Role.SPAM: SystemLabel.SPAM,
    }
)
_NAMES: Mapping[Role, frozenset[str]] = MappingProxyType(
    {
        Role.SENT: frozenset(
            "sent|sent items|sent mail|sent messages|gesendet|gesendete objekte|gesendete elemente"
            "|envoyés|éléments envoyés|messages envoyés|enviados|elementos enviados"
            "|mensajes enviados|inviata|posta inviata|itens enviados|enviadas|verzonden"
            "|verzonden items|wysłane|elementy wysłane|отправленные|已发送|已发送邮件|送信済み"
            "|送信済みアイテム".split("|")
        ),
        Role.DRAFTS: frozenset(
            "drafts|draft|entwürfe|brouillons|borradores|bozze|rascunhos|concepten|kopie robocze"
            "|wersje robocze|черновики|草稿|草稿箱|下書き".split("|")
        ),
        Role.TRASH: frozenset(
            "trash|deleted|deleted items|deleted messages|bin|papierkorb|gelöscht"
            "|gelöschte objekte|gelöschte elemente|corbeille|éléments supprimés|papelera"
            "|elementos eliminados|cestino|posta eliminata|lixeira|lixo|itens excluídos|prullenbak"
            "|verwijderde items|kosz|elementy usunięte|корзина|удаленные|已删除|已删除邮件|废件箱"
            "|ゴミ箱|削除済みアイテム".split("|")
        ),
        Role.SPAM: frozenset(
            "spam|junk|junk e-mail|junk email|junk mail|bulk mail|bulk|unerwünscht"
            "|junk-e-mail|courrier indésirable|indésirables|pourriel|correo no deseado"
            "|posta indesiderata|lixo eletrônico|lixo eletrónico|ongewenst|ongewenste e-mail"
            "|ongewenste reclame|niechciane|wiadomości-śmieci|спам|нежелательная почта|垃圾邮件"
            "|迷惑メール".split("|")
        ),
        Role.ARCHIVE: frozenset(
            "archive|archives|archiv|archivo|archivio|arquivo|archief|archiwum|архив|存档|归档"
            "|アーカイブ".split("|")
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Folder:
    """Folder by the server's name of it, decoded. `title` has `/` between its parts."""

    name: str
    separator: str
    title: str
    role: Role = Role.NONE
    selectable: bool = True

    @property
    def label(self) -> str:
        """The label of its mail; empty for the archive, whose mail has none."""
        if self.role in {Role.ARCHIVE, Role.ALL, Role.FLAGGED}:
            return ""
        own = _LABELS.get(self.role)
        return str(own) if own is not None else _PREFIX + self.name


def folders_of(
    listed: Iterable[tuple[Sequence[bytes], bytes | None, Any]],
    spaces: Namespaces = _NO_SPACES,
    *,
    by_name: bool = True,
) -> tuple[Folder, ...]:
    """The folders of a LIST, the inbox first; names that can't be shown are left out. Only the
    person's own folders have a role; without `by_name` a name gives none."""
    found: dict[str, Folder] = {}
    for flags, delimiter, raw in listed:
        name = raw if isinstance(raw, str) else str(raw)
        separator = delimiter.decode("ascii", "replace")[:1] if delimiter else ""
        if not _usable(name) or len(found) >= MOST_FOLDERS:
            continue
        lower = {flag.lower() for flag in flags}
        role = next((_SPECIAL[flag] for flag in lower if flag in _SPECIAL), Role.NONE)
        role = Role.INBOX if name.upper() == "INBOX" else role if spaces.own(name) else Role.NONE
        selectable = not lower & {b"\\noselect", b"\\nonexistent"}
        called = spaces.without_prefix(name)
        title = called.replace(separator, "/") if separator else called
        found[name] = Folder(name, separator, title, role, selectable)
    titled = found if spaces.told else _titled(found)
    named = _by_name(titled, spaces) if by_name else titled
    return tuple(sorted(named.values(), key=_place))


def _usable(name: str) -> bool:
    """Whether a name can be shown: of signs that nobody sees it may have those that belong to
    words (spaces of any width, joiners), but neither control characters nor those that turn the
    direction of the line."""
    fits = len(name.strip()) > 0 and len(name) <= LONGEST_NAME
    return fits and not any(map(_unshown, name))


def _unshown(sign: str) -> bool:
    return not sign.isprintable() and sign not in _JOINERS and unicodedata.category(sign) != "Zs"


def _titled(found: Mapping[str, Folder]) -> dict[str, Folder]:
    """Where a server names no namespaces and every folder stands below the inbox, that says
    nothing."""
    below = [f for f in found.values() if f.role is not Role.INBOX]
    prefix = "INBOX/"
    if not below or not all(f.title.upper().startswith(prefix) for f in below):
        return dict(found)
    cut = {f.name: replace(f, title=f.title[len(prefix) :]) for f in below}
    return {name: cut.get(name, folder) for name, folder in found.items()}


def _by_name(found: dict[str, Folder], spaces: Namespaces) -> dict[str, Folder]:
    """Roles that no folder has by its flags go to the first of the person's own that has the name
    of one."""
    for role, names in _NAMES.items():
        if any(folder.role is role for folder in found.values()):
            continue
        for name, folder in found.items():
            free = folder.role is Role.NONE and folder.selectable and spaces.own(name)
            if free and folder.title.lower() in names:
                found[name] = replace(folder, role=role)
                break
    return found


def _place(folder: Folder) -> tuple[bool, str]:
    return folder.role is not Role.INBOX, folder.title.lower()


def remote_labels(
    folders: Iterable[Folder], more: Iterable[str] = (), *, keywords: bool = False
) -> tuple[RemoteLabel, ...]:
    """The labels of an account: the system's, one for each folder of the person's own, and `more`
    names of labels that are no folders. With `keywords` those too that Draftdesk alone gives."""
    known = [str(label) for label in SystemLabel if keywords or str(label) not in OWN_LABELS]
    system = tuple(RemoteLabel(label, label, system=True) for label in known)
    own = {f.label: f.title for f in folders if f.label.startswith(_PREFIX) and f.selectable}
    own |= {_PREFIX + name: name for name in more}
    return (*system, *(RemoteLabel(id_, title) for id_, title in own.items()))


def folder_of(label: str) -> str:
    """The server's name of the folder that a label of the person's own stands for; else empty."""
    return label.removeprefix(_PREFIX) if label.startswith(_PREFIX) else ""


def own_label(name: str) -> str:
    return _PREFIX + name


def path_of(title: str, folders: Sequence[Folder], spaces: Namespaces = _NO_SPACES) -> str:
    """The server's name for a folder; where it names no namespaces, below the inbox where all
    others are. Raises `BadInput`."""
    if spaces.told:
        return spaces.path(title)
    separator = next((f.separator for f in folders if f.separator), "")
    below = any(f.name != f.title.replace("/", f.separator) for f in folders if f.separator)
    return Namespaces(f"INBOX{separator}" if below else "", separator).path(title)
