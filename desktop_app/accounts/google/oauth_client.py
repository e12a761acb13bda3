"""OAuth client of Draftdesk: from a file, the settings or the environment.

Existing sign-ins of other programs (`authorized_user` files) can be taken over. Endpoint addresses
in such files are ignored in favour of the settings, so that no file can lead a secret elsewhere.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_app.accounts.google.quota_project import is_project
from desktop_app.accounts.oauth.token_endpoint import OAuthClient
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.sign_in import SignInSource, SignInSourceKind
from desktop_app.settings import Settings

MOST_BYTES = 100_000
CREDENTIALS = "GOOGLE_CREDENTIALS_PATH"
_MAKE_ONE = "In the Google Cloud console make an OAuth client of the type Desktop app."


@dataclass(frozen=True, slots=True)
class Existing:
    """Sign-in made by another program, in its `file`. `quota_project` is empty where the file names
    none."""

    client: OAuthClient
    refresh_token: str = field(repr=False)
    quota_project: str = ""
    file: str = field(default="", compare=False)


Found = OAuthClient | Existing
_Candidate = tuple[str, str, Callable[[], Found | None]]


def from_file(path: Path) -> Found:
    """Client or sign-in in a JSON file of Google's. Raises NotFound, BadInput."""
    value = _json(path)
    if isinstance(value.get("installed"), dict):
        return _client(value["installed"])
    if "web" in value:
        raise BadInput("This is a client for web sites.", next_step=_MAKE_ONE)
    if value.get("type") == "service_account":
        raise BadInput("This is the key of a service account.", next_step=_MAKE_ONE)
    if value.get("refresh_token"):
        project = str(value.get("quota_project_id") or "")
        if project and not is_project(project):
            raise BadInput(f"{path.name} names a quota project that can't be one.")
        token = str(value["refresh_token"])
        return Existing(_client(value), token, project, str(path.resolve()))
    raise BadInput("This is no OAuth client of Google's.", next_step=_MAKE_ONE)


def sources(settings: Settings, environment: Mapping[str, str]) -> tuple[SignInSource, ...]:
    """Clients and sign-ins found here, in order of preference."""
    found = []
    for id_, words, make in _candidates(settings, environment):
        try:
            value = make()
        except (BadInput, NotFound):
            continue
        if value is not None:
            kind = (
                SignInSourceKind.CLIENT
                if isinstance(value, OAuthClient)
                else SignInSourceKind.SIGN_IN
            )
            found.append(SignInSource(id_, kind, words))
    return tuple(found)


def from_source(id_: str, settings: Settings, environment: Mapping[str, str]) -> Found:
    """The client or sign-in of one of `sources`. Raises NotFound, BadInput."""
    for candidate, _, make in _candidates(settings, environment):
        if candidate == id_ and (value := make()) is not None:
            return value
    raise NotFound("This Google client is not there any more.", next_step=_MAKE_ONE)


def _candidates(settings: Settings, environment: Mapping[str, str]) -> Iterator[_Candidate]:
    def given(id_: str, secret: str) -> OAuthClient | None:
        return OAuthClient(id_.strip(), secret.strip()) if id_.strip() else None

    yield (
        "settings",
        "The client from Draftdesk's settings",
        lambda: given(settings.text("google.client_id"), settings.text("google.client_secret")),
    )
    yield (
        "environment",
        "The client from GMAIL_CLIENT_ID",
        lambda: given(
            environment.get("GMAIL_CLIENT_ID", ""), environment.get("GMAIL_CLIENT_SECRET", "")
        ),
    )
    path = environment.get(CREDENTIALS, "")
    if path:
        yield "credentials", f"What {CREDENTIALS} names", lambda: from_file(Path(path).expanduser())
    gcloud = _gcloud_file(environment)
    yield "gcloud", "The sign-in of the gcloud program", lambda: from_file(gcloud)


def _gcloud_file(environment: Mapping[str, str]) -> Path:
    """Source: https://cloud.google.com/docs/authentication/application-default-credentials"""
    if environment.get("CLOUDSDK_CONFIG"):
        folder = Path(environment["CLOUDSDK_CONFIG"])
    elif os.name == "nt":
        folder = Path(environment.get("APPDATA", "")) / "gcloud"
    else:
        folder = Path(environment.get("HOME", "~")).expanduser() / ".config" / "gcloud"
    return folder / "application_default_credentials.json"


def _json(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            value = json.loads(file.read(MOST_BYTES))
    except FileNotFoundError:
        raise NotFound(f"{path.name} is not there.") from None
    except (OSError, ValueError):
        # The text of the error may quote the file.
        raise BadInput(f"{path.name} can't be read as JSON.", next_step=_MAKE_ONE) from None
    if not isinstance(value, dict):
        raise BadInput(f"{path.name} is no OAuth client of Google's.", next_step=_MAKE_ONE)
    return value


def _client(value: Mapping[str, Any]) -> OAuthClient:
    id_ = value.get("client_id")
    if not isinstance(id_, str) or not id_.strip():
        raise BadInput("This file names no client.", next_step=_MAKE_ONE)
    return OAuthClient(id_.strip(), str(value.get("client_secret") or ""))
