"""Mails that ask something, with the answers that have to be offered: a row is the language, the
mail, and for each question the answers. `FIRST` were known while the rules were made; `AFTERWARDS`
were written when the rules stood."""

from __future__ import annotations

Case = tuple[str, str, tuple[tuple[str, ...], ...]]
YN = ("Yes", "No")

FIRST: tuple[Case, ...] = (
    (
        "en",
        "Could you give me one date for the delivery? Possible are 11 March or 18 March.",
        (("11 March", "18 March"),),
    ),
    (
        "en",
        (
            "Which day suits you for the fitting?\n\n- Monday, 2 March\n- Wednesday, 4 March at "
            "10 am\n- Friday, 6 March\n\nBest, Dana"
        ),
        (("Monday, 2 March", "Wednesday, 4 March at 10 am", "Friday, 6 March"),),
    ),
    (
        "en",
        (
            "I need three things from you:\n\n1. Should the tenant be Fernhill Joinery Ltd or you "
            "personally?\n2. Is 1 February all right as the start date?\n3. Do you still want the "
            "two parking spaces (45 a month each)?\n\nBest, Dana"
        ),
        ((), YN, YN),
    ),
    (
        "en",
        "We can do Tuesday at 14:30 or Thursday at 9 am. Which of the two do you prefer?",
        (("Tuesday at 14:30", "Thursday at 9 am"),),
    ),
    ("en", "Should I send the key by post or by courier?", (("by post", "by courier", "No"),)),
    (
        "en",
        "Would you like the blue one or the green one?",
        (("the blue one", "the green one", "No"),),
    ),
    ("en", "Is the price 1,200 EUR or 1,500 EUR?", (("1,200 EUR", "1,500 EUR", "No"),)),
    ("en", "Could you confirm your order of 3 March by 10 March?", (YN,)),
    ("en", "Can you come from 11 March to 18 March?", (YN,)),
    ("en", "Shall we meet on 11 or 18 March?", (("11 March", "18 March", "No"),)),
    ("en", "Could you tell me when the truck arrives?", ((),)),
    ("en", "Which colour do you want: red, green or blue?", (("red", "green", "blue"),)),
    ("en", "Are you coming or not?", (YN,)),
    (
        "en",
        "Can we meet next week? Tuesday or Wednesday would be possible.",
        (("Tuesday", "Wednesday", "No"),),
    ),
    (
        "en",
        (
            "Please let me know which option you choose:\n1. Repair for 240 EUR\n2. New pump for "
            "690 EUR"
        ),
        (("Repair for 240 EUR", "New pump for 690 EUR"),),
    ),
    (
        "de",
        (
            "Könnten Sie mir einen Termin für die Lieferung nennen? Möglich sind der 11. März "
            "oder der 18. März."
        ),
        (("11. März", "18. März"),),
    ),
    ("de", "Passt Ihnen der 11. oder 18. März besser?", (("11. März", "18. März"),)),
    (
        "de",
        (
            "Wann sollen wir kommen?\n- Dienstag, 3.3. um 8 Uhr\n- Donnerstag, 5.3. um 13.30 "
            "Uhr\n\nViele Grüße"
        ),
        (("Dienstag, 3.3. um 8 Uhr", "Donnerstag, 5.3. um 13.30 Uhr"),),
    ),
    ("de", "Möchten Sie die blaue oder die grüne Tür?", (("die blaue", "die grüne Tür", "No"),)),
    (
        "de",
        "Es gibt den Tisch in Eiche oder in Buche. Was ist Ihnen lieber?",
        (("in Eiche", "in Buche"),),
    ),
    (
        "de",
        "Soll ich den Schlüssel bei Ihnen oder beim Nachbarn abgeben?",
        (("bei Ihnen", "beim Nachbarn", "No"),),
    ),
    ("de", "Kommst du am Freitag?", (YN,)),
    ("de", "Haben Sie noch Fragen oder Wünsche?", (YN,)),
    (
        "fr",
        (
            "Pourriez-vous m'indiquer une date pour la livraison ? Le 11 mars ou le 18 mars "
            "seraient possibles."
        ),
        (("11 mars", "18 mars"),),
    ),
    ("fr", "Préférez-vous le train ou l'avion ?", (("le train", "l'avion"),)),
    (
        "fr",
        "Quel créneau vous convient ?\n• mardi 3 mars à 9 h\n• jeudi 5 mars à 14h30",
        (("mardi 3 mars à 9 h", "jeudi 5 mars à 14h30"),),
    ),
    (
        "fr",
        "Est-ce que mardi matin ou mercredi après-midi te va ?",
        (("mardi matin", "mercredi après-midi", "No"),),
    ),
    ("fr", "Pouvez-vous me confirmer votre présence ?", (YN,)),
    (
        "fr",
        "Nous pouvons livrer le 11 ou le 18 mars. Laquelle de ces dates vous convient ?",
        (("11 mars", "18 mars"),),
    ),
    (
        "es",
        "¿Podría darme una fecha para la entrega? Son posibles el 11 de marzo o el 18 de marzo.",
        (("11 de marzo", "18 de marzo"),),
    ),
    ("es", "¿Prefiere el azul o el verde?", (("el azul", "el verde"),)),
    (
        "es",
        (
            "¿Qué día le viene bien?\n- lunes 2 de marzo a las 10:00\n- miércoles 4 de marzo a "
            "las 16:30"
        ),
        (("lunes 2 de marzo a las 10:00", "miércoles 4 de marzo a las 16:30"),),
    ),
    ("es", "¿Puede venir el martes?", (YN,)),
    ("es", "Tenemos 2 opciones: 450 € o 600 €. ¿Cuál prefiere?", (("450 €", "600 €"),)),
)

