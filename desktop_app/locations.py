"""Where things are: the resources of the program, and the profile of the person."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from desktop_app.model.errors import StorageError


def resources() -> Path:
    """Resource folder: in the bundle where the program is packaged, in the package where it was
    installed from a wheel, else beside the package, in the checkout."""
    if bundle := getattr(sys, "_MEIPASS", None):
        return Path(bundle) / "resources"
    package = Path(__file__).resolve().parent
    installed = package / "resources"
    return installed if installed.is_dir() else package.parent / "resources"


def default_profile(environment: Mapping[str, str] = os.environ) -> Path:
    """DRAFTDESK_PROFILE, else the platform's folder for application data. Raises `StorageError`
    where there is no home folder to find it in."""
    given = environment.get("DRAFTDESK_PROFILE")
    try:
        if given:
            return Path(given).expanduser()
        from platformdirs import user_data_path

        found = user_data_path("draftdesk", appauthor=False)
        Path.home()
    except RuntimeError:
        found = Path()
    if not found.is_absolute() or environment.get("HOME") == "":
        raise StorageError(
            "Your home folder can't be found.",
            next_step="Set HOME, or start Draftdesk with --profile and a folder for your mail.",
        )
    return found


def chosen_profile(given: Path | None) -> Path:
    """The folder that was given, with a ~ in it resolved, else the default one. Raises
    `StorageError`."""
    if given is None:
        return default_profile()
    try:
        return given.expanduser()
    except RuntimeError:
        raise StorageError(
            "The profile folder is in the home of a user that there is not.",
            next_step="Check the path.",
            details={"profile": str(given)},
        ) from None
