"""Quota project: the Google Cloud project that calls are counted and billed against.

It is sent with every call of an API. Without one, Google takes the project of the OAuth client;
that of gcloud's own client has none of the APIs switched on.
Source: https://cloud.google.com/docs/quotas/set-quota-project
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from desktop_app.model.errors import BadInput
from desktop_app.settings import Settings

ENVIRONMENT = "GOOGLE_CLOUD_QUOTA_PROJECT"
SETTING = "google.quota_project"
HEADER = "x-goog-user-project"
_PROJECT = re.compile(
    r"(?:[a-z][a-z0-9.-]{0,61}[a-z0-9]:)?[a-z][a-z0-9-]{4,28}[a-z0-9]|[0-9]{6,20}"
)
"""An id, perhaps with the domain of an organisation before it, or a project's number."""


def is_project(text: str) -> bool:
    return _PROJECT.fullmatch(text) is not None


def quota_project(
    settings: Settings, environment: Mapping[str, str], signed_in_with: str = ""
) -> str:
    """The project of one account: that of the environment, as in Google's own programs, else the
    one its sign-in came with, else that of the settings; empty for the client's own. Raises
    `BadInput` for what can't be one."""
    named = (
        (ENVIRONMENT, environment.get(ENVIRONMENT, "").strip()),
        ("The sign-in", signed_in_with),
        (SETTING, settings.text(SETTING).strip()),
    )
    who, project = next(((who, text) for who, text in named if text), ("", ""))
    if project and not is_project(project):
        raise BadInput(
            f"{who} names a quota project that can't be one: {project[:60]!r}.",
            next_step="Give the id of a Google Cloud project, such as my-mail-123456.",
        )
    return project


def headers(project: str) -> dict[str, str]:
    """Header fields of a call that is counted against a project."""
    return {HEADER: project} if project else {}
