"""English instructions, and what each says in the person's voice."""

from __future__ import annotations

import re

from desktop_app.assistant.starter.wording.acts import Act, Gist, Meaning, Sentence, Unclear
from desktop_app.assistant.starter.wording.english_clauses import ANYONE, WHOM, inverted, to_you
from desktop_app.assistant.starter.wording.rules import (
    Found,
    Make,
    Rules,
    days_or,
    gist_of,
    known,
    plain,
    rows,
)
from desktop_app.assistant.starter.wording.text import SHAPELESS, as_sentence, said_plainly

_ALL = r"(?P<whom>him|her|them|everyone|everybody|all)\b"
_WHOM = rf"(?:(?:to\s+)?{_ALL}\s*)?"
_WH = (
    r"(?P<wh>when|where|why|who|what(?: (?:time|day|date|size|colou?r|kind of \w+))?|which(?! (?:he"
    r"|she|they|you|it|we|i)\b) \w+|which"
    r"|how(?: (?:much|long|often|far|soon|big|many \w+))?)"
)
_SAY = r"(?:politely )?(?:say|saying|tell|telling|write|writing|mention|mentioning|reply|answer)"
GISTS = known(
    (r"yes|ok|okay|sure|gladly|yes,? gladly", Meaning.YES),
    (r"no|no,? sorry", Meaning.NO),
    (r"(?:many )?thanks|thank you(?: very much)?", Meaning.THANKS),
    (
        (
            r"(?:i )?(?:can't|cannot|can not|won't be able to|am not able to|am unable to) "
            r"(?:make it|come|attend|be there)(?: (?P<days>.+))?"
        ),
        Meaning.CANNOT_COME,
    ),
    (
        r"(?:i will|i'll|i can) (?:come|be there|attend|make it)(?: (?P<days>.+))?",
        Meaning.WILL_COME,
    ),
    (
        (
            r"(?P<days>.+) (?:works|is fine|is good|suits me|is ok|is perfect|is great"
            r"|works great)(?: for me)?"
        ),
        Meaning.SUITS,
    ),
    (
        (
            r"(?P<days>.+) (?:doesn't work|does not work|doesn't suit me|does not suit me"
            r"|won't work"
            r"|is impossible|is no good"
            r"|is not possible|isn't possible)(?: for me)?"
        ),
        Meaning.SUITS_NOT,
    ),
    (
        (
            r"(?:i will|i'll|i am going to) (?:get back to (?:you|them|him|her)|answer|reply"
            r"|be in touch)(?: (?P<days>.+))?"
        ),
        Meaning.GET_BACK,
    ),
    (r"(?:i will|i'll|i am going to) be (?:a (?:bit|little) )?late", Meaning.LATE),
)


def _you(words: str, match: Found, anyone: frozenset[str] = ANYONE) -> str | None:
    whom = (match.groupdict().get("whom") or "").lower()
    return to_you(words, WHOM.get(whom, WHOM["them"] if whom else anyone))


def _put(template: str, end: str = ".", gist: Gist | None = None) -> Make:
    """Maker of a sentence: the rest of the instruction, said to the reader, in a template."""

    def make(match: Found, _familiar: bool) -> Act:
        thing = re.sub(r",? (?:please|pls|plz)$", "", said_plainly(match["rest"]))
        rest = _you(thing, match, ANYONE | {"their"})
        if rest is None:
            return Unclear(match[0])
        return Sentence(as_sentence(template.format(rest), end), "en", gist)

    return make


def _asked(question: str) -> Sentence:
    return Sentence(as_sentence(question, "?"), "en")


def _whether(match: Found, _familiar: bool) -> Act:
    clause = _you(said_plainly(match["rest"]), match)
    if clause is None:
        return Unclear(match[0])
    return _asked(inverted(clause) or f"could you tell me whether {clause}")


def _what(match: Found, _familiar: bool) -> Act:
    clause = _you(said_plainly(match["rest"]), match)
    if clause is None:
        return Unclear(match[0])
    question = inverted(clause) if clause else None
    wh = match["wh"]
    return _asked(f"{wh} {question}" if question else f"could you tell me {wh} {clause}")


def _to_reader(words: str) -> str | None:
    return to_you(words, ANYONE)


