"""Mails in four languages with planted errors, written as `{wrong|right}`: paragraphs of one
language, mails that mix them, and mails in languages for which nobody has chosen a dictionary."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PLANTED = re.compile(r"\{([^|{}]+)\|([^{}]+)\}")


@dataclass(frozen=True)
class Planted:
    """A text with its errors in it, or without them, and what is wrong with its place."""

    text: str
    errors: tuple[tuple[int, int, str, str], ...]
    """Start and end of each, what is written, what is meant."""


def planted(written: str) -> Planted:
    """The text with its errors."""
    out, errors, at, length = [], [], 0, 0
    for found in _PLANTED.finditer(written):
        before = written[at : found.start()]
        start = length + len(before)
        out += [before, found.group(1)]
        length = start + len(found.group(1))
        errors.append((start, length, found.group(1), found.group(2)))
        at = found.end()
    out.append(written[at:])
    return Planted("".join(out), tuple(errors))


def corrected(written: str) -> str:
    """The text as it was meant."""
    return _PLANTED.sub(r"\2", written)


ENGLISH = (
    "Hi Dana,\n\nThank you for your {messsage|message}. I have looked at the {calender|calendar} "
    "and we could meet on Tuesday {afternon|afternoon}, if that still suits you.\n\nBest regards",
    "I {recieved|received} the contract this morning and will read it {tommorow|tomorrow}. There "
    "are two questions about the {adress|address} of the {warehous|warehouse}.",
    "We are {definately|definitely} interested. Could you send the {brochuer|brochure} to my "
    "colleague, who is {responsable|responsible} for the budget?",
    "The meeting {tooke|took} longer than planned, {becuase|because} nobody had brought the "
    "{neccessary|necessary} papers. I suggest that {teh|the} minutes are written by Friday.",
    "Please find the {attatched|attached} invoice. The {payement|payment} is due within 30 days.",
    "It was a {plesure|pleasure} to meet you in London. As {discused|discussed}, I will prepare a "
    "short summary of the {goverment|government} programme for our {freinds|friends} in Leeds.",
    "Unfortunately the train was late and I have missed the {begining|beginning}. Did anybody "
    "{mentoin|mention} the new office?",
    "Your order has been {shiped|shipped}. You will get a {seperate|separate} mail with the number "
    "of the parcel, {usualy|usually} within an hour.",
    "Sorry for the late {replay to|reply to} this. We will {probaly|probably} know more next week.",
    "Can we {reschedul|reschedule}? My daughter is ill and I have to stay at home until "
    "{Wendesday|Wednesday}.",
    "Thanks, that {lookes|looks} good to me.",
    "Could you have a look at the {pressentation|presentation} before noon?",
)
GERMAN = (
    "Sehr geehrte Frau Müller,\n\nvielen Dank für Ihre {Nachrricht|Nachricht}. Wir haben die "
    "{Unterlagn|Unterlagen} erhalten und melden uns {nächtse|nächste} Woche bei Ihnen.\n\nMit "
    "freundlichen {Grüssen und besten Wünschn|Grüßen und besten Wünschen}",
    "Leider kann ich am Donnerstag nicht {teilnemen|teilnehmen}. Wäre ein anderer {Termien|Termin} "
    "möglich, {vieleicht|vielleicht} am Freitagnachmittag?",
    "Anbei schicke ich dir die {Rechung|Rechnung} vom letzten Monat. Bitte überweise den "
    "{Betragg|Betrag} bis zum Ende des Monats auf unser {Kontto|Konto}.",
    "Die {Besprechnung|Besprechung} hat länger {gedauret|gedauert} als geplant, weil niemand das "
    "Protokoll gelesen hatte.",
    "Könnten Sie mir bitte die {Telefonummer|Telefonnummer} des {Hausmeistrs|Hausmeisters} geben? "
    "Die {Heitzung|Heizung} im zweiten Stock ist {ausgefalen|ausgefallen}.",
    "Wir freuen uns sehr über Ihr {Intresse|Interesse} an unserem Angebot und stehen Ihnen für "
    "Fragen jederzeit gerne zur {Verfühgung|Verfügung}.",
    "Hallo Jonas, ich bin {morgenn|morgen} leider krank. Kannst du die {Schülr|Schüler} "
    "{übernemen|übernehmen}? Die {Aufgabn|Aufgaben} liegen auf meinem Schreibtisch.",
    "Das {Packet|Paket} ist gestern angekommen, {allerdigns|allerdings} war die Verpackung "
    "{beschädgt|beschädigt}.",
    "Ich {hätt|hätte} noch eine Frage zum {Arbeitsvertarg|Arbeitsvertrag}: Ab wann gilt die neue "
    "{Regelnug|Regelung}?",
    "Danke für die schnelle {Antwrot|Antwort}.",
    "Bis {spähter|später} und viele Grüße",
    "Der {Zugh|Zug} nach München fährt um 9 Uhr ab; wir treffen uns am {Bahnhoff|Bahnhof}.",
)
FRENCH = (
    "Bonjour Madame,\n\nJe vous remercie pour votre {mesage|message}. Nous avons bien reçu votre "
    "{comande|commande} et nous vous {répondron|répondrons} dans les {meileurs|meilleurs} "
    "délais.\n\nCordialement",
    "Je ne pourrai {malheureusment|malheureusement} pas assister à la {réunoin|réunion} de jeudi. "
    "Serait-il {posible|possible} de la déplacer à la semaine {prochainne|prochaine} ?",
    "Vous trouverez ci-joint la {facturre|facture} du mois {dernnier|dernier}. Merci d'effectuer "
    "le {paiment|paiement} avant la fin du mois.",
    "L'{apartement|appartement} que nous avons visité nous plaît {beaucop|beaucoup}, mais le loyer "
    "est un peu {élévé|élevé}.",
    "Qu'est-ce que tu {pensse|penses} du projet ? Il me {sembe|semble} que l'{équippe|équipe} est "
    "prête.",
    "Nous sommes {désolé pour le retrad|désolés pour le retard} : le colis est {arivé|arrivé} ce "
    "matin seulement.",
    "Pourriez-vous me {donnner|donner} l'{adrese|adresse} du restaurant où nous devons nous "
    "{retrouvver|retrouver} ce soir ?",
    "J'ai {oublé|oublié} de vous dire que le directeur sera {abscent|absent} jusqu'à lundi.",
    "Merci pour votre {réponce|réponse} rapide.",
    "Le rapport est {disponnible|disponible} sur le serveur, dans le {dosier|dossier} partagé.",
    "À {biento|bientôt} et bonne {journé|journée} à tous",
    "Elle a {comencé|commencé} à travailler chez nous au mois de {septembere|septembre}.",
)
SPANISH = (
    "Estimada señora:\n\nMuchas gracias por su {mensage|mensaje}. Hemos {recibdo|recibido} los "
    "{documetos|documentos} y le responderemos la {semanna|semana} que viene.\n\nUn cordial saludo",
    "Por desgracia no podré {asisitir|asistir} a la {reunnión|reunión} del jueves. ¿Sería "
    "{posble|posible} otro día, {quizas mañanna|quizás mañana} por la tarde?",
    "Le envío {adjutna|adjunta} la {facutra|factura} del mes pasado. El {pajo|pago} vence dentro "
    "de treinta días.",
    "El piso que {visitmos|visitamos} nos gusta mucho, pero el {alquliler|alquiler} es demasiado "
    "caro para nosotros.",
    "¿Podrías darme la {direcion|dirección} del restaurante donde nos {encontrarmos|encontramos} "
    "esta noche?",
    "El {paqute|paquete} llegó ayer, pero la caja estaba {dañaada|dañada}.",
    "Hola Marta, {mañna|mañana} no puedo ir a la {oficna|oficina} porque mi hija está "
    "{enferna|enferma}.",
    "El {proyeto|proyecto} avanza bien y el {equpo|equipo} está contento con los "
    "{resutados|resultados}.",
    "Gracias por tu {respueta|respuesta} tan rápida.",
    "Nos vemos el {miercoles|miércoles} en la {estasión|estación}, a las nueve.",
    "Hemos {decidio|decidido} aceptar la {ofreta|oferta}, aunque el precio es un poco alto.",
    "Quedo a su {disposisión|disposición} para cualquier {preguta|pregunta}.",
)
MIXED = (
    "Hi Anna,\n\nThe delivery is late, I will call the {suplier|supplier} today.\n\nZur Info auf "
    "Deutsch: Die {Liferung|Lieferung} kommt erst am Montag an, bitte plant das ein.\n\nBest, Tom",
    "Bonjour à tous,\n\nLe rapport sera prêt {vendreddi|vendredi}.\n\nFor our English colleagues: "
    "the report will be {redy|ready} on Friday.\n\nMerci et à bientôt",
    "Hola Peter,\n\nte escribo en español y en inglés. El {contrto|contrato} está firmado.\n\nThe "
    "contract is signed, and we can {strat|start} on Monday.\n\nUn abrazo",
    "Liebe Kolleginnen und Kollegen,\n\nder Workshop findet am Dienstag statt. Please bring your "
    "laptop.\n\nL'atelier aura lieu mardi, merci d'{apporrter|apporter} votre ordinateur.",
    "Danke!\n\nI have {forwaded|forwarded} it to the whole team.\n\nViele Grüße",
    "Guten Morgen,\n\nder Kunde schreibt, dass „the shipment has not arrived yet“, und bittet um "
    "eine {Rückmledung|Rückmeldung}.",
    "El cliente dice que «we are very happy with the result» y quiere {continar|continuar}.",
    "We met at the café and talked about déjà vu, the Zeitgeist and the {wether|weather}.",
    "Wir haben das Release verschoben, weil das Deployment gestern {fehlgeschlgen|fehlgeschlagen} "
    "ist. Das Team schreibt heute noch ein Update für das Management.",
    "Nous avons fait un brainstorming et le feedback du manager était {positiff|positif}.",
)
RIGHT = (
    "On it.",
    "Yes, please do. See you there!",
    "Danke dir, bis dann",
    "Merci beaucoup, à demain",
    "Vale, hasta luego",
    "The API returns JSON; see https://example.com/docs/v2?q=tset and mail to hlep@exmaple.org.",
    "Die Datei heißt Angebt_2024.pdf und liegt unter /home/anna/Dokumnte/neu.",
    "Please fill in [nmae of the persn] and {{datte}} before you send it, and run `pyhton -m tset`.",
    "Wie heißt die neue Kollegin? Fragt bitte die Mitarbeiter:innen und die Kolleg*innen im Büro.",
    "C'est aujourd'hui qu'il doit l'apporter, n'est-ce pas ? Jusqu'ici, personne n'est venu.",
    "¿Qué tal? ¡Enhorabuena por el premio! Nos alegramos muchísimo por vosotros.",
    "I don't think we'd have won if they'd played well; it's the team's first title, isn't it?",
    "The well-known co-author rewrote the twenty-first chapter for the English-speaking reader.",
    "Der E-Mail-Verkehr und die Vor- und Nachbereitung dauern, die Haus- und Gartenarbeit nicht.",
    "iPhone, GitHub and LaTeX are names; WLAN, GmbH and UTC are short; COVID-19 and B2B too.",
    "Der Donaudampfschifffahrtskapitän kauft eine Straßenbahnfahrkarte am Fahrkartenautomaten.",
    "PLEASE ANSWER THIS QUESTION BEFORE THE WEEKEND.",
    "I paid 25kg x 3€, i.e. about 75€ (incl. VAT), for the 2nd batch on 3rd May 2024 at 9am.",
)
ELSEWHERE = (
    "Gentile signora, la ringrazio per il messaggio e le scrivo per confermare la riunione di "
    "giovedì prossimo alle dieci. Cordiali saluti",
    "Beste mevrouw, hartelijk dank voor uw bericht. We hebben de stukken ontvangen en laten u "
    "volgende week iets weten. Met vriendelijke groet",
    "Prezada senhora, muito obrigado pela sua mensagem. Recebemos os documentos e vamos responder "
    "na próxima semana. Com os melhores cumprimentos",
    "Hej Anna, tack för ditt meddelande. Jag kan tyvärr inte komma på torsdag, men vi kan höras i "
    "nästa vecka. Med vänliga hälsningar",
    "Szanowna Pani, dziękuję za wiadomość. Otrzymaliśmy dokumenty i odpowiemy w przyszłym tygodniu.",
    "Здравствуйте, спасибо за ваше письмо. Мы получили документы и ответим на следующей неделе.",
)
LANGUAGES = {"en_US": ENGLISH, "de_DE": GERMAN, "fr": FRENCH, "es_ES": SPANISH}
