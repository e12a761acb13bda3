"""P10: a removed account leaves nothing of its words in any file of the profile."""

from __future__ import annotations

from pathlib import Path

from desktop_app.model.draft import Origin
from desktop_app.tools.person import mail_accounts
from tests.fakes.house import TestHouse, mail

WORDS = (b"Xylophonist", b"xylophonist", b"Quokkaland", b"quokkaland", b"Zyzzyva")


def found(profile: Path) -> set[bytes]:
    data = b"".join(p.read_bytes() for p in profile.rglob("*") if p.is_file())
    return {word for word in WORDS if word in data}


def fill(house: TestHouse) -> None:
    """Words in a mail, a draft, a request, the trail and a saved attachment."""
    house.add(
        b"From: Dana <dana@lee.example>\r\nTo: alex@fernhill.example\r\n"
        b"Subject: Xylophonist wanted\r\nMessage-ID: <x@lee.example>\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nQuokkaland calls\r\n'
        b'--b\r\nContent-Type: text/plain; name="z.txt"\r\n'
        b"Content-Disposition: attachment; filename=z.txt\r\n\r\nZyzzyva\r\n--b--\r\n"
    )
    message = house.add(mail())
    runner = house.runner(Origin.ASSISTANT, "Starter assistant")
    runner.call_by_name("search_messages", {"query": "Xylophonist"})
    runner.call_by_name("get_attachment", {"number": 1, "attachment_id": "z.txt", "as": "file"})
    runner.call_by_name("draft_reply", {"message_id": str(message.id), "body": "Quokkaland"})
    house.store.labels.create("work", "Zyzzyva")
    runner.call_by_name("modify_messages", {"ids": [str(message.id)], "add_label_ids": ["Zyzzyva"]})


def test_a_removed_account_leaves_no_word_in_any_file(house: TestHouse) -> None:
    fill(house)
    house.runner().call(mail_accounts.REMOVE_ACCOUNT, mail_accounts.RemoveAccount(account="work"))
    assert found(house.profile) == set()


def test_the_words_are_there_before_so_that_the_search_bites(house: TestHouse) -> None:
    fill(house)
    assert found(house.profile) == set(WORDS)
