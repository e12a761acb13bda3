"""Rules of every language the starter assistant writes: one table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.assistant.starter.wording import english, french, german, spanish
from desktop_app.assistant.starter.wording.rules import Rules

RULES: Mapping[str, Rules] = MappingProxyType(
    {rules.language: rules for rules in (english.RULES, german.RULES, french.RULES, spanish.RULES)}
)
