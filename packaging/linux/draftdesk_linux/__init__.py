"""Packages of Linux systems, made of a folder that PyInstaller has made.

Everything here runs where packages are built, and is no part of the program. The one command is
`python -m draftdesk_linux` (`__main__.py`).
"""
