"""Words that tell nothing by themselves: grammar, courtesies and the commonest words of mail."""

from __future__ import annotations

import unicodedata

_GRAMMAR = """
a about above after again all already also although always am among an and any anybody anyone
anything are around as asap at away back be became because been before being below best better
between both but by can cannot could did do does doing done down during each either else enough
even ever every everybody everyone everything few first for from full further get gets getting
give given go goes going good got great had has have having he hello her here hers him his how
however i if in instead into is it its itself just keep kept last later least less let like little
long look looking looks made make makes making many may maybe me mean might mine more most much
must my near need needed needs neither never new next no nobody none nor not nothing now of off
often ok okay on once one only open or other others otherwise our ours out over own past per
perhaps please put quite rather re really right same say says see seems seen send sent several
shall she should since so some somebody someone something sometimes soon still such sure take
taken than thank thanks that the their theirs them then there these they thing things think this
those though through till to today together tomorrow tonight too toward towards two under until up
upon us use used uses using usual very via want wanted wants was way we well went were what when
where whether which while who whole whom whose why will with within without wont would yes
yesterday yet you your yours yourself aber alle allem allen aller alles als ander andere anderen
auch auf aus bald bei beim beide bin bis bitte da dabei dafür damit danach danke dann daran darauf
darf darin das dass dazu dein deine dem den denn der des deshalb die dies diese diesem diesen
dieser dieses doch dort du durch eben ein eine einem einen einer eines einfach einige er erst es
etwas euch euer für ganz gar gegen gern gerne gerade gibt gut guten habe haben hallo hat hatte
hätte heute hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer ins ist ja jede
jedem jeden jeder jedes jetzt kann kein keine keinen können könnte könnten lange leider liebe
lieber machen mal man mehr mein meine meinem meinen meiner mich mir mit möchte möchten morgen muss
müssen nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seit sich sie sind sobald
soll sollen sollte sonst sowie über um und uns unser unsere unserem unseren unter viel viele
vielen vielleicht vom von vor wann war waren wäre warum weg weil weiter welche wenn wer werde
werden wie wieder wir wird wo wollen wurde wurden würde würden zu zum zur zwar zwischen alors
après au aucun aussi autre autres aux avant avec avez avoir avons beaucoup bien bientôt bon
bonjour car ce cela celle celui ces cet cette chaque chez comme dans de depuis deux donc elle
elles en encore entre est et étaient était été être eu eux fait faire fois font ici il ils je jour
la là le les leur leurs lors lui ma mais même merci mes moi moins mon ne nos notre nous ont ou où
par parce pas peu peut plus pour pourquoi pouvez pouvons près puis quand que quel quelle qui quoi
sans sera ses si sont sous souvent suis sur ta tes toi ton tous tout toute toutes très trop tu un
une vers voici vos votre vous ahora al algo algún alguna ante antes aquí así aún aunque buenas
bueno buenos cada casi como con contra cual cuando del desde donde dos durante el él ella ellas
ellos era esa ese eso esta está están estar estas este esto estos fue gracias ha hace hacer han
hasta hay hola las lo los más mi mis mucho muy nada ni nosotros nuestra nuestro o os otra otro
para pero poco por porque puede pueden puedo pues qué quien se sea según ser sí sido siempre sin
sobre solo son soy su sus también tan tanto te tener tengo tiene tienen todo todos una uno unos
usted y ya yo
"""
_OF_MAIL = """
agree agreed answer answered answering appointment approve approved arrange ask asked attach
attached attachment available beginning bring call called calendar case change changed check
checked colleague colleagues come coming confirm confirmation confirmed contact convenient copy
date dates day days deal dear decide decision detail details discuss discussed document documents
draft email evening everything feedback few file final fine find follow following forward friday
glad happy hear hearing help helpful hope hour hours idea inform information inbox issue kind
kindly know latest leave letter line list mail mails matter meet meeting message minute minutes
moment monday month months morning news note noted noon number office offer order part people
person phone plan planned planning point possible problem proceed proposal proposed question
questions quick quickly reach ready receive received regard regarding regards remind reminder
reply request response saturday schedule second short shortly sincerely slot sorry start started
subject suggest suggestion suitable suits sunday talk team tell thursday time times topic touch
tuesday understand update weekday wednesday week weekend weeks welcome wish wishes wonder word
work working works write writing written wrote year years attend attending join joining cheers
yours faithfully january february march april june july august september october november december
abend absprache allerdings anbei anfrage anhang anliegen antwort antworten beispiel bescheid beste
besten bestätigen dank dezember dienstag donnerstag ende erhalten februar frage fragen freitag
freue freuen geehrte geehrter genau gruß grüße grüßen heißt herr frau herzlich herzliche
herzlichen info informationen januar juli juni kollege kollegin kommen kurz meldung melde melden
minuten mittag mitteilen mittwoch monat montag möglich nachfrage nachmittag nachricht nächste
nächsten oktober passt passen prüfen punkt rückfrage rückfragen rückmeldung samstag sagen
schreiben schicken senden sonntag stunde stunden tag tage tagen teilen telefon termin termine
thema treffen uhr uhrzeit verfügung viele vormittag vorschlag warten wissen woche wochen wünschen
zeit freundlich freundliche freundlichen mfg accord adresse annexe attente bonne cher chère client
cordialement demain demande dimanche disposition envoyer envoie fichier heure heures jeudi journée
jours lundi mardi matin mercredi merci midi mois monsieur madame prochain prochaine rendez réponse
répondre retour réunion salutations samedi semaine soir suite vendredi meilleures sentiments
remercie remercions reste restons veuillez prie agréer expression distinguées sincères adjunto
ayuda carta correo cordial cordiales día días domingo duda estimado estimada favor fecha hora
horas información jueves lunes mañana martes mensaje mes miércoles pregunta preguntas propuesta
próxima próximo respuesta reunión sábado saludo saludos semana semanas tarde viernes atentamente
agradezco agradecemos quedo quedamos
"""
_OF_ALL = """
account accounts amazon android apologies apologise apologize appreciate appreciated apple
assistance attachments bank bic chf company covid delay delayed dollar dollars eur euro euros
excel facebook franken gbp gmail gmbh google grateful hesitate iban inc internet iphone laptop
linkedin linux ltd microsoft monsieur outlook paypal pdf pleased pound pounds powerpoint project
skype sms swift teams umsatzsteuer usd vat website whatsapp wifi windows wlan youtube zoom english
german french spanish englisch deutsch französisch spanisch
"""
_PRIVATE = """
abortion addiction alcohol anxiety arrest arrested bankrupt bankruptcy biopsy born burnout cancer
chemo custody debt debts depression diabetes diagnosed diagnosis dismissed divorce divorced
divorcing fired hiv hospital illness inherit inheritance insolvent insolvency jail laid lawsuit
layoff merger miscarriage pregnant pregnancy prison psychiatrist rehab resign resigned resigns
salary sacked sick sued suicide surgery therapy therapist tumour tumor abfindung abtreibung
depressionen diagnose entlassen entlassung entlassungen erbe erbt geboren gehalt gekündigt
insolvenz krank krankenhaus krebs kündigt kündigung operiert pleite reha scheidung scheiden
schulden schwanger schwangerschaft therapie chirurgie chômage dettes divorcent enceinte faillite
grossesse hôpital licencié licenciement née maladie salaire tumeur cáncer despedido despido deudas
divorcio embarazada embarazo enfermedad herencia nacido nacida operación quiebra sueldo
"""

_LEAST = 3
"""Letters of a word that may tell something."""

STEM = 6
"""Letters by which two forms of one word are taken for the same."""


def folded(text: str) -> str:
    """`text` without case and accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def stem(word: str) -> str:
    """The first letters of a folded word."""
    return word[:STEM]


GRAMMAR = frozenset(folded(_GRAMMAR).split())
"""Words that have no meaning of their own."""

EMPTY = frozenset(folded(f"{_GRAMMAR} {_OF_MAIL} {_OF_ALL}").split())
PRIVATE = frozenset(folded(_PRIVATE).split())
"""Words about health, money and work that nobody tells of another by chance."""


def tells(word: str) -> bool:
    """Whether a folded word can tell something by itself."""
    return len(word) >= _LEAST and word not in EMPTY and not word.isdigit()