AFTERWARDS: tuple[Case, ...] = (
    (
        "en",
        (
            "Hi Alex,\n\nthe surveyor has two slots left: Monday 9 March at 8:30 or Thursday 12 "
            "March at 15:00. Which one should I book?\n\nThanks\nPriya"
        ),
        (("Monday 9 March at 8:30", "Thursday 12 March at 15:00"),),
    ),
    (
        "en",
        (
            "Hello, what time should the caterer arrive? 10 am, 11 am or noon would all be fine "
            "for the venue."
        ),
        (("10 am", "11 am", "noon"),),
    ),
    (
        "en",
        "Do you want the table delivered on the 4th or on the 6th?",
        (("the 4th", "the 6th", "No"),),
    ),
    ("en", "How many chairs do you need? We have 40 in stock.", ((),)),
    (
        "en",
        (
            "Could you choose one of these for the cover?\n\na) the lighthouse\nb) the harbour "
            "at night\nc) the old map\n"
        ),
        (("the lighthouse", "the harbour at night", "the old map"),),
    ),
    ("en", "As agreed on Monday we start on 5 May. Is the gate code still the same?", (YN,)),
    (
        "en",
        "Is oak or ash better for the stairs? And can you send a drawing by Friday?",
        (("oak", "ash"), YN),
    ),
    ("en", "Your parcel came. Would you prefer to collect it or have it delivered?", ((),)),
    (
        "de",
        "Hallo Alex, wann passt es dir? Ich könnte Mittwochabend oder Samstagvormittag.",
        (("Mittwochabend", "Samstagvormittag"),),
    ),
    (
        "de",
        (
            "Guten Tag,\nbitte teilen Sie uns mit, welche Variante Sie wünschen:\nVariante A: "
            "Laminat, 1.190 €\nVariante B: Parkett, 2.350 €\n\nMit freundlichen Grüßen"
        ),
        (("Variante A: Laminat, 1.190 €", "Variante B: Parkett, 2.350 €"),),
    ),
    (
        "de",
        "Sollen wir Ihnen die Rechnung per Post oder per Mail schicken?",
        (("per Post", "per Mail", "No"),),
    ),
    (
        "de",
        "Zwischen dem 2. und 6. April sind wir im Urlaub. Haben Sie die Unterlagen bekommen?",
        (YN,),
    ),
    (
        "de",
        (
            "Am Donnerstag, 12.11., um 9 Uhr oder am Freitag, 13.11., um 14 Uhr hätte Frau Dr. "
            "Voss Zeit. Welcher Termin ist Ihnen lieber?"
        ),
        (("Donnerstag, 12.11., um 9 Uhr", "Freitag, 13.11., um 14 Uhr"),),
    ),
    (
        "fr",
        "Souhaitez-vous payer par carte ou par virement ?",
        (("par carte", "par virement", "No"),),
    ),
    (
        "fr",
        (
            "Bonjour, nous aurions de la place samedi 14 juin ou dimanche 15 juin. Quelle date "
            "préférez-vous ?"
        ),
        (("samedi 14 juin", "dimanche 15 juin"),),
    ),
    ("fr", "Tu viens lundi ? On commence à 19 h.", (YN,)),
    (
        "fr",
        (
            "Merci de nous dire quelle taille vous souhaitez :\n- petite (20 personnes)\n- "
            "grande (50 personnes)"
        ),
        (("petite (20 personnes)", "grande (50 personnes)"),),
    ),
    ("es", "¿Lo mando por correo o por mensajero?", (("por correo", "por mensajero"),)),
    (
        "es",
        "Hola Alex: ¿a qué hora quedamos? Yo puedo a las 18:00 o a las 20:30.",
        (("a las 18:00", "a las 20:30"),),
    ),
    (
        "es",
        (
            "El presupuesto es de 1.250 € con transporte o de 1.100 € sin transporte. ¿Cuál de "
            "los dos acepta?"
        ),
        (("1.250 € con transporte", "1.100 € sin transporte"),),
    ),
)
