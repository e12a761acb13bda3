"""Tables that map folders, flags and labels of other programs to label ids."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

from desktop_app.model.message import SystemLabel

_NOTHING = ""

# The names Gmail's export writes, in the languages it is known to write them in.
_GMAIL: dict[str, tuple[str, ...]] = {
    SystemLabel.INBOX: (
        "inbox", "posteingang", "boîte de réception", "recibidos", "bandeja de entrada",
        "posta in arrivo", "caixa de entrada", "postvak in", "inkorg", "indbakke", "innboks",
        "saapuneet", "odebrane", "doručená pošta", "gelen kutusu", "входящие", "вхідні",
        "受信トレイ", "收件箱", "收件匣", "받은편지함",
    ),
    SystemLabel.SENT: (
        "sent", "sent mail", "gesendet", "messages envoyés", "envoyés", "enviados", "enviado",
        "posta inviata", "inviati", "e-mails enviados", "verzonden", "verzonden berichten",
        "skickat", "skickade mail", "sendt", "sendte e-mails", "sendt e-post", "lähetetyt",
        "wysłane", "odeslaná pošta", "gönderilmiş postalar", "отправленные", "надіслані",
        "送信済み", "送信済みメール", "已发邮件", "寄件備份", "보낸편지함",
    ),
    SystemLabel.DRAFT: (
        "drafts", "draft", "entwürfe", "brouillons", "borradores", "bozze", "rascunhos",
        "concepten", "utkast", "kladder", "luonnokset", "wersje robocze", "koncepty",
        "taslaklar", "черновики", "чернетки", "下書き", "草稿", "임시보관함",
    ),
    SystemLabel.TRASH: (
        "trash", "bin", "papierkorb", "corbeille", "papelera", "cestino", "lixeira", "lixo",
        "prullenbak", "papperskorgen", "papirkurv", "papirkurven", "roskakori", "kosz", "koš",
        "çöp kutusu", "корзина", "кошик", "ゴミ箱", "已删除邮件", "垃圾桶", "휴지통",
    ),
    SystemLabel.SPAM: (
        "spam", "junk", "skräppost", "søppelpost", "roskaposti", "spam-mails", "спам",
        "迷惑メール", "垃圾邮件", "垃圾郵件", "스팸함", "gereksiz",
    ),
    SystemLabel.STARRED: (
        "starred", "markiert", "suivis", "messages suivis", "destacados", "destacado",
        "speciali", "con estrela", "com estrela", "met ster", "stjärnmärkt", "stjernemarkeret",
        "stjernemerket", "tähdellä merkityt", "oznaczone gwiazdką", "s hvězdičkou", "yıldızlı",
        "помеченные", "із зірочкою", "スター付き", "已加星标", "已加星號", "별표편지함",
    ),
    SystemLabel.IMPORTANT: (
        "important", "wichtig", "importants", "importante", "importantes", "importanti",
        "belangrijk", "viktigt", "vigtigt", "viktig", "tärkeä", "ważne", "důležité", "önemli",
        "важное", "важливо", "重要", "重要邮件", "중요편지함",
    ),
    SystemLabel.UNREAD: (
        "unread", "ungelesen", "non lus", "non lu", "no leídos", "no leído", "non letti",
        "da leggere", "não lidos", "não lidas", "ongelezen", "oläst", "ulæst", "ulest",
        "lukematta", "nieprzeczytane", "nepřečtené", "okunmamış", "непрочитанные",
        "непрочитані", "未読", "未读", "未讀", "읽지않음", "읽지 않음",
    ),
    SystemLabel.CATEGORY_PERSONAL: (
        "category personal", "kategorie persönlich", "catégorie principale",
    ),
    SystemLabel.CATEGORY_SOCIAL: ("category social", "kategorie soziale netzwerke"),
    SystemLabel.CATEGORY_PROMOTIONS: (
        "category promotions", "category promotional", "category purchases", "kategorie werbung",
    ),
    SystemLabel.CATEGORY_UPDATES: (
        "category updates", "category travel", "kategorie benachrichtigungen",
    ),
    SystemLabel.CATEGORY_FORUMS: ("category forums", "kategorie foren"),
    # Said of what is read or archived: the absence of a label says it already.
    _NOTHING: (
        "opened", "geöffnet", "ouvert", "ouverts", "abierto", "abiertos", "aperti", "letti",
        "abertos", "lido", "geopend", "öppnad", "öppnade", "åbnet", "åpnet", "avattu", "otwarte",
        "otevřené", "açıldı", "открытые", "відкриті", "開封済み", "已打开", "已開啟", "열어봄",
        "archived", "archiviert", "archivé", "archivés", "archivado", "archivados", "archiviati",
        "arquivado", "arquivados", "gearchiveerd", "arkiverad", "arkiveret", "arkivert",
        "アーカイブ済み", "已归档", "all mail", "alle nachrichten", "tous les messages",
    ),
}  # fmt: skip
_GMAIL_IDS = {name: str(label) for label, names in _GMAIL.items() for name in names}

# Folder names that mean the same in every program that makes them.
_FOLDERS = {
    "sent items": SystemLabel.SENT,
    "sent messages": SystemLabel.SENT,
    "sent-mail": SystemLabel.SENT,
    "outbox": SystemLabel.SENT,
    "deleted items": SystemLabel.TRASH,
    "deleted messages": SystemLabel.TRASH,
    "junk e-mail": SystemLabel.SPAM,
    "junk email": SystemLabel.SPAM,
    "junk-e-mail": SystemLabel.SPAM,
    "bulk mail": SystemLabel.SPAM,
    "archive": _NOTHING,
    "archives": _NOTHING,
}
_MAILDIR = {"F": SystemLabel.STARRED, "T": SystemLabel.TRASH, "D": SystemLabel.DRAFT}
_X_STATUS = {"F": SystemLabel.STARRED, "D": SystemLabel.TRASH, "T": SystemLabel.DRAFT}
_MOZILLA = {0x0004: SystemLabel.STARRED, 0x0008: SystemLabel.TRASH}

_DELETED, _DELETED_2, _PARTIAL = 0x0008, 0x00200000, 0x0400
EMLX_DELETED = 1 << 1
_EMLX_READ, _EMLX_FLAGGED, _EMLX_DRAFT, _EMLX_JUNK = 1 << 0, 1 << 4, 1 << 6, 1 << 24
"""Bits of the property list. Source: https://docs.fileformat.com/email/emlx/."""

