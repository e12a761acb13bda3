"""What the arguments of a call mean, however a host writes them.

Hosts differ: one sends null for what is left out, one the empty value or the smallest number the
schema allows, one a list as the text of its JSON. Each of these means one thing. Models differ in
names and spelling. A free text is never read as anything else.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Any, cast

import msgspec

from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.base import LARGEST, OF_THREAD, Params
from desktop_app.tools.calls.kinds import Kind, kinds_of
from desktop_app.tools.calls.other_names import OF_A_CONVERSATION, other_names
from desktop_app.tools.calls.spelling import plain, spelled

LONGEST_JSON = 8_000_000
"""Characters of a list or an object that is given as a text."""

_NOT_GIVEN = object()
_NO_CHOICE = frozenset({"", "none", "null", "no", "na"})
_FILLERS = frozenset({"mark", "as", "move", "to", "the"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_ADDRESS = ("email", "address", "email_address", "emailAddress", "mail")


class Unfit(Exception):
    """A value that fits nothing its argument may be; the text says what it may be."""


def as_meant(params: type[Params], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments by the names of `params`, with what says nothing left out. What is unknown
    stays as it is. Raises `Unfit`, `BadInput` for one that is given twice."""
    kinds = kinds_of(cast("Hashable", params))
    named = _named(params, arguments)
    meant = {
        key: _meant(key, kinds[key], value) if key in kinds else value
        for key, value in named.items()
    }
    found = {key: value for key, value in meant.items() if value is not _NOT_GIVEN}
    for key, kind in kinds.items():
        if kind.choices and not kind.optional and key not in found:
            raise Unfit(f"{key} is missing: it is one of {choices(kind)}.")
    return _with_files(found) if "files" in kinds else found


def _named(params: type[Params], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as `params` spells them. The id of a conversation says that it is one where a
    mail is wanted."""
    also = other_names(params)
    given = dict(arguments)
    for name, value in arguments.items():
        wanted = also.get(plain(str(name)), "")
        of_one = plain(str(name)) in OF_A_CONVERSATION and wanted.endswith(("message_id", "Id"))
        if of_one and isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            given[name] = f"{OF_THREAD}{value}"
    return spelled(params, also, given)


def _meant(name: str, kind: Kind, value: Any) -> Any:
    if isinstance(value, str) and (kind.listed or kind.fields is not None):
        value = _from_json(kind, value)
    if isinstance(value, list | tuple) and not kind.listed and len(value) == 1:
        value = value[0]
    if value is None or (kind.optional and _is_left_out(kind, value)):
        return _NOT_GIVEN
    if kind.choices:
        return _choice(name, kind, value)
    if kind.fields is not None:
        return _objects(kind, value)
    if kind.lists_texts:
        return _texts(value)
    return _text(value) if kind.texts else value


def _is_left_out(kind: Kind, value: Any) -> bool:
    """Whether a value is what a host fills in for an argument that it has none for. An empty text
    or list is a value of its own where one may be."""
    if isinstance(value, str) and not value.strip():
        return not kind.texts or bool(kind.choices) or kind.says_by_itself
    if kind.number and (kind.least or kind.texts):
        return value in (0, "0") and not isinstance(value, bool)
    return False


def _from_json(kind: Kind, text: str) -> Any:
    """The list or object that a text is in JSON; else a list of that text where one is wanted."""
    if kind.fields is not None and text.strip() in {"", "null", "none", "None"}:
        return [] if kind.listed else None
    begins = {"[": kind.listed, "{": kind.fields is not None}.get(text.strip()[:1], False)
    if begins and len(text) <= LONGEST_JSON:
        try:
            found = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            found = None
        if isinstance(found, list | dict):
            return [found] if kind.listed and isinstance(found, dict) else found
    if not text.strip():
        return [] if kind.listed else text
    return [text] if kind.lists_texts else text


def _choice(name: str, kind: Kind, value: Any) -> Any:
    """The choice that is meant, in any case and spelling. Raises `Unfit` naming all of them."""
    text = value if isinstance(value, str) else ""
    words = [word.lower() for word in _WORD.findall(text)]
    if text in kind.choices:
        return text
    none = isinstance(value, str) and plain(text).replace("/", "") in _NO_CHOICE
    if none and "" in kind.choices:
        return ""
    wanted = {plain(text).strip(), "".join(word for word in words if word not in _FILLERS)} - {""}
    for choice in kind.choices:
        if wanted & {plain(choice), plain(choice.rpartition("/")[2])} - {""}:
            return choice
    shown = repr(value)[:80].encode("utf-8", "replace").decode()
    raise Unfit(f"{name} is one of {choices(kind)}; {shown} is none of them.")


def choices(kind: Kind) -> str:
    """The choices there are, for an error."""
    return ", ".join(sorted(choice for choice in kind.choices if choice))


def _objects(kind: Kind, value: Any) -> Any:
    """Objects as arguments are meant; one in which nothing is said is not given."""
    params = cast("type[Params]", kind.fields)
    if isinstance(value, list | tuple):
        found = [as_meant(params, e) if isinstance(e, Mapping) else e for e in value]
        return [each for each in found if not _is_blank(each)]
    if not isinstance(value, Mapping):
        return value
    meant = as_meant(params, value)
    return _NOT_GIVEN if kind.optional and not kind.listed and _is_blank(meant) else meant


def _is_blank(value: object) -> bool:
    if isinstance(value, Mapping):
        return all(_is_blank(each) for each in value.values())
    if isinstance(value, str):
        return not value.strip()
    return value is None or value is False or value == 0 or value in ([], ())


def _texts(value: Any) -> Any:
    """A list of texts, without those that are empty; a person may be an object with an address."""
    if isinstance(value, Mapping | int) and not isinstance(value, bool):
        value = [value]
    if not isinstance(value, list | tuple):
        return value
    found = (_person(each) if isinstance(each, Mapping) else _text(each) for each in value)
    return [each for each in found if not (isinstance(each, str) and not each.strip())]


def _person(value: Mapping[str, Any]) -> Any:
    """`Name <address>` of an object; any other object as it is."""
    address = next((value[key] for key in _ADDRESS if isinstance(value.get(key), str)), None)
    name = value.get("name") or ""
    if address is None or not isinstance(name, str):
        return value
    shown = re.sub(r'["<>\\\r\n]', " ", name).strip()
    return f'"{shown}" <{address}>' if shown else address


def _text(value: Any) -> Any:
    """A number as the text of its digits, as ids are."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if whole and abs(value) <= LARGEST else value


def _with_files(found: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a draft with what is attached in the place of its kind: a file by its
    content among `files`, part of a mail as `message_id/attachment_id`."""
    listed = found.get("attachments")
    if not isinstance(listed, list) or not any(isinstance(each, Mapping) for each in listed):
        return found
    named, files = [], list(found.get("files") or ())
    for each in listed:
        if isinstance(each, Mapping) and "content" in each:
            files.append({**each, "filename": each.get("filename") or each.get("name") or ""})
            files[-1].pop("name", None)
        else:
            named.append(_part(each) if isinstance(each, Mapping) else each)
    return {**found, "attachments": named, "files": files}


def _part(value: Mapping[str, Any]) -> Any:
    given = {plain(str(name)): each for name, each in value.items()}
    part = given.get("attachmentid") or given.get("filename")
    if not given.get("messageid") or not part:
        raise BadInput(
            "An attachment is message_id/attachment_id, or a file in files by its content."
        )
    return f"{given['messageid']}/{part}"
