"""Words without an instruction: what can only be the person's own words to somebody, and what can't
be told. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from desktop_app.assistant.starter.asked.requested import Say
from desktop_app.assistant.starter.wording.composing import spelt
from desktop_app.assistant.starter.wording.days import read_days
from desktop_app.assistant.starter.wording.voices import RULES

NOTHING_SAID = re.compile(
    r"(?:h+m+|hm|err?|uh|um)\b.*|(?:what|how) (?:should|do|can|could|shall|would) i (?:say|answer"
    r"|reply|write|respond|put|tell)\b.*"
    r"|(?:(?:i )?(?:do not|don't|dont) know|(?:i have |i've )?no idea|not sure|(?:ich )?(?:weiß|hab"
    r"|habe) nicht|(?:ich hab(?:e)? )?keine ahnung"
    r"|je (?:ne )?sais pas|aucune idée|no sé|ni idea),? (?:what|how|was|wie|ob|quoi|comment|ce que"
    r"|si|qué|cómo)\b.*"
    r"|(?:was|wie) (?:soll|kann|könnte) ich .*(?:antworten|sagen|schreiben)|(?:que|quoi"
    r"|comment) (?:dois-je |puis-je |lui )?(?:répondre|dire)\b.*"
    r"|qué (?:le )?(?:digo|contesto|respondo)\b.*|(?:ok(?:ay)?|k|kk|right|well|cool|got it|go on"
    r"|next|more|again|continue|wait|stop|what|huh|why"
    r"|never ?mind|undo|redo|start over|try again|show me|show it|forget (?:it|that|this)|do it"
    r"|do that|do so|make it so|go ahead|not sure|i'?m not sure"
    r"|(?:i )?(?:don't|dont|do not) know|idk|dunno|maybe"
    r"|perhaps|whatever|the usual|same as (?:always|usual|last time)|as always|you decide"
    r"|you choose|anything|something|help me|this|that|it"
    r"|mach(?:s| das| es|'s)?(?: mal| so)?|weiter|los|keine ahnung|weiß nicht"
    r"|ich weiß (?:es )?nicht|vielleicht|mal sehen|egal|wie immer|wie üblich"
    r"|das übliche|stimmt|genau|na ja|naja|und|so|dann"
    r"|fais(?:-le|-la| ça| le)?|vas-y|continue|je ne sais pas|j'sais pas|je sais pas|peut-être|bof"
    r"|comme d'habitude|comme toujours|ça|et alors|on verra"
    r"|hazlo|sigue|adelante|no sé|no lo sé|quizás?|tal vez|lo de siempre|como siempre|eso|esto|y"
    r"|ya veremos|ni idea|vale|bueno)",
    re.I,
)
_MANNER = re.compile(
    r"^(?:(?:be|stay|sound|keep it|make it) (?:very |really |a bit )?(?:nice|polite|kind|short"
    r"|brief|firm|friendly|clear|honest|warm)"
    r"(?: about it)?|nicely|politely|briefly|sei (?:bitte )?(?:nett|höflich|freundlich|kurz)"
    r"|sois (?:poli|gentil|bref|aimable)e?"
    r"|sé (?:amable|breve|educado|claro))(?:\s*[,;:.]\s*|\s+(?:and|but|und|aber|et|mais|y"
    r"|pero)\s+)(?=\S)",
    re.I,
)
_THAT = re.compile(
    r"(?<=[?.!,;:\s])\s*(?:(?:please )?(?:ask|tell|say|write|answer) (?:(?:her|him|them) )?(?:that"
    r"|this|so|it)"
    r"|(?:frag|sag|schreib)e? (?:(?:ihn|sie|ihm|ihr|ihnen) )?(?:das|so)|(?:demande|dis"
    r"|écris)(?:-lui|-leur)? (?:ça|cela)"
    r"|(?:pregunta|di|dile|pregúntale|escribe) (?:eso|esto))[\s.!]*$",
    re.I,
)
_OWN: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"\b(?:i|i'?m|i'?ll|i'?d|i'?ve|im|we|we're|we'll|we've)\b"
            r"|^(?:yes|yeah|yep|no|nope|thanks|thank you|thx|many thanks|sorry|sure|great|perfect"
            r"|fine|good|love|happy|glad|sounds|looks"
            r"|works|not|can't|cannot|cant|won't|wont|couldn't|unfortunately|of course|all good"
            r"|deal|agreed|done|paid|congrat\w*|welcome"
            r"|see you|no problem|it's|its|it is|that's|that is|that works|there|the [\w' -]+ (?:is"
            r"|are|was|were|will|can|look|looks|has|have)"
            r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|next|on|at|by"
            r"|around|after|before|in|nothing|only|both|all"
            r"|two|three|four|five|six|either|neither|still|already|apologies|jan(?:uary)?"
            r"|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?"
            r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
            r"|\b(?:ok|okay|fine|perfect)$"
            r"|^\d|^(?:\w+ ){1,4}(?:is|are|was|were|will|works|suits|won't|isn't|aren't|would be"
            r"|has|had|doesn't|can't)\b",
            re.I,
        ),
        "de": re.compile(
            r"\b(?:ich|wir|mir|mich|uns|mein\w*|unser\w*)\b"
            r"|\b(?:ok|okay|passt|gut)$|^(?:bin|bringe|komme|kommen|hab|habe|freue|nehme|werde|kann"
            r"|muss|brauche|ja|jo|nein|nee|danke|vielen|besten|leider|gerne?|super|prima|perfekt"
            r"|passt|geht"
            r"|klar|einverstanden|schade|entschuldig\w*|tut"
            r"|sorry|alles|noch|nur|erst|am|um|im|ab|bis|heute|morgen|übermorgen|nächste|kein\w*"
            r"|nicht|der|die|das|es|ist|sind|zu|beides?|zwei|drei|vier"
            r"|freitag|montag|dienstag|mittwoch|donnerstag|samstag|sonntag|schon|erledigt|bezahlt"
            r"|toll|schön|okay|natürlich|glückwunsch)\b|^\d",
            re.I,
        ),
        "fr": re.compile(
            r"\b(?:je|moi|mon|ma|mes|nous|notre|on (?:est|a|va|peut|vient|sera|fait|prend|se))\b"
            r"|\bj['’]"
            r"|^(?:oui|non|merci|désolée?|d'accord|parfait|super|très|bien|volontiers|avec plaisir"
            r"|pas|c'est|ça|malheureusement|impossible"
            r"|le|la|les|un|une|à|vers|dès|demain|aujourd'hui|lundi|mardi|mercredi|jeudi|vendredi"
            r"|samedi|dimanche|trop|rien|tout|ni|seulement|plutôt"
            r"|bravo|félicitations|bonne|entendu|reçu|payé|pour)\b|^\d",
            re.I,
        ),
        "es": re.compile(
            r"\b(?:yo|nosotros|nuestr\w+|voy|vamos|puedo|podemos|tengo|tenemos|estoy"
            r"|estamos|quiero|prefiero|iré|estaré|llego|llevo)\b"
            r"|^(?:me|nos|mi|mis|s[ií]|no|gracias|muchas|perdón|lo siento|de acuerdo|perfecto"
            r"|genial|claro|vale"
            r"|bien|muy|con mucho gusto|por desgracia|imposible"
            r"|el|la|los|las|un|una|es|está|son|a las?|mañana|hoy|lunes|martes|miércoles|jueves"
            r"|viernes|sábado|domingo|demasiado|nada|todo|ni|solo|mejor"
            r"|enhorabuena|felicidades|recibido|pagado|para)\b|^\d",
            re.I,
        ),
    }
)
_COMMANDS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"^(?!(?:love|loved|like|liked|got|saw|had|hate|done|appreciate|need|want|with|about"
            r"|for|on|to|is|was|that|no|yes|sorry|thanks)\b)"
            r"[a-z]+ (?:it|this|that|him|her|them)\b"
            r"|^(?:print|call|ring|phone|translate|explain|help|give|make|write|schedule|book|order"
            r"|check|play|sing|open|close|set|create|tell|ask"
            r"|remind|push|move|let|do|get|put|go|save|download|export|turn|change|fix|correct"
            r"|attach|add|insert|take|bring|keep|try|use|switch|show"
            r"|count|compare|block|mute|pin|merge|split|sort|filter|draft|compose|prepare|complain"
            r"|negotiate|convince|apply|buy|pay|send|share|invite"
            r"|arrange|organi[sz]e|plan|cancel|confirm|reschedule|postpone|describe|mention"
            r"|emphasi[sz]e|insist|reject|approve|sign|read|summari[sz]e"
            r"|answer|reply|say|note|remember|forget|undo|redo|repeat|start|stop|find|search|look"
            r"|think|guess|pick|choose|decide|clean|empty|sync|refresh)\b",
            re.I,
        ),
        "de": re.compile(
            r"^(?:gib|zeig|erkläre?|sage?|mache?|hilf|suche?|schreibe?|nenn|erzähle?|fasse?|lies"
            r"|übersetze?|drucke?|rufe?|öffne|schließe?|speichere?"
            r"|lade?|prüfe?|buche?|bestelle?|kaufe?|plane?|verschiebe?|ändere?|korrigiere?"
            r"|beschwere?|überlege?|entscheide?|stelle?|setze?|lege?|nimm"
            r"|hole?|bringe?|schicke?|teile?|frage?|antworte|bitte|erinnere?|vergiss|merke?"
            r"|sortiere?|verhandle|überzeuge?|schlage?|trage?)\b",
            re.I,
        ),
        "fr": re.compile(
            r"^(?:donne|montre|explique|aide|dis|fais|écris|traduis|imprime|appelle|ouvre|ferme"
            r"|enregistre|vérifie|réserve|commande|achète|planifie"
            r"|déplace|change|corrige|mets|prends|apporte|envoie|partage|demande|réponds|rappelle"
            r"|oublie|note|trie|négocie|convaincs|joins|ajoute|prépare"
            r"|choisis|décide|lis|trouve|cherche)(?:-\w+)*\b",
            re.I,
        ),
        "es": re.compile(
            r"^(?:da|dame|dime|muestra|explica|ayuda|haz|escribe|traduce|imprime|llama|abre|cierra"
            r"|guarda|comprueba|reserva|pide|compra|planea|mueve"
            r"|cambia|corrige|pon|toma|trae|envía|manda|comparte|pregunta|responde|contesta"
            r"|recuerda|olvida|anota|ordena|negocia|convence|adjunta|añade"
            r"|prepara|elige|decide|lee|busca|encuentra|di|avisa|quéjate)(?:me|le|les|lo|la"
            r"|nos)?\b",
            re.I,
        ),
    }
)
"""Beginnings that tell somebody to do something: the assistant, or whom the mail is from."""

_THIRD: Mapping[str, tuple[re.Pattern[str], str]] = MappingProxyType(
    {
        "en": (
            re.compile(
                r"(?:^|(?<=[.!?;,]\s)|(?<=\band )|(?<=\bbut ))(?P<v>can|could|will|would|does|did"
                r"|is|has|should) "
                r"(?P<s>he|she|they)\b ?(?P<r>[^.?!]*)[.?!]?",
                re.I,
            ),
            "ask whether {s} {v} {r}",
        ),
    }
)
"""A question about the reader as about somebody else is the instruction to ask it."""

_READER = re.compile(
    r"\b(?:you|your|yours|u|ur|du|dir|dich|dein\w*|euch|tu|toi|ton|ta|tes|vous|votre|vos|usted|tú"
    r"|te)\b"
    r"|\b(?-i:Sie|Ihnen|Ihre?[nmrs]?)\b|^(?:can|could|shall|may|should) we\b"
    r"|^(?:können|könnten|sollen|wollen) wir\b|^(?:on peut|pouvons-nous|pourrions-nous)\b"
    r"|^(?:podemos|podríamos)\b",
    re.I,
)


def to_reader(text: str) -> bool:
    """Whether a question is one to whom the mail is from."""
    return text.endswith("?") and _READER.search(text) is not None


def without_manner(text: str) -> str:
    """The words without how they are to be said, and without `ask that` behind them."""
    return _MANNER.sub("", _THAT.sub("", text))


def language_said(text: str, order: Sequence[str]) -> str:
    """The first language in which a text is somebody's own words; empty where it is none's."""
    return next((each for each in order if _OWN[each].search(text)), "")


def spoken(text: str, language: str) -> Say | None:
    """What the words are that no rule took for a request; None where they say nothing."""
    plain = without_manner(text).strip(" ,;")
    if not plain or NOTHING_SAID.fullmatch(plain.strip(" .?!")) or not re.search(r"\w", plain):
        return None
    known = any(pattern.match(plain) for pattern, _ in RULES[language].rows)
    own = _OWN[language].search(plain) is not None or read_days(plain, language) is not None
    told = any(commands.match(plain) for commands in _COMMANDS.values())
    clear = known or (own and not told)
    asks = to_reader(plain) or _THAT.search(text) is not None
    if language == "en":
        plain = spelt(plain)
    return Say(
        as_instruction(plain, language),
        language,
        clear or (asks and not told),
    )


def as_instruction(text: str, language: str) -> str:
    """`can she bring it` as `ask whether she can bring it`, in the languages that can be put so."""
    if language not in _THIRD:
        return text
    pattern, template = _THIRD[language]

    def put(match: re.Match[str]) -> str:
        verb = match["v"].lower()
        if verb in {"does", "did"}:
            return match[0]
        return template.format(s=match["s"], v=verb, r=match["r"]).strip()

    return pattern.sub(put, text)


MOST_SEARCHED = 4
"""Words of what may be a search by itself (`boat racks`)."""

_SPEAKS = re.compile(
    r"\b(?:you|your|u|i|we|me|du|ich|wir|mir|tu|je|nous|vous|tú|yo)\b|[!?]"
    r"|\b(?:you|we|i)['’]",
    re.I,
)


def may_be_search(said: Say) -> bool:
    """Whether a few words name a thing and nothing else."""
    words = said.message.split()
    commands = _COMMANDS[said.language].match(said.message)
    return (
        not (said.clear or commands or _SPEAKS.search(said.message)) and len(words) <= MOST_SEARCHED
    )
