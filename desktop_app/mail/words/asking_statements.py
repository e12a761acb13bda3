"""Statements that ask: orders, wishes, what is missing, what waits. Tables of mail/words/asking.py.

English, German, French and Spanish together: a phrase of one means nothing in another. What each
row leaves out is politeness with the same words.
"""

from __future__ import annotations

from desktop_app.mail.words.asking_phrases import phrases
from desktop_app.mail.words.asking_statements_romance import FRENCH, SPANISH

_ENGLISH = (
    r"(?:i|we) (?:also |still |now |will |'ll )?(?:require|need) the following",
    # please and its short forms, before any verb that is not politeness or a click
    (
        r"(?:please|pls|plz|plse|kindly)[,:]? (?:also |just |kindly |do |can u |both |all"
        r" )?(?:let|send|confirm"
        r"|advise|answer|reply|respond|review|sign(?! (?:in|up))|tell|check|look (?:at|over"
        r"|through)|have a|take"
        r" a|give|call|ring|phone|text|ping|drop|get|provide|share|forward|fill|return|approve"
        r"|choose|pick|update"
        r"|decide|comment|write|mail|e-?mail|bring|add|book|pay|correct|complete|state|say"
        r"|indicate|suggest"
        r"|propose|come back|make sure|remind|ask|help(?! yourself)|explain|prepare|submit"
        r"|register|vote|amend"
        r"|quote|upload|push|resend|attach|arrange|organi[sz]e|order|transfer|refund|replace"
        r"|acknowledge|clarify"
        r"|specify|supply|include|cancel|extend|waive|sort|fix|measure|show|pop|post|put)"
    ),
    r"(?:could|can|would|will) (?:u|ya|y'all)",
    r"lmk|wdyt|rsvp",
    (
        r"(?:^|[,;–] )(?:so |and |then |just |or |also |do |ok |okay |now )?(?:call|ring|phone"
        r"|text|ping|e-?mail|message) (?:me|us) (?:back|at|before|by|when|asap"
        r"|today|tomorrow|tonight|first|as soon|once|if you (?:want|can|are|like)|please|pls)"
    ),
    (
        r"(?:^|[,;–] )(?:so |and |then |just |or |also |do |ok |okay |now )?(?:drop|send|shoot"
        r"|give|get) (?:me|us) (?:an?|the|your|some|it|them|both|all|over|back|one)"
    ),
    (
        r"(?:^|[,;–] )(?:so |and |then |just |or |also |do |ok |okay |now )?pop (?:it|them|those"
        r"|that|this) (?:over|across|back|in|round)"
    ),
    (
        r"(?:^|[,;–] )(?:so |and |then |just |or |also |do |ok |okay |now )?(?:send|bring|fire"
        r"|shoot|drop|ping|pass|e-?mail|post|return|forward) (?:it|them|those|that"
        r"|this|these|yours|both) (?:over|across|back|round|along|through|in|to me|to us|my way"
        r"|our way)"
    ),
    (
        r"(?:just |do |please |pls |and )(?:say|shout|tell me|holler) (?:if|when|whether|which"
        r"|what|how)"
    ),
    r"say the word",
    r"give (?:me|us) the (?:nod|go[- ]?ahead|green light|word|all[- ]clear|ok|okay|thumbs)",
    (
        r"(?:i|we)(?:'d| would| should|'ll| will) (?:be )?(?:so |very |most |really |extremely "
        r")?(?:grateful|glad|pleased|obliged|thankful|happy|delighted"
        r"|appreciate)[^.]{0,12}? (?:if you"
        r"|if we could|to (?:receive|have|hear|know|get|learn)|for (?:your|any|an?|some))"
    ),
    (
        r"grateful (?:to (?:receive|hear|have)|for (?:your|any|an?|some) (?!help\b|time\b|work\b"
        r"|support\b|patience\b|kind)\w+)"
    ),
    (
        r"(?:i|we)(?:'d| would| shall| will|'ll| must| do)? ?expect (?:to hear|an? (?:answer|reply"
        r"|response|call|refund|explanation|solution|date)|your|you to|payment)"
    ),
    (
        r"(?:i|we)(?:'d| would| should| will|'ll| do| really| just| still| also| only|"
        r" now| must){0,3} "
        r"(?:need|require|want|await) (?:\w+ )?(?:an?|the|your|some|one|two|three|just"
        r"|either|to know"
        r"|to have|to hear|sight of)(?: \w+){0,2} ?(?:decision|answer|reply|response"
        r"|confirmation|yes"
        r"|go-ahead|ok|okay|signature|quote|price|date|number|address|copy|details?"
        r"|figures?|invoice"
        r"|approval|feedback|word|from you|whether|if|when|what|which|how|by)"
    ),
    (
        r"(?:still|only|also|just|we're|we are|i'm|i am|am|are) (?:still |only"
        r" )?(?:missing|lacking)"
        r" (?:your|the|an?|one|two|some|page|only)"
    ),
    (
        r"(?:still )?miss(?:ing)? your (?:signature|answer|reply|forms?|documents?|payment|details"
        r"|address|number|confirmation|input|choice|order|measurements?)"
    ),
    r"(?:all|only thing|what)(?: (?:that|now|still))* (?:is|'s) missing",
    (
        r"(?:signature|form|payment|answer|reply|address|number|measurement|document|details?)s?"
        r" (?:is|are"
        r") (?:still |also )?(?:missing|outstanding|overdue|due)"
    ),
    (
        r"(?:haven'?t|have not|hasn'?t|never|not|nothing)(?: yet| as yet)? (?:heard|received|had"
        r"|got(?:ten)?|seen)"
        r"(?: back| anything| a thing)?(?: from you| your\b)"
    ),
    (
        r"(?:i|we)(?:'m| am| are|'re|'d like| would like| wish| hereby| must| have)? ?(?:to"
        r" )?(?:ask(?:ing)?"
        r"|request(?:ing)?|urg(?:e|ing)) (?:you|that you|your|an?|the|for|payment)"
    ),
    (
        r"you (?:are|'re) (?:kindly )?(?:asked|requested|required|invited) to (?:send"
        r"|provide|submit"
        r"|confirm|return|reply|respond|sign|complete|supply|attend|choose|comment|pay)"
    ),
    r"hoping (?:you|u) (?:can|could|might|will|would|have|are)|hoping to hear (?:from you|back)",
    (
        r"(?:want(?:ed)?|like|love|dying|keen|glad) to (?:know|find out|hear)(?: from you)? (?:if"
        r"|whether"
        r"|when|what|how|which|where|your|by)"
    ),
    (
        r"(?:not sure|don'?t know|no idea|unsure|can'?t tell) (?:if|whether|what|which|when|how"
        r" many|how much) "
        r"(?:you(?!r? (?:saw|heard|know|knew|remember|noticed|have seen|are aware|got))|u\b)"
    ),
    (
        r"(?:until|unless|before|without) (?:you(?:'ve| have)? ?(?:confirm|sign|say"
        r"|let|tell|decide|pay"
        r"|send|approv|agree|choose|answer|reply)\w*|your (?:ok\w*|go-ahead|answer"
        r"|signature|approval"
        r"|confirmation|reply|yes|word|say-so)|(?:i|we)(?:'ve| have)? ?(?:hear|heard) (?:from"
        r" you|back)|(?:we|we've|we have) (?:speak|spoken|talk|talked)\b)"
    ),
    (
        r"(?:waiting|holding|on hold|pending) (?:for|on) (?:you|your|an? (?:reply|decision|yes"
        r"|answer))"
    ),
    (
        r"(?:interested in|after|looking for) (?:an? )?(?:quote|price|estimate|your"
        r" opinion|your advice"
        r"|a date)"
    ),
    (
        r"(?:sign|fill|complete|initial)(?: it| this| them)?(?: in| out)? and"
        r" (?:return|send|scan|bring"
        r"|post|e-?mail)"
    ),
)
_GERMAN = (
    (
        r"bitte (?:\w+ ){0,5}?(?:zu)?(?:rück|über|nach|ein|mit|vor)?(?:schick\w*|send\w*|gib"
        r"|geb\w*|bestätig\w*|teil"
        r"\w*|sag\w*|prüf\w*|antwort\w*|ruf\w*|unterschr\w*|schau\w*|beantwort\w*|lass\w*|nenn\w*"
        r"|weis\w*|korrigier"
        r"\w*|ergänz\w*|trag\w*|füll\w*|bring\w*|meld\w*|entscheid\w*|reich\w*|leit\w*|erklär\w*"
        r"|wähl\w*|schreib\w*"
        r"|mail\w*|zeig\w*|klär\w*|überleg\w*|guck\w*|besorg\w*|bestell\w*|mitteil\w*"
        r"|leg\w*|stell\w*)"
    ),
    (
        r"(?:schick|send|geb|bestätig|teil|sag|prüf|antwort|ruf|unterschreib|schau|beantwort|lass"
        r"|nenn|überweis"
        r"|korrigier|ergänz|trag|füll|bring|meld|entscheid|reich|leit|erklär|wähl|schreib|mail"
        r"|zeig|klär)\w{0,3} (?:sie "
        r"|du |mir |uns |mich |es |das |ihn |dich |sich |dazu |dies ){1,3}bitte(?! nicht)"
    ),
    (
        r"(?:bitten?|ersuchen?) (?:wir |ich )?(?:(?:sie|dich|euch|darum|höflich\w*|freundlich\w*"
        r"|nochmals"
        r"|erneut|hiermit|daher|deshalb|dringend),? ){0,3}(?:um (?!verständnis"
        r"|entschuldigung|nachsicht"
        r"|geduld|verzeihung|ihr verständnis|dein verständnis|etwas geduld)\w+|[^.]{0,160}? zu"
        r" \w+en|[^.]"
        r"{0,160}?\w{2,}zu\w{3,}en|ob )"
    ),
    (
        r"(?:werden|sind|wirst|bist) (?:sie |du )?(?:hiermit |freundlich |höflich )?(?:gebeten"
        r"|aufgefordert)"
    ),
    (
        r"fehl(?:t|en) (?:(?:mir|uns) (?:\w+ )?noch|(?:\w+ ){0,2}?(?:noch )?(?:ihre?\w*|deine?\w*"
        r"|eure?\w*|folgende\w*"
        r"|unterlagen|angaben|(?:die|der|das) (?:unterschrift|nachweis|angabe|rechnung|adresse"
        r"|kopie|\w+nachweis"
        r"|formular|bestätigung)))"
    ),
    (
        r"(?:wäre|wären|bin|sind|wär) (?:ich |wir |es )?(?:ihnen |dir |euch |für mich |für uns"
        r" )?(?:sehr "
        r"|überaus |äußerst |echt )?(?:dankbar|verbunden|froh|nett|lieb|super|toll|klasse|hilfreich"
        r"|schön|prima),? (?:wenn|falls|könnten?)"
    ),
    (
        r"erwarten? (?:wir |ich )?(?:hierzu |dazu |nun |daher )?(?:ihre?\w* (?:antwort|zahlung"
        r"|rück\w+|nachricht"
        r"|stellungnahme|bestätigung|unterlagen)|deine?\w*|eure?\w*|eine (?:antwort|rückmeldung"
        r"|stellungnahme"
        r"|erklärung)|umgehend|von (?:ihnen|dir|euch))"
    ),
    (
        r"(?:brauche?n?|bräuchten?|benötig\w+) (?:ich |wir )?(?:\w+ ){0,4}?(?:von (?:ihnen|dir"
        r"|euch)|deine?n?|ihre?n?"
        r"|eure?n?|eine? (?:antwort|entscheidung|zusage|rückmeldung|unterschrift|ansage|ok))"
    ),
    (
        r"(?:bräuchten?|benötig\w+) (?:ich |wir )?(?:\w+ ){0,3}?(?:noch|bis|dringend|unbedingt)"
        r" (?:\w+ )?(?:die|den|das"
        r"|eine?n?)"
    ),
    r"meld(?:e|en sie|et)? (?:dich|sich|euch)(?! (?:gerne?|jederzeit|an\b|bei fragen))",
    (
        r"(?:ruf|rufen sie|ruft|schreib|schreiben sie|schreibt|sag|sagen sie|sagt"
        r"|schick|schicken sie"
        r"|schickt|sende|senden sie|gib|geben sie|gebt|nenne?|nennen sie|bring|bringen sie|zeig"
        r"|zeigen sie"
        r"|leih|teil|teilen sie|lass|lassen sie|überweis\w*|bestätig\w*) (?:mir|uns"
        r"|mich|doch|mal|kurz"
        r"|einfach|bescheid)"
    ),
    (
        r"(?:müssten|müsstest|sollten|solltest|müssen|musst) (?:sie|du|ihr)? ?(?:noch|uns|mir"
        r"|bitte|bis)"
    ),
    (
        r"(?:würden?|wüssten?|möchten?|wollten?) (?:ich |wir |mich |uns )?(?:gerne?"
        r"|mal|nur|noch|kurz"
        r"|interessieren|schon) ?(?:\w+ ){0,3}?,? ?(?:wissen|erfahren|hören|fragen"
        r"|nachfragen|klären"
        r"|vereinbaren|ob|wann|wie|was)"
    ),
    r"(?:mich|uns|ihn) (?:würde |täte )?interessier\w*,? (?:ob|wann|wie|was|welche\w*)",
    r"hätten? (?:ich |wir )?gerne? (?:\w+ ){0,2}?(?:gewusst|von (?:ihnen|dir)|eine?n?|das|die|den)",
    (
        r"würden? (?:ich |wir )?(?:mich|uns) (?:sehr |riesig |total )?(?:freuen,? wenn"
        r" (?:du|sie|ihr)"
        r"|über (?:eine?n?|deine?|ihre?|eure?) (?:\w+ )?(?:antwort|rückmeldung|zusage"
        r"|anruf|angebot))"
    ),
    (
        r"(?:noch |bisher )?(?:keine?|nichts) (?:\w+ ){0,2}?(?:von (?:ihnen|dir|euch)) (?:\w+"
        r" ){0,2}?(?:erhalten|bekommen"
        r"|gehört|gelesen)"
    ),
    (
        r"(?:warten?|hängt|scheitert) (?:ich |wir )?(?:nur |immer |noch )*(?:auf|an) (?:deine?\w*"
        r"|ihre?\w*|eure?\w*|dich"
        r"|euch)"
    ),
    r"(?:sag|gib) (?:einfach |kurz |mal )*(?:bescheid|ja oder nein)",
    (
        r"(?:erst|nur),? wenn (?:du|sie|ihr) (?:\w+ ){0,4}?(?:zustimm\w*|bestätig\w*|unterschr\w*"
        r"|zusag\w*"
        r"|überw\w*|schick\w*)"
    ),
)
STATEMENTS = phrases(*_ENGLISH, *_GERMAN, *FRENCH, *SPANISH)
"""Sentences that ask without a question mark, beside those of `REQUEST`."""
