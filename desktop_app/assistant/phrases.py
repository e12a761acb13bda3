"""Requests the starter assistant understands: one table of patterns.

Pure: a sentence in, a request out. A sentence that no row fits is `Unknown`, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Find:
    """`query` is Gmail's query language, built from the words."""

    query: str


@dataclass(frozen=True, slots=True)
class Wrote:
    """Question what a person wrote, about a topic or at all."""

    person: str
    topic: str


@dataclass(frozen=True, slots=True)
class Reply:
    """`hint` names whom or what to answer, empty for the open thread; `message` is what the
    person wants said, in their words."""

    hint: str
    message: str
    reply_all: bool = False


@dataclass(frozen=True, slots=True)
class Tell:
    """A new mail to somebody found by name or address."""

    person: str
    message: str


@dataclass(frozen=True, slots=True)
class Forward:
    """`hint` names the mail, empty for the open one."""

    hint: str
    person: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class Summarise:
    hint: str


@dataclass(frozen=True, slots=True)
class NeedsAnswer:
    pass


@dataclass(frozen=True, slots=True)
class Add:
    """A further sentence for the draft that was just proposed."""

    message: str


@dataclass(frozen=True, slots=True)
class Organise:
    """`action` as modify_messages takes it, for the open thread."""

    action: str


@dataclass(frozen=True, slots=True)
class SendIt:
    pass


@dataclass(frozen=True, slots=True)
class Unknown:
    pass


Request = (
    Find | Wrote | Reply | Tell | Forward | Summarise | NeedsAnswer | Add | Organise | SendIt
    | Unknown
)  # fmt: skip

_THIS = re.compile(
    r"^(?:(?:the|this|that|her|his|their|it|open|last)\s*)*"
    r"(?:mail|e-?mail|message|thread|conversation|one|this|it)?$",
    re.I,
)
_SAYING = (
    r"(?:\s*[:,]\s*"
    r"|\s+(?:and\s+)?(?:saying|say|telling\s+(?:her|him|them)|with|that)\s+(?:that\s+)?)"
)
_ASKING = re.compile(
    r"^(?:and\s+)?ask(?:ing)?\s+(?:(?:her|him|them)\s+)?(?P<rest>.*)$", re.I | re.S
)
_FILLER = re.compile(
    r"^(?:please|could you|can you|would you|i want you to|i'd like you to|hey|hi|ok|okay)[,\s]+",
    re.I,
)
_ACTIONS = {
    "archive": "archive",
    "star": "star",
    "unstar": "unstar",
    "mark as read": "read",
    "mark as unread": "unread",
    "trash": "trash",
    "delete": "trash",
    "mark as spam": "spam",
}


def understand(prompt: str) -> Request:
    """Request in a sentence of the person's."""
    text = " ".join(prompt.split(" ")).strip()
    while (shorter := _FILLER.sub("", text)) != text:
        text = shorter
    for pattern, make in _PATTERNS:
        match = pattern.match(text)
        if match is not None:
            return make({k: (v or "").strip() for k, v in match.groupdict().items()})
    return Unknown()


def hint_or_this(hint: str) -> str:
    """Hint, or nothing where it only means the mail that is open."""
    plain = hint.strip(" .?!\"'“”")
    return "" if _THIS.match(plain) else plain


def as_query(words: str) -> str:
    """`mails from Dana about the budget last week` as a query."""
    text = re.sub(
        r"^(?:all\s+|any\s+|my\s+|the\s+|me\s+)*(?:unread\s+)?(?:e-?mails?|messages?|mails?)\b\s*",
        "",
        words.strip(" .?!"),
        flags=re.I,
    )
    unread = "is:unread " if re.search(r"\bunread\b", words, re.I) else ""
    text = re.sub(r"\bunread\b\s*", "", text, flags=re.I)
    for pattern, replacement in _QUERY_WORDS:
        text = re.sub(pattern, replacement, text, flags=re.I)
    return f"{unread}{text}".strip()


def from_person(name: str) -> str:
    """A from: term for a name or an address."""
    plain = name.strip(" .?!\"'“”")
    return f'from:"{plain}"' if " " in plain else f"from:{plain}"


_QUERY_WORDS = (
    (r"\bwith (?:an? )?attachments?\b", "has:attachment"),
    (r"\b(?:from|by) (?=\S)(?!last\b|this\b|today\b|yesterday\b)(\S+)", r"from:\1"),
    (r"\bto (?!the\b)(\S+@\S+)", r"to:\1"),
    (r"\b(?:from )?(?:the )?last week\b", "newer_than:7d"),
    (r"\b(?:from )?(?:the )?last month\b", "newer_than:1m"),
    (r"\b(?:from )?today\b", "newer_than:1d"),
    (r"\b(?:from )?yesterday\b", "newer_than:2d"),
    (
        r"\b(?:about|on|regarding|concerning|that mentions?|mentioning|called|that|which)\b ?",
        "",
    ),
    (r"\b(?:the|a|an)\b ?", ""),
)


