"""Who can read what is sent to a web address."""

from __future__ import annotations

import pytest

from desktop_app.model.reach import Reach, reach_of


@pytest.mark.parametrize(
    ("url", "reach"),
    [
        ("http://127.0.0.1:11434", Reach.THIS_COMPUTER),
        ("http://localhost/v1", Reach.THIS_COMPUTER),
        ("http://[::1]:8080", Reach.THIS_COMPUTER),
        ("https://api.example.com", Reach.ENCRYPTED),
        ("https://192.168.1.5", Reach.ENCRYPTED),
        ("http://192.168.1.5:11434", Reach.OWN_NETWORK),
        ("http://10.0.0.7", Reach.OWN_NETWORK),
        ("http://172.31.0.1", Reach.OWN_NETWORK),
        ("http://[fd12::1]:1234/v1", Reach.OWN_NETWORK),
        ("http://Study.local:11434", Reach.OWN_NETWORK),
        ("http://study.local.", Reach.OWN_NETWORK),
        ("http://172.32.0.1", Reach.OPEN),
        ("http://8.8.8.8", Reach.OPEN),
        ("http://169.254.169.254/latest", Reach.OPEN),
        ("http://127.0.0.1.example.com", Reach.OPEN),
        ("http://local", Reach.OPEN),
        ("http://evil.com#.local", Reach.OPEN),
        ("http://user@8.8.8.8/.local", Reach.OPEN),
        ("http://0x7f.1", Reach.OPEN),
        ("ftp://127.0.0.1", Reach.OPEN),
        ("http://", Reach.OPEN),
        ("http://[::1", Reach.OPEN),
        ("", Reach.OPEN),
    ],
)
def test_the_reach_of_an_address(url: str, reach: Reach) -> None:
    assert reach_of(url) is reach
