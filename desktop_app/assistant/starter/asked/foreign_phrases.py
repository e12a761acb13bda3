"""Requests in German, French and Spanish: a table each."""

from __future__ import annotations

import re

from desktop_app.assistant.starter.asked.phrase_rows import (
    LOOSE,
    NAME,
    PEOPLE,
    forwarded,
    replied,
    rewritten,
    summarised,
    table,
    told,
    written_to,
)
from desktop_app.assistant.starter.asked.requested import Add, Help, Read, SendIt

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
        r"(?:lies|öffne|zeig(?:e)?)(?: mir)? (?P<hint>(?:die |meine )?(?:neueste|letzte)\b.*?)",
        lambda f: Read(f["hint"]),
    ),
    (r"was steht in (?P<hint>.+?)", lambda f: Read(f["hint"])),
    (r"(?:fasse?|fass)(?: (?P<hint>.+?))? zusammen", summarised),
    (
        (
            r"(?:antworte?n?|beantworte|schreib(?:e)? (?:(?:eine )?antwort|zurück)"
            r"|entwirf eine antwort)"
            r"(?P<all>(?: an)? allen?\b)?(?P<rest>.*)"
        ),
        replied("de"),
    ),
    (
        (
            r"(?:suche?|finde?|nimm) (?P<hint>.+?) und (?:leite?|schicke?) (?:sie|es|die"
            r"|das) (?:weiter )?an (?P<rest>.+?)(?: weiter)?"
        ),
        forwarded("de"),
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
            rf"frage? (?!{_IHM})(?P<person>{LOOSE}),? (?P<rest>(?:ob|wann|wo|wie|was|wer"
            r"|warum|nach|bis|ab|um)\b.+)"
        ),
        told("de", "frag {}", third_person),
    ),
    (rf"bitte? (?!{_IHM})(?P<person>{NAME})(?P<rest> um .+|,? .+zu.+)", told("de", "bitte {}")),
    (
        (
            rf"(?:sage?"
            rf"|schreibe?)(?: an)? (?!{_IHM})(?P<person>{PEOPLE})(?: bescheid)?,? (?P<rest>dass .+)"
        ),
        told("de", "{}"),
    ),
    (
        rf"(?:danke?|bedanke? dich bei) (?!{_IHM}|für\b)(?P<person>{NAME})(?P<rest> für .+)",
        told("de", "danke {}"),
    ),
    (
        (
            rf"schreibe?(?: an)? (?!{_IHM})(?P<person>{LOOSE}),? (?P<rest>(?:ob|wann|wo|wie|was"
            rf"|warum) .+)"
        ),
        told("de", "frag {}", third_person),
    ),
    (
        rf"sage?(?: zu)? (?!{_IHM})(?P<person>{LOOSE}),? (?P<rest>ob .+)",
        told("de", "frag {}", third_person),
    ),
    (rf"erinnere? (?!{_IHM})(?P<person>{NAME}) (?P<rest>.+)", told("de", "erinnere {}")),
    (rf"erinnere? (?P<person>{LOOSE}) (?P<rest>(?:an|daran)\b.+)", told("de", "erinnere {}")),
    (
        (
            rf"(?:schreibe?|sende?|schick(?:e)?)(?: eine)?(?: neue)?(?: (?:mail"
            rf"|nachricht))? an (?P<rest>(?:{LOOSE})\W.+|\S+)"
            r"|(?:eine )?(?:neue )?(?:mail|nachricht) an (?P<rest2>.+)"
        ),
        written_to("de"),
    ),
    (
        (
            r"(?:schick|send|gib|reich|leit)e? (?P<hint>(?:das|die|den|diese\w*|sie|es"
            r"|meine?)\b.*?)"
            r"(?: weiter)? an (?P<rest>.+?)(?: weiter)?"
        ),
        forwarded("de"),
    ),
    (
        rf"schreibe?(?: eine (?:mail|nachricht))?(?: an)? (?!{_IHM})(?P<rest>(?:{NAME}).+)",
        written_to("de"),
    ),
    (r"(?:füge? hinzu|ergänze?),?:?\s+(?P<message>.+)", lambda f: Add(f["message"], language="de")),
    (r"(?:sende|schick(?:e)?) (?:es|sie|das|den entwurf|die mail)(?: ab)?", lambda _f: SendIt()),
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
    (
        (
            r"(?:cherche|trouve|prends) (?P<hint>.+?) et (?:transfère|envoie"
            r"|fais suivre)(?:-l[ea])? à (?P<rest>.+)"
        ),
        forwarded("fr"),
    ),
    (
        (
            r"(?:transf[èé]re(?:r)?"
            r"|fais suivre)(?:-l[ea]s?)?\b(?P<hint>.*?) à (?P<rest>.+)"
        ),
        forwarded("fr"),
    ),
    (
        (
            rf"demande à (?P<person>{LOOSE}) (?P<rest>(?:si|s'|quand|où|comment|pourquoi"
            r"|combien|à|ce|qui|quel|"
            r"de|d'|plus|le|la|les|un|une).+)"
        ),
        told("fr", "demande {}"),
    ),
    (rf"(?:dis|écris) à (?P<person>{PEOPLE}) (?P<rest>(?:que |qu').+)", told("fr", "{}")),
    (rf"(?:dis|écris) à (?P<person>{LOOSE}) (?P<rest>(?:si |s').+)", told("fr", "{}")),
    (
        r"remercie (?P<person>(?-i:[A-ZÀ-Ý])[\w.'-]+(?: (?-i:[A-ZÀ-Ý])[\w.'-]+)?)(?P<rest>.*)",
        told("fr", "remercie {}"),
    ),
    (
        rf"écris à (?P<person>{LOOSE}) (?:pour|et) (?:lui )?demande(?:r)?(?:-lui)? (?P<rest>.+)",
        told("fr", "demande {}"),
    ),
    (rf"rappelle à (?P<person>{LOOSE}) (?P<rest>.+)", told("fr", "rappelle {}")),
    (
        (
            rf"écris(?: un (?:mail|message|courriel))? à (?P<rest>(?:{NAME}).+|(?:{LOOSE})\W.+|\S+)"
            r"|(?:un )?(?:nouveau )?(?:mail|message|courriel) (?:à|pour) (?P<rest2>.+)"
        ),
        written_to("fr"),
    ),
    (
        (
            r"(?:envoie|transmets|passe|partage)(?:-l[ea])?(?P<hint> (?:ce|ça|le|la|cette|mon|ma"
            r"|l')\b.*?|) (?:à|avec) (?P<rest>.+)"
        ),
        forwarded("fr"),
    ),
    (r"ajoute(?: que)?:?\s+(?P<message>.+)", lambda f: Add(f["message"], language="fr")),
    (r"envoie(?:-l[ea])?(?: le brouillon)?", lambda _f: SendIt()),
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
    (
        (
            r"(?:busca|encuentra|coge) (?P<hint>.+?) y (?:reenví|mánd|envi|envía"
            r"|pás)\w*l[oa] a (?P<rest>.+)"
        ),
        forwarded("es"),
    ),
    (r"reenvía(?:l[oa]s?|sel[oa])?\b(?P<hint>.*?) a (?P<rest>.+)", forwarded("es")),
    (
        (
            rf"pregunta(?:le)? a (?P<person>{LOOSE}) (?P<rest>(?:si|cuándo|cuando|dónde"
            r"|cómo|cuánt\w+|qué|por|quién|"
            r"a).+)"
        ),
        told("es", "pregunta {}"),
    ),
    (rf"pregúntale a (?P<person>{LOOSE}) (?P<rest>.+)", told("es", "pregunta {}")),
    (
        (
            rf"(?:diles?|di|escribe"
            rf"|escríbeles?) a (?P<person>{PEOPLE}) (?P<rest>que .+)"
        ),
        told("es", "{}"),
    ),
    (
        rf"(?:diles?|di|escribe|escríbeles?) a (?P<person>{LOOSE}) (?P<rest>si (?!no\b)\w.+)",
        told("es", "{}"),
    ),
    (rf"pídele a (?P<person>{LOOSE}) (?P<rest>.+)", told("es", "pide {}")),
    (
        rf"(?:dale|da)(?: las)? gracias a (?P<person>{LOOSE})(?P<rest> por .+)",
        told("es", "gracias {}"),
    ),
    (rf"recuérdale a (?P<person>{LOOSE}) (?P<rest>.+)", told("es", "recuerda {}")),
    (
        (
            rf"(?:escribe|escríbele) a (?P<person>{LOOSE}) (?:para"
            rf"|y) pregunta(?:r)?(?:le)? (?P<rest>.+)"
        ),
        told("es", "pregunta {}"),
    ),
    (
        (
            rf"escribe(?:le)?(?: un (?:correo|mensaje|mail))? a (?P<rest>(?:{NAME}).+"
            rf"|(?:{LOOSE})\W.+"
            rf"|\S+)"
            r"|(?:un )?(?:nuevo (?:correo|mensaje|mail)|(?:correo|mensaje|mail) nuevo|correo) (?:a"
            r"|para) (?P<rest2>.+)"
        ),
        written_to("es"),
    ),
    (
        (
            rf"(?:pásale|mándale|envíale|reenvíale)(?:lo)? a (?P<rest>{LOOSE}) (?P<hint>(?:el|la"
            rf"|este"
            rf"|esta|esto|mi)\b.*)"
        ),
        forwarded("es"),
    ),
    (
        (
            r"(?:pasa|manda|envía|comparte|pásasel|mándasel|envíasel)(?:l?[oa])?(?P<hint> (?:esto"
            r"|el|la"
            r"|este|esta|mi)\b.*?|) (?:a|con) (?P<rest>.+)"
        ),
        forwarded("es"),
    ),
    (r"añade(?: que)?:?\s+(?P<message>.+)", lambda f: Add(f["message"], language="es")),
    (r"envíalo|envía (?:el borrador|esto)", lambda _f: SendIt()),
)
