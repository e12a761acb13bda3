"""What other programs call a folder, a flag or a label -> our label ids.

Tables only; no file is opened here.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

from desktop_app.model.message import SystemLabel as L

_NOTHING = ""

# The names Gmail's export writes, in the languages it is known to write them in.
_GMAIL: dict[str, tuple[str, ...]] = {
    L.INBOX: (
        "inbox", "posteingang", "boîte de réception", "recibidos", "bandeja de entrada",
        "posta in arrivo", "caixa de entrada", "postvak in", "inkorg", "indbakke", "innboks",
        "saapuneet", "odebrane", "doručená pošta", "gelen kutusu", "входящие", "вхідні",
        "受信トレイ", "收件箱", "收件匣", "받은편지함",
    ),
    L.SENT: (
        "sent", "sent mail", "gesendet", "messages envoyés", "envoyés", "enviados", "enviado",
        "posta inviata", "inviati", "e-mails enviados", "verzonden", "verzonden berichten",
        "skickat", "skickade mail", "sendt", "sendte e-mails", "sendt e-post", "lähetetyt",
        "wysłane", "odeslaná pošta", "gönderilmiş postalar", "отправленные", "надіслані",
        "送信済み", "送信済みメール", "已发邮件", "寄件備份", "보낸편지함",
    ),
    L.DRAFT: (
        "drafts", "draft", "entwürfe", "brouillons", "borradores", "bozze", "rascunhos",
        "concepten", "utkast", "kladder", "luonnokset", "wersje robocze", "koncepty",
        "taslaklar", "черновики", "чернетки", "下書き", "草稿", "임시보관함",
    ),
    L.TRASH: (
        "trash", "bin", "papierkorb", "corbeille", "papelera", "cestino", "lixeira", "lixo",
        "prullenbak", "papperskorgen", "papirkurv", "papirkurven", "roskakori", "kosz", "koš",
        "çöp kutusu", "корзина", "кошик", "ゴミ箱", "已删除邮件", "垃圾桶", "휴지통",
    ),
    L.SPAM: (
        "spam", "junk", "skräppost", "søppelpost", "roskaposti", "spam-mails", "спам",
        "迷惑メール", "垃圾邮件", "垃圾郵件", "스팸함", "gereksiz",
    ),
    L.STARRED: (
        "starred", "markiert", "suivis", "messages suivis", "destacados", "destacado",
        "speciali", "con estrela", "com estrela", "met ster", "stjärnmärkt", "stjernemarkeret",
        "stjernemerket", "tähdellä merkityt", "oznaczone gwiazdką", "s hvězdičkou", "yıldızlı",
        "помеченные", "із зірочкою", "スター付き", "已加星标", "已加星號", "별표편지함",
    ),
    L.IMPORTANT: (
        "important", "wichtig", "importants", "importante", "importantes", "importanti",
        "belangrijk", "viktigt", "vigtigt", "viktig", "tärkeä", "ważne", "důležité", "önemli",
        "важное", "важливо", "重要", "重要邮件", "중요편지함",
    ),
    L.UNREAD: (
        "unread", "ungelesen", "non lus", "non lu", "no leídos", "no leído", "non letti",
        "da leggere", "não lidos", "não lidas", "ongelezen", "oläst", "ulæst", "ulest",
        "lukematta", "nieprzeczytane", "nepřečtené", "okunmamış", "непрочитанные",
        "непрочитані", "未読", "未读", "未讀", "읽지않음", "읽지 않음",
    ),
    L.CATEGORY_PERSONAL: ("category personal", "kategorie persönlich", "catégorie principale"),
    L.CATEGORY_SOCIAL: ("category social", "kategorie soziale netzwerke"),
    L.CATEGORY_PROMOTIONS: (
        "category promotions", "category promotional", "category purchases", "kategorie werbung",
    ),
    L.CATEGORY_UPDATES: ("category updates", "category travel", "kategorie benachrichtigungen"),
    L.CATEGORY_FORUMS: ("category forums", "kategorie foren"),
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
    "sent items": L.SENT,
    "sent messages": L.SENT,
    "sent-mail": L.SENT,
    "outbox": L.SENT,
    "deleted items": L.TRASH,
    "deleted messages": L.TRASH,
    "junk e-mail": L.SPAM,
    "junk email": L.SPAM,
    "junk-e-mail": L.SPAM,
    "bulk mail": L.SPAM,
    "archive": _NOTHING,
    "archives": _NOTHING,
}
_MAILDIR = {"F": L.STARRED, "T": L.TRASH, "D": L.DRAFT}
_X_STATUS = {"F": L.STARRED, "D": L.TRASH, "T": L.DRAFT}
_MOZILLA = {0x0004: L.STARRED, 0x0008: L.TRASH}

_STATUS = re.compile(
    rb"^(X-Status|Status|X-Mozilla-Status):[ \t]*([0-9A-Za-z]{0,8})", re.IGNORECASE | re.MULTILINE
)
_SHIFTED = re.compile(r"&([A-Za-z0-9+,]*)-")


def from_gmail(names: Iterable[str]) -> frozenset[str]:
    """Label ids of the names in X-Gmail-Labels; unknown names are user labels."""
    ids = (_GMAIL_IDS.get(name.lower().strip(), name) for name in names)
    return frozenset(i for i in ids if i)


def from_maildir(flags: str, *, new: bool) -> frozenset[str]:
    """Label ids of a Maildir file's info flags; what lies in `new/` is unread."""
    found = {str(_MAILDIR[f]) for f in flags if f in _MAILDIR}
    if new or "S" not in flags:
        found.add(L.UNREAD)
    return frozenset(found)


def from_mbox(head: bytes) -> frozenset[str]:
    """Label ids of the status fields mail programs keep in an mbox. Without any: read."""
    found: set[str] = set()
    for name, value in _STATUS.findall(head):
        kind, text = name.lower(), value.decode("ascii")
        if kind == b"status" and "R" not in text.upper():
            found.add(L.UNREAD)
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
    return found if bits & 1 else [*found, L.UNREAD]


def system_folder(name: str) -> str | None:
    """The system label a folder of that name stands for; empty for an archive; None: neither."""
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
    """A folder name out of modified UTF-7 (RFC 3501 section 5.1.3)."""

    def plain(match: re.Match[str]) -> str:
        if not match[1]:
            return "&"
        data = match[1].replace(",", "/")
        try:
            return base64.b64decode(data + "=" * (-len(data) % 4)).decode("utf-16-be")
        except ValueError:
            return match[0]

    return _SHIFTED.sub(plain, name)
