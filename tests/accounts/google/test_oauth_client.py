"""Clients and existing sign-ins: where they are found, and what is no such thing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.accounts.google.oauth_client import Existing, from_file, from_source, sources
from desktop_app.accounts.google.scopes import NEEDED, Scope, allows, asked, granted, missing
from desktop_app.accounts.oauth.token_endpoint import OAuthClient
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.sign_in import PERMISSION_WORDS, Permission, SignInSourceKind
from desktop_app.settings import Settings

INSTALLED = {"installed": {"client_id": "i", "client_secret": "planted", "token_uri": "http://x"}}
AUTHORIZED = {
    "type": "authorized_user",
    "client_id": "i",
    "client_secret": "s",
    "refresh_token": "planted",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "client_secret.json"


def test_a_desktop_client_is_read(file: Path) -> None:
    file.write_text(json.dumps(INSTALLED))
    found = from_file(file)
    assert found == OAuthClient("i", "planted")
    assert "planted" not in repr(found)


@pytest.mark.parametrize("without", ["type", None])
def test_an_authorized_user_is_a_sign_in_to_take_over(file: Path, without: str | None) -> None:
    file.write_text(json.dumps({k: v for k, v in AUTHORIZED.items() if k != without}))
    found = from_file(file)
    assert found == Existing(OAuthClient("i", "s"), "planted")
    assert "planted" not in repr(found)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{not json with a planted secret", "JSON"),
        ("[1]", "no OAuth client"),
        ("{}", "no OAuth client"),
        ('{"web": {"client_id": "i"}}', "web sites"),
        ('{"type": "service_account", "private_key": "planted"}', "service account"),
        ('{"installed": {}}', "names no client"),
        ("\0\xff", "JSON"),
    ],
)
def test_what_is_no_client_is_refused_with_a_reason(file: Path, text: str, says: str) -> None:
    file.write_text(text)
    with pytest.raises(BadInput, match=says) as refused:
        from_file(file)
    assert "planted" not in f"{refused.value}{refused.value.__cause__}{refused.value.details}"
    assert "Desktop app" in refused.value.next_step


def test_a_file_that_is_not_there_is_told(file: Path) -> None:
    with pytest.raises(NotFound):
        from_file(file)


def test_sources_come_in_the_order_of_preference(tmp_path: Path) -> None:
    client, gcloud = tmp_path / "client.json", tmp_path / ".config/gcloud"
    client.write_text(json.dumps(INSTALLED))
    gcloud.mkdir(parents=True)
    (gcloud / "application_default_credentials.json").write_text(json.dumps(AUTHORIZED))
    environment = {
        "DRAFTDESK_GOOGLE_CLIENT_ID": "of the settings",
        "DRAFTDESK_GOOGLE_CLIENT_SECRET": "s",
        "GMAIL_CLIENT_ID": "of the environment",
        "GMAIL_CLIENT_SECRET": "t",
        "GOOGLE_CREDENTIALS_PATH": str(client),
        "HOME": str(tmp_path),
    }
    settings = Settings(tmp_path, environment)
    found = sources(settings, environment)
    assert [s.id for s in found] == ["settings", "environment", "credentials", "gcloud"]
    assert [s.kind for s in found] == [SignInSourceKind.CLIENT] * 3 + [SignInSourceKind.SIGN_IN]
    assert from_source("settings", settings, environment) == OAuthClient("of the settings", "s")
    assert from_source("environment", settings, environment) == OAuthClient(
        "of the environment", "t"
    )
    assert isinstance(from_source("gcloud", settings, environment), Existing)


def test_without_any_there_is_nothing_to_choose(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "GOOGLE_CREDENTIALS_PATH": str(tmp_path / "no.json")}
    settings = Settings(tmp_path, environment)
    assert sources(settings, environment) == ()
    with pytest.raises(NotFound):
        from_source("environment", settings, environment)


def test_the_client_secret_is_never_in_the_settings_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[google]\nclient_secret = "from the file"\n')
    settings = Settings(tmp_path, {})
    assert settings.text("google.client_secret") == ""
    with pytest.raises(BadInput, match="environment"):
        settings.change("google.client_secret", "planted")
    settings.change("google.client_id", "an id")
    assert "planted" not in (tmp_path / "settings.toml").read_text()


def test_every_permission_has_its_scope_and_words() -> None:
    assert set(NEEDED) == set(PERMISSION_WORDS) == set(Permission)


def test_only_what_was_wanted_is_asked_for() -> None:
    assert asked([Permission.READ]) == ("openid", "email", Scope.READ)
    assert Scope.DRIVE not in asked([Permission.READ, Permission.WRITE, Permission.ORGANISE])


def test_a_wider_scope_includes_the_narrower() -> None:
    assert granted([Scope.MODIFY]) == (Permission.READ, Permission.WRITE, Permission.ORGANISE)
    assert granted([Scope.COMPOSE]) == (Permission.WRITE,)
    assert allows(["https://mail.google.com/"], Permission.ORGANISE)
    assert missing([Scope.READ], list(Permission)) == (
        Permission.WRITE,
        Permission.ORGANISE,
        Permission.DRIVE,
        Permission.CALENDAR,
    )
