"""Phrases by which mails ask, or only seem to: tables of patterns for mail/words/asking.py.

English, German, French and Spanish together: a phrase of one means nothing in another.
"""

from __future__ import annotations

import re


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)


REQUEST = _any(
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
    r"(?:it )?would (?:be|really) (?:great|nice|good|helpful|help|lovely|useful)(?: for me"
    r"| for us)?"
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
    r"|freigabe|prüfung|zusage|stellungnahme|angebot|termin\w*)|bescheid|schick\w*|send\w*|gib"
    r"|geben"
    r"|bestätig\w*|teil\w*|sag\w*|prüf\w*|antwort\w*|ruf\w*|unterschr\w*|schau\w*|beantwort\w*"
    r"|lass\w*|nenn\w*|überweis\w*|korrigier\w*|ergänz\w*|trag\w*|füll\w*|bring\w*|meld\w*"
    r"|entscheid\w*"
    r"|reich\w*|leit\w*|erklär\w*|wähl\w*)",
    r"(?:gib|gebt|geben sie|sag|sagt|sagen sie) (?:mir|uns|mal|bitte|kurz|doch| )*(?:bitte |kurz "
    r"|doch )*bescheid",
    r"(?:lass|lasst|lassen sie) (?:mich|uns) (?:bitte |kurz )?(?:\w+ )?wissen",
    r"(?:ich|wir) (?:bräuchte|brauche|brauchen|bräuchten|benötige"
    r"|benötigen)(?: \w+){0,4}? (?:von dir"
    r"|von ihnen|von euch|deine?n?|ihre?n?|eure?n?)(?: \w+)?",
    r"(?:bräuchte|brauche|brauchen|bräuchten|benötige|benötigen) (?:ich"
    r"|wir)(?: \w+){0,3}? (?:von dir"
    r"|von ihnen|von euch|deine?n?|ihre?n?|eure?n?)(?: \w+)?",
    r"freue? (?:ich )?(?:mich|uns)(?: schon)? (?:auf|über) (?:eine |deine |ihre "
    r"|eure )?(?:kurze |baldige )?"
    r"(?:antwort|rückmeldung)",
    r"freuen uns (?:auf|über) (?:eine |deine |ihre |eure )?(?:antwort|rückmeldung)",
    r"warten? (?:ich |wir )?(?:noch )?auf (?:deine|ihre|eure|die)(?: \w+){0,2}? ?(?:antwort"
    r"|rückmeldung|zusage"
    r"|freigabe|unterlagen|bestätigung|entscheidung)",
    r"wäre (?:es )?(?:nett|schön|super|toll|prima|gut|klasse|hilfreich|dankbar), ?wenn (?:du|sie"
    r"|ihr)",
    r"wollte(?:n)? (?:\w+ )?(?:fragen|nachfragen|wissen), ?(?:ob|wann|wie|was)",
    r"(?:mel|mell)de?(?:t|n sie)? (?:dich|euch|sich) (?:doch |bitte |kurz |mal ){0,2}(?:bis|bei"
    r"|wenn|zurück)",
    r"sag(?:t|en sie)? (?:mir|uns) (?:bitte |doch |kurz )?(?:wann|ob|was|wie|welche\w*)",
    # French
    r"(?:pourriez|pouvez|voudriez|auriez|seriez)[- ]vous",
    r"(?:pourrais|peux|veux|voudrais|aurais|serais)[- ]tu",
    r"tu (?:peux|pourrais) (?:me|m'|nous|regarder|envoyer|confirmer|vérifier|relire)",
    r"vous (?:pouvez|pourriez) (?:me|m'|nous|confirmer|envoyer)(?! contacter)",
    r"merci (?:d'avance )?(?:de (?!votre|ta|ton|vos|tes|ne pas|la|l'|nous avoir|m'avoir|t'être"
    r"|vous être)"
    r"(?:(?:me|nous|bien vouloir|vous|te) )?(?:me |nous )?\w+(?:er|ir|re)|d'(?:indiquer|envoyer"
    r"|apporter"
    r"|ajouter|apposer))",
    r"veuillez (?!trouver|agréer|recevoir|croire|noter|accepter|ne pas|excuser)(?:\w+ )?\w+",
    r"(?:dites|dis|indiquez|indique|confirmez|confirme|envoyez|envoie|faites|rappelez|rappelle)[- ]"
    r"(?:moi|nous)",
    r"(?:tenez|tiens)[- ](?:moi|nous) au courant",
    r"(?:j'attends|nous attendons|en attente de|dans l'attente de"
    r"|attends toujours) (?:de )?(?:ta|ton"
    r"|votre|vos|tes) (?:réponse|retour|confirmation|accord|avis|devis|validation|choix|feu vert)",
    r"(?:j'aurais besoin|j'ai besoin|nous avons besoin|il me faut|il nous faut|il me faudrait) "
    r"(?:de |d')?(?:que tu|que vous|ta|ton|votre|vos|tes)",
    r"qu'en (?:penses[- ]tu|pensez[- ]vous|dis[- ]tu|dites[- ]vous)",
    r"(?:je voulais|je voudrais|j'aimerais) (?:te|vous|savoir)(?: demander)?(?: si| quand"
    r"| comment)?",
    r"s'il (?:te|vous) pla[iî]t,? (?:\w+[- ]){0,2}(?:envoie|envoyez|confirme|confirmez|réponds"
    r"|répondez"
    r"|dis|dites)\w*",
    # Spanish
    r"(?:podrías|podría|podríais|podrían|puedes|podéis|pueden) (?:usted |ustedes |por favor )?"
    r"(?:\w+(?:ar|er|ir)(?:me|nos|lo|la|los|las|melo|noslo|le)?)",
    r"¿",
    r"por favor,? (?:\w+ )?(?:me |nos )?(?:env[ií]\w*|confirm\w*|dime|díga\w*|dinos|avís\w*"
    r"|avis\w*|revis\w*"
    r"|mand\w*|respond\w*|contest\w*|firm\w*|llám\w*|indic\w*|rellen\w*|elig\w*|pás\w*|pas[ae]\w*"
    r"|mir[ae]\w*|comprueb\w*|complet\w*)",
    r"(?:dime|dinos|dígame|díganos|avísame|avísanos|avíseme|avísenos|házmelo saber|hágamelo saber"
    r"|confírmame|confírmanos|confírmeme|mándame|mándanos|envíame|envíanos|envíeme|envíenos|pásame"
    r"|respóndeme|contéstame|cuéntame) ?(?!si necesit)",
    r"(?:necesito|necesitamos|necesitaría|necesitaríamos) (?:que (?:me|nos|lo|la|tú|usted)?|tu"
    r"|su|vuestr[oa]|saber)",
    r"qued(?:o|amos) a la espera",
    r"(?:espero|esperamos|esperando|a la espera de) (?:tu|su|vuestra) (?:respuesta|confirmación"
    r"|decisión"
    r"|visto bueno)",
    r"qué (?:te|le|os|les) parece",
    r"(?:quería|querría|quisiera|queríamos) (?:saber|preguntar\w*)",
    r"agradecería (?:que|si|tu|su|una)",
    r"(?:le|te|les|os) (?:ruego|rogamos|pido|pedimos) (?:que )?",
)
"""Sentences that ask without a question mark."""

