"""Runs a program of another root, in this environment: enter.py ROOT PROGRAM ARGUMENTS…"""

from __future__ import annotations

import os
import sys

root, program, *arguments = sys.argv[1:]
os.chroot(root)
os.chdir("/")
os.execv(program, [program, *arguments])  # noqa: S606 - the program that is to be proved
