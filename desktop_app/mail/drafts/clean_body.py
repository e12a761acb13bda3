"""A proposal's words without what models and programs leave around them: line ends written as
`\\n`, HTML in plain text, a fence, a `Subject:` line, a quote or a signature that stands there
already.

What the words may mean stays: code, paths, words about HTML, a quote that is answered below it.
Pure; the work is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

from desktop_app.mail.drafts.foreign_marks import CODE, ENTITY, PATH
from desktop_app.mail.drafts.mail_shape import greets, headed
from desktop_app.mail.drafts.repeated_parts import without_quote, without_signature
from desktop_app.mail.reader.html import read_html
from desktop_app.model.draft import DraftContent

LINE_ENDS, TAGS, ENTITIES = "line ends written as \\n", "HTML tags", "HTML entities"
FENCE, HEAD, CHATTER = "a fence around it", "a line with the subject", "words about the mail"
QUOTE, SIGNATURE, MARKS = "a second quote", "a second signature", "marks of a chat"
CLEANED = (MARKS, LINE_ENDS, FENCE, CHATTER, HEAD, TAGS, ENTITIES, QUOTE, SIGNATURE)
"""Things that are taken out of the text, in words, in the order in which they are looked for."""

MOST = 400_000
"""Characters of a text that is looked through; a longer one stays as it is."""

_HTML = "text/html"
_REASONING = re.compile(
    r"<(think|thinking|thought|reasoning|reflection|scratchpad)>", re.IGNORECASE
)
_REASONING_END = re.compile(r"</(?:think|thinking|reasoning)>\s*", re.IGNORECASE)
_TOKENS = re.compile(
    r"<\|(?:im_start|im_end|eot_id|eom_id|end|endoftext|end_of_text|return|assistant)\|>"
    r"|</s>|\[/INST\]|<end_of_turn>",
    re.IGNORECASE,
)
_ESCAPE = re.compile(r"(?:\\r)?\\n")
_SURE_ESCAPE = re.compile(
    r"(?:\\r)?\\n[ \t]*(?:\\r)?\\n|(?<=[,.!?:;)])[ \t]*(?:\\r)?\\n(?=\s*$|[ \t]*[A-ZÀ-Þ\d•*-]|\\)",
    re.MULTILINE,
)
_FENCED = re.compile(r"\s*(`{3,}|~{3,})[\w-]*[ \t]*\n(?P<inside>.*?)\n?[ \t]*\1\s*", re.DOTALL)
_CHATTER = re.compile(
    r"\s*(?:(?:sure|certainly|of course|absolutely|okay|ok|great|no problem|gerne|natürlich|klar"
    r"|bien sûr|claro|certo)\b[^\n:]{0,40}[,!.:]\s*)?"
    r"(?:here(?:['’]s| is| are)|below is|this is|hier ist|hier kommt|voici|aquí (?:tienes|está|va)"
    r"|ecco)\b[^\n]{0,160}:[ \t]*\**[ \t]*\n+",
    re.IGNORECASE,
)
_RULE = re.compile(r"^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$", re.MULTILINE)
_ABOUT_HTML = re.compile(
    r"\b(?:html|xml|css|markup|tags?|elements?|entit(?:y|ies)|escap\w+)\b", re.IGNORECASE
)
_LINE_TAG = re.compile(r"[ \t]{0,8}<(?:br|hr)\s{0,20}/?>[ \t]{0,8}\n?", re.IGNORECASE)
_PAIR_NAMES = (
    "p|div|span|b|i|u|strong|em|small|font|mark|ul|ol|li|h[1-6]|blockquote|center|html|body|a"
)
_TAG = re.compile(
    rf"<(?P<end>/?)(?P<name>{_PAIR_NAMES})(?P<more>\s[^<>\n]{{0,400}})?>", re.IGNORECASE
)
_HREF = re.compile(r"href\s*=\s*[\"']?([^\"'\s>]{1,300})", re.IGNORECASE)
_IS_PAGE = re.compile(
    r"\s*<(?:!doctype\b[^>]{0,80}|(?:html|body|head|p|div|table|h[1-6]|ul|ol|span)\b[^<>]{0,300})>",
    re.IGNORECASE,
)
_BLOCKS = frozenset("p div ul ol h1 h2 h3 h4 h5 h6 blockquote center html body".split())


def clean_content(content: DraftContent) -> tuple[DraftContent, tuple[str, ...]]:
    """A proposal's content with clean words, and what was taken out of them (of `CLEANED`). A
    subject that stood in the text becomes the draft's where it has none."""
    if len(content.body) > MOST or not content.body.strip():
        return content, ()
    subject, body = content.subject, content.body
    taken: list[str] = []
    for name, work in _steps(content):
        changed = work(body)
        if changed != body and changed.strip():
            taken.append(name)
            body = changed
    if content.content_type != _HTML:
        head = headed(body)
        if head.subject and head.rest.strip():
            body, subject = head.rest, subject or head.subject
            taken.append(HEAD)
            body = _without_chatter(body)
    if not taken:
        return content, ()
    cleaned = replace(content, subject=subject, body=body.strip("\n"))
    return cleaned, tuple(name for name in CLEANED if name in taken)


