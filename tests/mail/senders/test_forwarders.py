"""A sender who says that somebody else wrote is a doubt, and one who does not is a forgery."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.senders.letterhead import Letterhead
from desktop_app.mail.senders.senders import sender_warnings
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.message import WarningKind

RECENT = 1_790_000_000
SIGNS = st.sampled_from("._-=+%#")
WORD = st.from_regex(r"[b-z]{3,8}", fullmatch=True)
EDGE = st.sampled_from(["", "k1x", "bounces", "00ab"])


def called(head: str) -> set[WarningKind]:
    found = Letterhead(tuple(addresses(head)), received=RECENT, dated=RECENT)
    return {warning.kind for warning in sender_warnings(found)}


@given(user=WORD, house=WORD, sign=SIGNS, at=st.booleans(), turned=st.booleans(), edge=EDGE)
def test_who_names_the_writer_in_its_own_address_is_a_doubt(
    user: str, house: str, sign: str, at: bool, turned: bool, edge: str
) -> None:
    host = ["shop" + house, "com"]
    words = [*host, user] if turned else [user, *["at"] * at, *host]
    local = sign.join([*words, *[edge] * bool(edge)])
    kinds = called(f'"{user}@{".".join(host)}" <{local}@alias.org.uk>')
    assert WarningKind.LOOKALIKE_SENDER not in kinds
    assert WarningKind.SENDER_DOUBT in kinds
    other = sign.join(["x" + user, "y" + house])
    assert WarningKind.LOOKALIKE_SENDER in called(
        f'"{user}@{".".join(host)}" <{other}@alias.org.uk>'
    )


@pytest.mark.parametrize(
    "way", ["via", "über", "par", "on behalf of", "namens", "через", "za pośrednictwem"]
)
def test_who_says_for_whom_in_words_is_a_doubt(way: str) -> None:
    assert called(f'"dana@shop.com {way} Ideas" <ideas@lists.org.uk>') == {WarningKind.SENDER_DOUBT}


@pytest.mark.parametrize(
    "head",
    [
        '"Reset by par, dana@shop.com" <ideas@lists.org.uk>',
        '"dana@shop.com parade" <ideas@lists.org.uk>',
        '"dana@shop.com" <dana.lee@lists.org.uk>',
        '"dana@shop.com" <shop.com@lists.org.uk>',
        '"dana@shop.com" <dana@shop.com.lists.org.uk>',
        '"dana@shop.com" <x.at.workshop.com@lists.org.uk>',
    ],
)
def test_who_does_not_is_a_forgery(head: str) -> None:
    assert WarningKind.LOOKALIKE_SENDER in called(head)
