"""What holds for requests that nobody has foreseen: no harm, no instruction in the words to be
said, every verb of the window in words, and short answers to what is not understood."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product
from threading import Event

import pytest

from desktop_app.assistant.starter.asked.phrases import understand
from desktop_app.assistant.starter.asked.requested import (
    Organise,
    Reply,
    Snooze,
    Tell,
    Unsubscribe,
)
from desktop_app.assistant.starter.starter import StarterAssistant
from desktop_app.assistant.starter.wording.composing import Voice, compose
from desktop_app.assistant.transcript import AgentEvent, Ask, Asked, Choice, TextDelta
from desktop_app.model.draft import DraftState, Origin
from tests.assistant.everyday_house import TODAY, seeded
from tests.assistant.unseen import (
    DEV,
    MARKED,
    Unseen,
    Verdict,
    a_house,
    came_of,
    judged,
    requests,
)
from tests.depths import one_in
from tests.fakes.house import TestHouse

LANGUAGES = ("en", "de", "fr", "es")
PARTS = 10
MOST_MARKED = 6
"""Requests of the set to work with in whose drafts words are left in brackets; all others come out
well without."""


def verdict_of(request: Unseen) -> Verdict:
    with a_house() as house:
        return judged(request, came_of(house, seeded(house), request))


@one_in(5)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_set_to_work_with_does_no_harm_and_comes_out_well(part: int) -> None:
    verdicts = {str(each): verdict_of(each) for each in requests(DEV)[part::PARTS]}
    bad = {k: v for k, v in verdicts.items() if v in {Verdict.HARMFUL, Verdict.POOR}}
    assert bad == {}
    assert Counter(verdicts.values())[Verdict.MARKED] <= MOST_MARKED


STATEMENTS = {
    "en": (
        "I will come on Monday", "the boards are fine", "we need two more", "friday is too early",
        "I can't make it", "he can keep the rope", "the price is right",
    ),
    "de": ("ich am Montag komme", "die Bretter passen", "wir zwei mehr brauchen"),
    "fr": ("nous serons cinq", "le prix est bon", "je viens lundi", "nous avons deux enfants"),
    "es": ("voy el lunes", "el precio está bien", "necesitamos dos más", "estaremos allí"),
}  # fmt: skip
INSTRUCTIONS = {
    "en": (
        "ask when it arrives", "ask if she has more", "thank him for it", "tell her to call",
        "remind them of the key", "propose Friday", "let him know the price", "archive it",
        "copy him in", "forward it to Tom", "apologise for the delay", "ask for a discount",
        "mention the van", "star it", "decline politely",
    ),
    "de": (
        "frag ihn, wann es ankommt", "frag, ob er mehr hat", "bedank dich", "bitte ihn um ein Bild",
        "sag ihm danke", "schlag Freitag vor", "archivier das", "leite es an Tom weiter",
        "erinnere ihn an den Schlüssel",
    ),
    "fr": (
        "demande quand il arrive", "demande s'il en a plus", "remercie-le", "demande l'adresse",
        "propose vendredi", "excuse-toi", "archive-le", "rappelle-lui la clé",
    ),
    "es": (
        "pregunta cuándo llega", "pregúntale si tiene más", "dale las gracias", "pide una foto",
        "propón el viernes", "discúlpate", "archívalo", "recuérdale la llave",
    ),
}  # fmt: skip
TELLS = {
    "en": ("tell dana that {}", "tell her {}", "say {}", "reply saying {}", "let Dana know {}"),
    "de": ("sag ihm, dass {}", "schreib klaus, dass {}", "antworte, dass {}"),
    "fr": ("dis-lui que {}", "dis à Luc que {}", "réponds que {}"),
    "es": ("dile que {}", "dile a Pablo que {}", "responde que {}"),
}
JOINS = {
    "en": (" and ", " but ", ", and ", ", then ", " and also ", ". ", ", "),
    "de": (" und ", ", und ", ", aber ", " und dann "),
    "fr": (" et ", " mais ", ", et ", " puis "),
    "es": (" y ", " pero ", ", y ", " y luego "),
}


def _words(prompt: str, language: str) -> str:
    """What would stand in a letter, in the language of the request."""
    request = understand(prompt, TODAY)
    assert isinstance(request, Reply | Tell), f"{prompt}: {request}"
    return compose(request.message, Voice(language, language), request.introduced).text


@one_in(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_further_instruction_never_stands_in_the_words_to_be_said(language: str) -> None:
    """Whatever is said first: what follows is carried out, or stands in brackets."""
    ways = product(TELLS[language], STATEMENTS[language], JOINS[language], INSTRUCTIONS[language])
    left: list[str] = []
    for tell, statement, join, instruction in ways:
        prompt = f"{tell.format(statement)}{join}{instruction}"
        said = MARKED.sub("", _words(prompt, language)).lower()
        joined = re.escape(join.strip(" ,.").lower())
        inside = joined and re.search(rf"\b{joined} {re.escape(instruction.lower())}", said)
        whom = re.search(r"\b(?:him|her|them|ihn|ihm|lui|-le)\b", instruction)
        whole = whom is not None and instruction.lower() in said
        if inside or whole:
            left.append(f"{prompt} -> {said}")
    assert left == []


def test_how_a_refusal_is_put_is_no_part_of_it() -> None:
    for prompt in (
        "decline, no reason", "say no without giving a reason", "decline and don't say why",
        "sag ab, ohne Grund", "lehne ab ohne Begründung", "décline sans donner de raison",
        "rechaza sin dar motivos",
    ):  # fmt: skip
        request = understand(prompt, TODAY)
        assert isinstance(request, Reply)
        voice = Voice(request.language, "en")
        words = compose(request.message, voice, request.introduced)
        assert words.left == words.foreign == ()
        assert not re.search(r"reason|why|grund|raison|motivo", words.text, re.I)


ACTIONS = {
    "en": (
        "star {}", "remove the star from {}", "archive {}", "mark {} as read", "mark {} as unread",
        "delete {}", "label {} as Taxes", "move {} to the inbox", "mark {} as spam", "snooze {}",
        "unsubscribe from {}", "move {} to the trash", "put {} in the archive",
    ),
    "de": (
        "markiere {} mit Stern", "archiviere {}", "markiere {} als gelesen", "lösche {}",
        "markiere {} als ungelesen", "label {} als Steuern", "{} abbestellen", "wirf {} weg",
        "verschiebe {} in den Papierkorb", "melde {} als Spam", "{} löschen", "{} archivieren",
    ),
    "fr": (
        "mets une étoile à {}", "archive {}", "marque {} comme lu", "supprime {}",
        "marque {} comme non lu", "étiquette {} comme Impôts", "désabonne-moi de {}",
        "mets {} à la corbeille", "signale {} comme spam",
    ),
    "es": (
        "ponle una estrella a {}", "archiva {}", "marca {} como leído", "borra {}",
        "marca {} como no leído", "etiqueta {} como Impuestos", "dame de baja de {}",
        "mueve {} a la papelera", "marca {} como spam",
    ),
}  # fmt: skip
TARGETS = {
    "en": ("this", "these", "sam's mails", "all mails from henrik"),
    "de": ("das", "diese", "alle Mails von Sam"),
    "fr": ("ça", "ceux-ci", "tous les mails de Sam"),
    "es": ("esto", "estos", "todos los correos de Sam"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_of_the_window_is_an_action_a_request_or_a_question(
    house: TestHouse, language: str
) -> None:
    box = seeded(house)
    for action, target in product(ACTIONS[language], TARGETS[language]):
        agent = StarterAssistant(house.runner(Origin.ASSISTANT, "Starter assistant"), lambda: TODAY)
        events: list[AgentEvent] = []
        thread = str(box["sam2"].thread_id)
        request = understand(action.format(target), TODAY)
        assert isinstance(request, Organise | Unsubscribe | Snooze), action.format(target)
        agent.run(Ask("find mails from nina"), list[AgentEvent]().append, Event())
        agent.run(Ask(action.format(target), thread_id=thread), events.append, Event())
        told = "".join(e.text for e in events if isinstance(e, TextDelta))
        asked = [e for e in events if isinstance(e, Asked | Choice)]
        assert asked or told, action.format(target)
        assert house.store.drafts.in_state(list(DraftState)) == [], action.format(target)


NONSENSE = (
    "blue window seven fly over paper moon chair under green slowly table maybe forty lamp river "
    "grass loud quiet stone apple singing runs wolke tisch lune chaise mesa luna pferd"
).split()


NOTHING = ("ok", "do it", "hmm not sure", "mach das", "keine Ahnung", "fais-le", "lo de siempre")


def test_what_is_not_understood_is_answered_in_three_lines_at_most(house: TestHouse) -> None:
    box, drawn = seeded(house), random.Random(7)
    random_words = [" ".join(drawn.choices(NONSENSE, k=drawn.randint(1, 9))) for _ in range(25)]
    for thread, prompt in product(("", str(box["henrik"].thread_id)), (*random_words, *NOTHING)):
        agent = StarterAssistant(house.runner(Origin.ASSISTANT, "Starter assistant"), lambda: TODAY)
        events: list[AgentEvent] = []
        agent.run(Ask(prompt, thread_id=thread), events.append, Event())
        told = "".join(e.text for e in events if isinstance(e, TextDelta))
        assert len([line for line in told.splitlines() if line.strip()]) <= 3, prompt
        drafts = house.store.drafts.in_state(list(DraftState))
        assert all(MARKED.search(draft.content.body) for draft in drafts), prompt
