"""Requests that look for mail, in four languages: what is found by words, and questions that a mail
may answer. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from desktop_app.assistant.starter.asked.phrase_rows import WAITING
from desktop_app.assistant.starter.asked.query_words import as_query
from desktop_app.assistant.starter.asked.requested import (
    Find,
    LastFrom,
    LookUp,
    NeedsAnswer,
    Read,
    Request,
    Wrote,
)
from desktop_app.assistant.starter.asked.saying import to_reader
from desktop_app.assistant.starter.wording.days import read_days

_P = (
    r"(?P<p>(?!the\b|my\b|this\b|that\b|i\b|we\b|it\b|he\b|she\b|they\b|you\b|das\b|die\b|der\b"
    r"|er\b|sie\b|ich\b|wir\b|il\b|elle\b|tu\b)[\w.'@-]+(?: [\w.'@-]+)??)"
)
_END = r"[\s.!?]*$"

_WAITING: Mapping[str, str] = MappingProxyType(
    {
        "en": r"who (?:am i|are we|i'm|do i) (?:still )?wait\w* (?:for|on)\b.*"
        r"|what am i (?:still )?waiting (?:for|on)\b.*"
        r"|who (?:still )?owes me\b.*|who (?:still )?(?:has|have|did)(?: not|n't"
        r"|nt)(?: yet)? (?:answer|repl|respond|got|get|writ)\w*\b.*"
        r"|(?:mails? |emails? )?(?:(?:that )?i(?:'m| am) )?(?:still )?waiting (?:for"
        r"|on) (?:an? )?(?:answers?|repl\w+|responses?)\b.*"
        r"|(?:which|what) (?:of my )?mails? (?:are still |were |are |have )?(?:not|un"
        r"|been not)\w* (?:been )?(?:answered|replied)\b.*by .*",
        "de": r"(?:auf wen|worauf|auf was|auf welche \w+) (?:warte|warten) (?:ich|wir)\b.*"
        r"|wer (?:hat|schuldet) (?:mir |uns )?(?:noch )?"
        r"(?:nicht|keine|eine)\b.*|von wem (?:fehlt|fehlen|warte)\b.*|wo warte ich\b.*",
        "fr": r"(?:de qui|qui) (?:est-ce que )?(?:j'attends|on attend|attends-je)\b.*|qui n(?:e m'"
        r"|'|e nous )a pas (?:encore )?(?:répondu|écrit)\b.*"
        r"|j'attends (?:encore )?(?:une réponse|des nouvelles) de qui\b.*",
        "es": r"(?:a|de) quién(?:es)? (?:estoy|sigo|estamos)? ?(?:esper\w+)\b.*"
        r"|quién(?:es)? (?:todavía |aún )?no (?:me |nos )?"
        r"(?:ha|han) (?:respondido|contestado|escrito)\b.*|qué respuestas (?:espero"
        r"|estoy esperando)\b.*",
    }
)
_NEEDS: Mapping[str, str] = MappingProxyType(
    {
        "en": r"(?:what|which|who|whom|do i|are there|is there|any|anything|anyone|anybody"
        r"|something|show(?: me)?|list|find|mails?|emails?|messages?"
        r"|everything|all)\b.*\b(?:(?:have not|haven't|havent|did not|didn't"
        r"|not)(?: yet)? (?:answered|replied|responded|been answered)"
        r"|(?:still )?needs? (?:an? |my )?(?:answer|reply|response|attention|to be answered|me\b)"
        r"|need to (?:answer|reply|respond)"
        r"|owe\b|wait\w* (?:for|on) (?:me|my|an? (?:answer|reply|response)|us)\b|awaits?\b|(?:have"
        r"|got) to (?:answer|reply|respond)"
        r"|(?:must|should) (?:i )?(?:answer|reply|respond)|wants? (?:an? |my )?(?:answer|reply"
        r"|response)|expect\w* (?:an? |my )?(?:answer|reply|response)"
        r"|(?:left|still|yet) to (?:answer|reply|be answered)|to (?:answer|reply to)|unanswered"
        r"|outstanding|answer\w* by me)\b.*"
        r"|(?:is there |do i have )?(?:any ?thing|something|what(?:'s| is)?)(?: that(?:'s| is)?"
        r"| still)? (?:urgent|pressing|on my plate|open|due|pending"
        r"|to do|i have to do|left to do)\b.*|what(?:'s| is) (?:left|next)(?: to do)?"
        r"|unanswered\b.*|(?:my )?(?:to-?dos?|open mails)"
        r"|what do i (?:still )?(?:have|need) to do.*|needs? (?:an? )?(?:answer|reply)",
        "de": r"(?:was|wer|wem|welche\w*|worauf|auf was|gibt es|hab ich|habe ich|zeig\w*(?: mir)?"
        r"|alle|alles|mails?|nachrichten)\b.*\b(?:antwort\w*|beantwort\w*"
        r"|offen\w*|wartet auf mich|warten auf mich|unerledigt\w*|unbeantwortet\w*|dringend\w*"
        r"|zu tun)\b.*"
        r"|(?:etwas |was |irgendwas )?dringendes\b.*|unbeantwortete?\b.*|was (?:steht an"
        r"|ist dringend|liegt an|muss ich (?:noch )?(?:tun|machen|erledigen))\b.*",
        "fr": r"(?:qu'est-ce (?:qui|que)|quels?|quelles?|qui|à quoi|à qui|que|quoi|y a-t-il|il y a"
        r"|j'ai|montre\w*(?:-moi)?|les mails?|mails?|messages?)\b.*"
        r"\b(?:réponses?|répondre|répondu|urgente?s?|en attente|sans réponse|à traiter|à faire)\b.*"
        r"|(?:quelque chose d'|rien d'|quoi d')urgent\b.*",
        "es": r"(?:qué|quién|quiénes|cuáles|cuál|a quién|hay|algo|tengo|muestra\w*|correos|mensajes"
        r"|lo)\b.*\b(?:respuestas?|responder|respondido|contestar|contestado"
        r"|pendientes?|urgentes?|por hacer|sin contestar)\b.*|(?:algo|nada) urgente\b.*",
    }
)
_LAST: Mapping[str, str] = MappingProxyType(
    {
        "en": rf"when (?:did|has) {_P} (?:last |most recently )?(?:write|written|mail|mailed|email"
        rf"|emailed|reply|get in touch|answer)"
        rf"(?: to)?(?: me| us)?(?: last| the last time)?|when (?:did i|have i) (?:last )?(?:hear"
        rf"|heard) from {_P}(?: last)?"
        rf"|when was (?:the |my )?last (?:time|mail|message)(?: i heard| was)? (?:from|by) {_P}"
        rf"|last (?:mail|time|heard) from {_P}",
        "de": rf"wann hat(?:te)? (?:mir |uns )?{_P} (?:mir |uns )?(?:zuletzt|das letzte mal"
        rf"|zum letzten mal)(?: geschrieben| gemailt)?"
        rf"|wann (?:kam|war) (?:die )?letzte (?:mail|nachricht) von {_P}"
        rf"|{_P} hat wann (?:zuletzt )?geschrieben",
        "fr": rf"(?:quand )?(?:est-ce que )?{_P} (?:m'|nous )?a(?:-t-(?:il|elle))? (?:m'"
        rf"|nous )?écrit(?: quand)?(?: pour)?(?: la)? ?dernière fois(?: quand)?"
        rf"|quand (?:est-ce que )?{_P} (?:m'|nous )?a(?:-t-(?:il|elle))? écrit(?: la dernière fois"
        rf"| en dernier)?"
        rf"|(?:quand|de quand) (?:date|est) (?:le )?dernier (?:mail|message) d(?:e |'){_P}",
        "es": rf"cuándo (?:me |nos )?escribió {_P}(?: por última vez)?"
        rf"|cuándo fue la última vez que (?:me |nos )?escribió {_P}"
        rf"|{_P} cuándo (?:me )?escribió(?: por última vez)?|de cuándo es el último (?:correo"
        rf"|mensaje) de {_P}",
    }
)
_WANTS: Mapping[str, str] = MappingProxyType(
    {
        "en": rf"what (?:does|do|did) {_P} (?:want|need|ask|say|write)(?: (?:from|of) (?:me|us)"
        rf"| for| to know)?(?: (?:about|on) (?P<topic>.+?))?"
        rf"|what(?:'s| is| was) {_P} (?:asking|saying|after|want\w*)(?: for| about)?",
        "de": rf"was (?:will|möchte|wollte|schreibt|sagt|braucht|fragt|meint"
        rf"|steht bei) {_P}?(?: (?:von mir|von uns|denn|eigentlich|wissen))*(?: (?:über|zu"
        rf"|zum|zur|wegen) (?P<topic>.+?))?"
        rf"|hat {_P} (?:mir |uns )?(?:schon |noch )?(?:etwas )?(?:geantwortet|geschrieben|gesagt)"
        rf"|was hat {_P} (?:mir )?(?:(?:über|zu|zum|zur|wegen) (?P<topic2>.+?) )?(?:geschrieben"
        rf"|gesagt|gewollt|gefragt)",
        "fr": rf"(?:que|qu'est-ce que) (?:me )?(?:veut|dit|demande|a dit|a écrit|voulait"
        rf"|écrit) {_P}(?: (?:sur|pour|à propos de) (?P<topic>.+?))?"
        rf"|(?:est-ce que )?{_P} (?:m'a|nous a|a)(?:-t-(?:il|elle))? (?:déjà )?(?:répondu|écrit)"
        rf"|qu'est-ce qu(?:e |'){_P} (?:me )?(?:veut|dit|demande|a dit|a écrit|voulait"
        rf"|écrit)(?: (?:sur|à propos de) (?P<topic2>.+?))?",
        "es": rf"qué (?:me )?(?:quiere|dice|dijo|pide|escribió|necesita|pregunta|ha (?:dicho"
        rf"|escrito)) {_P}(?: (?:sobre|de) (?P<topic>.+?))?"
        rf"|(?:ya )?(?:me )?(?:ha (?:respondido|contestado|escrito)|contestó|respondió) {_P}"
        rf"|{_P} (?:ya )?(?:me )?ha (?:respondido|contestado|escrito)",
    }
)
_FINDS: Mapping[str, str] = MappingProxyType(
    {
        "en": r"(?:find|search(?: for| my mails? for)?|look (?:for|up)|show(?: me)?|list|pull up"
        r"|dig (?:out|up)|fetch|display"
        r"|where(?:'s| is| are| did i put| was)|which (?:of (?:my|the) )?(?=e?-?mails?|messages?"
        r"|ones?|newsletters?)"
        r"|what (?=e?-?mails?|messages?|newsletters?)|(?:give|get) me (?=(?:all |the |my |every"
        r"|any)*(?:e?-?mails?|messages?|newsletters?|everything|one))"
        r"|do i have (?=any|a (?:mail|message)|some|mails?)|have i (?:got )?(?=any|a mail|mails?)"
        r"|(?:is|are) there (?=any|a (?:mail|message)|mails?)"
        r"|did i (?:get|receive) |got any |who (?:wrote|sent|mailed"
        r"|emailed)(?: (?:to )?me)?(?: (?:a )?mails?| anything)? |any (?=repl|answer|response|news"
        r"|e?-?mails?|messages?|new|unread|word))\s*(?P<w>.+)",
        "de": r"(?:wer hat (?:mir )?(?=.+ geschrieben)|finde?|suche?(?: nach)?|such mir"
        r"|zeige?(?: mir)?|liste?(?: mir)?|wo (?:ist|sind|war|steht|finde ich)"
        r"|welche (?=mails?|nachrichten?)"
        r"|gib mir (?=alle|die)|(?:hab|habe) ich (?=mails?|nachrichten?|etwas|was|eine|neue|post)"
        r"|gibt(?: es|'s) (?=mails?|etwas|was|neue|eine))\s*(?P<w>.+)",
        "fr": r"(?:qui m'a écrit |cherche(?:r)?|trouve(?:r)?|recherche(?:r)?|retrouve|montre"
        r"|affiche|liste|où (?:est|sont|se trouve)|quels? (?=mails?|messages?|courriels?)"
        r"|donne-moi (?=tous|les)|y a-t-il (?=des|un)|est-ce que j'ai (?=des|un|reçu)"
        r"|ai-je (?:reçu )?(?=des|un))(?:-moi)?\s*(?P<w>.+)",
        "es": r"(?:quién me (?:ha escrito|escribió) |busca(?:r|me)?|encuentra|muestra|muéstrame"
        r"|enséñame|enseña|lista|dónde (?:está|están)|qué (?=correos?|mensajes?)"
        r"|dame (?=todos|los)|hay (?=algún|correos?|mensajes?|algo)|tengo (?=algún|correos?"
        r"|mensajes?))\s*(?P<w>.+)",
    }
)
_ABOUT = (
    r"(?:from|by|about|on|with|without|that|which|since|before|after|between|bigger|larger|over"
    r"|older|newer|smaller|in|to|this|last|today|yesterday"
    r"|von|vom|über|mit|ohne|zu|zum|zur|seit|vor|nach|ab|aus|der|die|größer|älter|dieser?"
    r"|letzte[rn]?|heute|gestern"
    r"|de|du|des|d'|sur|avec|sans|depuis|avant|après|qui|plus|cette|concernant|reçus?"
    r"|del|con|sin|desde|antes|después|sobre|más|que|esta|recibid[oa]s?|lo)"
)
_NOUNS = (
    r"(?:(?:e-?)?mails?|messages?|stuff|things|zeug|nachricht(?:en)?|courriels?|correos?|mensajes?"
    r"|newsletters?|rundbriefe?|boletines|attachments?|anhänge?"
    r"|pièces jointes|adjuntos|threads?|conversations?)"
)
_BEGINS = re.compile(
    rf"(?:(?:all|any|my|the|every|old|new|recent|latest|other|alle|meine|die|neue|alte|sämtliche"
    rf"|tous|toutes|les|mes|des|todos|todas|los|las|mis|un|una|der|das|le|la|el"
    rf"|ones?|more|first|last \d+)\s+)*(?:(?:unread|starred|important|sent|ungelesene[nr]?"
    rf"|markierte[nr]?|wichtige[nr]?|gesendete[nr]?|non lue?s?)\s+)?"
    rf"{_NOUNS}(?:\s+non[- ]lue?s?|\s+(?:no|sin) le\w+|\s+importantes?|\s+envoyés|\s+enviados"
    rf"|\s+destacados|\s+favoris)?(?:\s+{_ABOUT}\b.*|{_END})"
    rf"|(?:everything|anything|something|all|alles|etwas|tout|todo|algo)\s+{_ABOUT}\b.*"
    r"|(?:everything|all) (?:i|we) (?:have|got|sent|wrote)\b.*"
    rf"|(?:unread|starred|flagged|ungelesene?[nrs]?|markierte?[nrs]?|non[- ]lue?s?|favoris|sin leer"
    rf"|no le[ií]d[oa]s?|destacad[oa]s?|important|wichtige|sent|gesendete?"
    rf"|enviados|envoyés|unopened)(?:\s+{_ABOUT}\b.*|\s+{_NOUNS}.*|\s+ones.*|{_END})"
    rf"|(?:the|that|this|die|diese|das|der|le|la|celui|celle|el|la) (?:ones?|mail|message|thread"
    rf"|e-?mail|nachricht|mensaje|correo|courriel|conversation)"
    rf" {_ABOUT}\b.*|the (?:ones?|mail|message|thread|e-?mail) (?:where|in which|we|i)\b.*|(?:celui"
    rf"|celle|el|la|lo) (?:de|del|du|sobre|sur|con|avec)\b.*"
    rf"|[\w-]+['’]s (?:unread |last |old |recent )?{_NOUNS}\b.*|(?:from|von|de) [\w.@-]+{_END}"
    r"|(?:[a-z_]+:[\w\"].*|-[a-z_]+:\S.*)",
    re.I,
)
_ASKS: Mapping[str, str] = MappingProxyType(
    {
        "en": r"(?:how (?:much|many|long|big|old|far)|what(?:'s| is| was| are| were| time| day"
        r"| date| did| does)?|when(?:'s| is| was| does| did| do| will)?"
        r"|where(?:'s| is| was| does| did| do)?|who(?:'s| is| was| sent| wrote| said| did)?|which"
        r"|did|has|have)\s+(?P<w>.+)",
        "de": r"(?:wie ?viele?|wie (?:hoch|teuer|lange|viel)|wann|wo|wer|was|welche\w*|hat"
        r"|haben)\s+(?P<w>.+)",
        "fr": r"(?:combien|quand|où|qui|quel(?:le)?s?|à quelle heure|est-ce que"
        r"|qu'est-ce qu[ie]?)\s+(?P<w>.+)",
        "es": r"(?:cuánt[oa]s?|cuándo|dónde|quién(?:es)?|cuál(?:es)?|qué|a qué hora)\s+(?P<w>.+)",
    }
)
MOST_PLAIN = 3
"""Words from which on a text with a question mark is a question."""

_QUESTION_WORDS = re.compile(
    r"\b(?:cost|costs|say|said|is|are|was|does|do|did|kostet|kosten|ist|war|sagt|hat|coûte|est"
    r"|cuesta|es|dice|have to|pay|again|exactly)\b",
    re.I,
)


def _full(patterns: Mapping[str, str]) -> Mapping[str, re.Pattern[str]]:
    return {
        language: re.compile(rf"(?:{_numbered(pattern)}){_END}", re.I | re.S)
        for language, pattern in patterns.items()
    }


def _numbered(pattern: str) -> str:
    """The pattern with its several groups for a person named apart."""
    parts = pattern.split("(?P<p>")
    return parts[0] + "".join(f"(?P<p{n}>{part}" for n, part in enumerate(parts[1:]))


_PATTERNS = tuple(map(_full, (_WAITING, _NEEDS, _LAST, _WANTS, _FINDS, _ASKS)))


_NEW = re.compile(
    r"(?:what(?:'s| is)|anything|is there anything|any) new|new (?:ones|mails?|messages?)|(?:was"
    r"|irgendwas|etwas) neues|was gibt(?:'s| es) neues"
    r"|quoi de neuf|du nouveau|qué hay de nuevo|(?:hay )?algo nuevo|did i (?:get|miss) (?:anything"
    r"|something)(?: new)?",
    re.I,
)
_THIS = re.compile(
    r"who (?:sent|wrote) (?:this|it)|who(?:'s| is) (?:this|it) from|what (?:does|do|did) (?:he|she"
    r"|they|it|this)(?: \w+)? (?:want|need|say|ask|mean)(?: (?:from"
    r"|of) me| for)?|what(?:'s| is) (?:this|it)(?: mail)? about"
    r"|was (?:will|möchte|schreibt|sagt) (?:er|sie)(?: (?:von mir|denn))?|worum geht(?:'s"
    r"| es)(?: (?:hier|da|in dieser mail))?|was steht (?:(?:hier|da) )?drin"
    r"|(?:que|qu'est-ce qu')(?: ?veut| ?il veut| ?elle veut|'il veut|'elle veut| dit)(?:-(?:il"
    r"|elle))?|de quoi (?:s'agit-il|ça parle|il s'agit)"
    r"|qué (?:quiere|dice|pide)|de qué (?:va|se trata)(?: esto)?",
    re.I,
)


def searched(text: str, language: str, today: date) -> Request | None:
    """The search or the question about mail that a text is in that language; None for another."""
    waiting, needs, last, wants, finds, _ = (each[language] for each in _PATTERNS)
    plain = text.strip(" .?!")
    if _NEW.fullmatch(plain):
        return Find("is:unread")
    if _THIS.fullmatch(plain):
        return Read("")
    if waiting.match(text):
        return Find(WAITING)
    if needs.match(text):
        return NeedsAnswer()
    if match := last.match(text):
        return LastFrom(_person(match))
    if match := wants.match(text):
        person = _person(match)
        topic = next((v for k, v in match.groupdict().items() if k.startswith("topic") and v), "")
        return Wrote(person, topic) if person else None
    if match := finds.match(text):
        return Find(as_query(match["w"], today))
    return Find(as_query(text, today)) if _BEGINS.fullmatch(text.rstrip(" .?!")) else None


_AUXILIARY = re.compile(
    r"(?:is|are|was|were|does|do|did|has|have|should|can|could|will|would|am|isn't|aren't|doesn't"
    r"|ist|sind|war|hat|haben|kann|soll|muss|darf|wird|bin|est-ce|dois-je|peut-on|puis-je|a-t-(?:il"
    r"|elle)"
    r"|es|está|hay|debo|puedo|tengo)\b(?! (?:he|she|they)\b)[^.;!,]*$",
    re.I,
)


def looked_up(text: str, language: str, today: date) -> LookUp | None:
    """A question that a mail may answer. One to a reader is none, nor is a day by itself."""
    if to_reader(f"{text.strip(' .!?')}?"):
        return None
    match = _PATTERNS[-1][language].match(text)
    if match is not None:
        return LookUp(as_query(_QUESTION_WORDS.sub(" ", match["w"]), today), text)
    plain = text.rstrip(" ?")
    if not text.rstrip().endswith("?") or _AUXILIARY.match(plain) is None:
        return None
    if read_days(plain, language) is not None or len(plain.split()) < MOST_PLAIN:
        return None
    return LookUp(as_query(_QUESTION_WORDS.sub(" ", plain), today), text)


def _person(match: re.Match[str]) -> str:
    found = (v for k, v in match.groupdict().items() if re.fullmatch(r"p\d+", k) and v)
    return next(found, "").strip(" .?!")