def _state(match: Found, _familiar: bool) -> Act:
    clause = _you(match["rest"].strip(), match)
    if clause is None or SHAPELESS.match(clause):
        return Unclear(match[0])
    gist = gist_of(GISTS, clause, "en")
    if gist is not None and gist.meaning is Meaning.GET_BACK:
        return gist
    return Sentence(as_sentence(clause), "en", gist)


def _days_or(meaning: Meaning, otherwise: Make) -> Make:
    """Maker for instructions that are about days, or else about a thing."""
    return days_or(meaning, otherwise, "en", _proposed if meaning is Meaning.PROPOSE else _attended)


def _proposed(rest: str) -> str:
    return re.sub(r"\s+instead$", "", said_plainly(rest))


def _attended(rest: str) -> str:
    return re.sub(r"^(?:a )?(?:meeting|coming)\s+", "", said_plainly(rest))


def _propose(match: Found, familiar: bool) -> Act:
    rest = said_plainly(match["rest"])
    meeting = re.match(r"(?:to meet|meeting|(?:that )?we meet)\b\s*(?P<when>.*)$", rest, re.I)
    if meeting is not None:
        return _asked(f"could we meet {meeting['when']}")
    if rest.startswith("that "):
        return _put("I suggest {}")(match, familiar)
    if re.match(r"to\b", rest):
        return Unclear(match[0])
    if re.search(r"\d|day\b", rest):
        return _asked(f"would {rest} suit you")
    return _put("may I suggest {}", "?")(match, familiar)


