"""Removal of PySide6's hook in Python's `import`; imported before anything else of Qt."""

# WORKAROUND PySide6 looks through the source of every module for `from __feature__ import`, which
# takes a fifth of an import, and asks modules for attributes, which pydantic's answer by importing:
# beside an import in another thread that ends in an ImportError (one start of ten with the bridge
# on); no report known; PySide6 6.11; remove when the hook can be switched off.

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401  # this sets the hook

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
