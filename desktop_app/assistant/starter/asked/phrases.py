"""Requests the starter assistant understands: one table of patterns a language.

Pure: a sentence in, a request out. A sentence that no row fits is `Unknown`, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime

from desktop_app.assistant.starter.asked.filler import (
    as_asked,
    without_and,
    without_filler,
    without_please,
    without_wish,
)
from desktop_app.assistant.starter.asked.foreign_phrases import FRENCH, GERMAN, SPANISH
from desktop_app.assistant.starter.asked.hints import read_hint
from desktop_app.assistant.starter.asked.introductions import parted
from desktop_app.assistant.starter.asked.kept_words import template_asked
from desktop_app.assistant.starter.asked.organising import organised
from desktop_app.assistant.starter.asked.phrase_rows import (
    LOOSE,
    NAME,
    PEOPLE,
    Rows,
    forwarded,
    replied,
    rewritten,
    sent_to,
    summarised,
    table,
    told,
    written_to,
)
from desktop_app.assistant.starter.asked.requested import (
    Add,
    Help,
    Read,
    Reply,
    Request,
    SendIt,
    Unknown,
    Wrote,
)
from desktop_app.assistant.starter.asked.saying import (
    NOTHING_SAID,
    language_said,
    spoken,
    without_manner,
)
from desktop_app.assistant.starter.asked.searching import looked_up, searched
from desktop_app.assistant.starter.asked.whose_mail import named_in
from desktop_app.assistant.starter.wording.languages import LANGUAGES, language_of_words
from desktop_app.assistant.starter.wording.manner import first_manner_off
from desktop_app.assistant.starter.wording.restricted import without_restriction
from desktop_app.assistant.starter.wording.voices import RULES

LONGEST = 8_000
"""Characters of a request that are looked at."""

MOST_ORDINAL = 5
"""Words of what only names a row of a list (`the second one`)."""

_MAIL = r"(?:e-?mail|mail|message|note)"
_PRONOUN = r"(?:him|her|them|everyone|everybody|all)\b"
_ENGLISH = table(
    (r"(?:help|hello|hi|hey|good (?:morning|afternoon|evening))(?: there)?", lambda _f: Help()),
    (
        (
            r"what (?:can|do) you (?:do|know|understand)|how (?:do(?:es)? (?:you"
            r"|this) work|can you help).*"
        ),
        lambda _f: Help(),
    ),
    (
        (
            r"(?:make|keep) (?:it|this|that|the (?:draft|reply|mail)) .+|(?:now )?in (?:english"
            r"|german|french|spanish|italian)|(?:a bit "
            r"|much )?(?:short|long|warm|"
            r"friendli|polit|simpl)er|(?:more|less) (?:formal|polite|friendly|casual"
            r"|concise)(?:ly)?|"
            r"(?:rewrite|rephrase|reword|improve|translate|proofread|polish|shorten)\b.*|"
            r"(?:correct|fix) (?:the |my )?(?:grammar|spelling|typos|english).*"
        ),
        rewritten,
    ),
    (
        (
            r"what (?:does|do) (?P<person>(?-i:[A-ZÀ-Ý])[\w.'-]+) (?:want|need|ask)"
            r"(?: (?:from|of) me| for| to know)?"
        ),
        lambda f: _wrote(f["person"], ""),
    ),
    (
        r"remind me (?:of )?what (?P<hint>.+?) (?:says?|said|is about)",
        lambda f: Read(f["hint"]),
    ),
    (
        (
            r"what (?:did|has|does) (?P<person>.+?) (?:write|say|wrote|said|written)"
            r"(?: (?:to me )?(?:about|on|regarding) (?P<topic>.+?))?"
        ),
        lambda f: _wrote(f["person"], f["topic"].rstrip("?. ")),
    ),
    (
        (
            r"(?:did|has) (?P<person>.+?) (?:write|written|say|said|answer(?:ed)?|repl(?:y|ied))"
            r"(?: anything| something)?(?: to me)?(?: (?:about|on|regarding) (?P<topic>.+?))?"
        ),
        lambda f: _wrote(f["person"], f["topic"].rstrip("?. ")),
    ),
    (
        (
            r"(?:read|open|show)(?: me)? (?P<hint>(?:the |my )?(?:newest|latest|last|most recent)\b"
            r"(?! \d|.*\b(?:week|month|year)\b).*?)"
        ),
        lambda f: Read(f["hint"]),
    ),
    (r"(?:read|open)(?: me)? (?P<hint>.+?)(?: to me)?", lambda f: Read(f["hint"])),
    (
        (
            r"(?:what's|what is) (?:in )?(?P<hint>(?:the |my )?(?:newest|latest|last"
            r"|most recent)\b.*?)"
        ),
        lambda f: Read(f["hint"]),
    ),
    (r"(?:summari[sz]e|sum up|tl;?dr)(?: (?P<hint>.+?))?", summarised),
    (
        (
            r"(?:draft|write|make)(?: me)? (?:an? )?(?:reply|answer"
            r"|response)(?P<rest>(?P<all> (?:to )?(?:all|everyone))?.*)"
        ),
        replied("en"),
    ),
    (
        (
            r"(?:reply|answer|respond|write back)(?P<all>[ -](?:to )?(?:all|everyone|everybody"
            r"|both(?: of them)?)\b)?(?P<rest>.*)"
        ),
        replied("en"),
    ),
    (
        (
            r"(?:find|get|take|look up|search for) (?P<hint>.+?),? and (?:forward|send|pass"
            r"|fwd) (?:it"
            r"|that|them)(?: on)? to (?P<rest>.+)"
        ),
        forwarded("en"),
    ),
    (r"(?:forward|fwd|pass on)\b(?P<hint>.*?) to (?P<rest>.+)", forwarded("en")),
    (
        (
            r"(?:share|pass|send|show)\b(?: on)?(?P<hint> (?:this|it|that|these|the (?!draft)|my"
            r"|\w+['’]s)\b.*?|)"
            r"(?: on| over| along)? (?:to|with) (?P<rest>.+)"
        ),
        forwarded("en"),
    ),
    (
        r"say (?P<message>yes|no|thanks|thank you) to (?P<hint>(?-i:[A-ZÀ-Ý])(?!\w+day\b)[\w'.-]+)",
        lambda f: Reply(f["hint"], f"say {f['message']}"),
    ),
    (
        (
            rf"ask (?!{_PRONOUN})(?P<person>{PEOPLE}) "
            r"(?P<rest>(?:if|whether|when|where|what|how|why|who|which|about)\b.+|(?:for|to) .+)"
        ),
        told("en", "ask {}"),
    ),
    (
        rf"(?:tell|let|inform) (?!{_PRONOUN})(?P<person>{PEOPLE}) (?:know )?to (?P<rest>.+)",
        told("en", "ask to {}"),
    ),
    (
        rf"(?:tell|let|inform) (?!{_PRONOUN})(?P<person>{PEOPLE}) (?:know )?(?P<rest>about .+)",
        told("en", "tell them {}"),
    ),
    (
        (
            rf"(?:tell|let|inform) (?!{_PRONOUN})(?P<person>{PEOPLE})"
            r"(?: know)?(?: that |[:,] ?| )(?P<rest>.+)"
        ),
        told("en", "that {}"),
    ),
    (
        rf"thank (?!{_PRONOUN}|you\b|for\b)(?P<person>{PEOPLE})(?P<rest> for .+|)",
        told("en", "thank{}"),
    ),
    (rf"remind (?!{_PRONOUN})(?P<person>{PEOPLE}) (?P<rest>.+)", told("en", "remind {}")),
    (
        rf"(?P<verb>congratulate|invite|wish) (?!{_PRONOUN})(?P<person>{PEOPLE}) (?P<rest>.+)",
        told("en", "{verb} {}"),
    ),
    (
        (
            rf"(?:write|send|draft|compose)(?: an?)?(?: (?:new )?{_MAIL})? to "
            rf"(?!{_PRONOUN})(?P<rest>.+)"
        ),
        written_to("en"),
    ),
    (rf"(?:e-?mail|mail|write|message) (?!{_PRONOUN})(?P<rest>(?:{NAME}).+)", written_to("en")),
    (
        (
            rf"(?:e-?mail|write|message|text|ping) (?P<rest>(?:{LOOSE})(?:[,:]\s| and\b| that\b"
            rf"| to\b"
            rf"| asking\b| saying\b"
            r"| about\b| if\b| whether\b).+)"
        ),
        written_to("en"),
    ),
    (
        rf"(?:an? )?(?:new|another|fresh) {_MAIL} (?:to|for) (?P<rest>.+)|{_MAIL} to (?P<rest2>.+)",
        written_to("en"),
    ),
    (
        rf"(?:send|write|drop) (?!{_PRONOUN})(?P<person>{NAME}) (?:an? )?{_MAIL}(?P<rest> .+)",
        sent_to("en"),
    ),
    (
        (
            rf"(?:send|forward|show) (?!{_PRONOUN})(?P<rest>{LOOSE}) (?P<hint>(?:the|this|that"
            rf"|my)\b.+)"
        ),
        forwarded("en"),
    ),
    (
        rf"ask (?!{_PRONOUN})(?P<person>{PEOPLE}) (?P<rest>(?:the|his|her|their)\b.+)",
        told("en", "ask {}"),
    ),
    (r"(?:and )?(?:also )?add(?: that)?:?\s+(?P<message>.+)", lambda f: Add(f["message"])),
    (r"send(?: (?:it|this|that|the draft))?(?: now)?", lambda _f: SendIt()),
)
_TABLES: Mapping[str, Rows] = {"en": _ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}


def understand(prompt: str, today: date | None = None) -> Request:
    """Request in a sentence of the person's. Dates without a year are read from `today`."""
    text = without_filler(prompt.strip().lstrip("¿¡")[:LONGEST].replace("’", "'"))
    text = _without_first_manner(as_asked(without_restriction(text)))
    if NOTHING_SAID.fullmatch(text.strip(" .?!")):
        return Unknown()
    if (kept := template_asked(without_please(text))) is not None:
        return kept
    first, day = language_of_words(text) or "en", today or datetime.now().astimezone().date()
    order = (first, *(each for each in LANGUAGES if each != first))
    bare = without_manner(without_and(text))
    for words in dict.fromkeys((text, bare, short := without_please(bare), without_wish(short))):
        for language in order:
            if (found := _known(words, language, day)) is not None:
                return found
    for language in order if bare == text else ():
        if (question := looked_up(text, language, day)) is not None:
            return question
    hint = read_hint(text)
    one = hint.number or (hint.newest and (hint.person or hint.topic))
    if one and len(text.split()) <= MOST_ORDINAL:
        return Read(text)
    whole = (each for each in order if any(p.match(bare) for p, _ in RULES[each].rows))
    spoken_in = language_said(bare, order) or first
    return spoken(text, next(whole, spoken_in)) or Unknown()


