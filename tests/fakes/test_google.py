"""The fake Google answers the real client library as the discovery documents say."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import httplib2
import pytest
from google.oauth2.credentials import Credentials
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError
from googleapiclient.http import BatchHttpRequest, MediaInMemoryUpload, build_http

from tests.fakes.google.emulator import Mail, installed
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.grants import TEST_TOKEN
from tests.fakes.google.proxy import Google, google
from tests.fakes.house import mail
from tests.sure import of_kind

pytestmark = pytest.mark.skipif(not installed(), reason="packaging/bootstrap.sh test not run")


@pytest.fixture(scope="module")
def running() -> Iterator[Google]:
    with google() as served:
        yield served


_open: list[httplib2.Http] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while _open:
        _open.pop().close()


@pytest.fixture
def served(running: Google) -> Iterator[Google]:
    yield running
    running.proxy.faults.clear()
    running.proxy.quota.units_per_minute = 0
    running.proxy.grants.grant(TEST_TOKEN)


def client(served: Google, name: str = "gmail", version: str = "v1") -> Any:
    _open.append(build_http())  # knows that 308 goes on with an upload
    http = AuthorizedHttp(Credentials(TEST_TOKEN), http=_open[-1])
    # The endpoint replaces rootUrl and servicePath.
    root = served.url if name == "gmail" else f"{served.url}{name}/{version}/"
    options = {"api_endpoint": root}
    return build(name, version, http=http, client_options=options, static_discovery=True)


def test_a_mail_put_in_comes_back_byte_for_byte(served: Google) -> None:
    raw = mail("Byte for byte", message_id="bytes@lee.example")
    id_ = served.emulator.fill([Mail(raw)])[0]
    got = client(served).users().messages().get(userId="me", id=id_, format="raw").execute()
    assert base64.urlsafe_b64decode(got["raw"]) == raw


def test_a_full_message_has_every_header_and_its_parts(served: Google) -> None:
    more = "X-Odd: yes\r\nMIME-Version: 1.0\r\n"
    id_ = served.emulator.fill([Mail(mail("Full", message_id="full@lee.example", more=more))])[0]
    got = client(served).users().messages().get(userId="me", id=id_, format="full").execute()
    headers = {h["name"]: h["value"] for h in got["payload"]["headers"]}
    assert headers["X-Odd"] == "yes"
    assert b"budget" in base64.urlsafe_b64decode(got["payload"]["body"]["data"])


def test_a_batch_answers_each_part_with_its_own_status(served: Google) -> None:
    ids = served.emulator.fill([Mail(mail(f"B{n}", message_id=f"b{n}@x.example")) for n in (1, 2)])
    served.proxy.fail(
        Fault("gmail.users.messages.get", status=429, reason="rateLimitExceeded", skip=1)
    )
    gmail, seen = client(served), {}
    batch = BatchHttpRequest(batch_uri=f"{served.url}batch/gmail/v1")
    for id_ in (*ids, "msg_nosuch"):
        batch.add(
            gmail.users().messages().get(userId="me", id=id_, format="minimal"),
            callback=lambda key, _, error: seen.update({key: error.resp.status if error else 200}),
            request_id=id_,
        )
    batch.execute(http=_open[-1])
    assert [seen[i] for i in (*ids, "msg_nosuch")] == [200, 429, 404]


def test_the_quota_is_enforced_over_any_minute(served: Google) -> None:
    served.proxy.quota.units_per_minute = sum(n for _, n in served.proxy.quota.log()) + 1
    labels = client(served).users().labels().list(userId="me")
    labels.execute()
    with pytest.raises(HttpError) as refused:
        labels.execute()
    assert refused.value.resp.status == 429
    assert "Retry after 20" in refused.value.reason


def test_a_token_without_the_scope_is_told_so(served: Google) -> None:
    served.proxy.grants.grant(TEST_TOKEN, ["https://www.googleapis.com/auth/gmail.readonly"])
    with pytest.raises(HttpError, match="insufficient"):
        client(served).users().drafts().create(userId="me", body={}).execute()
    with pytest.raises(HttpError, match="insufficient"):
        client(served, "drive", "v3").files().list().execute()


def test_a_lost_reply_leaves_the_request_carried_out(served: Google) -> None:
    served.proxy.fail(Fault("gmail.users.labels.create", kind=Kind.REPLY_LOST, times=9))
    with pytest.raises((ConnectionError, httplib2.HttpLib2Error, OSError)):
        client(served).users().labels().create(userId="me", body={"name": "Lost"}).execute()
    names = [
        label["name"] for label in of_kind(list, served.emulator.call("GET", "labels")["labels"])
    ]
    assert "Lost" in names


def test_an_updated_draft_has_a_new_message_id_and_history_tells_of_it(served: Google) -> None:
    drafts = client(served).users().drafts()
    raw = base64.urlsafe_b64encode(mail("D", message_id="d@x.example")).decode()
    made = drafts.create(userId="me", body={"message": {"raw": raw}}).execute()
    start = client(served).users().getProfile(userId="me").execute()["historyId"]
    changed = drafts.update(userId="me", id=made["id"], body={"message": {"raw": raw}}).execute()
    assert changed["id"] == made["id"]
    assert changed["message"]["id"] != made["message"]["id"]
    history = client(served).users().history().list(userId="me", startHistoryId=start).execute()
    entry = history["history"][-1]
    assert entry["messagesDeleted"][0]["message"]["id"] == made["message"]["id"]
    assert entry["messagesAdded"][0]["message"]["id"] == changed["message"]["id"]
    with pytest.raises(HttpError, match="404"):
        client(served).users().messages().get(userId="me", id=made["message"]["id"]).execute()


def test_what_is_sent_gets_a_message_id_of_gmails(served: Google) -> None:
    gmail = client(served).users()
    raw = base64.urlsafe_b64encode(mail("S", message_id="own@x.example")).decode()
    made = gmail.drafts().create(userId="me", body={"message": {"raw": raw}}).execute()
    before = served.proxy.gmail.sends
    sent = gmail.drafts().send(userId="me", body={"id": made["id"]}).execute()
    assert served.proxy.gmail.sends == before + 1
    got = gmail.messages().get(userId="me", id=sent["id"], format="raw").execute()
    assert b"@mail.gmail.com>" in base64.urlsafe_b64decode(got["raw"])
    assert "SENT" in got["labelIds"]


def test_an_expired_history_id_is_not_found(served: Google) -> None:
    gmail = client(served).users()
    start = gmail.getProfile(userId="me").execute()["historyId"]
    served.proxy.expire_history()
    with pytest.raises(HttpError, match="404"):
        gmail.history().list(userId="me", startHistoryId=start).execute()
    served.proxy.gmail.history_expired_below = 0


def test_a_resumable_upload_makes_a_draft_of_the_bytes(served: Google) -> None:
    raw = mail("Upload", body="x" * 600_000, message_id="up@x.example")
    media = MediaInMemoryUpload(raw, "message/rfc822", chunksize=262_144, resumable=True)
    gmail = client(served).users()
    asked = gmail.drafts().create(userId="me", body={}, media_body=media)
    asked.uri = asked.uri.replace("https:", "http:")  # the library takes it for granted
    made = asked.execute()
    got = gmail.drafts().get(userId="me", id=made["id"], format="raw").execute()
    assert base64.urlsafe_b64decode(got["message"]["raw"]) == raw


def test_a_token_of_the_token_endpoint_works_until_it_is_revoked(served: Google) -> None:
    served.proxy.grants.grant("short", seconds=-1)
    http = httplib2.Http()
    _open.append(http)
    url = f"{served.url}gmail/v1/users/me/labels"
    status = http.request(url, headers={"Authorization": "Bearer short"})[0].status
    assert status == 401
    body = json.dumps({"grant_type": "refresh_token", "refresh_token": "no"})
    reply, text = http.request(
        served.proxy.token_uri, "POST", body, {"Content-Type": "application/json"}
    )
    assert (reply.status, json.loads(text)["error"]) == (400, "invalid_grant")
