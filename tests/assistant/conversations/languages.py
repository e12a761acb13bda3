"""The language of the mail is the language of its answer, until the person wants another."""

from __future__ import annotations

from tests.assistant.conversations.telling import (
    Conversation,
    Drafted,
    Letter,
    Turn,
    letter,
    read,
    reply,
    revise,
    search,
)


def _one(
    language: str, mail: Letter, to: str, subject: str, asked: str, body: str, *has: str
) -> Conversation:
    key = mail.key
    return Conversation(
        f"a mail in {language} is answered in it",
        (mail,),
        (Turn(asked, (search("in:inbox"), read(), reply(body), "Done.")),),
        (
            Drafted(
                (to,),
                subject,
                answers=key,
                references=(key,),
                reads=(key,),
                language=language,
                has=has,
            ),
        ),
    )


CONVERSATIONS = (
    _one(
        "de",
        letter(
            "de",
            "Angebot",
            "Können Sie uns das Angebot bis Freitag schicken?",
            from_="Jörg Müller <joerg@mueller.example>",
        ),
        "joerg@mueller.example",
        "Re: Angebot",
        "Sag ihm, dass es am Donnerstag kommt",
        "Herr Müller, wir schicken Ihnen das Angebot am Donnerstag und haben die Preise geprüft.",
        "Donnerstag",
        "geprüft",
    ),
    _one(
        "fr",
        letter(
            "fr",
            "Réunion",
            "Pouvez-vous venir à la réunion de mardi ?",
            from_="Élodie Petit <elodie@petit.example>",
        ),
        "elodie@petit.example",
        "Re: Réunion",
        "Accept",
        "Bonjour, merci pour votre message. Je serai là avec les documents que vous avez demandés.",
        "là",
    ),
    _one(
        "es",
        letter(
            "es",
            "Presupuesto",
            "¿Nos puede enviar el presupuesto?",
            from_="José García <jose@garcia.example>",
        ),
        "jose@garcia.example",
        "Re: Presupuesto",
        "Tell him tomorrow",
        "Gracias por su mensaje. Le enviaremos el presupuesto mañana, con los detalles.",
        "mañana",
    ),
    _one(
        "it",
        letter(
            "it",
            "Contratto",
            "Può mandarci il contratto firmato?",
            from_="Chiara Rossi <chiara@rossi.example>",
        ),
        "chiara@rossi.example",
        "Re: Contratto",
        "Yes, today",
        "Grazie per il messaggio. Il contratto è firmato e lo mando oggi con una copia per voi.",
        "è firmato",
    ),
    _one(
        "nl",
        letter(
            "nl",
            "Factuur",
            "Kunt u de factuur nog eens sturen?",
            from_="Sanne de Vries <sanne@vries.example>",
        ),
        "sanne@vries.example",
        "Re: Factuur",
        "Say it is on its way",
        "Dank voor het bericht. Ik stuur u de factuur vandaag, en het bedrag is niet veranderd.",
    ),
    _one(
        "pt",
        letter(
            "pt", "Proposta", "Pode enviar a proposta?", from_="João Silva <joao@silva.example>"
        ),
        "joao@silva.example",
        "Re: Proposta",
        "On Monday",
        "Obrigado pela mensagem. A proposta não está pronta, mas envio na segunda com os valores.",
        "não",
    ),
    _one(
        "pl",
        letter(
            "pl", "Zamówienie", "Kiedy dotrze zamówienie?", from_="Łukasz Żak <lukasz@zak.example>"
        ),
        "lukasz@zak.example",
        "Re: Zamówienie",
        "Within a week",
        "Dziękuję za wiadomość. Zamówienie jest w drodze i dotrze do Pana w ciągu tygodnia.",
        "ciągu",
    ),
    Conversation(
        "a draft is translated at the person's wish",
        (letter("en", "Visit", "When will you visit us?", from_="Kim Park <kim@park.example>"),),
        (
            Turn(
                "Answer: next week",
                (
                    search("visit"),
                    read(),
                    reply("I will visit you and the team next week."),
                    "Done.",
                ),
            ),
            Turn(
                "in German, please",
                (
                    revise(body="Ich besuche Sie und das Team in der nächsten Woche."),
                    "Auf Deutsch.",
                ),
            ),
        ),
        (
            Drafted(
                ("kim@park.example",),
                "Re: Visit",
                answers="en",
                references=("en",),
                reads=("en",),
                requests=2,
                revision=2,
                language="de",
                has=("nächsten",),
            ),
        ),
    ),
)
