"""What is no word to be said stays out of letters, in the four languages: for whom something is,
how it is said, what is to be said further, and whether-clauses."""

from __future__ import annotations

import re
import time
from itertools import product

import pytest

from desktop_app.assistant.starter.asked.phrases import understand
from desktop_app.assistant.starter.asked.requested import Forward, Reply, Say, Tell
from desktop_app.assistant.starter.new_words import subject
from desktop_app.assistant.starter.wording.composing import Voice, Words, compose
from desktop_app.assistant.starter.wording.guard import is_no_sentence
from desktop_app.assistant.starter.wording.instructions import Introduced
from desktop_app.assistant.starter.wording.restricted import without_restriction
from tests.assistant.everyday_house import TODAY, seeded
from tests.assistant.unseen import MARKED, Unseen, a_house, came_of
from tests.depths import in_depth

LANGUAGES = ("en", "de", "fr", "es")


def _words(prompt: str, language: str, *, familiar: bool = False) -> Words:
    """What would stand in a letter in the language of the request."""
    request = understand(prompt, TODAY)
    assert isinstance(request, Reply | Tell | Say | Forward), f"{prompt}: {request}"
    introduced = Introduced.COLON if isinstance(request, Say) else request.introduced
    return compose(request.message, Voice(language, language, familiar), introduced)


def _said(prompt: str, language: str) -> str:
    return MARKED.sub("", _words(prompt, language).text).lower()


RESTRICTED = {
    "en": (
        "only", "alone", "only, not {}", ", not {},", ", but not {},", "alone and not {}",
        "(not {})", ", not {} or Greta,", "only, but not {},", ", except {},",
    ),
    "de": ("allein", ", nicht {}", ", aber nicht {}", "nur, nicht {}", "(nicht {})"),
    "fr": ("seulement", ", pas {},", ", mais pas {},", "seulement, pas à {},", "(pas à {})"),
    "es": ("solo", ", no a {},", ", pero no a {},", "solo, no a {},", "(no a {})"),
}  # fmt: skip
FOR_ONE = {
    "en": ("tell Rosa {} that the kiln is broken", "write to Rosa {} that the kiln is broken",
           "reply to rosa {} that the kiln is broken", "let Rosa {} know that the kiln is broken"),
    "de": ("sag Rosa {}, dass der Ofen kaputt ist", "schreib Rosa {}, dass der Ofen kaputt ist"),
    "fr": ("dis à Rosa {} que le four est cassé", "écris à Rosa {} que le four est cassé"),
    "es": ("dile a Rosa {} que el horno está roto", "escribe a Rosa {} que el horno está roto"),
}  # fmt: skip
BEFORE = {
    "en": ("tell only Rosa that {}", "only tell Rosa that {}", "just tell rosa that {}"),
    "de": ("sag nur Rosa, dass {}", "sag nur Rosa, nicht Emil, dass {}"),
    "fr": ("dis seulement à Rosa que {}", "dis seulement à Rosa, pas à Emil, que {}"),
    "es": ("dile solo a Rosa que {}", "dile solo a Rosa, no a Emil, que {}"),
}
TOLD = {
    "en": "the kiln is broken", "de": "der Ofen kaputt ist", "fr": "le four est cassé",
    "es": "el horno está roto",
}  # fmt: skip
NAMES = ("Emil", "emil")


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_whom_something_is_is_no_part_of_what_is_said(language: str) -> None:
    """The words for whom it is not go away whole, and what is said stays whole."""
    ways = product(FOR_ONE[language], RESTRICTED[language], NAMES)
    prompts = [re.sub(r" ([,])", r"\1", way.format(cut.format(name))) for way, cut, name in ways]
    prompts += [way.format(TOLD[language]) for way in BEFORE[language]]
    for prompt in (each.replace(",,", ",") for each in prompts):
        request = understand(prompt, TODAY)
        assert isinstance(request, Reply | Tell), f"{prompt}: {request}"
        who = request.hint if isinstance(request, Reply) else request.person
        assert who.strip(" ,").lower() == "rosa", f"{prompt}: {who}"
        words = _words(prompt, language)
        assert words.left == (), f"{prompt}: {words}"
        assert not re.search(
            r"emil|greta|\bonly\b|alone|nur|allein|seulement|solo", words.text, re.I
        )
        assert TOLD[language].split()[-2].lower() in words.text.lower(), prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "tell rosa not to come if it rains", "tell rosa no thanks: we are fine",
        "tell rosa only if it rains we stay at home", "tell rosa not monday, tuesday",
        "reply to all but not Emil that I come", "tell rosa I only have two",
        "ask rosa not to wait",
        "tell rosa that I come alone", "sag Rosa nicht zu", "dile a Rosa que voy solo",
        "tell rosa it is for Emil, not for Greta", "say only yes", "tell rosa just for today",
        "reply to rosa, not possible", "tell rosa not yet",
    ],
)  # fmt: skip
def test_what_restricts_nobody_is_left_as_it_is(prompt: str) -> None:
    assert without_restriction(prompt) == prompt


