"""Phrases by which mails ask, or only seem to: tables of patterns for mail/words/asking.py.

English, German, French and Spanish together: a phrase of one means nothing in another.
"""

from __future__ import annotations

import re


def phrases(*rows: str) -> re.Pattern[str]:
    """A pattern of whole words for any of the rows."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(rows)})(?!\w)", re.IGNORECASE)


REQUEST = phrases(
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
    r"(?:it )?(?:would|'d) (?:be|really) (?:really |very |so |also )?(?:great|nice|good"
    r"|helpful|help|lovely|useful)(?: for me"
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
    r"|voulez)[- ]vous|(?:are|do|did|have|will|would|could|can|r) (?:u|ya|y'all)"
    r"|how (?:much|many|long|soon|far|big|wide|old) (?:for|is|are|would|do|does|did|to|will)"
    r"|how (?:do|does|did|can|could|should|would) (?:i|we|you|u|it|the|that|this)"
    r"|what (?:time|date|day|size|colou?r|price)? ?(?:is|are|do|does|did|would|will|should"
    r"|about) (?:you|u"
    r"|it|the|we|that|this|your|i)|when (?:can|could|will|would|do|does|did|is|are|should)"
    r" (?:you|u|we|i"
    r"|it|the|your|this|that)|where (?:is|are|do|does|can|could|should|did) (?:you|u|we|i|it"
    r"|the|your"
    r"|this|that)|which (?:one|of|day|date|time|size|colou?r) (?:\w+ )?(?:do|would|should|is"
    r"|are|works"
    r"|suits)|who (?:is|can|will|should) (?:the|your|bring|do|be|come)|any (?:chance|idea|news|word"
    r"|update|luck)|fancy (?:a|coming|joining|meeting|going)|wanna"
    r"|(?:wann|wo|wie viele?|wie lange|was|wer|welche[rsnm]?) (?:kommt|kommst|kann|können"
    r"|könnt|kannst"
    r"|ist denn|soll|sollen|passt|hast|habt|haben sie|kostet|kosten|brauchst|braucht|würde|wäre)"
    r"|(?:kommt|klappt|geht|bleibt) (?:ihr|das|es|du|der|die)"
    r"|(?:quand|où|combien|comment) (?:est-ce|puis-je|peux|pouvez|peut|serait|coûte\w*|faut"
    r"|peut-on)"
    r"|c'est (?:combien|quand|bon pour)|(?:cu[aá]nto|cu[aá]ndo|d[oó]nde|qué d[ií]a|qué hora|a"
    r" qué hora"
    r"|cu[aá]ntas|cu[aá]ntos) (?:cuesta\w*|costar\w+|vale\w*|ser[ií]a|tarda\w*|puede\w*|podr\w+"
    r"|viene\w*|lleg\w+|hay|son|est\w+|necesit\w+))\b[^!]{3,160}$",
    re.IGNORECASE,
)
"""A question whose mark was forgotten."""

SOFT = phrases(
    r"(?:let (?:me|us) know|lmk|reach out|contact (?:me|us)|get in touch|(?:drop|give) (?:me"
    r"|us) a (?:line"
    r"|call|shout)|shout|ask|e-?mail (?:me|us)|call (?:me|us)|write (?:to )?(?:me|us)|just reply"
    r"|reply"
    r" to this \w+|come back to (?:me|us))\b.{0,30}?\b(?:if|in case|should|with"
    r"|when) (?:you(?:'d|'ve)?"
    r" |there |anything |any |something |i )?.{0,30}?(?:questions?|anything(?: else)?|need (?:any"
    r"|more|further|some|help|me|us|a hand)|problems?"
    r"|issues?|trouble|concerns?|unclear|(?:i|we) (?:can|may|could) (?:be of )?(?:help|assistance)"
    r"|change(?:s|d)?|wrong|like (?:me|us) to|come to mind)",
    r"if (?:there(?:'s| is)|you(?:'re| are)?) ?(?:ever )?(?:anything|something|in need|near"
    r"|around|in"
    r" town|passing|want(?:ing)? to (?:see|visit|come|talk))",
    r"(?:wenn|falls) (?:ich|wir) (?:\w+ ){0,3}?etwas für (?:dich|sie|euch) tun",
    r"si (?:je peux|nous pouvons|on peut) (?:\w+ ){0,2}?(?:quelque chose|vous aider|t'aider)",
    r"si (?:puedo|podemos) (?:\w+ ){0,2}?(?:algo|ayudar\w*)",
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
    r"bitte (?:\w+ ){0,3}nicht|bitte (?:beachte\w*|entschuldig\w*|finden|verzeih\w*)|anbei"
    r"|im anhang",
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

PLEASANTRY = phrases(
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
RHETORICAL = phrases(
    r"(?:any )?(?:questions|concerns|feedback|doubts)|need (?:help|a hand|more|inspiration"
    r"|anything)"
    r"|(?:having|got) (?:trouble|problems|questions|an? \w+)|fragen|noch fragen|brauchen sie hilfe"
    r"|des questions|besoin d'aide|une question|alguna (?:duda|pregunta)|dudas|necesita(?:s)? ayuda"
    r"|why|how|what(?:'s| is) (?:new|next|in it)|so what|pourquoi|por qué|warum|really|right|ok"
    r"|okay"
    r"|why (?:am|do|did|can't|don't|didn't|must) i\b.{0,60}|how did (?:that|this|it) happen"
    r"|what else"
    r"|why not|who(?:'s| is) counting|what (?:could|can) (?:possibly )?go wrong|where (?:did"
    r"|has) (?:the"
    r"|all the) time go(?:ne)?|wer hätte das gedacht|was will man mehr|wo ist (?:nur )?die"
    r" zeit.{0,20}"
    r"|warum (?:bin|mache|tue|habe) ich.{0,60}|que demander de plus|qui l'eût cru|pourquoi"
    r" (?:est-ce que"
    r" )?je.{0,60}|qué más (?:se puede|puedo) \w+|quién lo diría|por qué (?:seré|soy|hago).{0,60}"
    r"|remember|deal|sound(?:s)? familiar|who knows|what do i know|qui sait"
    r"|quién sabe|wer weiß(?: das schon)?|can't find what you're looking for|changed your mind"
)
TAG = phrases(
    r"right|ok|okay|honestly|seriously|oder|nicht wahr|verdad|no|non|gell|ne|hein|remember"
    r"|yeah|eh|isn't it"
    r"|n'est-ce pas"
)
EXCLAIMED = re.compile(
    r"(?:isn't|aren't|wasn't) (?:life|kids|people|that|this|it) \w+|who (?:would have"
    r"|would've|knew|doesn't)\b"
    r"|where would (?:i|we) be|what would (?:i|we) do without|what more (?:can|could) (?:you"
    r"|one|i|we) (?:want|ask|say)"
    r"|remember (?:when|that time)|don't you (?:just )?(?:love|hate)|can you tell (?:i'm|i"
    r" am)"
    r"|what are the (?:chances|odds)|did i (?:mention|tell you)|need i say|is it (?:just me"
    r"|\w+ (?:yet|already))"
    r"|how (?:cool|great|nice|lovely|funny|good|amazing|mad|crazy) (?:is|was|are)|"
    r"(?:isn't|wasn't) (?:it|that|this|she|he) \w+|how (?:nice|great|lovely|cool|funny"
    r"|good) is (?:that|this)"
    r"|ist das nicht \w+|n'est-ce pas \w+|(?:a que|verdad que) es",
    re.IGNORECASE,
)
ADDRESSED = phrases(
    r"you|u|ya|your|yours|yourself|we|us|du|dir|dich|dein\w*|ihr|euch|eure\w*|sie|ihnen"
    r"|ihre\w*|wir|uns"
    r"|tu|te|toi|ton|ta|tes|vous|votre|vos|nous|on|tú|os|usted|ustedes|tu|tus|su|nosotros|habéis"
    r"|podéis|\w+éis|\w+áis"
)
"""Words that speak to somebody."""

MANY_GREETED = re.compile(
    r"^\W{0,3}(?:(?:dear|hi|hello|hey) (?:all|everyone|everybody|team|folks|neighbou?rs?"
    r"|parents|members|tenants"
    r"|residents|customers?|colleagues|friends|sirs|supporters?|clients?)|(?:liebe|sehr"
    r" geehrte|hallo|werte) (?:\w+ und"
    r" )?(?:alle|mieter\w*|eltern|kund\w+|kolleg\w+|nachbar\w*|mitglieder|damen und herren"
    r"|bewohner\w*|freunde"
    r"|eigentümer\w*|gäste)|(?:bonjour|chers?|chères?) (?:à )?(?:tous|toutes|parents|clients?"
    r"|voisins?|membres"
    r"|collègues|adhérents|locataires|amis)|(?:hola|estimad[oa]s|querid[oa]s) (?:a"
    r" )?(?:tod[oa]s|vecin[oa]s|padres"
    r"|client\w+|soci[oa]s|compañer\w+|amig[oa]s|famili\w+))\b",
    re.IGNORECASE,
)
"""A greeting of many."""

WANTS_ANSWER = phrases(
    r"return\w*|send (?:me|us|it|them|back)|fill (?:in|out)|form|slip",
    r"let (?:me|us) know|lmk|repl(?:y|ies)|respond\w*|answer\w*|r\.?s\.?v\.?p|confirm\w*|tell"
    r" (?:me|us)|say (?:if"
    r"|whether)|sign up|volunteer\w*|vote|your (?:vote|choice|name)|get back to|hear from"
    r"|feedback|thoughts",
    r"antwort\w*|rückmeld\w*|bescheid|zusag\w*|bestätig\w*|anmeld\w*|meld\w*|teil\w* (?:mir"
    r"|uns|sie)|mitteil\w*"
    r"|stimm\w*|sag\w*|rück\w+",
    r"répon\w+|retour|confirm\w+|inscri\w+|dites|dis|prévenez|préviens|faites|tenez",
    r"respond\w*|respuesta|confirm\w+|contest\w+|inscri\w+|dinos|avis\w+|díga\w+|dime|apunt\w+",
)
"""What asks for words, not for doing something."""

NO_ANSWER = phrases(
    r"automatic(?:ally)? generated|this is an automat\w+|auto[- ]generated|automatisch"
    r" (?:erzeugt|erstellt|generiert"
    r"|versandt|versendet)|générée? automatiquement|(?:message|courriel) automatique"
    r"|generad[oa] automáticamente"
    r"|mensaje automático",
    r"no (?:need (?:to|for(?: you to)?(?: a)?|for any) (?:reply|respond|response|answer|action|do"
    r" anything)|reply (?:is )?(?:needed|necessary|required|expected)|answer (?:is )?(?:needed"
    r"|necessary|required)|action (?:is )?(?:needed|necessary|required)|response (?:is )?(?:needed"
    r"|necessary|required))",
    r"(?:you )?(?:don't|do not|needn't) (?:need|have) to (?:reply|respond|answer|do anything)",
    r"nothing (?:for you )?(?:to do|needed)(?: (?:from|on) (?:you|your \w+))?",
    r"(?:please )?(?:do not|don't) (?:reply|respond|answer)(?: to this (?:e-?mail|message|mail))?",
    r"(?:keine|ohne) (?:antwort|rückmeldung) (?:nötig|notwendig|erforderlich)"
    r"|(?:du musst|sie müssen|ihr müsst) (?:nicht|darauf nicht) (?:antworten|reagieren)"
    r"|bitte (?:antworten? )?(?:sie )?nicht(?: \w+){0,4}? ?(?:auf diese|antworten"
    r"|zu antworten|darauf)"
    r"|(?:kein|keinen) handlungsbedarf|nichts (?:zu tun|weiter zu tun)|keine antwort (?:nötig"
    r"|erforderlich"
    r"|notwendig)",
    r"(?:pas|aucun) (?:besoin|nécessaire) de (?:me |nous )?(?:répondre|réponse)"
    r"|pas de réponse (?:nécessaire|attendue)"
    r"|(?:merci de )?ne pas répondre|inutile de (?:me |nous )?répondre|rien à faire(?: de (?:ton"
    r"|votre) côté)?"
    r"|aucune action (?:requise|nécessaire)",
    r"(?:forget|ignore|disregard|scrap) (?:my|the|that|this)(?: \w+){0,2}? (?:questions?|mail"
    r"|e-?mail"
    r"|message|request|last one)|(?:never ?mind)|(?:hat sich|ist) (?:schon |damit |bereits"
    r" )*erledigt"
    r"|vergiss (?:meine|die) (?:frage|mail|nachricht)|(?:oublie|oubliez) (?:ma|mon|la|le)"
    r" (?:question"
    r"|message|mail|demande)|olvida (?:mi|la|el) (?:pregunta|mensaje|correo)",
    r"no (?:hace falta|es necesario|hay que|tienes que|tiene que) (?:que (?:me "
    r"|nos )?)?(?:respond\w*"
    r"|contest\w*|hacer nada|hagas nada|haga nada)|no (?:responda|respondas|conteste|contestes)"
    r"|no (?:requiere|necesita) respuesta|no tienes que hacer nada",
)
