"""German instructions, and what each says in the person's voice."""

from __future__ import annotations

import re

from desktop_app.assistant.starter.wording.acts import Act, Gist, Meaning, Sentence, Unclear
from desktop_app.assistant.starter.wording.days import read_days
from desktop_app.assistant.starter.wording.german_clauses import (
    infinitive,
    main_clause,
    question,
    to_you,
)
from desktop_app.assistant.starter.wording.meanings import in_words
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
from desktop_app.assistant.starter.wording.text import as_sentence, formed, said_plainly

_ALL = r"(?P<whom>ihm|ihr|ihnen|ihn|sie|allen|alle)\b"
_WH = (
    r"(?P<wh>(?:bis |ab )?wann|wo|wohin|woher|warum|wieso|wer|wen|wem|was|welche\w* \w+"
    r"|wie(?: (?:viel|viele \w+|lange|oft|hoch|groß))?|um wie viel Uhr)"
)
_SAY = r"(?:sage?|schreibe?|antworte|teile?|erwähne|richte)"
_ASK = rf"(?:frage?|fragt)(?: {_ALL})?(?: (?:nach|bitte))?,?"
_REST = r"(?P<rest>.+?)"
GISTS = known(
    (r"ja|ok|okay|gerne?|ja,? gerne?", Meaning.YES),
    (r"nein|leider nein", Meaning.NO),
    (r"danke(?: schön| sehr)?|vielen dank|besten dank", Meaning.THANKS),
    (r"ich (?:(?P<days>.+) )?(?:leider )?nicht (?:kommen|dabei sein) kann", Meaning.CANNOT_COME),
    (r"ich kann (?:(?P<days>.+) )?(?:leider )?nicht kommen", Meaning.CANNOT_COME),
    (r"ich (?:(?P<days>.+) )?(?:komme|kommen werde|dabei bin)", Meaning.WILL_COME),
    (r"ich komme(?: (?P<days>.+))?", Meaning.WILL_COME),
    (r"(?:mir )?(?P<days>.+?) (?:mir )?passt", Meaning.SUITS),
    (r"(?P<days>.+) (?:passt|geht|klappt)(?: es)?(?: bei)?(?: mir)?(?: gut)?", Meaning.SUITS),
    (
        (
            r"(?P<days>.+) (?:passt|geht"
            r"|klappt)(?: es)?(?: bei)?(?: mir)?(?: leider)? nicht"
        ),
        Meaning.SUITS_NOT,
    ),
    (r"ich (?:mich )?(?:(?P<days>.+) )?melde(?:n werde)?", Meaning.GET_BACK),
    (r"ich melde mich(?: bei \w+)?(?: (?P<days>.+))?", Meaning.GET_BACK),
    (
        r"ich (?:mich verspäte|zu spät komme|später komme)|ich komme (?:zu spät|später)",
        Meaning.LATE,
    ),
)


def _you(words: str, match: Found, familiar: bool) -> str | None:
    whom = (match.groupdict().get("whom") or "").lower()
    whom = {"ihn": "ihm", "sie": "ihr", "allen": "ihnen", "alle": "ihnen"}.get(whom, whom)
    return to_you(words, whom, familiar=familiar)


def _put(template: str, end: str = ".", gist: Gist | None = None) -> Make:
    def make(match: Found, familiar: bool) -> Act:
        rest = _you(said_plainly(match["rest"]), match, familiar)
        if rest is None:
            return Unclear(match[0])
        return Sentence(as_sentence(formed(template, familiar).format(rest), end), "de", gist)

    return make


def _state(match: Found, familiar: bool) -> Act:
    clause = _you(said_plainly(match["rest"]), match, familiar)
    if clause is None:
        return Unclear(match[0])
    told = formed("Ich möchte Ihnen mitteilen|Ich möchte dir mitteilen", familiar)
    text = main_clause(clause) or f"{told}, dass {clause}"
    return Sentence(as_sentence(text), "de", gist_of(GISTS, clause, "de"))