_STATUS = re.compile(
    rb"^(X-Status|Status|X-Mozilla-Status):[ \t]*([0-9A-Za-z]{0,8})", re.IGNORECASE | re.MULTILINE
)
_BITS = re.compile(rb"^X-Mozilla-Status(2?):[ \t]*([0-9A-Fa-f]{1,8})", re.IGNORECASE | re.MULTILINE)
_KEYS = re.compile(rb"^X-Mozilla-Keys:[ \t]*([^\r\n]{0,4000})", re.IGNORECASE | re.MULTILINE)
_SHIFTED = re.compile(r"&([A-Za-z0-9+,]*)-")


def from_gmail(names: Iterable[str]) -> frozenset[str]:
    """Label ids of the names in X-Gmail-Labels; unknown names are user labels."""
    ids = (_GMAIL_IDS.get(name.lower().strip(), name) for name in names)
    return frozenset(i for i in ids if i)


def from_maildir(flags: str, *, new: bool) -> frozenset[str]:
    """Label ids of a Maildir file's info flags; what lies in `new/` is unread."""
    found = {str(_MAILDIR[f]) for f in flags if f in _MAILDIR}
    if new or "S" not in flags:
        found.add(SystemLabel.UNREAD)
    return frozenset(found)


def from_mbox(head: bytes) -> frozenset[str]:
    """Label ids of the status fields in an mbox message. Without any: read."""
    found: set[str] = set()
    for name, value in _STATUS.findall(head):
        kind, text = name.lower(), value.decode("ascii")
        if kind == b"status" and "R" not in text.upper():
            found.add(SystemLabel.UNREAD)
        elif kind == b"x-status":
            found.update(_X_STATUS[f] for f in text.upper() if f in _X_STATUS)
        elif kind == b"x-mozilla-status":
            found.update(_mozilla(text))
    return frozenset(found)


def _mozilla(text: str) -> Iterable[str]:
    try:
        bits = int(text, 16)
    except ValueError:
        return ()
    found = [str(label) for bit, label in _MOZILLA.items() if bits & bit]
    return found if bits & 1 else [*found, SystemLabel.UNREAD]


def of_mozilla_flags(flags: int) -> frozenset[str]:
    """Label ids of nsMsgMessageFlags: unread and starred."""
    return frozenset(_mozilla(f"{flags & 0x0007:x}"))


def is_deleted_flags(flags: int) -> bool:
    """Whether nsMsgMessageFlags say that a mail is deleted."""
    return bool(flags & (_DELETED | _DELETED_2))


def is_deleted(head: bytes) -> bool:
    """Whether a Mozilla program has deleted the mail of these fields."""
    return is_deleted_flags(_mozilla_bits(head))


def is_partial(head: bytes) -> bool:
    """Whether a Mozilla program has fetched only the beginning of the mail of these fields."""
    return bool(_mozilla_bits(head) & _PARTIAL)


def _mozilla_bits(head: bytes) -> int:
    bits = 0
    for second, digits in _BITS.findall(head):
        bits |= int(digits, 16) & (0xFFFF0000 if second else 0xFFFF)
    return bits


def from_keywords(head: bytes, names: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Label ids of X-Mozilla-Keys, by the pairs of keyword and label."""
    told = _KEYS.search(head)
    if told is None:
        return frozenset()
    there = set(told[1].decode("utf-8", "replace").lower().split())
    return frozenset(label for keyword, label in names if keyword.lower() in there)


def from_emlx(flags: int) -> frozenset[str]:
    """Label ids of the flags of an .emlx file."""
    found = set[str]()
    if not flags & _EMLX_READ:
        found.add(SystemLabel.UNREAD)
    for bit, label in (
        (_EMLX_FLAGGED, SystemLabel.STARRED),
        (_EMLX_DRAFT, SystemLabel.DRAFT),
        (_EMLX_JUNK, SystemLabel.SPAM),
        (EMLX_DELETED, SystemLabel.TRASH),
    ):
        if flags & bit:
            found.add(label)
    return frozenset(found)


def system_folder(name: str) -> str | None:
    """System label of a folder name; empty for an archive; None for any other folder."""
    plain = name.lower().strip()
    label = _FOLDERS.get(plain)
    if label is None:
        label = _GMAIL_IDS.get(plain)
    return None if label is None else str(label)


def from_folder(name: str) -> frozenset[str]:
    """Label ids of a Maildir++ folder name without its leading dot (`Lists.Python`)."""
    plain = decode_folder(name)
    label = system_folder(plain)
    if label is None:
        label = plain.replace(".", "/")
    return frozenset((label,)) if label else frozenset()


def decode_folder(name: str) -> str:
    """Folder name decoded from modified UTF-7 (RFC 3501 section 5.1.3)."""

    def plain(match: re.Match[str]) -> str:
        if not match[1]:
            return "&"
        data = match[1].replace(",", "/")
        try:
            return base64.b64decode(data + "=" * (-len(data) % 4)).decode("utf-16-be")
        except ValueError:
            return match[0]

    return _SHIFTED.sub(plain, name)