_REST = r"(?P<rest>.+?)"
_POLITELY = r"(?: (?:politely|kindly|gladly|with thanks|nicely))?"
RULES = Rules(
    "en",
    rows(
        (rf"(?:{_SAY}\s+)?{_WHOM}(?:a )?(?:clear |big |polite )?yes", plain(Meaning.YES)),
        (rf"(?:{_SAY}\s+)?{_WHOM}(?:a )?(?:clear |polite )?no", plain(Meaning.NO)),
        (
            rf"(?:{_SAY}\s+)?yes to {_REST}",
            _days_or(Meaning.YES, _put("yes, I am happy with {}")),
        ),
        (
            rf"(?:{_SAY}\s+)?no to {_REST}",
            _days_or(Meaning.SUITS_NOT, _put("thank you, but I am afraid I have to say no to {}")),
        ),
        (rf"(?:{_SAY}\s+)?{_WHOM}(?:(?:many )?thanks|thank you)", plain(Meaning.THANKS)),
        (
            (
                rf"(?:{_SAY}\s+)?{_WHOM}(?:(?:politely )?declin(?:e|ing)|refus(?:e|ing)"
                rf"|turn(?:ing)? (?:it|him|her|them) down)(?: it)?{_POLITELY}"
            ),
            plain(Meaning.DECLINE),
        ),
        (
            (
                rf"(?:politely )?(?:declin(?:e|ing)|refus(?:e|ing)|turn(?:ing)? down){_POLITELY}"
                rf" {_REST}{_POLITELY}"
            ),
            _put("thank you very much, but I am afraid I have to decline {}"),
        ),
        (rf"accept(?:ing)?(?: it)?{_POLITELY}", plain(Meaning.ACCEPT)),
        (rf"accept(?:ing)? {_REST}{_POLITELY}", _put("I gladly accept {}")),
        (rf"confirm(?:ing)?(?: it)?{_POLITELY}", plain(Meaning.CONFIRM)),
        (rf"confirm(?:ing)? that {_REST}", _put("I can confirm that {}")),
        (
            rf"confirm(?:ing)? (?!if |whether |when )(?:for )?{_REST}",
            _days_or(Meaning.CONFIRM, _put("I confirm {}")),
        ),
        (r"agree(?:ing)?(?: to (?:it|that|this))?", plain(Meaning.YES)),
        (rf"agree(?:ing)? (?:to|with) {_REST}", _put("I agree to {}")),
        (rf"cancel(?:l?ing)?(?: it)?{_POLITELY}", plain(Meaning.CANCEL)),
        (rf"cancel(?:l?ing)? {_REST}", _put("I am afraid I have to cancel {}")),
        (rf"thank(?:ing)?(?: {_ALL})?(?: (?:politely|kindly))?", plain(Meaning.THANKS)),
        (rf"thank(?:ing)?(?: {_ALL})? for {_REST}", _put("thank you for {}")),
        (rf"(?:many )?thanks for {_REST}", _put("thank you for {}")),
        (rf"apologi[sz](?:e|ing)(?: to {_ALL})?{_POLITELY}", plain(Meaning.SORRY)),
        (rf"apologi[sz](?:e|ing)(?: to {_ALL})? (?:for|about) {_REST}", _put("I apologise for {}")),
        (rf"(?:{_SAY}\s+)?{_WHOM}(?:i'?m |we're )?sorry", plain(Meaning.SORRY)),
        (rf"(?:{_SAY}\s+)?{_WHOM}sorry (?:for|about) {_REST}", _put("I apologise for {}")),
        (rf"remind(?:ing)?(?: {_ALL})?", plain(Meaning.REMIND)),
        (rf"remind(?:ing)?(?: {_ALL})? to {_REST}", _put("please remember to {}")),
        (rf"remind(?:ing)?(?: {_ALL})? that {_REST}", _put("may I remind you that {}", ".")),
        (rf"remind(?:ing)?(?: {_ALL})? (?:of|about) {_REST}", _put("may I remind you of {}", ".")),
        (
            (
                rf"remind(?:ing)?(?: {_ALL})? (?P<rest>(?:i|we|he|she|it|they|the|his|her|our"
                rf"|my)\b.+?)"
            ),
            _put("may I remind you that {}", "."),
        ),
        (rf"congratulat(?:e|ing)(?: {_ALL})?", lambda _m, _f: Sentence("Congratulations.", "en")),
        (rf"congratulat(?:e|ing)(?: {_ALL})? (?:on|for) {_REST}", _put("congratulations on {}")),
        (rf"wish(?:ing)?(?: {_ALL})? {_REST}", _put("I wish you {}")),
        (
            rf"invit(?:e|ing)(?: {_ALL})? (?P<rest>(?:to|for) .+?)",
            _put("I would like to invite you {}"),
        ),
        (rf"promis(?:e|ing)(?: {_ALL})? (?P<rest>(?:to|that) .+?)", _put("I promise {}")),
        (rf"offer(?:ing)?(?: {_ALL})? to {_REST}", _put("I would be happy to {}")),
        (
            rf"(?:propos|suggest|offer)(?:e|ing)?(?: (?:to )?{_ALL})? {_REST}",
            _days_or(Meaning.PROPOSE, _propose),
        ),
        (
            (
                rf"ask(?:ing)?(?: {_ALL})? (?:for )?(?P<rest>(?:some |a few )?(?:more |further )"
                r"(?:details|information))"
            ),
            _put("could you please give me {}", "?", Gist(Meaning.MORE_DETAILS)),
        ),
        (
            rf"(?:ask|tell)(?:ing)?(?: {_ALL})? (?:please )?not to {_REST}",
            _put("please do not {}"),
        ),
        (rf"ask(?:ing)?(?: {_ALL})? (?:if|whether) {_REST}", _whether),
        (rf"ask(?:ing)?(?: {_ALL})? {_WH} {_REST}", _what),
        (rf"ask(?:ing)?(?: {_ALL})? (?:please )?to {_REST}", _put("could you please {}", "?")),
        (rf"ask(?:ing)?(?: {_ALL})? for {_REST}", _put("could you please give me {}", "?")),
        (rf"ask(?:ing)?(?: {_ALL})? about {_REST}", _put("could you tell me more about {}", "?")),
        (
            rf"ask(?:ing)?(?: {_ALL})? (?P<rest>(?:the|his|her|their) (?!not\b).+?)",
            _put("could you tell me {}", "?"),
        ),
        (rf"request(?:ing)? {_REST}", _put("could you please give me {}", "?")),
        (rf"tell(?:ing)? {_ALL} to {_REST}", _put("could you please {}", "?")),
        (rf"tell(?:ing)? {_ALL} (?:about|how|why|what|when|where) .+", lambda m, _f: Unclear(m[0])),
        (
            rf"(?:{_SAY}|explain(?:ing)?|point(?:ing)? out)(?: (?:to )?{_ALL})? that {_REST}",
            _state,
        ),
        (rf"tell(?:ing)? {_ALL}:? {_REST}", _state),
        (
            r"(?:let(?:ting)? \w+ know|inform(?:ing)? \w+) (?:about|how|why|what) .+",
            lambda m, _f: Unclear(m[0]),
        ),
        (rf"let(?:ting)? {_ALL} know (?:that )?{_REST}", _state),
        (rf"inform(?:ing)? {_ALL} (?:that )?{_REST}", _state),
        (rf"(?:say|saying)(?: to {_ALL})?,? {_REST}", _state),
        (rf"that {_REST}", _state),
    ),
    starts=(
        r"(?:yes|no) to\b|(?:politely )?(?:ask(?:ing)?\s+(?:(?:him|her|them|everyone)\b|if\b"
        r"|whether\b|when\b"
        r"|where\b|why\b|who\b|what\b|which\b|how\b|for\b|to\b|about\b|the\b)"
        r"|(?:tell(?:ing)?|thank(?:ing)?|remind(?:ing)?|inform(?:ing)?|congratulat(?:e|ing)"
        r"|wish(?:ing)?|invit(?:e|ing)) (?:him|her|them|everyone)\b"
        r"|let(?:ting)? (?:him|her|them|everyone) know\b|thank(?:ing)? for\b"
        r"|(?:say|saying)\b|apologi[sz](?:e|ing)\b|declin(?:e|ing)\b|accept(?:ing)?\b"
        r"|confirm(?:ing)?\b|(?:propos|suggest)(?:e|ing)?\b|offer(?:ing)? to\b"
        r"|request(?:ing)?\b|promis(?:e|ing)\b|cancel(?:l?ing)?\b|agree(?:ing)? (?:to|with)\b"
        r"|refus(?:e|ing)\b|remind(?:ing)?\b)"
    ),
    joins=r"and(?: then| also)?|then|also|but|plus",
    saying=re.compile(r"^(?:(?:saying|writing)[\s:,]+|(?:say|write)\s*:\s*)", re.I),
    vague=re.compile(
        r"^(?:be|make|keep|sound|explain|describe|mention|emphasi[sz]e|express|elaborate|argue"
        r"|justify"
        r"|complain|convince|persuade|negotiate|write|something|anything|how|why|what|whatever"
        r"|nicely|politely|give|tell|ask|remind|inform|let|invite|about|answer|include|refer)\b",
        re.I,
    ),
    gists=GISTS,
    own=re.compile(
        r"\b(?:i|we)(?:'ll|'d|'m| will| would| can| could| shall| have to| want to| need to| am)\b"
        r"[^,;.]*$",
        re.I,
    ),
    addressed=re.compile(r"\b(?:him|her|them|everyone)\b", re.I),
    before_quote=re.compile(
        rf"^(?:{_SAY}|with|add(?:ing)?)?(?: (?:to )?(?:him|her|them))?(?: the words)?", re.I
    ),
    still_instruction=re.compile(r"^(?:(?:yes|no) to|that|thanks for)\b", re.I),
    certain=re.compile(
        r"(?:politely )?(?:ask(?:ing)?\s+(?:him|her|them|everyone|if|whether|when|where|why|who"
        r"|what|which|how|for|about)\b|(?:tell|thank|remind|inform|congratulate"
        r"|invite)(?:ing)? (?:him|her|them|everyone)\b|let (?:him|her|them) know\b|say\b"
        r"|apologi[sz]e\b)",
        re.I,
    ),
    things=re.compile(
        r"(?:(?:say|tell \w+|reply|answer) )?(?:politely )?(?:declin|accept|confirm|agree|cancel"
        r"|refus|reject|thank|apologi|congratulat|wish|request|propos|suggest|turn(?:ing)? "
        r"|(?:clear |polite )?(?:yes|no)\b|sorry\b|ask(?:ing)?(?: \w+)? (?:for|about)\b"
        r"|remind(?:ing)?(?: \w+)? (?:of|about)\b|invit)",
        re.I,
    ),
    about_reader=re.compile(r"^(?:he|she|his)\b", re.I),
    that="that",
    speaks_of_reader=_to_reader,
)