_OF_OTHERS = re.compile(r"\b(?:er|ihm|ihn)\b", re.I)
_SOMEBODY = re.compile(
    r"\b(?:mein\w*|unser\w*|der|die|das|den|ein\w*)\s+\w+|\b[A-ZÄÖÜ]\w+ (?:ist"
    r"|hat|kann|kommt|will)\b"
)


def _to_reader(words: str) -> str | None:
    """The words as they are; None where they speak of somebody whom nothing before names."""
    match = _OF_OTHERS.search(words)
    return words if match is None or _SOMEBODY.search(words[: match.start()]) else None


def _direct(match: Found, familiar: bool) -> Act:
    """`sag ihm, ich komme am Freitag`: the order is that of a sentence already."""
    if re.match(r"(?:er|sie|dass|wie|warum|etwas|was)\b", match["rest"]):
        return Unclear(match[0])
    clause = _you(match["rest"].strip(), match, familiar)
    if clause is None:
        return Unclear(match[0])
    return Sentence(as_sentence(clause), "de", gist_of(GISTS, clause, "de"))


_COULD = "Könnten Sie mir sagen, {}|Könntest du mir sagen, {}"


def _question(match: Found, familiar: bool) -> Act:
    clause = _you(said_plainly(match["rest"]), match, familiar)
    if clause is None:
        return Unclear(match[0])
    wh = match.groupdict().get("wh") or ""
    asked = question(clause, wh)
    if asked is None or (not wh and "Sie" not in clause and "du" not in clause.split()):
        asked = formed(_COULD, familiar).format(f"{wh or 'ob'} {clause}")
    return Sentence(as_sentence(asked, "?"), "de")


def _please(match: Found, familiar: bool) -> Act:
    rest = _you(match["rest"], match, familiar)
    if rest is None or not re.search(r"\bzu \w+n$|zu\w+n$", said_plainly(rest)):
        return Unclear(match[0])
    form = formed("Könnten Sie bitte {}|Könntest du bitte {}", familiar)
    return Sentence(as_sentence(form.format(infinitive(rest)), "?"), "de")


def _remember(match: Found, familiar: bool) -> Act:
    rest = _you(said_plainly(match["rest"]), match, familiar)
    if rest is None:
        return Unclear(match[0])
    form = formed("Bitte denken Sie daran, {}|Bitte denk daran, {}", familiar)
    return Sentence(as_sentence(form.format(rest)), "de")


def _days_or(meaning: Meaning, otherwise: Make) -> Make:
    return days_or(meaning, otherwise, "de")


def _with(dative: str) -> str:
    return re.sub(r"^zum\b", "dem", re.sub(r"^zur\b", "der", re.sub(r"^zu ", "", dative)))


def _yes_to(template: str) -> Make:
    def make(match: Found, familiar: bool) -> Act:
        rest = said_plainly(match["rest"])
        days = read_days(re.sub(r"^(?:zum|zu)\s+", "", rest), "de")
        if days is not None:
            return Gist(Meaning.YES if "Ja" in template else Meaning.SUITS_NOT, days)
        changed = _you(_with(rest), match, familiar)
        if changed is None:
            return Unclear(match[0])
        return Sentence(as_sentence(template.format(changed)), "de")

    return make


_POLITELY = r"(?:höflich|freundlich|gerne?|dankend|leider|bitte)"
_SAID = rf"(?:(?:{_SAY})\s+(?:{_ALL}[,:]?\s+)?(?:mit\s+)?)?(?:{_POLITELY}\s+)?"
_THEM = _ALL.replace("?P<whom>", "?:")


def _accept_and(match: Found, familiar: bool) -> Act:
    """`sag zu, wir bringen Salat mit`."""
    accepted = in_words(Gist(Meaning.ACCEPT), "de", familiar=familiar)
    return Sentence(f"{accepted} {as_sentence(match['rest'])}", "de")