def clean_words(text: str, original: str = "") -> str:
    """Words that a model gives in the place of `original`: without what is taken out of a proposal,
    but for what the original holds too."""
    steps = (
        _without_marks,
        _with_line_ends,
        _without_fence,
        _without_chatter,
        _without_tags,
        _without_entities,
    )
    for work in steps:
        changed = work(text)
        if changed.strip() and work(original) == original:
            text = changed
    return text


def _steps(content: DraftContent) -> list[tuple[str, Callable[[str], str]]]:
    """What is done to a text, in order."""
    always: list[tuple[str, Callable[[str], str]]] = [
        (MARKS, _without_marks),
        (LINE_ENDS, _with_line_ends),
        (FENCE, _without_fence),
    ]
    if content.content_type == _HTML:
        return always
    return [
        *always,
        (CHATTER, _without_chatter),
        (TAGS, _without_tags),
        (ENTITIES, _without_entities),
        (QUOTE, lambda body: without_quote(body, content.quoted)),
        (SIGNATURE, lambda body: without_signature(body, content.signature)),
    ]


def _outside_code(text: str, work: Callable[[str], str]) -> str:
    """Text with `work` done to what is neither code nor quoted."""
    pieces, place = [], 0
    for code in CODE.finditer(text):
        pieces += [work(text[place : code.start()]), code[0]]
        place = code.end()
    return "".join((*pieces, work(text[place:])))


def _without_marks(body: str) -> str:
    """Without reasoning and the marks of a model's template."""

    def clean(text: str) -> str:
        return _TOKENS.sub("", _without_reasoning(text))

    text = _outside_code(body, clean)
    end = _REASONING_END.search(text)
    if end is not None and "`" not in text[: end.end()] and text[end.end() :].strip():
        text = text[end.end() :]
    return text


def _without_reasoning(text: str) -> str:
    """Text without what stands between a tag of reasoning and its end. A tag that has no end is
    looked for once."""
    kept: list[str] = []
    place, endless = 0, set[str]()
    for begin in _REASONING.finditer(text):
        name = begin[1].lower()
        if begin.start() < place or name in endless:
            continue
        end = re.compile(rf"</{name}>\s*", re.IGNORECASE).search(text, begin.end())
        if end is None:
            endless.add(name)
            continue
        kept.append(text[place : begin.start()])
        place = end.end()
    return "".join((*kept, text[place:]))


def _with_line_ends(body: str) -> str:
    """With real line ends, where `\\n` can hardly be meant."""
    if _SURE_ESCAPE.search(body) is None or PATH.search(body):
        return body
    if "\n" not in body.strip():
        if CODE.search(body):
            return body
        text = _ESCAPE.sub("\n", body)
        return text.replace('\\"', '"')

    def clean(text: str) -> str:
        lines = text.split("\n")
        return "\n".join(
            line if '"' in line or "'" in line else _SURE_ESCAPE.sub(_ends, line) for line in lines
        )

    return _outside_code(body, clean)


