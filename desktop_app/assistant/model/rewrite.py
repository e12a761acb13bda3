"""Other words for a draft, out of what a model answered: without talk about them, and nothing where
it gave none. Pure."""

from __future__ import annotations

import re

from desktop_app.assistant.model.spoken import said_of
from desktop_app.mail.drafts.clean_body import clean_words
from desktop_app.mail.drafts.mail_shape import greets, headed

LONGEST_LABEL = 200
"""Characters of a line that introduces the words."""

LONGEST_TALK = 400
"""Characters behind a line that sets talk apart."""

_LABEL = re.compile(
    r"\s*\**(?:(?:sure|certainly|of course|absolutely|okay|ok|great|yes|no problem|gerne|natürlich"
    r"|klar|bien sûr|claro|por supuesto|certo)\b[^\n:]{0,60}[,!.:]\s*)?"
    r"(?:(?:here(?:['’]s| is| are| it is| you go)|below is|this is|i(?:['’]ve| have)"
    r"|hier (?:ist|kommt|sind)|voici|aquí (?:tienes|está|va)|ecco)\b"
    r"(?:(?<=it is)|(?<=you go)|(?=[^\n]{0,160}\b(?:version|draft|text|e?-?mail|message|reply"
    r"|letter|rewrite|revision|translation|fassung|entwurf|übersetzung|traduction|versión|texte"
    r"|traducción|borrador|texto|bozza|versione|traduzione)\b))|the (?:revised|rewritten"
    r"|shorter|changed|corrected|translated)|(?:revised|rewritten|shorter|shortened|changed"
    r"|corrected|translated|formal|warmer|new|updated)\b[^\n:]{0,40}|translation|rewrite|version"
    r"|(?:kürzere|übersetzte|korrigierte)\b|übersetzung|traduction|traducción|traduzione)\b"
    r"[^\n:]{0,160}:\**[ \t]*\n*",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\s*(?:Instruction:|The whole draft, for context only:)", re.IGNORECASE)
_WORDS = "The words to change:"
_RULE = re.compile(r"\n[ \t]*(?:-{3,}|\*{3,})[ \t]*\n")
_TALK = re.compile(
    r"\n\s*\n\(?\**(?:let me know|i hope this|i hope that|feel free|would you like"
    r"|is there anything|note:|notes:|changes made"
    r"|i (?:made|kept|shortened|changed|removed|corrected|translated)\b"
    r"|this version|sag mir|lass mich wissen, ob (?:ich|du noch)|gib mir bescheid, ob)[^\n]{0,300}"
    r"(?:\n[^\n]{1,300}){0,6}\s*$",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\s*(?:i['’]?m (?:sorry|unable|afraid)|i am (?:sorry|unable|afraid)|sorry|unfortunately"
    r"|i can(?:no|['’])t|i cannot|i won['’]t|as an? (?:ai|assistant|language model)"
    r"|i apologi[sz]e|es tut mir leid|leider|ich kann|als ki|je suis désolé|désolé|lo siento"
    r"|mi dispiace)\b[^\n]{0,200}?\b(?:assist(?:ance)?|help (?:you )?with (?:that|this)|comply"
    r"|fulfil\w*|your request|that request|this request|language model|an ai|these instructions"
    r"|rewrite|the text|provide that|do that|dabei (?:nicht )?helfen|diese anfrage|deine anfrage"
    r"|ki-modell|sprachmodell|votre demande|cette demande|tu solicitud|esa solicitud)\b",
    re.IGNORECASE,
)
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "»": "«", "'": "'"}


def rewritten(answer: str, original: str) -> str:
    """The words that an answer gives in the place of `original`; empty where it refuses, repeats
    the request, or gives none."""
    text = said_of(answer)
    if _ASKED.match(text):
        text = text.rpartition(_WORDS)[2] if _WORDS in text else ""
    text = _without_label(text, original)
    text = clean_words(text, original)
    text = _without_quotes(text.strip(), original)
    if _REFUSAL.match(text) and not _REFUSAL.match(original):
        return ""
    if headed(text).subject and not headed(original).subject:
        text = headed(text).rest
    return text.strip("\n")


def _without_label(text: str, original: str) -> str:
    """Without a line that introduces the words, and what is said about them behind."""
    label = _LABEL.match(text)
    first = text.strip().split("\n", 1)[0]
    known = original.strip().startswith(first.strip())
    has_label = label is not None and len(label[0]) <= LONGEST_LABEL
    if label is not None and has_label and not known and not greets(first):
        rest = text[label.end() :]
        if rule := re.match(r"\s*(?:-{3,}|\*{3,})[ \t]*\n", rest):
            rest = rest[rule.end() :]
        text = rest if rest.strip() else text
    rules = [*_RULE.finditer(text)]
    if rules and len(text) - rules[-1].end() <= LONGEST_TALK and not _RULE.search(original):
        text = text[: rules[-1].start()]
    talk = _TALK.search(text)
    if talk is not None and talk[0].strip() not in original and not _TALK.search(original):
        text = text[: talk.start()] or text
    return text


def _without_quotes(text: str, original: str) -> str:
    """Without quotation marks around all of it."""
    closing = _QUOTES.get(text[:1], "")
    if len(text) < 2 or not closing or not text.endswith(closing):
        return text
    inside = text[1:-1]
    alone = closing not in inside and text[0] not in inside
    return inside.strip() if alone and not original.strip().startswith(text[0]) else text
