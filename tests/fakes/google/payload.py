"""Gmail's `payload` of a message, made of its bytes as Gmail makes it.

The emulator's own payloads leave out most headers and all structure. Bodies are decoded, named
parts are behind an attachment id, part ids count from 0.
Source: https://developers.google.com/gmail/api/reference/rest/v1/users.messages#MessagePart
"""

from __future__ import annotations

import base64
from email import policy
from email.message import Message
from email.parser import BytesParser


def decode(text: str) -> bytes:
    """base64url with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


def payload_of(raw: bytes, *, with_bodies: bool = True) -> dict[str, object]:
    """The `payload` for format=full, without bodies for format=metadata."""
    mail = BytesParser(policy=policy.compat32).parsebytes(raw)
    if with_bodies:
        return _part(mail, "")
    return {"partId": "", "mimeType": mail.get_content_type(), "headers": _headers(mail)}


def part_bytes(raw: bytes, attachment_id: str) -> bytes:
    """The decoded bytes of the part whose attachment id (`att-<partId>`) this is."""
    mail = BytesParser(policy=policy.compat32).parsebytes(raw)
    for number in attachment_id.removeprefix("att-").split("."):
        if number:
            mail = mail.get_payload(int(number))  # type: ignore[assignment]
    return mail.get_payload(decode=True) or b""  # type: ignore[return-value]


def _headers(mail: Message) -> list[dict[str, str]]:
    return [{"name": name, "value": _unfolded(str(value))} for name, value in mail.items()]


def _unfolded(value: str) -> str:
    return " ".join(line.strip() for line in value.splitlines())


def _part(mail: Message, part_id: str) -> dict[str, object]:
    made: dict[str, object] = {
        "partId": part_id,
        "mimeType": mail.get_content_type(),
        "filename": mail.get_filename() or "",
        "headers": _headers(mail),
    }
    if mail.is_multipart() and mail.get_content_maintype() == "multipart":
        made["body"] = {"size": 0}
        prefix = f"{part_id}." if part_id else ""
        children = enumerate(mail.get_payload())
        made["parts"] = [_part(child, f"{prefix}{n}") for n, child in children]
        return made
    made["body"] = _body(mail, part_id)
    return made


def _body(mail: Message, part_id: str) -> dict[str, object]:
    if mail.get_content_type() == "message/rfc822":
        data = mail.get_payload(0).as_bytes()  # type: ignore[union-attr]
    else:
        data = mail.get_payload(decode=True) or b""
    if mail.get_filename() or mail.get_content_maintype() != "text":
        return {"attachmentId": f"att-{part_id}", "size": len(data)}
    return {"size": len(data), "data": encode(data)}