def _ends(escapes: re.Match[str]) -> str:
    return "\n" * len(_ESCAPE.findall(escapes[0]))


def _without_fence(body: str) -> str:
    """Without a fence around all of it, or around the mail that words about it introduce."""
    whole = _FENCED.fullmatch(body)
    if whole is not None and whole[1] not in whole["inside"]:
        return whole["inside"]
    chatter = _CHATTER.match(body)
    if chatter is None:
        return body
    fenced = _FENCED.match(body, chatter.end())
    if fenced is None or not _begins_a_mail(fenced["inside"]):
        return body
    after = body[fenced.end() :]
    return fenced["inside"] if after.count("\n") <= 2 and len(after) <= 300 else body


def _without_chatter(body: str) -> str:
    """Without *Here is a draft:* before a mail, and what a line sets apart behind it."""
    chatter = _CHATTER.match(body)
    if chatter is None:
        return body
    rest = body[chatter.end() :]
    if rule := _RULE.match(rest.lstrip("\n")):
        rest = rest.lstrip("\n")[rule.end() :]
    if not _begins_a_mail(rest):
        return body
    rules = [*_RULE.finditer(rest)]
    if rules and len(rest) - rules[-1].end() <= 300 and rest[: rules[-1].start()].strip():
        rest = rest[: rules[-1].start()]
    return rest.strip("\n")


def _begins_a_mail(text: str) -> bool:
    first = next((line for line in text.split("\n") if line.strip()), "")
    return greets(first) or bool(headed(text).subject)


def _without_tags(body: str) -> str:
    """Plain text of HTML."""
    stripped = body.strip()
    is_page = _IS_PAGE.match(stripped) is not None and stripped.endswith(">")
    if is_page and not CODE.search(body):
        return read_html(body).text.strip("\n") or body
    if _ABOUT_HTML.search(body):
        return body
    return _outside_code(body, _tags_as_text)


def _tags_as_text(text: str) -> str:
    """Text without the tags that are closed again, and with line ends for those of lines."""
    if "<" not in text:
        return text
    text = _LINE_TAG.sub("\n", text)
    open_tags: list[tuple[str, re.Match[str]]] = []
    closed: dict[int, tuple[int, str]] = {}
    for tag in _TAG.finditer(text):
        name = tag["name"].lower()
        if not tag["end"]:
            open_tags.append((name, tag))
            continue
        if any(each == name for each, _ in open_tags[-20:]):
            while open_tags[-1][0] != name:
                open_tags.pop()
            opening = open_tags.pop()[1]
            begins, ends = _instead(name, opening, text[opening.end() : tag.start()])
            closed[opening.start()] = (opening.end(), begins)
            closed[tag.start()] = (tag.end(), ends)
    if not closed:
        return text
    pieces, place = [], 0
    for start in sorted(closed):
        end, instead = closed[start]
        pieces += [text[place:start], instead]
        place = end
    joined = "".join((*pieces, text[place:]))
    return re.sub(r"\n{3,}", "\n\n", joined)


def _instead(name: str, opening: re.Match[str], inside: str) -> tuple[str, str]:
    """What stands in the place of a tag and of its end."""
    if name == "li":
        return "- ", "\n"
    if name in _BLOCKS:
        return "", "\n\n" if name == "p" else "\n"
    if name == "a" and (target := _HREF.search(opening["more"] or "")):
        address = target[1].removeprefix("mailto:")
        return "", "" if address in inside else f" ({address})"
    return "", ""


def _without_entities(body: str) -> str:
    """With the characters that entities stand for."""
    if "&" not in body or _ABOUT_HTML.search(body):
        return body
    return _outside_code(body, lambda text: ENTITY.sub(_character, text))


def _character(entity: re.Match[str]) -> str:
    found = unescape(entity[0])
    return " " if found == "\u00a0" else found