def _without_first_manner(text: str) -> str:
    """`poliment refuse` as `refuse`, where an instruction of any language follows."""
    bare = first_manner_off(text)
    follows = any(re.match(rf"(?:{each.starts})", bare, re.I) for each in RULES.values())
    return bare if follows else text


def _known(text: str, language: str, today: date) -> Request | None:
    """What the rules of one language take the text for."""
    if (action := organised(text, language)) is not None:
        return action
    for pattern, make in _TABLES[language]:
        match = pattern.match(text)
        if match is not None:
            return make(
                {
                    k.rstrip("2"): v.strip()
                    for k, v in match.groupdict("").items()
                    if v or k[-1] != "2"
                }
            )
    return searched(text, language, today) or _instruction(text, language)


def _instruction(text: str, language: str) -> Reply | None:
    """An instruction by itself (`ask her when …`, `decline politely`): for the open mail, or that
    of somebody it names (`say yes to Felix and …`)."""
    named = named_in(text, language)
    if _instructs(text, language):
        return Reply("", text, language=language, named=named)
    if named is not None and _instructs(named.instruction, language):
        return Reply(named.name, named.instruction, language=language)
    return None


def _instructs(text: str, language: str) -> bool:
    rules = RULES[language]
    if not re.match(rf"(?:{rules.starts})", text, re.I):
        return False
    known = any(pattern.match(text) for pattern, _ in rules.rows)
    addressed = known or rules.addressed.search(text)
    return bool(addressed or parted(f"reply {text}", language).message)


def _wrote(person: str, topic: str) -> Request:
    if re.match(r"(?:the|my|this|that) ", person, re.I):
        return Read(f"{person} about {topic}" if topic else person)
    return Wrote(person, topic)
