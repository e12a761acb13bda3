"""Requests in German, French and Spanish: a table each."""

from __future__ import annotations

import re

from desktop_app.assistant.starter.phrase_rows import (
    NAME,
    WAITING,
    find,
    forwarded,
    organised,
    replied,
    rewritten,
    summarised,
    table,
    told,
    written_to,
)
from desktop_app.assistant.starter.requested import Add, Find, Help, NeedsAnswer, Read, SendIt

_IHM = r"(?:ihm|ihr|ihnen|ihn|sie|allen|alle)\b"
_SHE = re.compile(r"\b(?:sie|ihr\w*)\b")


def third_person(rest: str) -> str:
    """`frag Dana, wann sie kommt`: she is the reader."""
    return f"sie, {rest}" if _SHE.search(rest) else rest


GERMAN = table(
    (r"(?:hilfe|hallo|guten (?:tag|morgen|abend))|was kannst du.*", lambda _f: Help()),
    (
        (
            r"(?:mach(?:e)? (?:es|das|den entwurf) .+|kürzer|länger"
            r"|(?:etwas )?(?:förmlicher|freundlicher|"
            r"höflicher|formeller)|(?:übersetze?|formuliere?|verbessere?|kürze?|korrigiere?)\b.*)"
        ),
        rewritten,
    ),
    (
        r"wer hat (?:mir |uns )?(?:noch )?nicht (?:ge|be)antwortet",
        lambda _f: Find(WAITING),
    ),
    (
        r"(?:was|wer|welche\w*)\b.*\b(?:antwort|beantworte\w*|beantwortet)\b.*",
        lambda _f: NeedsAnswer(),
    ),
    (
        r"(?:lies|öffne|zeig(?:e)?)(?: mir)? (?P<hint>(?:die |meine )?(?:neueste|letzte)\b.*?)",
        lambda f: Read(f["hint"]),
    ),
    (r"was steht in (?P<hint>.+?)", lambda f: Read(f["hint"])),
    (r"(?:fasse?|fass)(?: (?P<hint>.+?))? zusammen", summarised),
    (
        (
            r"(?:antworte?n?|beantworte|schreib(?:e)? (?:eine )?antwort|entwirf eine antwort)"
            r"(?P<all>(?: an)? allen?\b)?(?P<rest>.*)"
        ),
        replied("de"),
    ),
    (
        (
            r"leite? ?(?P<hint>.*?)\s*an (?P<rest>.+?) weiter(?:[,:]?\s+(?:und "
            r"|mit )?(?P<message>.+))?"
        ),
        forwarded("de"),
    ),
    (
        (
            rf"frage? (?!{_IHM})(?P<person>{NAME}),? (?P<rest>(?:ob|wann|wo|wie|was|wer"
            r"|warum|nach|bis|ab|um)\b.+)"
        ),
        told("de", "frag {}", third_person),
    ),
    (rf"bitte? (?!{_IHM})(?P<person>{NAME})(?P<rest> um .+|,? .+zu.+)", told("de", "bitte {}")),
    (
        rf"(?:sage?|schreibe?)(?: an)? (?!{_IHM})(?P<person>{NAME}),? (?P<rest>dass .+)",
        told("de", "{}"),
    ),
    (
        rf"(?:danke?|bedanke? dich bei) (?!{_IHM}|für\b)(?P<person>{NAME})(?P<rest> für .+)",
        told("de", "danke {}"),
    ),
    (rf"erinnere? (?!{_IHM})(?P<person>{NAME}) (?P<rest>.+)", told("de", "erinnere {}")),
    (
        rf"schreibe?(?: eine (?:mail|nachricht))?(?: an)? (?!{_IHM})(?P<rest>(?:{NAME}).+)",
        written_to("de"),
    ),
    (r"(?:füge? hinzu|ergänze?),?:?\s+(?P<message>.+)", lambda f: Add(f["message"], language="de")),
    (r"(?:sende|schick(?:e)?) (?:es|sie|das|den entwurf|die mail)(?: ab)?", lambda _f: SendIt()),
    (
        r"(?P<action>archiviere?)(?: (?:das|es|sie|diese \w+|die \w+))?",
        organised({"archiviere": "archive", "archivier": "archive"}),
    ),
    (
        r"(?P<action>lösche?)(?: (?:das|es|sie|diese \w+|die \w+))?",
        organised({"lösche": "trash", "lösch": "trash"}),
    ),
    (r"(?:finde?|suche?|zeige?)(?: mir| nach)?\s+(?P<words>.+)", find),
)
_LUI = r"[-\s](?:lui|leur|la|le|les)\b"
FRENCH = table(
    (
        r"(?:aide|bonjour|salut)|que (?:peux|sais)-tu.*|qu'est-ce que tu (?:peux|sais).*",
        lambda _f: Help(),
    ),
    (
        (
            r"(?:rends-l[ea] .+|plus (?:court|long|formel|poli|amical)e?|(?:traduis"
            r"|reformule|raccourcis|améliore|"
            r"corrige)\b.*)"
        ),
        rewritten,
    ),
    (
        r"qui n(?:e m'|'|e nous )a pas (?:encore )?répondu",
        lambda _f: Find(WAITING),
    ),
    (
        r"(?:qu'est-ce qui|quels?|quelles?|qui|à quoi)\b.*\b(?:réponses?|répondre|répondu)\b.*",
        lambda _f: NeedsAnswer(),
    ),
    (
        r"(?:lis|ouvre|montre)(?:-moi)? (?P<hint>(?:le |mon |la |ma )?derni(?:er|ère)\b.*?)",
        lambda f: Read(f["hint"]),
    ),
    (r"que dit (?P<hint>.+?)", lambda f: Read(f["hint"])),
    (r"résume(?:r)?(?: (?P<hint>.+?))?", summarised),
    (
        (
            r"(?:réponds?|répondre|rédige une réponse"
            r"|écris une réponse)(?P<all> à tous(?: le monde)?\b)?"
            rf"(?:{_LUI})?(?P<rest>.*)"
        ),
        replied("fr"),
    ),
    (r"(?:transf[èé]re(?:r)?|fais suivre)\b(?P<hint>.*?) à (?P<rest>.+)", forwarded("fr")),
    (
        (
            rf"demande à (?P<person>{NAME}) (?P<rest>(?:si|s'|quand|où|comment|pourquoi"
            r"|combien|à|ce|qui|quel|"
            r"de|d'|plus|le|la|les|un|une).+)"
        ),
        told("fr", "demande {}"),
    ),
    (rf"(?:dis|écris) à (?P<person>{NAME}) (?P<rest>(?:que |qu').+)", told("fr", "{}")),
    (
        r"remercie (?P<person>(?-i:[A-ZÀ-Ý])[\w.'-]+(?: (?-i:[A-ZÀ-Ý])[\w.'-]+)?)(?P<rest>.*)",
        told("fr", "remercie {}"),
    ),
    (rf"rappelle à (?P<person>{NAME}) (?P<rest>.+)", told("fr", "rappelle {}")),
    (rf"écris(?: un (?:mail|message|courriel))? à (?P<rest>(?:{NAME}).+)", written_to("fr")),
    (r"ajoute(?: que)?:?\s+(?P<message>.+)", lambda f: Add(f["message"], language="fr")),
    (r"envoie(?:-l[ea])?(?: le brouillon)?", lambda _f: SendIt()),
    (
        r"(?P<action>archive)(?:[ -](?:le|la|ça|ce \w+|cette \w+|cette conversation))",
        organised({"archive": "archive"}),
    ),
    (
        r"(?P<action>supprime)(?:[ -](?:le|la|ça|ce \w+|cette \w+))?",
        organised({"supprime": "trash"}),
    ),
    (r"(?:cherche|trouve|montre)(?:-moi)?\s+(?P<words>.+)", find),
)
SPANISH = table(
    (r"(?:ayuda|hola|buenos días|buenas tardes)|qué (?:puedes|sabes).*", lambda _f: Help()),
    (
        (
            r"(?:hazl[oa] .+|más (?:corto|largo|formal|amable|breve)|(?:traduce"
            r"|traduci?r|reescribe|mejora|acorta|"
            r"corrige)\b.*)"
        ),
        rewritten,
    ),
    (
        r"quién (?:todavía |aún )?no (?:me |nos )?ha (?:respondido|contestado)(?: todavía| aún)?",
        lambda _f: Find(WAITING),
    ),
    (r"(?:qué|quién|cuáles)\b.*\b(?:respuesta|responder|contestar)\b.*", lambda _f: NeedsAnswer()),
    (
        r"(?:lee|abre|muestra|enseña|muéstrame|léeme)(?:me)? (?P<hint>(?:el |mi )?último\b.*?)",
        lambda f: Read(f["hint"]),
    ),
    (r"qué dice (?P<hint>.+?)", lambda f: Read(f["hint"])),
    (r"resume(?: (?P<hint>.+?))?", summarised),
    (
        (
            r"(?:responde(?:le)?|respóndele|contesta(?:le)?|contéstale"
            r"|redacta una respuesta)(?P<all> a todos\b)?"
            r"(?P<rest>.*)"
        ),
        replied("es"),
    ),
    (r"reenvía(?:lo|selo)?\b(?P<hint>.*?) a (?P<rest>.+)", forwarded("es")),
    (
        (
            rf"pregunta(?:le)? a (?P<person>{NAME}) (?P<rest>(?:si|cuándo|cuando|dónde"
            r"|cómo|cuánt\w+|qué|por|quién|"
            r"a).+)"
        ),
        told("es", "pregunta {}"),
    ),
    (rf"pregúntale a (?P<person>{NAME}) (?P<rest>.+)", told("es", "pregunta {}")),
    (rf"(?:dile|di|escribe|escríbele) a (?P<person>{NAME}) (?P<rest>que .+)", told("es", "{}")),
    (rf"pídele a (?P<person>{NAME}) (?P<rest>.+)", told("es", "pide {}")),
    (
        rf"(?:dale|da)(?: las)? gracias a (?P<person>{NAME})(?P<rest> por .+)",
        told("es", "gracias {}"),
    ),
    (rf"recuérdale a (?P<person>{NAME}) (?P<rest>.+)", told("es", "recuerda {}")),
    (rf"escribe(?: un (?:correo|mensaje|mail))? a (?P<rest>(?:{NAME}).+)", written_to("es")),
    (r"añade(?: que)?:?\s+(?P<message>.+)", lambda f: Add(f["message"], language="es")),
    (r"envíalo|envía (?:el borrador|esto)", lambda _f: SendIt()),
    (
        r"(?P<action>archiva)(?:lo|r)?(?: (?:esto|este \w+|esta \w+))?",
        organised({"archiva": "archive"}),
    ),
    (
        r"(?P<action>borra|elimina)(?:lo|r)?(?: (?:esto|este \w+|esta \w+))?",
        organised({"borra": "trash", "elimina": "trash"}),
    ),
    (r"(?:busca|encuentra|muestra|muéstrame)\s+(?P<words>.+)", find),
)