def _reply(found: dict[str, str]) -> Request:
    return Reply(hint_or_this(found["hint"]), found["message"], reply_all=bool(found["all"]))


def _told(found: dict[str, str]) -> Request:
    return Tell(found["person"], found["message"])


def _asked(found: dict[str, str]) -> Request:
    return Tell(found["person"], f"ask {found['message']}")


_Make = Callable[[dict[str, str]], Request]
_REPLY = r"(?:reply|answer|respond)(?P<all> (?:to )?(?:all|everyone))?(?: to)?(?P<hint>.*?)"
_NOTE = rf"(?:{_SAYING}(?P<message>.+))?$"
_SAYS = rf"{_SAYING}(?P<message>.+)$"
_MAIL = r"(?:e-?mail|mail|message|note)"
_MARK = rf"(?: (?:this|it|that)(?: (?:thread|conversation|{_MAIL}))?| the (?:thread|{_MAIL}))?"
_ROWS: tuple[tuple[str, _Make], ...] = (
    (
        (
            r"(?:what|which|who)\b.*\b(?:needs?|waits? for|awaits?|wants?)\b"
            r".*\b(?:answer|reply|response|me)\b.*"
        ),
        lambda _: NeedsAnswer(),
    ),
    (r"(?:find|show)?.*\bunanswered\b.*", lambda _: NeedsAnswer()),
    (
        (
            r"what (?:did|has|does) (?P<person>.+?) (?:write|say|wrote|said|written)"
            r"(?: (?:to me )?(?:about|on|regarding) (?P<topic>.+?))?[?.]*$"
        ),
        lambda f: Wrote(f["person"], f["topic"].rstrip("?. ")),
    ),
    (
        r"(?:summari[sz]e|sum up|tl;?dr)(?: (?P<hint>.+?))?[?.]*$",
        lambda f: Summarise(hint_or_this(f["hint"])),
    ),
    (_REPLY + _SAYS, _reply),
    (_REPLY + r"(?: and)? (?P<message>ask(?:ing)? .+)$", _reply),
    (r"(?:draft|write) (?:an? )?" + _REPLY + r"(?P<message>)$", _reply),
    (_REPLY + r"(?P<message>)$", _reply),
    (
        r"forward(?P<hint>.*?) to (?P<person>.+?)" + _NOTE,
        lambda f: Forward(hint_or_this(f["hint"]), f["person"], f["message"]),
    ),
    (
        (
            r"ask (?P<person>\S+(?: [A-Z]\S+)?) "
            r"(?P<message>(?:to|if|whether|when|where|what|how|why|who|which|for|about)\b.+)$"
        ),
        _asked,
    ),
    (r"tell (?P<person>.+?) (?:that |about )(?P<message>.+)$", _told),
    (r"tell (?P<person>\S+(?: (?-i:[A-Z])\S+)?)[:,]? (?P<message>.+)$", _told),
    (
        rf"(?:write|send|draft|compose)(?: an?)?(?: (?:new )?{_MAIL})? to (?P<person>.+?){_SAYS}",
        _told,
    ),
    (r"(?:also )?add(?: that)?:?\s+(?P<message>.+)$", lambda f: Add(f["message"])),
    (r"send (?:it|this|that|the draft)[.!]*$", lambda _: SendIt()),
    (
        rf"(?P<action>{'|'.join(_ACTIONS)}){_MARK}[.!]*$",
        lambda f: Organise(_ACTIONS[f["action"].lower()]),
    ),
    (
        r"(?:find|search(?: for)?|show(?: me)?|look for|list)\s+(?P<words>.+)$",
        lambda f: Find(as_query(f["words"])),
    ),
)
_PATTERNS = tuple((re.compile(pattern, re.I | re.S), make) for pattern, make in _ROWS)


def said(message: str) -> str:
    """Words as a sentence of a letter. `that Thursday works` gives `Thursday works.`; `ask to send
    the file` gives a question."""
    asked = _ASKING.match(message)
    if asked is not None:
        return _question(asked["rest"].strip(" .?!"))
    text = re.sub(r"^that\s+", "", message.strip(), flags=re.I)
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?…)" or "\n" in text else f"{text}."


def _question(rest: str) -> str:
    word, _, tail = rest.partition(" ")
    match word.lower():
        case "to":
            return f"Could you please {tail}?"
        case "if" | "whether" | "when" | "where" | "what" | "how" | "why" | "who" | "which":
            return f"Could you let me know {rest}?"
        case "for":
            return f"Could you send me {tail}?"
        case _:
            return f"Could you tell me more about {rest.removeprefix('about ')}?"
