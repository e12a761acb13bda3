"""Whether the new words of a mail ask something, by question marks and phrases.

English, German, French and Spanish. Pure text in, no model. Only the first thousands of characters
are looked at, and each pattern is linear in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from desktop_app.mime import quote

LOOKED_AT = 6_000
_MOST_SENTENCES = 150
_LINK = re.compile(r"https?://\S+|www\.\S+|<[^<>\s]{1,200}>|\S{1,80}@\S{1,200}")
_MARK = re.compile(r"^\s{0,3}[>|]")
_DEVICE = re.compile(
    r"^(?:sent from my|gesendet von meinem|von meinem .{1,20} gesendet|envoyé de mon|envoyé depuis"
    r"|enviado desde mi|get outlook for)\b",
    re.IGNORECASE,
)
_FOOTER = re.compile(r"^(?:-{2,}|_{2,}|\*{3,}|={3,})\s*$")


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)


_REQUEST = _any(
    # English
    r"(?:could|can|would|will) (?:you|one of you|someone|somebody|anyone|everyone|everybody|each of"
    r" you|you all)(?! (?:believe|imagine))",
    r"please,? (?:also |just |kindly )?(?:let|send|confirm|advise|answer|reply|respond|review|sign"
    r"|tell|check|look|have a|take a|give|call|get back|provide|share|forward|fill|return|approve"
    r"|choose|pick|update|rsvp|decide|comment|write|bring|add|book|pay|correct|complete|state|say"
    r"|indicate|suggest|propose|come back|make sure|remind|ask|help|explain|read|prepare|submit"
    r"|register|vote|amend|quote|upload|push|resend|attach)",
    r"kindly (?:let|send|confirm|advise|reply|review|sign|provide|return|approve)",
    r"let (?:me|us) know",
    r"(?:get|come) back to (?:me|us)",
    r"i(?:'d| would| will|'ll)? ?(?:need|appreciate|like|love) (?:to know|you to|your (?:input|ok"
    r"|answer|view|opinion|approval|signature|decision|help|feedback|thoughts|comments|go-ahead))",
    r"(?:we|i)(?:'re| are|'m| am)? (?:still )?(?:need|waiting (?:for|on)|await(?:ing)?) (?:for )?"
    r"(?:you|your|to hear)",
    r"(?:still )?(?:waiting for|awaiting|need) your",
    r"look(?:ing)? forward to (?:your (?:reply|answer|response|feedback|thoughts|decision"
    r"|confirmation)|hearing)",
    r"your (?:thoughts|input|feedback) (?:is|are|on|would|by)",
    r"(?:any )?thoughts on",
    r"r\.?s\.?v\.?p\.?",
    r"(?:it )?would (?:be|really) (?:great|nice|good|helpful|help|lovely|useful)(?: for me| for us)?"
    r" (?:if you|to (?:know|have your|hear))",
    r"if you (?:could|would) (?:please )?(?:send|let|confirm|have|take|give|tell|look|check|share"
    r"|sign|reply|answer|fill|review|forward|bring|call)",
    r"(?:i was|i'm|i am|we were|just) wondering (?:if|whether|when|what|how)",
    r"(?:want|wanted|would like|'d like) to ask (?:you|if|whether|for)",
    r"tell (?:me|us) (?:what|when|which|if|whether|how|where|who)",
    r"any (?:news|update|progress) (?:on|about|from)",
    r"need (?:it|this|them|that|an answer|a decision|an answer from you) (?:back |from you )?by",
    r"i need yours",
    r"(?:^you|^your turn to) (?:choose|decide|pick)(?=\W*$)|your call(?=\W*$)",
    r"grateful (?:if|for your (?:reply|answer|view|input))",
    r"(?:curious|interested|keen) to (?:know|hear)",
    r"for your (?:approval|signature|decision|review|comments)",
    # German
    r"(?:könntest|kannst|könnt|würdest|magst|willst) (?:du|ihr)",
    r"(?:könnten|können|würden|möchten) sie (?=.{0,80}?(?:\?|bitte|mir|uns|schicken|senden"
    r"|bestätigen))",
    r"bitte (?:\w+ ){0,4}?(?:um (?:\w+ ){0,3}(?:rückmeldung|antwort|bestätigung|info|nachricht"
    r"|freigabe|prüfung|zusage|stellungnahme|angebot|termin\w*)|bescheid|schick\w*|send\w*|gib|geben"
    r"|bestätig\w*|teil\w*|sag\w*|prüf\w*|antwort\w*|ruf\w*|unterschr\w*|schau\w*|beantwort\w*"
    r"|lass\w*|nenn\w*|überweis\w*|korrigier\w*|ergänz\w*|trag\w*|füll\w*|bring\w*|meld\w*|entscheid\w*"
    r"|reich\w*|leit\w*|erklär\w*|wähl\w*)",
    r"(?:gib|gebt|geben sie|sag|sagt|sagen sie) (?:mir|uns|mal|bitte|kurz|doch| )*(?:bitte |kurz "
    r"|doch )*bescheid",
    r"(?:lass|lasst|lassen sie) (?:mich|uns) (?:bitte |kurz )?(?:\w+ )?wissen",
    r"(?:ich|wir) (?:bräuchte|brauche|brauchen|bräuchten|benötige|benötigen)(?: \w+){0,4}? (?:von dir"
    r"|von ihnen|von euch|deine?n?|ihre?n?|eure?n?)(?: \w+)?",
    r"(?:bräuchte|brauche|brauchen|bräuchten|benötige|benötigen) (?:ich|wir)(?: \w+){0,3}? (?:von dir"
    r"|von ihnen|von euch|deine?n?|ihre?n?|eure?n?)(?: \w+)?",
    r"freue? (?:ich )?(?:mich|uns)(?: schon)? (?:auf|über) (?:eine |deine |ihre |eure )?(?:kurze |baldige )?"
    r"(?:antwort|rückmeldung)",
    r"freuen uns (?:auf|über) (?:eine |deine |ihre |eure )?(?:antwort|rückmeldung)",
    r"warten? (?:ich |wir )?(?:noch )?auf (?:deine|ihre|eure|die)(?: \w+){0,2}? ?(?:antwort|rückmeldung|zusage"
    r"|freigabe|unterlagen|bestätigung|entscheidung)",
    r"wäre (?:es )?(?:nett|schön|super|toll|prima|gut|klasse|hilfreich|dankbar), ?wenn (?:du|sie|ihr)",
    r"wollte(?:n)? (?:\w+ )?(?:fragen|nachfragen|wissen), ?(?:ob|wann|wie|was)",
    r"(?:mel|mell)de?(?:t|n sie)? (?:dich|euch|sich) (?:doch |bitte |kurz |mal ){0,2}(?:bis|bei|wenn|zurück)",
    r"sag(?:t|en sie)? (?:mir|uns) (?:bitte |doch |kurz )?(?:wann|ob|was|wie|welche\w*)",
    # French
    r"(?:pourriez|pouvez|voudriez|auriez|seriez)[- ]vous",
    r"(?:pourrais|peux|veux|voudrais|aurais|serais)[- ]tu",
    r"tu (?:peux|pourrais) (?:me|m'|nous|regarder|envoyer|confirmer|vérifier|relire)",
    r"vous (?:pouvez|pourriez) (?:me|m'|nous|confirmer|envoyer)(?! contacter)",
    r"merci (?:d'avance )?(?:de (?!votre|ta|ton|vos|tes|ne pas|la|l'|nous avoir|m'avoir|t'être|vous être)"
    r"(?:(?:me|nous|bien vouloir|vous|te) )?(?:me |nous )?\w+(?:er|ir|re)|d'(?:indiquer|envoyer|apporter"
    r"|ajouter|apposer))",
    r"veuillez (?!trouver|agréer|recevoir|croire|noter|accepter|ne pas|excuser)(?:\w+ )?\w+",
    r"(?:dites|dis|indiquez|indique|confirmez|confirme|envoyez|envoie|faites|rappelez|rappelle)[- ]"
    r"(?:moi|nous)",
    r"(?:tenez|tiens)[- ](?:moi|nous) au courant",
    r"(?:j'attends|nous attendons|en attente de|dans l'attente de|attends toujours) (?:de )?(?:ta|ton"
    r"|votre|vos|tes) (?:réponse|retour|confirmation|accord|avis|devis|validation|choix|feu vert)",
    r"(?:j'aurais besoin|j'ai besoin|nous avons besoin|il me faut|il nous faut|il me faudrait) "
    r"(?:de |d')?(?:que tu|que vous|ta|ton|votre|vos|tes)",
    r"qu'en (?:penses[- ]tu|pensez[- ]vous|dis[- ]tu|dites[- ]vous)",
    r"(?:je voulais|je voudrais|j'aimerais) (?:te|vous|savoir)(?: demander)?(?: si| quand| comment)?",
    r"s'il (?:te|vous) pla[iî]t,? (?:\w+[- ]){0,2}(?:envoie|envoyez|confirme|confirmez|réponds|répondez"
    r"|dis|dites)\w*",
    # Spanish
    r"(?:podrías|podría|podríais|podrían|puedes|podéis|pueden) (?:usted |ustedes |por favor )?"
    r"(?:\w+(?:ar|er|ir)(?:me|nos|lo|la|los|las|melo|noslo|le)?)",
    r"¿",
    r"por favor,? (?:\w+ )?(?:me |nos )?(?:env[ií]\w*|confirm\w*|dime|díga\w*|dinos|avís\w*|avis\w*|revis\w*"
    r"|mand\w*|respond\w*|contest\w*|firm\w*|llám\w*|indic\w*|rellen\w*|elig\w*|pás\w*|pas[ae]\w*"
    r"|mir[ae]\w*|comprueb\w*|complet\w*)",
    r"(?:dime|dinos|dígame|díganos|avísame|avísanos|avíseme|avísenos|házmelo saber|hágamelo saber"
    r"|confírmame|confírmanos|confírmeme|mándame|mándanos|envíame|envíanos|envíeme|envíenos|pásame"
    r"|respóndeme|contéstame|cuéntame) ?(?!si necesit)",
    r"(?:necesito|necesitamos|necesitaría|necesitaríamos) (?:que (?:me|nos|lo|la|tú|usted)?|tu|su|vuestr[oa]|saber)",
    r"qued(?:o|amos) a la espera",
    r"(?:espero|esperamos|esperando|a la espera de) (?:tu|su|vuestra) (?:respuesta|confirmación|decisión"
    r"|visto bueno)",
    r"qué (?:te|le|os|les) parece",
    r"(?:quería|querría|quisiera|queríamos) (?:saber|preguntar\w*)",
    r"agradecería (?:que|si|tu|su|una)",
    r"(?:le|te|les|os) (?:ruego|rogamos|pido|pedimos) (?:que )?",
)
"""Sentences that ask without a question mark."""

_UNMARKED = re.compile(
    r"^(?:(?:do|did|are|have|will|would|could|can|should|shall|is|was) (?:you|we|i|it|there|the|this|that)"
    r"|(?:kannst|könntest|hast|bist|willst|magst|kommst|machst|weißt) du|(?:soll|darf) ich|sollen wir"
    r"|(?:passt|geht) (?:es|dir|das|ihnen)|(?:können|haben|sind|möchten|wollen) sie(?! vielen| herzlichen)"
    r"|est-ce que|(?:as|es|peux|veux|viens)[- ]tu|(?:avez|êtes|pouvez|voulez)[- ]vous)\b[^!]{3,120}$",
    re.IGNORECASE,
)
"""A question whose mark was forgotten."""

_SOFT = _any(
    r"(?:let (?:me|us) know|reach out|contact (?:me|us)|get in touch|(?:drop|give) (?:me|us) a (?:line"
    r"|call|shout)|shout|ask|e-?mail (?:me|us)|call (?:me|us)|write (?:to )?(?:me|us)|just reply|reply"
    r" to this \w+|come back to (?:me|us))\b.{0,30}?\b(?:if|in case|should|with|when) (?:you(?:'d|'ve)?"
    r" |there |anything |any |something |i )?.{0,30}?(?:questions?|anything(?: else)?|any|need|problems?"
    r"|issues?|trouble|concerns?|unclear|help|change(?:s|d)?|wrong|like (?:me|us) to|come to mind)",
    r"if (?:you have )?(?:any|further) (?:questions?|problems?|concerns?)",
    r"(?:if|should) you (?:have|need|require|run into|find|see) (?:any|anything|further|more|some"
    r"|other|another|a problem)",
    r"(?:feel free|don't hesitate|do not hesitate|happy to (?:help|answer))",
    r"please (?:find|note|be advised|be aware|ignore|disregard|do not|don't|accept (?:my|our)|excuse"
    r"|see (?:the )?(?:attach|below)|keep (?:this|in mind)|bear|enjoy|remember|allow|refer)",
    r"would you believe|can you (?:believe|imagine)|who knew|did you know|guess what|you know what",
    r"thank(?:s| you) for letting (?:me|us) know|will let you know|i'll let you know|let you know",
    r"(?:bei|sollten?|falls|wenn) .{0,30}?(?:fragen|rückfragen|unklarheiten|noch etwas)\b.{0,80}",
    r"zögern sie nicht|jederzeit (?:gerne )?(?:melden|anrufen|zur verfügung)|gerne zur verfügung",
    r"bitte (?:beachte\w*|nicht|entschuldig\w*|finden|verzeih\w*)|anbei|im anhang",
    r"n'hésite[sz]?|veuillez (?:trouver|agréer|noter|ne pas|recevoir|croire|accepter|excuser)"
    r"|(?:reste|restons) (?:à|a) (?:ta|votre|disposition)|si (?:vous avez|tu as) (?:des|la moindre|une)"
    r" questions?",
    r"no (?:dudes?|duden) en|(?:si|cualquier) (?:tienes?|tiene|tienen|hay)? ?(?:alguna |cualquier )?"
    r"(?:duda|pregunta|consulta)|quedo a (?:tu|su) disposición|si necesit\w+ (?:algo|cualquier|más)",
)
"""Politeness at the end of a mail that asks nothing."""

_PLEASANTRY = _any(
    r"how (?:are|have) (?:you|things|we|y'all)(?: all| both)?(?: doing| been| today| going)?(?: these days)?",
    r"how(?:'s| is| was) (?:it going|everything|life|your (?:day|week|weekend|summer|holiday|vacation)"
    r"|things)",
    r"(?:i )?hope (?:you|this|all|everything|your)",
    r"what'?s up|you (?:ok|okay|well)|all (?:good|well)(?: with you| there)?",
    r"wie geht(?:'s| es|s)?(?: dir| ihnen| euch)?(?: so)?|alles (?:gut|klar)(?: bei dir| bei euch)?",
    r"comment (?:ça va|vas-tu|allez-vous|vas tu)|ça va|tout va bien",
    r"qué tal(?: estás| todo| va todo)?|cómo (?:estás|está|va todo|te va|vas|andas)|todo bien",
)
_RHETORICAL = _any(
    r"(?:any )?(?:questions|concerns|feedback|doubts)|need (?:help|a hand|more|inspiration|anything)"
    r"|(?:having|got) (?:trouble|problems|questions|an? \w+)|fragen|noch fragen|brauchen sie hilfe"
    r"|des questions|besoin d'aide|une question|alguna (?:duda|pregunta)|dudas|necesita(?:s)? ayuda"
    r"|why|how|what(?:'s| is) (?:new|next|in it)|so what|pourquoi|por qué|warum|really|right|ok|okay"
    r"|remember|deal|sound(?:s)? familiar|who knows|what do i know|qui sait"
    r"|quién sabe|wer weiß(?: das schon)?|can't find what you're looking for|changed your mind"
)
_TAG = _any(
    r"right|ok|okay|oder|nicht wahr|verdad|no|non|gell|ne|hein|remember|yeah|eh|isn't it|n'est-ce pas"
)
_EXCLAIMED = re.compile(
    r"(?:isn't|wasn't) (?:it|that|this|she|he) \w+|how (?:nice|great|lovely|cool|funny|good) is (?:that|this)"
    r"|ist das nicht \w+|n'est-ce pas \w+|(?:a que|verdad que) es",
    re.IGNORECASE,
)
_NO_ANSWER = _any(
    r"no (?:need (?:to|for(?: you to)?(?: a)?|for any) (?:reply|respond|response|answer|action|do"
    r" anything)|reply (?:is )?(?:needed|necessary|required|expected)|answer (?:is )?(?:needed"
    r"|necessary|required)|action (?:is )?(?:needed|necessary|required)|response (?:is )?(?:needed"
    r"|necessary|required))",
    r"(?:you )?(?:don't|do not|needn't) (?:need|have) to (?:reply|respond|answer|do anything)",
    r"nothing (?:for you )?(?:to do|needed)(?: (?:from|on) (?:you|your \w+))?",
    r"(?:please )?(?:do not|don't) (?:reply|respond|answer)(?: to this (?:e-?mail|message|mail))?",
    r"(?:keine|ohne) (?:antwort|rückmeldung) (?:nötig|notwendig|erforderlich)"
    r"|(?:du musst|sie müssen|ihr müsst) (?:nicht|darauf nicht) (?:antworten|reagieren)"
    r"|bitte (?:antworten sie |antworte )?nicht (?:auf diese \w+ )?(?:antworten)?"
    r"|(?:kein|keinen) handlungsbedarf|nichts (?:zu tun|weiter zu tun)|keine antwort (?:nötig|erforderlich"
    r"|notwendig)",
    r"(?:pas|aucun) (?:besoin|nécessaire) de (?:me |nous )?(?:répondre|réponse)|pas de réponse (?:nécessaire|attendue)"
    r"|(?:merci de )?ne pas répondre|inutile de (?:me |nous )?répondre|rien à faire(?: de (?:ton|votre) côté)?"
    r"|aucune action (?:requise|nécessaire)",
    r"no (?:hace falta|es necesario|hay que|tienes que|tiene que) (?:que (?:me |nos )?)?(?:respond\w*"
    r"|contest\w*|hacer nada|hagas nada|haga nada)|no (?:responda|respondas|conteste|contestes)"
    r"|no (?:requiere|necesita) respuesta|no tienes que hacer nada",
)
_TOLD = re.compile(r"^(?:yes|no|ja|nein|oui|non|sí|si)\b[^?]{0,60}$", re.IGNORECASE)
_CAPITAL = re.compile(r"^(?:@|(?:und|and|et|y) )?(\w[\w'-]{1,20}) ?[,:–-] ?(?=\S)")
_AT = re.compile(r"@(\w[\w'-]{1,30})")


class Ask(Enum):
    QUESTION = "question"
    REQUEST = "request"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence that asks; `names` are those it speaks to, folded (`Sam, can you …`)."""

    ask: Ask
    text: str
    names: frozenset[str]