def test_who_is_left_out_at_the_end_is_asked_of_the_person() -> None:
    for prompt in (
        "tell dana the lamp works, not tom",
        "write to dana that I come, but not Tom",
        "reply to dana, not tom",
    ):
        with a_house() as house:
            came = came_of(house, seeded(house), Unseen("-", (prompt,)))
        [draft] = came.drafts
        assert "tom" not in MARKED.sub("", draft.content.body).lower(), prompt
        assert "tom" not in draft.content.subject.lower()


STATED = {
    "en": ("I can't pay before June", "the kiln is broken", "we will bring two more lamps"),
    "de": ("ich kann nicht vor Juni zahlen", "der Ofen ist kaputt", "wir bringen zwei Lampen mit"),
    "fr": ("je ne peux pas payer avant juin", "le four est cassé", "nous avons deux lampes"),
    "es": ("no puedo pagar antes de junio", "el horno está roto", "tenemos dos lámparas"),
}
FURTHER = {
    "en": (
        "ask for a refund", "beg for mercy", "beg her for a second chance", "plead for a discount",
        "tell her to hurry", "tell everyone to wait", "thank her for the glue", "thank Emil",
        "warn Emil",
        "say sorry", "say hello to Emil", "apologise for the mess", "offer to repair it",
        "offer ten euros",
        "propose Tuesday", "suggest a call", "remind her of the glue", "wish her luck",
        "invite her to lunch", "promise to pay", "promise her a new one", "urge her to hurry",
        "insist on a refund", "explain the delay", "confirm the date", "decline the rest",
        "congratulate her", "inform Emil", "let Emil know", "request a receipt",
        "don't tell Emil", "don't mention the price", "assure her of it", "recommend Emil",
    ),
    "de": (
        "frag nach einer Quittung", "bitte um Aufschub", "ersuche sie um Aufschub", "sag ihr danke",
        "danke ihr dafür", "bedank dich für den Leim", "entschuldige dich",
        "erinnere sie an den Leim",
        "biete ihr zehn Euro an", "schlag Dienstag vor", "wünsche ihr Glück", "lade sie ein",
        "versprich ihr einen neuen", "versichere ihr das", "warne Emil", "grüße Emil",
        "sag Emil nichts davon", "bestätige den Termin", "gratuliere ihr", "erwähne den Preis",
    ),
    "fr": (
        "demande un reçu", "supplie-la d'attendre", "prie-la d'attendre", "dis-lui merci",
        "remercie-la pour la colle", "excuse-toi du retard", "rappelle-lui la colle",
        "offre-lui dix euros", "propose mardi", "suggère un appel", "souhaite-lui bonne chance",
        "invite-la à déjeuner", "promets de payer", "préviens Emil", "félicite-la", "insiste",
        "ne dis rien à Emil", "confirme la date", "mentionne le prix", "assure-la du contraire",
    ),
    "es": (
        "pide un recibo", "suplícale que espere", "ruégale que espere", "dile gracias",
        "dale las gracias por la cola", "discúlpate por el retraso", "recuérdale la cola",
        "ofrécele diez euros", "propón el martes", "sugiere una llamada", "deséale suerte",
        "invita a Emil", "promete pagar", "prométele uno nuevo", "avisa a Emil", "felicítala",
        "no le digas nada a Emil", "confirma la fecha", "menciona el precio", "insiste",
    ),
}  # fmt: skip
LEADS = {
    "en": ("", "tell Rosa ", "tell her that ", "reply saying "),
    "de": ("", "antworte: ", "schreib Rosa: "),
    "fr": ("", "réponds que ", "écris à Rosa : "),
    "es": ("", "dile que ", "escribe a Rosa: "),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_follows_a_comma_is_never_said(language: str) -> None:
    """A bare comma before an imperative of saying parts instructions, as `and` does."""
    left = []
    for lead, stated, sign, further in product(
        LEADS[language], STATED[language], (", ", "; ", ". "), FURTHER[language]
    ):
        prompt = f"{lead}{stated}{sign}{further}"
        said = _said(prompt, language)
        if re.search(rf"(?:^|[,;.:]\s+|\n){re.escape(further.lower())}", said):
            left.append(f"{prompt}: {said}")
    assert left == []


def test_begging_is_asking() -> None:
    told = _words("the kiln is broken, beg for two more weeks", "en").text
    assert told == "The kiln is broken. Could you please give me two more weeks?"


REFUSE = {
    "en": ("decline", "refuse the offer", "thank her", "accept", "apologise"),
    "de": ("sag ab", "lehne ab", "lehne das Angebot ab", "bedanke dich", "entschuldige dich"),
    "fr": ("décline", "refuse l'offre", "accepte", "remercie-la", "annule"),
    "es": ("rechaza", "rechaza la oferta", "acepta", "cancela", "discúlpate"),
}
MANNERS = (
    "politely", "firmly", "very kindly", "höflich", "freundlich", "sehr höflich", "poliment",
    "gentiment", "avec tact", "amablemente", "educadamente", "con tacto",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_manner_word_of_any_language_is_never_said(language: str) -> None:
    for verb, manner, writes in product(REFUSE[language], MANNERS, LANGUAGES):
        for prompt in (f"{verb} {manner}", f"{verb}, {manner}", f"{manner} {verb}"):
            request = understand(prompt, TODAY)
            if not isinstance(request, Reply | Tell | Say):
                continue
            introduced = Introduced.COLON if isinstance(request, Say) else request.introduced
            words = compose(request.message, Voice(request.language, writes), introduced)
            assert manner not in MARKED.sub("", words.text).lower(), f"{prompt}: {words.text}"
            if writes == language and prompt == f"{verb} {manner}":
                assert words.text, prompt


WHETHER = {
    "en": ("if she can come", "whether she has the glue", "if the kiln is free", "if I can come",
           "if it rains the party is off", "whether they like lamps"),
    "de": ("ob sie kommen kann", "ob der Ofen frei ist", "ob ich kommen soll"),
    "fr": ("si elle peut venir", "s'il vient mardi", "si le four est libre", "si je peux venir"),
    "es": ("si puede venir", "si se queda a comer", "si el horno está libre", "si voy el lunes"),
}  # fmt: skip
TELLING = {
    "en": ("tell Rosa {}", "write to Rosa {}", "email Rosa {}", "ask rosa {}", "tell her {}",
           "reply saying {}"),
    "de": ("schreib Rosa, {}", "frag Rosa, {}", "sag Rosa, {}", "schreib ihr: {}"),
    "fr": ("écris à Rosa {}", "demande à Rosa {}", "dis à Rosa {}"),
    "es": ("escribe a Rosa {}", "pregunta a Rosa {}", "dile a Rosa {}", "responde a Rosa {}"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whether_clause_is_a_question_or_stands_in_brackets(language: str) -> None:
    for tell, clause, familiar in product(TELLING[language], WHETHER[language], (True, False)):
        prompt = tell.format(clause)
        words = _words(prompt, language, familiar=familiar)
        unmarked = MARKED.sub("", words.text).strip()
        assert words.text, prompt
        assert not unmarked or unmarked.endswith("?"), f"{prompt}: {words.text}"
        assert not re.match(r"(?:if|whether|ob|si|s')\b", subject(words), re.I), prompt


def test_what_hangs_on_a_condition_is_a_sentence() -> None:
    told = _words("tell Rosa if it rains, we stay at home", "en").text
    assert told == "If it rains, we stay at home."
    assert _words("reply saying if you like we can meet", "en").left == ()


SENTENCES = {
    "en": ("Thank you for the lamps.", "Please remember to ask for the glue.", "If so, we come.",
           "Wish you all the best.", "She asked politely for it.", "Friday works, not Monday.",
           "Tell me when you come.", "Could you please tell Emil?", "I only have two.",
           "Offer accepted.", "Kindly send the glue.", "Not today.", "Sorry, not possible."),
    "de": ("Danke für die Lampen.", "Sag mir, wann du kommst.", "Ich komme, aber nicht heute.",
           "Freitag passt, nicht Montag.", "Schreib mir bitte.", "Nur am Freitag."),
    "fr": ("Merci pour les lampes.", "Dis-moi quand tu viens.", "Je viens, mais pas lundi.",
           "Si possible, mardi.", "Seulement mardi."),
    "es": ("Gracias por las lámparas.", "Dime cuándo vienes.", "Voy, pero no el lunes.",
           "Sí, con gusto.", "Solo el martes.", "Si puedes, voy el lunes."),
}  # fmt: skip
NO_SENTENCES = {
    "en": ("Ask for the glue.", "I come. Beg for more.", "Only, not Emil, that I come.",
           "I come, but not Emil.", "If she can come.", "Decline poliment.", "I decline höflich."),
    "de": ("Frag nach dem Leim.", "Ich komme. Bedank dich.", "Ich komme, aber nicht Emil.",
           "Ob sie kommt.", "Ich sage politely ab.", "Nur, nicht Emil, dass ich komme."),
    "fr": ("Demande la colle.", "Je viens. Remercie Emil.", "Je viens, mais pas Emil.",
           "Si elle vient.", "Je refuse politely.", "Pas Emil, que je viens."),
    "es": ("Pide la cola.", "Voy. Agradece a Emil.", "Voy, pero no a Emil.", "Si puede venir.",
           "Rechazo poliment.", "Solo, no a Emil, que voy."),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guard_knows_sentences_from_instructions(language: str) -> None:
    assert [each for each in SENTENCES[language] if is_no_sentence(each, language)] == []
    assert [each for each in NO_SENTENCES[language] if not is_no_sentence(each, language)] == []


def test_the_guard_looks_at_every_finished_sentence_but_quoted_ones() -> None:
    said = compose("if the kiln is free", Voice(), Introduced.SAYING)
    assert said.text == "[rewrite: If the kiln is free.]"
    assert said.left
    assert compose("say “Ask for the glue, not Emil”", Voice()).left == ()


def test_a_question_behind_a_forward_is_put_to_whom_it_goes() -> None:
    for words, asked in (
        ("what does she think", "What do you think?"), ("when is he free", "When are you free?"),
        ("can they do it", "Can you do it?"),
    ):  # fmt: skip
        request = understand(f"forward rosa's mail to emil, {words}", TODAY)
        assert isinstance(request, Forward)
        assert compose(request.message, Voice(), request.introduced).text == asked


@pytest.mark.parametrize(
    "part",
    in_depth(
        [", not emil", " ", " not Emil", " only", " politely", " very", ",", "-", " (not emil)",
         " to a", " that i", " a b c", " beg", " sag nichts", "\n"],
        2,
    ),
)  # fmt: skip
def test_long_words_are_read_in_time(part: str) -> None:
    """Two seconds are far more than any of it takes; what isn't bounded takes minutes."""
    start = time.process_time()
    for lead in ("tell nina", "decline", "if a b", "forward x", "si a"):
        text = f"{lead}{part * (3_000 // len(part))} x"
        without_restriction(text)
        compose(text, Voice(), Introduced.COLON)
        is_no_sentence(text, "en")
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("prompt", "language", "asked"),
    [
        ("tell Rosa if she can come", "en", "Can you come?"),
        ("write to Rosa whether the kiln is free", "en", "Is the kiln free?"),
        ("écris à Rosa si elle peut venir", "fr", "Pourrais-tu me dire si tu peux venir\xa0?"),
        ("dile a Rosa si se queda a comer", "es", "¿Podrías decirme si te quedas a comer?"),
        ("sag Rosa, ob sie kommt", "de", "Kommst du?"),
    ],
)
def test_a_whether_clause_that_can_be_turned_is_asked(
    prompt: str, language: str, asked: str
) -> None:
    assert _words(prompt, language, familiar=True).text == asked
