"""Takes PySide6's search for features out of Python's `import`; comes before anything else of Qt.

PySide6 looks through the source of every module that is imported after it, for `from __feature__
import …`, which nothing here uses. That takes a fifth of the time of an import. And it asks
modules for attributes, which some answer by importing: pydantic's do, and when another thread
imports something at that moment it ends in an ImportError (seen with PySide6 6.11 in one start of
ten with the bridge on, once threads took turns quickly; the bridge then failed).
"""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401  # this sets the hook

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
