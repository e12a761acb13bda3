"""Every row of Google's error table is one of ours, with a sentence and a next step."""

from __future__ import annotations

import pytest

from desktop_app.accounts.google.errors import known_error
from desktop_app.model.errors import (
    BadInput,
    Conflict,
    KnownError,
    NeedsSignIn,
    NotFound,
    NotPermitted,
    Refused,
    SlowDown,
    Unavailable,
)
from tests.fakes.google.faults import error_body

NOW = 1_790_000_000.0
ROWS = [
    (400, "failedPrecondition", BadInput, False),
    (400, "badRequest", BadInput, False),
    (400, "invalid_grant", NeedsSignIn, False),
    (401, "authError", NeedsSignIn, False),
    (403, "insufficientPermissions", NotPermitted, False),
    (403, "accessNotConfigured", Refused, False),
    (403, "rateLimitExceeded", SlowDown, True),
    (403, "userRateLimitExceeded", SlowDown, True),
    (403, "dailyLimitExceeded", SlowDown, True),
    (403, "domainPolicy", Refused, False),
    (404, "notFound", NotFound, False),
    (409, "aborted", Conflict, False),
    (413, "uploadTooLarge", BadInput, False),
    (429, "rateLimitExceeded", SlowDown, True),
    (429, "", SlowDown, True),
    (500, "backendError", Unavailable, True),
    (502, "", Unavailable, True),
    (503, "", Unavailable, True),
    (418, "teapot", BadInput, False),
]


@pytest.mark.parametrize(("status", "reason", "kind", "retryable"), ROWS)
def test_a_row_of_the_table(
    status: int, reason: str, kind: type[KnownError], retryable: bool
) -> None:
    error = known_error(status, "", error_body(status, reason), {}, clock=lambda: NOW)
    assert type(error) is kind
    assert error.retryable is retryable
    assert error.sentence.endswith(".")
    assert error.details["status"] == str(status)


@pytest.mark.parametrize("reason", [r[1] for r in ROWS if r[2] in {NeedsSignIn, Refused, SlowDown}])
def test_what_a_person_can_mend_has_a_next_step(reason: str) -> None:
    assert known_error(403, reason or "rateLimitExceeded").next_step


def test_the_token_endpoints_error_is_read() -> None:
    body = b'{"error": "invalid_grant", "error_description": "Token has been expired or revoked."}'
    assert isinstance(known_error(400, "", body), NeedsSignIn)


def test_a_disabled_api_is_named_with_googles_link_and_the_command() -> None:
    step = known_error(403, "", error_body(403, "accessNotConfigured")).next_step
    assert "https://console.developers.google.com/apis/api/gmail.googleapis.com/overview" in step
    assert step.endswith("gcloud services enable gmail.googleapis.com")


@pytest.mark.parametrize(
    "link",
    [
        "http://console.developers.google.com/apis/api/gmail.googleapis.com",
        "https://console.developers.google.com.evil.example/gmail.googleapis.com",
        "https://evil.example/?gmail.googleapis.com",
        "https://console.cloud.google.com@evil.example/gmail.googleapis.com",
        "https://console.cloud.google.com:444/gmail.googleapis.com",
        "https://[bad/gmail.googleapis.com",
    ],
)
def test_a_link_that_is_not_googles_is_not_passed_on(link: str) -> None:
    body = error_body(403, "accessNotConfigured", f"Enable it by visiting {link} then retry.")
    step = known_error(403, "", body).next_step
    assert link not in step
    assert "https://console.cloud.google.com/apis/library/gmail.googleapis.com" in step


def test_the_newer_format_is_read() -> None:
    value = {
        "error": {
            "code": 403,
            "message": "Google Drive API has not been used.",
            "details": [
                {
                    "reason": "SERVICE_DISABLED",
                    "metadata": {
                        "service": "drive.googleapis.com",
                        "activationUrl": "https://console.developers.google.com/apis/api/"
                        "drive.googleapis.com/overview?project=7",
                    },
                }
            ],
        }
    }
    step = known_error(403, "", value).next_step
    assert "project=7" in step
    assert step.endswith("gcloud services enable drive.googleapis.com")


@pytest.mark.parametrize(
    ("headers", "message", "seconds"),
    [
        ({"Retry-After": "30"}, "", 30),
        ({"retry-after": "Mon, 21 Sep 2026 14:14:10 GMT"}, "", 50),
        ({}, "User-rate limit exceeded.  Retry after 2026-09-21T14:13:45.000Z", 25),
        ({"Retry-After": "soon"}, "", 10),
        ({}, "", 10),
    ],
)
def test_the_time_google_names_is_kept(headers: dict[str, str], message: str, seconds: int) -> None:
    now = 1_790_000_000.0  # 2026-09-21T14:13:20Z
    body = error_body(429, "rateLimitExceeded", message)
    error = known_error(429, "", body, headers, clock=lambda: now)
    assert isinstance(error, SlowDown)
    assert error.resumes_at == now + seconds


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b'{"error": []}', b'{"error": {"errors": 3}}']
)
def test_an_error_without_googles_json_is_told_by_its_status(body: bytes) -> None:
    assert isinstance(known_error(503, "", body), Unavailable)
