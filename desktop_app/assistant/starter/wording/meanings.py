"""Sentences for the meanings that need no words of the person, in every language.

`{on}` is the days as when something happens, `{name}` as a name. Behind a bar stands the form for a
reader who is addressed familiarly.
"""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.assistant.starter.wording.acts import Gist, Meaning
from desktop_app.assistant.starter.wording.days import write_days
from desktop_app.assistant.starter.wording.text import capitalised, formed

_M = Meaning
_WITHOUT_DAYS: Mapping[str, Mapping[Meaning, str]] = {
    "en": {
        _M.YES: "Yes, gladly.",
        _M.NO: "I am afraid the answer is no.",
        _M.THANKS: "Thank you very much.",
        _M.DECLINE: "Thank you very much, but I am afraid I have to decline.",
        _M.ACCEPT: "I gladly accept.",
        _M.SORRY: "Please accept my apologies.",
        _M.CONFIRM: "I confirm.",
        _M.CANCEL: "I am afraid I have to cancel.",
        _M.WILL_COME: "I will come.",
        _M.CANNOT_COME: "I am afraid I can't make it.",
        _M.GET_BACK: "I will get back to you.",
        _M.LATE: "I will be late.",
        _M.MORE_DETAILS: "Could you please give me more details?",
        _M.REMIND: "May I kindly remind you of this.",
    },
    "de": {
        _M.YES: "Ja, gerne.",
        _M.NO: "Meine Antwort ist leider nein.",
        _M.THANKS: "Vielen Dank.",
        _M.DECLINE: "Vielen Dank, aber leider muss ich absagen.",
        _M.ACCEPT: "Ich nehme gerne an.",
        _M.SORRY: "Ich bitte um Entschuldigung.",
        _M.CONFIRM: "Das bestätige ich gerne.",
        _M.CANCEL: "Leider muss ich absagen.",
        _M.WILL_COME: "Ich komme.",
        _M.CANNOT_COME: "Leider kann ich nicht kommen.",
        _M.GET_BACK: "Ich melde mich bei Ihnen.|Ich melde mich bei dir.",
        _M.LATE: "Ich werde mich verspäten.",
        _M.MORE_DETAILS: (
            "Könnten Sie mir bitte mehr dazu sagen?|Könntest du mir bitte mehr dazu sagen?"
        ),
        _M.REMIND: "Ich möchte Sie freundlich daran erinnern.|Ich möchte dich daran erinnern.",
    },
    "fr": {
        _M.YES: "Oui, avec plaisir.",
        _M.NO: "Ma réponse est malheureusement non.",
        _M.THANKS: "Merci beaucoup.",
        _M.DECLINE: "Merci beaucoup, mais je dois malheureusement décliner.",
        _M.ACCEPT: "J'accepte volontiers.",
        _M.SORRY: "Je vous prie de m'excuser.|Je te prie de m'excuser.",
        _M.CONFIRM: "Je vous le confirme.|Je te le confirme.",
        _M.CANCEL: "Je dois malheureusement annuler.",
        _M.WILL_COME: "Je viendrai.",
        _M.CANNOT_COME: "Malheureusement, je ne pourrai pas venir.",
        _M.GET_BACK: "Je reviendrai vers vous.|Je reviendrai vers toi.",
        _M.LATE: "Je serai en retard.",
        _M.MORE_DETAILS: (
            "Pourriez-vous me donner plus de détails\xa0?"
            "|Pourrais-tu me donner plus de détails\xa0?"
        ),
        _M.REMIND: "Je me permets de vous le rappeler.|Je me permets de te le rappeler.",
    },
    "es": {
        _M.YES: "Sí, con mucho gusto.",
        _M.NO: "Lamentablemente, mi respuesta es no.",
        _M.THANKS: "Muchas gracias.",
        _M.DECLINE: "Muchas gracias, pero lamentablemente no puedo aceptar.",
        _M.ACCEPT: "Acepto con gusto.",
        _M.SORRY: "Le pido disculpas.|Te pido disculpas.",
        _M.CONFIRM: "Se lo confirmo.|Te lo confirmo.",
        _M.CANCEL: "Lamentablemente tengo que cancelar.",
        _M.WILL_COME: "Iré.",
        _M.CANNOT_COME: "Lamentablemente no puedo ir.",
        _M.GET_BACK: "Le responderé.|Te responderé.",
        _M.LATE: "Llegaré tarde.",
        _M.MORE_DETAILS: "¿Podría darme más detalles?|¿Podrías darme más detalles?",
        _M.REMIND: "Me permito recordárselo.|Me permito recordártelo.",
    },
}
_WITH_DAYS: Mapping[str, Mapping[Meaning, str]] = {
    "en": {
        _M.YES: "Yes, {name} works for me.",
        _M.SUITS: "{name} works for me.",
        _M.SUITS_NOT: "I am afraid {name} does not work for me.",
        _M.CANNOT_COME: "I am afraid I can't make it {on}.",
        _M.WILL_COME: "I will come {on}.",
        _M.GET_BACK: "I will get back to you {on}.",
        _M.PROPOSE: "Would {name} suit you?",
        _M.CONFIRM: "I confirm {name}.",
    },
    "de": {
        _M.YES: "Ja, {on} passt es mir.",
        _M.SUITS: "{on} passt es mir.",
        _M.SUITS_NOT: "{on} passt es mir leider nicht.",
        _M.CANNOT_COME: "{on} kann ich leider nicht kommen.",
        _M.WILL_COME: "{on} komme ich.",
        _M.GET_BACK: "{on} melde ich mich bei Ihnen.|{on} melde ich mich bei dir.",
        _M.PROPOSE: "Würde es Ihnen {on} passen?|Würde es dir {on} passen?",
        _M.CONFIRM: "Ich bestätige: {name}.",
    },
    "fr": {
        _M.YES: "Oui, {name} me convient.",
        _M.SUITS: "{name} me convient.",
        _M.SUITS_NOT: "{name} ne me convient malheureusement pas.",
        _M.CANNOT_COME: "Malheureusement, je ne pourrai pas venir {on}.",
        _M.WILL_COME: "Je viendrai {on}.",
        _M.GET_BACK: "Je reviendrai vers vous {on}.|Je reviendrai vers toi {on}.",
        _M.PROPOSE: (
            "Est-ce que {name} vous conviendrait\xa0?|Est-ce que {name} te conviendrait\xa0?"
        ),
        _M.CONFIRM: "Je confirme\xa0: {name}.",
    },
    "es": {
        _M.YES: "Sí, {name} me viene bien.",
        _M.SUITS: "{name} me viene bien.",
        _M.SUITS_NOT: "{name} lamentablemente no me viene bien.",
        _M.CANNOT_COME: "Lamentablemente no puedo ir {on}.",
        _M.WILL_COME: "Iré {on}.",
        _M.GET_BACK: "Le responderé {on}.|Te responderé {on}.",
        _M.PROPOSE: "¿Le vendría bien {name}?|¿Te vendría bien {name}?",
        _M.CONFIRM: "Confirmo: {name}.",
    },
}


def in_words(gist: Gist, language: str, *, familiar: bool) -> str | None:
    """The sentence for a meaning; None where there is none (with those days, or without any)."""
    table = _WITHOUT_DAYS if gist.days is None else _WITH_DAYS
    forms = table[language].get(gist.meaning)
    if forms is None:
        return None
    template = formed(forms, familiar)
    if gist.days is None:
        return template
    name = write_days(gist.days, language, on=False)
    on = write_days(gist.days, language, on=True)
    return capitalised(template.format(name=name, on=on))
