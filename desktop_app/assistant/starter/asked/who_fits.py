"""Whether a pronoun fits somebody's first name, as far as common names tell. Pure.

A name that is not listed, or is both a man's and a woman's, fits every pronoun.
"""

from __future__ import annotations

import re

_HERS = frozenset(
    "alice amelia amy anna anne ana andrea angela anja annette barbara beatriz birgit brigitte"
    " camille carla carmen "
    "caroline catherine charlotte chiara chloe christina christine claire clara claudia cristina"
    " dana daniela "
    "diana dora dorothea elena elisabeth elizabeth ella ellen emily emma erika esther eva fiona"
    " franziska "
    "gabriela giulia grace hannah heidi helen helena helga ines ingrid irene isabel isabella jana"
    " jane janet "
    "jennifer jessica johanna judith julia juliette karen karin katharina kate katie katrin laura"
    " lea lena lina "
    "linda lisa louise lucia lucie lucy luisa maria marie marina marta martha martina mary maya mia"
    " michelle "
    "monica monika nadia natalie nicole nina nora olivia patricia paula petra pilar priya rachel"
    " rebecca rita rosa "
    "ruth sabine sandra sara sarah silvia sofia sonia sophia sophie stefanie stella susan susanne"
    " sylvia tanja "
    "teresa ursula valerie vanessa vera victoria yvonne zoe".split()
)
_HIS = frozenset(
    "adam alan albert alejandro alessandro alexander alfred andreas andrew anthony antonio arthur"
    " ben benjamin "
    "bernd bernhard bob brian bruno carl carlos charles christian christoph christopher claus"
    " daniel david diego "
    "dieter dirk edward emil eric erik ernst felix fernando francesco francisco frank franz"
    " frederic friedrich "
    "gabriel george georg gerhard giovanni günter hans harry heinz henrik henry hugo ian jack jakob"
    " james jan "
    "javier jean jeff jens joe johann john johannes jonas jonathan jorge jose joseph juan julian"
    " jürgen karl "
    "kevin klaus lars leon lorenzo louis luc luca lucas ludwig luis lukas manuel marc marco mario"
    " mark markus "
    "martin matthew matthias max michael michel miguel mike moritz niklas noah oliver oscar otto"
    " pablo patrick "
    "paul pedro peter philip philippe pierre rafael ralf ralph raul ricardo richard robert roberto"
    " roger rolf "
    "rudolf samuel sebastian sergio simon stefan stephen steve steven sven thomas tim tobias tom"
    " tomas uwe victor "
    "vincent walter werner wilhelm william wolfgang".split()
)
_ADDRESSED = re.compile(
    r"^(?:politely )?(?:tell|ask|thank|remind|inform|let|wish|invite|congratulate|answer|give"
    r"|show) "
    r"(?P<en>him|her)\b(?! \w+ (?:is|are|was)\b)"
    r"|^(?:sag|frag|bitte?|erinner|danke?|schreib|antworte|teil)e? (?P<de>ihm|ihn|ihr)\b"
    r"|^(?:remercie|informe|invite|félicite)-(?P<fr>le|la)\b"
    r"|^(?:felicíta|invíta)(?P<es>lo|la)\b",
    re.I,
)
_HIM = frozenset("him ihm ihn le lo".split())


def pronoun_in(instruction: str) -> str:
    """The pronoun for whom an instruction is addressed to; empty where it has none that tells."""
    match = _ADDRESSED.match(instruction.strip())
    if match is None:
        return ""
    return next(found for found in match.groupdict().values() if found)


def fits(pronoun: str, first_name: str) -> bool:
    """Whether somebody of that first name may be meant by the pronoun."""
    name = first_name.casefold()
    return name not in (_HERS if pronoun.lower() in _HIM else _HIS)
