"""A sync of a mail server's mailbox, killed in the middle while mail changes on both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.imap_sync import fill, kills
from tests.depths import in_depth
from tests.fakes.mail_servers.dovecot import STRONG, WEAK, dovecot, installed


@pytest.mark.skipif(not installed(), reason="packaging/bootstrap.sh test installs Dovecot")
@pytest.mark.parametrize(
    ("extra", "mails", "rounds"),
    in_depth([(STRONG, 100, 1), (STRONG, 300, 4), (WEAK, 300, 4)]),
    ids=["small", "strong", "weak"],
)
def test_the_store_is_as_after_a_sync_from_nothing(
    tmp_path: Path, extra: str, mails: int, rounds: int
) -> None:
    with dovecot(extra) as server:
        fill(server, mails)
        told = kills(server, tmp_path, rounds, seed=5)
    assert told["kills before the end"]
    assert told["store equals the server and a fresh sync"] is True
