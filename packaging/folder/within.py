"""Libraries within libraries: what a package has built into its own files, by what it says of
itself."""

from __future__ import annotations


def parts(*, original: bool) -> list[tuple[str, str, str]]:
    """Name, version, and the file of its licence in `packaging/licences`. Run in the environment
    that was packaged."""
    import apsw
    from cryptography.hazmat.backends.openssl.backend import backend
    from PySide6.QtCore import qVersion

    found = [
        ("Qt", qVersion(), "qt.txt"),
        ("SQLite", apsw.sqlite_lib_version(), "sqlite.txt"),
        ("OpenSSL", backend.openssl_version_text().split()[1], "apache-2.0.txt"),
    ]
    if original:
        from PySide6.QtWebEngineCore import qWebEngineChromiumVersion

        found.append(("Chromium", str(qWebEngineChromiumVersion()), "chromium.txt"))
    return found