def new_words(text: str) -> str:
    """The text without quoted history, replies' quotes, signature, links and a device's line."""
    text = text[:200_000]
    start = quote.history_start(text)
    if start >= 0:
        text = text[:start]
    cut = quote.signature_start(text)
    if cut >= 0:
        text = text[:cut]
    kept: list[str] = []
    for line in text.split("\n"):
        line = line.rstrip()
        if _MARK.match(line) or quote.is_attribution(line):
            continue
        if quote.is_forward(line):
            break
        if _DEVICE.match(line.strip()) or (_FOOTER.match(line.strip()) and any(kept)):
            break
        kept.append(line)
    return _LINK.sub(" ", "\n".join(kept)).strip()[:LOOKED_AT]


def wants_no_answer(text: str) -> bool:
    """Whether `new_words` say that no answer is needed."""
    return _NO_ANSWER.search(text) is not None


def asking(text: str) -> Iterator[Sentence]:
    """The sentences of `new_words` that ask something, in order."""
    for sentence in sentences(text):
        found = _ask_of(sentence)
        if found is not None:
            yield Sentence(found, sentence, _spoken_to(sentence))


def sentences(text: str) -> list[str]:
    """Sentences of a text whose lines may be wrapped; at most the first 150."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*•–]|\d{1,2}[.)])\s)", text):
        flat = " ".join(paragraph.split())
        found += [s for s in re.split(r"(?<=[.!?…:;])\s+(?=\S)", flat) if s]
    return found[:_MOST_SENTENCES]


def _ask_of(sentence: str) -> Ask | None:
    bare = sentence.strip(" \"'“”«»()*_-–•").strip()
    if len(bare) < 3:
        return None
    question = "?" in sentence[-4:]
    core = bare.rstrip("?!. ").strip().lstrip("¿¡ ").strip()
    if question:
        return Ask.QUESTION if _is_question(core) else None
    if _SOFT.search(bare) or _TOLD.match(bare):
        return None
    if _UNMARKED.match(bare.rstrip(".")):
        return Ask.QUESTION
    return Ask.REQUEST if _REQUEST.search(bare) else None


def _is_question(core: str) -> bool:
    after = core.rpartition(",")[2].strip()
    if _RHETORICAL.fullmatch(core) or (_TAG.fullmatch(after) and not _UNMARKED.match(core)):
        return False
    if _PLEASANTRY.fullmatch(after) or (_PLEASANTRY.match(core) and len(core) < 60):
        return False
    return not (_SOFT.search(core) or _EXCLAIMED.match(core))


def _spoken_to(sentence: str) -> frozenset[str]:
    found = {match[1] for match in _AT.finditer(sentence)}
    first = _CAPITAL.match(sentence.lstrip(" -*•"))
    if first is not None and first[1][0].isupper():
        found.add(first[1])
    return frozenset(name.casefold() for name in found)