UNMARKED = re.compile(
    r"^(?:(?:do|did|are|have|will|would|could|can|should|shall|is|was) (?:you|we|i|it|there|the"
    r"|this|that)"
    r"|(?:kannst|könntest|hast|bist|willst|magst|kommst|machst|weißt) du|(?:soll|darf) ich"
    r"|sollen wir"
    r"|(?:passt|geht) (?:es|dir|das|ihnen)|(?:können|haben|sind|möchten|wollen) sie(?! vielen"
    r"| herzlichen)"
    r"|est-ce que|(?:as|es|peux|veux|viens)[- ]tu|(?:avez|êtes|pouvez"
    r"|voulez)[- ]vous)\b[^!]{3,120}$",
    re.IGNORECASE,
)
"""A question whose mark was forgotten."""

SOFT = _any(
    r"(?:let (?:me|us) know|reach out|contact (?:me|us)|get in touch|(?:drop|give) (?:me"
    r"|us) a (?:line"
    r"|call|shout)|shout|ask|e-?mail (?:me|us)|call (?:me|us)|write (?:to )?(?:me|us)|just reply"
    r"|reply"
    r" to this \w+|come back to (?:me|us))\b.{0,30}?\b(?:if|in case|should|with"
    r"|when) (?:you(?:'d|'ve)?"
    r" |there |anything |any |something |i )?.{0,30}?(?:questions?|anything(?: else)?|any|need"
    r"|problems?"
    r"|issues?|trouble|concerns?|unclear|help|change(?:s|d)?|wrong|like (?:me|us) to|come to mind)",
    r"if (?:you have )?(?:any|further) (?:questions?|problems?|concerns?)",
    r"(?:if|should) you (?:have|need|require|run into|find|see) (?:any|anything|further|more|some"
    r"|other|another|a problem)",
    r"(?:feel free|don't hesitate|do not hesitate|happy to (?:help|answer))",
    r"please (?:find|note|be advised|be aware|ignore|disregard|do not|don't|accept (?:my|our)"
    r"|excuse"
    r"|see (?:the )?(?:attach|below)|keep (?:this|in mind)|bear|enjoy|remember|allow|refer)",
    r"would you believe|can you (?:believe|imagine)|who knew|did you know|guess what|you know what",
    r"thank(?:s| you) for letting (?:me|us) know|will let you know|i'll let you know|let you know",
    r"(?:bei|sollten?|falls|wenn) .{0,30}?(?:fragen|rückfragen|unklarheiten|noch etwas)\b.{0,80}",
    r"zögern sie nicht|jederzeit (?:gerne )?(?:melden|anrufen|zur verfügung)|gerne zur verfügung",
    r"bitte (?:beachte\w*|nicht|entschuldig\w*|finden|verzeih\w*)|anbei|im anhang",
    r"n'hésite[sz]?|veuillez (?:trouver|agréer|noter|ne pas|recevoir|croire|accepter|excuser)"
    r"|(?:reste|restons) (?:à|a) (?:ta|votre|disposition)|si (?:vous avez|tu as) (?:des"
    r"|la moindre|une)"
    r" questions?",
    r"no (?:dudes?|duden) en|(?:si|cualquier) (?:tienes?|tiene|tienen|hay)? ?(?:alguna "
    r"|cualquier )?"
    r"(?:duda|pregunta|consulta)|quedo a (?:tu|su) disposición|si necesit\w+ (?:algo|cualquier"
    r"|más)",
)
"""Politeness at the end of a mail that asks nothing."""

