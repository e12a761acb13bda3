"""Quoted history and signatures in plain text, recognised by the conventions of mail programs.

Pure text in, offsets out. The work is linear in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST_TAIL = 16
"""Lines a signature or a list's footer has at the most."""

_VERBS = (
    "wrote|writes|said|schrieb|schreibt|a écrit|escribió|ha escrito|ha scritto|scrive|escreveu"
    "|schreef|geschreven|skrev|kirjoitti|pisze|napisał\\(a\\)|napisał|napisała|napsal\\(a\\)"
    "|napsal|napísal"
    "|написал\\(а\\)|написа|написал|написала|пишет|пише|написав|yazdı|írta|a scris|έγραψε"
    "|כתב|כתבה|كتب"
    "|写道|寫道|のメール|が書きました|님이 작성|작성"
)
_ATTRIBUTION = re.compile(
    rf"(?:{_VERBS})[^:：\n]{{0,120}}[:：]\s*$|^.{{0,200}}<\S+@\S+>\s*[:：]\s*$", re.IGNORECASE
)
_DATED = re.compile(r"\d{1,4}[./\-:年 ]|@")
_WHO = re.compile(r"[<(\[][^\s<>()@]{1,64}@[^\s<>()@]{1,255}[>)\]]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d\d")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}\s?[:.hH]\s?\d\d(?!\d)")
_OPENING = re.compile(
    r"(?:on|am|le|el|il|em|op|den|på|w dniu|dne|dňa|в|në|στις|tarihinde|\d{4}|\d{1,2}[./ ]"
    r"|.{1,60}<\S+@)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    r"^\s*+(?:-{2,}+\s*+(?:original message|original-nachricht|ursprüngliche nachricht"
    r"|message d'origine|mensaje original|messaggio originale|mensagem original"
    r"|oorspronkelijk bericht|original(?:t)? meddelelse|ursprungligt meddelande"
    r"|wiadomość oryginalna|исходное сообщение|元のメッセージ|原始邮件|원본 메시지"
    r"|forwarded message|weitergeleitete nachricht|begin forwarded message)\s*+-*+|_{20,}+)\s*$",
    re.IGNORECASE,
)
_FORWARD = re.compile(
    r"^\s*+(?:-{2,}+\s*+)?(?:begin )?(?:forwarded message|weitergeleitete nachricht"
    r"|message transféré|mensaje reenviado|messaggio inoltrato|mensagem encaminhada"
    r"|doorgestuurd bericht)",
    re.IGNORECASE,
)
_SENDER_FIELD = re.compile(
    r"^\s*+\*?(?:from|von|de|da|van|från|fra|lähettäjä|od|от|від|kimden|发件人|寄件者|差出人"
    r"|보낸 사람)\*?\s*+[:：]\*?\s*+\S",
    re.IGNORECASE,
)
_OTHER_FIELD = re.compile(
    r"^\s*+\*?(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|fecha|para"
    r"|asunto|inviato|data|a|oggetto|enviada|assunto|verzonden|aan|onderwerp|skickat|till|ämne"
    r"|sendt|til|emne|lähetetty|vastaanottaja|aihe|wysłano|do|temat|odesláno|komu|předmět"
    r"|отправлено|дата|кому|тема|надіслано|gönderildi|kime|konu|发送时间|收件人|主题|主旨|日期"
    r"|送信日時|日時|宛先|件名|보낸 날짜|받는 사람|제목)\*?\s*+[:：]",
    re.IGNORECASE,
)
_MARK = re.compile(r"^\s{0,3}[>|]")
_TAIL = re.compile(r"^(?:-- ?$|_{5,}|-{5,}|~{5,}|={5,})")


@dataclass(frozen=True, slots=True)
class _Shape:
    """Positions in a text's lines: the last quoted one, and the last fresh one (neither quoted,
    empty, nor part of a signature or footer at the end); -1 for none."""

    last_quoted: int
    last_fresh: int

    def only_quotes_from(self, index: int) -> bool:
        """Whether no fresh text follows at or after line `index`. A quote without any `>` (as
        phones write it) extends to the end."""
        return self.last_quoted < index or self.last_fresh < index


def history_start(text: str, *, bare: bool = True) -> int:
    """Offset of the quoted history that ends `text`, the text of an answer, or -1.

    History is only what no fresh text follows. There is none with replies between the quotes, and
    none when everything is quoted or forwarded. `bare`: marks at the lines are a mail program's, so
    that a quote needs nothing above it that introduces it.
    """
    lines = text.split("\n")
    index = _first_sign(lines, _shape(lines), bare=bare)
    if index < 0 or not any(line.strip() for line in lines[:index]):
        return -1
    if _FORWARD.match(lines[index]):
        return -1
    return sum(len(line) + 1 for line in lines[:index])


def is_forward(line: str) -> bool:
    """Whether a line begins a mail that is passed on."""
    return _FORWARD.match(line) is not None


def begins_history(lines: list[str], index: int) -> bool:
    """Whether a line separates a mail from an older one, or begins an older one's header."""
    if not lines[index].strip():
        return False
    return _is_separator(lines, index) or _header_block(lines, index)


def _shape(lines: list[str]) -> _Shape:
    quoted = [n for n, line in enumerate(lines) if _MARK.match(line)]
    last_quoted = quoted[-1] if quoted else -1
    end = len(lines)
    for index in range(len(lines) - 1, max(len(lines) - _LONGEST_TAIL, last_quoted), -1):
        if _TAIL.match(lines[index]):
            end = index
    fresh = (n for n in range(end - 1, -1, -1) if lines[n].strip() and not _MARK.match(lines[n]))
    return _Shape(last_quoted, next(fresh, -1))


def _first_sign(lines: list[str], shape: _Shape, *, bare: bool) -> int:
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        if begins_history(lines, index):
            return index
        if _MARK.match(line):
            if bare and shape.only_quotes_from(index):
                return index
            continue
        length = attribution_lines(lines, index)
        if length and shape.only_quotes_from(index + length):
            return index
    return -1


def _is_separator(lines: list[str], index: int) -> bool:
    line = lines[index]
    if _FORWARD.match(line):
        return True
    if _SEPARATOR.match(line) is None:
        return False
    return not line.lstrip().startswith("_") or _header_block(lines, index + 1)


def attribution_lines(lines: list[str], index: int) -> int:
    """The number of lines (up to 3) from `index` on that are an `On … wrote:`; 0 for none. In any
    language where a marked quote follows: by who and when, else by a verb of writing."""
    first = lines[index].strip()
    if len(first) > 300 or _MARK.match(lines[index]):
        return 0
    opened, joined = _OPENING.match(first) is not None, ""
    for length in (1, 2, 3):
        if index + length > len(lines):
            break
        last = lines[index + length - 1].strip()
        joined = f"{joined} {last}".strip()
        if opened and is_attribution(joined):
            return length
        if last.endswith((":", "：")) and _marked_below(lines, index + length):
            return length if _introduces([line.strip() for line in lines[index:][:length]]) else 0
    return 0


def _marked_below(lines: list[str], index: int) -> bool:
    """Whether a marked quote begins at a line, or below an empty one."""
    below = lines[index : index + 2]
    if below and not below[0].strip():
        below = below[1:]
    return bool(below) and _MARK.match(below[0]) is not None


def _introduces(lines: list[str]) -> bool:
    """Whether one line, or several as they were broken, say no more than who wrote, and when: none
    of them is empty or ends a sentence, and no fewer of the last lines say it."""
    if not all(lines) or any(line.endswith((".", "!", "?", "…", ":")) for line in lines[:-1]):
        return False
    return _says_who_or_when(lines) and not any(
        _says_who_or_when(lines[begin:]) for begin in range(1, len(lines))
    )


def _says_who_or_when(lines: list[str]) -> bool:
    joined = " ".join(lines)
    if len(joined) > 300 or _DATED.search(joined) is None:
        return False
    return bool(_WHO.search(joined) or (_YEAR.search(joined) and _CLOCK.search(joined)))


def is_attribution(line: str) -> bool:
    """Whether a line introduces a quote: a date or an address, and a verb of writing."""
    line = " ".join(line.split())
    return 8 < len(line) < 400 and bool(_ATTRIBUTION.search(line) and _DATED.search(line))


def _header_block(lines: list[str], index: int) -> bool:
    """Whether a From line is followed closely by two more fields, as Outlook writes above a
    quote."""
    while index < len(lines) and not lines[index].strip():
        index += 1
    if index >= len(lines) or not _SENDER_FIELD.match(lines[index]):
        return False
    below = [line for line in lines[index + 1 : index + 12] if line.strip()][:5]
    return sum(1 for line in below if _OTHER_FIELD.match(line)) >= 2


def signature_start(text: str) -> int:
    """Offset of the last `-- ` line (RFC 3676 section 4.3) of `text`, or -1."""
    found = -1
    for match in re.finditer(r"^-- ?$", text, re.MULTILINE):
        found = match.start()
    return found if found > 0 and text[found:].count("\n") <= 12 else -1
