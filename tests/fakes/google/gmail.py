"""What Gmail does and the emulator does not: full payloads, profiles, rotated ids, uploads …

Everything here is a correction of the emulator's answer towards Google's documented one.
"""

from __future__ import annotations

import itertools
import json
import re
import threading
from collections.abc import Callable, Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.fakes.google.faults import error_body
from tests.fakes.google.payload import decode, encode, part_bytes, payload_of
from tests.fakes.google.upstream import Reply, Upstream, json_reply

_USER = "/gmail/v1/users/me"
_MESSAGE_ID = re.compile(rb"(?im)^Message-ID:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*")
Headers = Mapping[str, str]


class Gmail:
    """Answers API requests. `rotate_ids`: every update of a draft, and sending it, gives its
    message a new id. `rewrite_message_ids`: what is sent gets a Message-ID of Gmail's.
    `history_expired_below`: a history id, older ones are 404. `send_as`: what
    settings.sendAs.list answers, None for the emulator's own. `sends` counts drafts.send and
    messages.send that were carried out."""

    def __init__(self, upstream: Upstream) -> None:
        self.rotate_ids = True
        self.rewrite_message_ids = True
        self.history_expired_below = 0
        self.send_as: list[dict[str, object]] | None = None
        self.sends = 0
        self._upstream = upstream
        self._lock = threading.RLock()
        self._numbers = itertools.count(1)
        self._current: dict[str, str] = {}  # the emulator's id -> the id shown now
        self._retired: set[str] = set()
        self._history: list[dict[str, object]] = []
        self._uploads: dict[str, tuple[str, str, bytes, bytearray]] = {}
        self._special: dict[str, Callable[[str, Headers, bytes], Reply]] = {
            "gmail.users.getProfile": self._profile,
            "gmail.users.messages.get": self._message,
            "gmail.users.messages.list": self._message_list,
            "gmail.users.threads.get": self._thread,
            "gmail.users.messages.attachments.get": self._attachment,
            "gmail.users.drafts.get": self._draft,
            "gmail.users.drafts.update": self._draft_update,
            "gmail.users.drafts.send": self._draft_send,
            "gmail.users.messages.send": self._message_send,
            "gmail.users.settings.sendAs.list": self._send_as,
        }

    def answer(self, method: str, verb: str, target: str, headers: Headers, body: bytes) -> Reply:
        """The reply to one request of a known method."""
        if any(old in target for old in self._retired):
            return not_found()
        text = body.decode("latin-1")
        for old in self._retired:
            text = text.replace(old, "gone")
        target, body = self._inward(target), self._inward(text).encode("latin-1")
        if method == "gmail.users.history.list":
            return self._history_list(target, headers)
        if target.startswith("/upload/"):
            reply = self._upload(method, verb, target, headers, body)
        else:
            reply = self._plain(method, verb, target, headers, body)
        return Reply(reply.status, self._outward(reply.body), reply.headers)

    def _plain(self, method: str, verb: str, target: str, headers: Headers, body: bytes) -> Reply:
        special = self._special.get(method)
        if special is not None:
            return special(target, headers, body)
        return self._upstream.ask(verb, target, headers, body)

    # Ids

    def _inward(self, text: str) -> str:
        for inner, shown in list(self._current.items()):
            text = text.replace(shown, inner)
        return text

    def _outward(self, body: bytes) -> bytes:
        for inner, shown in list(self._current.items()):
            body = body.replace(inner.encode(), shown.encode())
        return body

    def _rotate(self, inner: str, message: Mapping[str, object]) -> None:
        """Retires a message's id; history tells of the old one's end and the new one's start."""
        with self._lock:
            old = self._current.get(inner, inner)
            new = f"msg_rotated{next(self._numbers):06}"
            self._retired.add(old)
            self._current[inner] = new
            thread, labels = message["threadId"], message.get("labelIds", [])
            gone = {"message": {"id": old, "threadId": thread, "labelIds": labels}}
            come = {"message": {"id": new, "threadId": thread, "labelIds": labels}}
            self._history.append(
                {
                    "id": message["historyId"],
                    "messages": [gone["message"], come["message"]],
                    "messagesDeleted": [gone],
                    "messagesAdded": [come],
                }
            )

    # Reading

    def _profile(self, target: str, headers: Headers, body: bytes) -> Reply:
        mail = self._get(f"{_USER}/messages?maxResults=1&includeSpamTrash=true", headers)
        threads = self._get(f"{_USER}/threads?maxResults=1", headers)
        # From a start in the future: the emulator takes 7 s to write 10,000 mails' history out.
        history = self._get(f"{_USER}/history?startHistoryId={'9' * 24}&maxResults=1", headers)
        send_as = self._get(f"{_USER}/settings/sendAs", headers)["sendAs"]
        return json_reply(
            {
                "emailAddress": send_as[0]["sendAsEmail"],  # type: ignore[index]
                "messagesTotal": mail["resultSizeEstimate"],
                "threadsTotal": threads.get("resultSizeEstimate", 0),
                "historyId": history["historyId"],
            }
        )

    def _get(self, target: str, headers: Headers) -> dict[str, object]:
        return self._upstream.ask("GET", target, headers).json()

    def _message(self, target: str, headers: Headers, body: bytes) -> Reply:
        shape = _query(target).get("format", "full")
        if shape in {"minimal", "raw"}:
            return self._upstream.ask("GET", target, headers)
        reply = self._upstream.ask("GET", f"{urlsplit(target).path}?format=raw", headers)
        if reply.status != 200:
            return reply
        return json_reply(_with_payload(reply.json(), shape))

    def _message_list(self, target: str, headers: Headers, body: bytes) -> Reply:
        """The emulator's `rfc822msgid:` finds nothing: it keeps the colon of the operator. It takes
        `-in:drafts` for `in:drafts`."""
        asked = _query(target).get("q", "")
        if "-in:drafts" in asked:
            return self._without_drafts(target, headers)
        if not asked.startswith("rfc822msgid:"):
            return self._upstream.ask("GET", target, headers)
        wanted = asked.removeprefix("rfc822msgid:").strip("<>").encode()
        everything = self._get(f"{_USER}/messages?maxResults=500&includeSpamTrash=true", headers)
        found = []
        for ref in everything["messages"]:  # type: ignore[attr-defined]
            raw = self._get(f"{_USER}/messages/{ref['id']}?format=raw", headers)["raw"]
            header = _MESSAGE_ID.search(decode(str(raw)))
            if header is not None and b"<" + wanted + b">" in header[0]:
                found.append(ref)
        return json_reply({"messages": found, "resultSizeEstimate": len(found)})

    def _without_drafts(self, target: str, headers: Headers) -> Reply:
        parts = urlsplit(target)
        query = {name: v for name, v in _query(target).items() if name != "q"}
        query["q"] = _query(target)["q"].replace("-in:drafts", "").strip()
        page = self._get(f"{parts.path}?{urlencode(query)}", headers)
        listed = self._get(f"{_USER}/drafts?maxResults=500", headers).get("drafts", [])
        drafts = {draft["message"]["id"] for draft in listed}  # type: ignore[attr-defined]
        page["messages"] = [m for m in page.get("messages", []) if m["id"] not in drafts]  # type: ignore[attr-defined]
        return json_reply(page)

    def _thread(self, target: str, headers: Headers, body: bytes) -> Reply:
        shape = _query(target).get("format", "full")
        if shape == "minimal":
            return self._upstream.ask("GET", target, headers)
        reply = self._upstream.ask("GET", f"{urlsplit(target).path}?format=minimal", headers)
        if reply.status != 200:
            return reply
        thread = reply.json()
        raws = [
            self._get(f"{_USER}/messages/{m['id']}?format=raw", headers)
            for m in thread["messages"]  # type: ignore[attr-defined]
        ]
        return json_reply({**thread, "messages": [_with_payload(m, shape) for m in raws]})

    def _attachment(self, target: str, headers: Headers, body: bytes) -> Reply:
        path = urlsplit(target).path
        message, _, attachment = path.partition("/attachments/")
        reply = self._upstream.ask("GET", f"{message}?format=raw", headers)
        if reply.status != 200:
            return reply
        data = part_bytes(decode(str(reply.json()["raw"])), attachment)
        return json_reply({"attachmentId": attachment, "size": len(data), "data": encode(data)})

    def _draft(self, target: str, headers: Headers, body: bytes) -> Reply:
        shape = _query(target).get("format", "full")
        if shape in {"minimal", "raw"}:
            return self._upstream.ask("GET", target, headers)
        reply = self._upstream.ask("GET", f"{urlsplit(target).path}?format=raw", headers)
        if reply.status != 200:
            return reply
        draft = reply.json()
        return json_reply({**draft, "message": _with_payload(draft["message"], shape)})  # type: ignore[arg-type]

    def _history_list(self, target: str, headers: Headers) -> Reply:
        asked = _query(target)
        start = int(asked.get("startHistoryId", "0"))
        if start < self.history_expired_below:
            return not_found()
        reply = self._upstream.ask("GET", target, headers)
        if reply.status != 200:
            return reply
        page = json.loads(self._outward(reply.body))
        if not page.get("nextPageToken"):
            more = [h for h in self._history if int(str(h["id"])) > start]
            entries = [*page.get("history", []), *more]
            page["history"] = sorted(entries, key=lambda h: int(h["id"]))
        if not page.get("history"):
            page.pop("history", None)  # Gmail leaves the field out when nothing has changed.
        return json_reply(page)

    def expire_history(self, headers: Headers) -> None:
        """Every history id there is so far is too old from now on."""
        current = self._profile("", headers, b"").json()["historyId"]
        self.history_expired_below = int(str(current)) + 1

    # Drafts and sending

    def _draft_update(self, target: str, headers: Headers, body: bytes) -> Reply:
        reply = self._upstream.ask("PUT", target, headers, body)
        if reply.status == 200 and self.rotate_ids:
            message = json.loads(reply.body)["message"]
            self._rotate(message["id"], message)
        return reply

    def _draft_send(self, target: str, headers: Headers, body: bytes) -> Reply:
        asked = json.loads(body or b"{}")
        if self.rewrite_message_ids and asked.get("id"):
            self._give_message_id(str(asked["id"]), headers)
        reply = self._upstream.ask("POST", target, headers, body)
        if reply.status == 200:
            self.sends += 1
            if self.rotate_ids:
                self._rotate(str(reply.json()["id"]), reply.json())
        return reply

    def _give_message_id(self, draft_id: str, headers: Headers) -> None:
        path = f"{_USER}/drafts/{draft_id}"
        reply = self._upstream.ask("GET", f"{path}?format=raw", headers)
        if reply.status != 200:
            return
        raw = decode(str(reply.json()["message"]["raw"]))  # type: ignore[index]
        given = f"Message-ID: <CA{next(self._numbers):08}@mail.gmail.com>".encode()
        raw = (
            _MESSAGE_ID.sub(given, raw, count=1)
            if _MESSAGE_ID.search(raw)
            else given + b"\r\n" + raw
        )
        sent = json.dumps({"message": {"raw": encode(raw)}}).encode()
        plain = {**headers, "Content-Type": "application/json"}
        self._upstream.ask("PUT", path, plain, sent)

    def _message_send(self, target: str, headers: Headers, body: bytes) -> Reply:
        reply = self._upstream.ask("POST", target, headers, body)
        self.sends += reply.status == 200
        return reply

    def _send_as(self, target: str, headers: Headers, body: bytes) -> Reply:
        if self.send_as is not None:
            return json_reply({"sendAs": self.send_as})
        return self._upstream.ask("GET", target, headers)

    # Uploads. Source: https://developers.google.com/gmail/api/guides/uploads

    def upload_of(self, target: str) -> str:
        """The method id of the resumable upload that `target` goes on with, or nothing."""
        upload = _query(target).get("upload_id", "")
        return self._uploads[upload][0].partition(" ")[0] if upload in self._uploads else ""

    def _upload(self, method: str, verb: str, target: str, headers: Headers, body: bytes) -> Reply:
        asked = _query(target)
        if "upload_id" in asked:
            return self._upload_chunk(asked["upload_id"], headers, body)
        path = urlsplit(target).path.removeprefix("/upload")
        kind = asked.get("uploadType", "media")
        if kind == "resumable":
            return self._begin_upload(method, verb, path, headers, body)
        metadata, media = b"{}", body
        if kind == "multipart":
            metadata, media = _related(headers.get("Content-Type", ""), body)
        return self._uploaded(method, verb, path, headers, metadata, media)

    def _begin_upload(
        self, method: str, verb: str, path: str, headers: Headers, body: bytes
    ) -> Reply:
        with self._lock:
            upload = f"upload{next(self._numbers)}"
            self._uploads[upload] = (f"{method} {path}", verb, body or b"{}", bytearray())
        host = headers.get("Host", "127.0.0.1")
        where = f"http://{host}/upload{path}?uploadType=resumable&upload_id={upload}"
        return Reply(200, b"", {"Location": where})

    def _upload_chunk(self, upload: str, headers: Headers, body: bytes) -> Reply:
        found = self._uploads.get(upload)
        if found is None:
            return not_found()
        what, verb, metadata, data = found
        span = re.fullmatch(r"bytes (\*|(\d+)-(\d+))/(\*|\d+)", headers.get("Content-Range", ""))
        if span is None or span[1] != "*":
            data += body
        total = len(data) if span is None or span[4] == "*" else int(span[4])
        if span is not None and len(data) < total:
            more = {"Range": f"bytes=0-{len(data) - 1}"} if data else {}
            return Reply(308, b"", more)
        method, path = what.split(" ", 1)
        return self._uploaded(method, verb, path, headers, metadata, bytes(data))

    def _uploaded(
        self, method: str, verb: str, path: str, headers: Headers, metadata: bytes, media: bytes
    ) -> Reply:
        value = json.loads(metadata or b"{}")
        holder = value.setdefault("message", {}) if ".drafts." in method else value
        holder["raw"] = encode(media)
        kept = {n: v for n, v in headers.items() if not n.lower().startswith("content-")}
        kept["Content-Type"] = "application/json"
        return self._plain(method, verb, path, kept, json.dumps(value).encode())


def not_found() -> Reply:
    return Reply(404, error_body(404, "notFound"), {"Content-Type": "application/json"})


def _query(target: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(urlsplit(target).query).items()}


def _with_payload(message: Mapping[str, object], shape: str) -> dict[str, object]:
    raw = decode(str(message["raw"]))
    rest = {name: value for name, value in message.items() if name != "raw"}
    return {**rest, "payload": payload_of(raw, with_bodies=shape == "full")}


def _related(content_type: str, body: bytes) -> tuple[bytes, bytes]:
    """The metadata and the media of a multipart/related upload."""
    found = re.search(r'boundary="?([^";]+)"?', content_type)
    assert found, content_type
    parts = body.split(b"--" + found[1].encode())[1:3]
    bodies = [part.lstrip(b"\r\n").replace(b"\r\n", b"\n") for part in parts]
    metadata, media = (b.partition(b"\n\n")[2].removesuffix(b"\n") for b in bodies)
    return metadata, media