PLEASANTRY = _any(
    r"how (?:are|have) (?:you|things|we|y'all)(?: all| both)?(?: doing| been| today"
    r"| going)?(?: these days)?",
    r"how(?:'s| is| was) (?:it going|everything|life|your (?:day|week|weekend|summer|holiday"
    r"|vacation)"
    r"|things)",
    r"(?:i )?hope (?:you|this|all|everything|your)",
    r"what'?s up|you (?:ok|okay|well)|all (?:good|well)(?: with you| there)?",
    r"wie geht(?:'s| es|s)?(?: dir| ihnen| euch)?(?: so)?|alles (?:gut|klar)(?: bei dir"
    r"| bei euch)?",
    r"comment (?:ça va|vas-tu|allez-vous|vas tu)|ça va|tout va bien",
    r"qué tal(?: estás| todo| va todo)?|cómo (?:estás|está|va todo|te va|vas|andas)|todo bien",
)
RHETORICAL = _any(
    r"(?:any )?(?:questions|concerns|feedback|doubts)|need (?:help|a hand|more|inspiration"
    r"|anything)"
    r"|(?:having|got) (?:trouble|problems|questions|an? \w+)|fragen|noch fragen|brauchen sie hilfe"
    r"|des questions|besoin d'aide|une question|alguna (?:duda|pregunta)|dudas|necesita(?:s)? ayuda"
    r"|why|how|what(?:'s| is) (?:new|next|in it)|so what|pourquoi|por qué|warum|really|right|ok"
    r"|okay"
    r"|remember|deal|sound(?:s)? familiar|who knows|what do i know|qui sait"
    r"|quién sabe|wer weiß(?: das schon)?|can't find what you're looking for|changed your mind"
)
TAG = _any(
    r"right|ok|okay|oder|nicht wahr|verdad|no|non|gell|ne|hein|remember|yeah|eh|isn't it"
    r"|n'est-ce pas"
)
EXCLAIMED = re.compile(
    r"(?:isn't|wasn't) (?:it|that|this|she|he) \w+|how (?:nice|great|lovely|cool|funny"
    r"|good) is (?:that|this)"
    r"|ist das nicht \w+|n'est-ce pas \w+|(?:a que|verdad que) es",
    re.IGNORECASE,
)
NO_ANSWER = _any(
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
    r"|(?:kein|keinen) handlungsbedarf|nichts (?:zu tun|weiter zu tun)|keine antwort (?:nötig"
    r"|erforderlich"
    r"|notwendig)",
    r"(?:pas|aucun) (?:besoin|nécessaire) de (?:me |nous )?(?:répondre|réponse)"
    r"|pas de réponse (?:nécessaire|attendue)"
    r"|(?:merci de )?ne pas répondre|inutile de (?:me |nous )?répondre|rien à faire(?: de (?:ton"
    r"|votre) côté)?"
    r"|aucune action (?:requise|nécessaire)",
    r"no (?:hace falta|es necesario|hay que|tienes que|tiene que) (?:que (?:me "
    r"|nos )?)?(?:respond\w*"
    r"|contest\w*|hacer nada|hagas nada|haga nada)|no (?:responda|respondas|conteste|contestes)"
    r"|no (?:requiere|necesita) respuesta|no tienes que hacer nada",
)