RULES = Rules(
    "de",
    rows(
        (rf"{_SAID}(?:einfach )?ja", plain(Meaning.YES)),
        (rf"{_SAID}nein", plain(Meaning.NO)),
        (rf"{_SAID}ja (?P<rest>zu[mr]? .+?)", _yes_to("Ja, mit {} bin ich gerne einverstanden")),
        (
            rf"{_SAID}nein (?P<rest>zu[mr]? .+?)",
            _yes_to("Vielen Dank, aber mit {} bin ich leider nicht einverstanden"),
        ),
        (
            (
                rf"{_SAID}(?:danke|vielen dank)|(?:bitte )?(?:bedanke?"
                rf"|bedank) dich(?: bei {_THEM})?"
                rf"|danke? {_THEM}"
            ),
            plain(Meaning.THANKS),
        ),
        (
            rf"(?:bedanke? dich(?: bei {_ALL})?|danke?(?: {_THEM})?|vielen dank) für {_REST}",
            _put("vielen Dank für {}"),
        ),
        (
            (
                rf"(?:sage?|lehne?)(?: {_THEM})?(?: es)?(?: {_POLITELY})? ab"
                rf"|(?:{_POLITELY} )?(?:ablehnen|absagen)"
            ),
            plain(Meaning.DECLINE),
        ),
        (
            rf"lehne? (?:{_POLITELY} )?{_REST}(?: {_POLITELY})? ab",
            _put("vielen Dank, aber leider muss ich {} ablehnen"),
        ),
        (
            rf"sage? (?:{_POLITELY} )?{_REST}(?: {_POLITELY})? ab",
            _put("leider muss ich {} absagen"),
        ),
        (
            rf"(?:sage?|nimm)(?: {_THEM})?(?: es)?(?: {_POLITELY})? (?:zu|an)|zusagen|annehmen",
            plain(Meaning.ACCEPT),
        ),
        (
            rf"sage?(?: {_THEM})?(?: {_POLITELY})? zu,? (?:und )?(?P<rest>(?:wir|ich) .+?)",
            _accept_and,
        ),
        (rf"nimm (?:{_POLITELY} )?{_REST}(?: {_POLITELY})? an", _put("ich nehme {} gerne an")),
        (r"bestätige?(?: es| das)?", plain(Meaning.CONFIRM)),
        (rf"bestätige?,? dass {_REST}", _put("ich bestätige gerne, dass {}")),
        (rf"bestätige? {_REST}", _days_or(Meaning.CONFIRM, _put("ich bestätige {}"))),
        (
            rf"(?:schlage?|biete)(?: {_ALL})? {_REST} (?:vor|an)",
            _days_or(Meaning.PROPOSE, _put("ich schlage {} vor")),
        ),
        (rf"entschuldige? dich(?: bei {_THEM})?(?: {_POLITELY})?", plain(Meaning.SORRY)),
        (rf"bitte?(?: {_THEM})? um (?:entschuldigung|verzeihung)", plain(Meaning.SORRY)),
        (
            rf"entschuldige? dich(?: bei {_ALL})? (?P<rest>(?:für|wegen) .+?)",
            _put("ich bitte um Entschuldigung {}"),
        ),
        (rf"erinnere?(?: {_THEM})?(?: daran)?", plain(Meaning.REMIND)),
        (
            rf"erinnere?(?: {_ALL})? daran,? dass {_REST}",
            _put("Ich möchte Sie daran erinnern, dass {}|Ich möchte dich daran erinnern, dass {}"),
        ),
        (rf"erinnere?(?: {_ALL})? daran,? {_REST}", _remember),
        (
            rf"erinnere?(?: {_ALL})? an {_REST}",
            _put("Ich möchte Sie an {} erinnern|Ich möchte dich an {} erinnern"),
        ),
        (rf"gratuliere?(?: {_ALL})? (?P<rest>zu[mr]? .+?)", _put("herzlichen Glückwunsch {}")),
        (rf"wünsche?(?: {_ALL})? {_REST}", _put("ich wünsche Ihnen {}|ich wünsche dir {}")),
        (
            (
                rf"(?:{_ASK}|bitte?(?: {_THEM})? um)"
                r" (?:nach )?(?:mehr|weitere[nr]?|nähere[nr]?) (?:details|informationen"
                r"|einzelheiten)"
            ),
            plain(Meaning.MORE_DETAILS),
        ),
        (rf"{_ASK} ob {_REST}", _question),
        (rf"{_ASK} {_WH} {_REST}", _question),
        (
            rf"(?:frage?)(?: {_ALL})? nach {_REST}",
            _put("Könnten Sie mir etwas zu {} sagen|Könntest du mir etwas zu {} sagen", "?"),
        ),
        (
            rf"bitte?(?: {_ALL})? um {_REST}",
            _put("Könnten Sie mir bitte {} geben|Könntest du mir bitte {} geben", "?"),
        ),
        (rf"bitte?(?: {_ALL})?,? {_REST}", _please),
        (
            rf"(?:{_SAY}|lass)(?: {_ALL})?(?: bescheid| wissen| mit)?,? dass {_REST}",
            _state,
        ),
        (rf"gib(?: {_ALL})? bescheid,? dass {_REST}", _state),
        (rf"(?:sage?|schreibe?|antworte) {_ALL}[,:]? {_REST}", _direct),
        (rf"dass {_REST}", _state),
    ),
    starts=(
        rf"(?:frage?\s+(?:{_THEM}|ob\b|wann\b|wo\b|wie\b|was\b|wer\b|warum\b|nach\b)|frage?,"
        rf"|(?:sage?|schreibe?)\s+(?:{_THEM}|dass\b|ja\b|nein\b|ab\b|zu\b)|(?:sage?|schreibe?),"
        rf"|(?:teile?|lass)\s+{_THEM}|bedanke?\b|danke\s+{_THEM}|bitte\s+(?:{_THEM}|um\b)"
        rf"|erinnere?\b|schlage?\b"
        r"|entschuldige?\b|lehne?\b|nimm\b|bestätige?\b|gratuliere?\b|wünsche?\b|gib\b)"
    ),
    joins=r"und(?: dann| auch| außerdem)?|dann|außerdem|aber|sowie",
    saying=re.compile(r"^(?:sage?|schreibe?)(?:\s+(?:ihm|ihr|ihnen))?\s*:\s*", re.I),
    vague=re.compile(
        r"^(?:sei|mach|klinge?|erkläre?|beschreibe?|erwähne?|etwas|irgend\w+|wie|warum|was|höflich"
        r"|freundlich|gib|sage?|frage?|bitte\s+(?:ihn|sie)|erinnere?|schreibe?|überzeuge?"
        r"|verhandle)\b",
        re.I,
    ),
    gists=GISTS,
    own=re.compile(r"\b(?:ich|wir)\b[^,;.]*$", re.I),
    addressed=re.compile(r"\b(?:ihm|ihr|ihnen|ihn|sie|dich)\b", re.I),
    before_quote=re.compile(r"^(?:mit|sage?|schreibe?|antworte)?(?:\s+(?:ihm|ihr|ihnen))?", re.I),
    still_instruction=re.compile(r"^(?:(?:ja|nein) zu[mr]?|dass)\b", re.I),
    certain=re.compile(
        r"(?:frage?\b|bedanke? dich|bitte (?:ihn|sie|um)\b|erinnere? (?:ihn|sie|daran)|sage? (?:ihm"
        r"|ihr|ihnen)\b|entschuldige? dich)",
        re.I,
    ),
    things=re.compile(
        r"(?:(?:sage?|lehne?)(?: (?:ihm|ihr|ihnen|es|das))?(?: (?:höflich|freundlich|leider))? ab\b"
        r"|lehne?\b|absagen|ablehnen|nimm\b|annehmen|zusagen|bestätige?\b(?!,? dass)|bedanke?"
        r"|danke (?:ihm|ihr|ihnen|für)\b|entschuldige?|gratuliere?|wünsche?|schlage?"
        r"|(?:sage? )?nein\b|(?:sage? )?ja zu)",
        re.I,
    ),
    about_reader=re.compile(r"^(?:er|sein\w*)\b", re.I),
    speaks_of_reader=_to_reader,
)
