"""A Gmail account whose profile was restored: after a pass it is as the server has it."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.store.backups.repair import restore
from tests.fakes.google.desk import ACCOUNT, desk, server_contents
from tests.fakes.google.emulator import Mail
from tests.fakes.google.proxy import Google
from tests.fakes.house import NOW, mail


def put_some(served: Google, *names: str) -> list[str]:
    ids = served.emulator.fill(
        [Mail(mail(f"About {name}", message_id=f"{name}@x.example")) for name in names]
    )
    return [str(id_) for id_ in ids]


def lose(profile: Path) -> None:
    (profile / "mail.db").unlink()


def overwrite_the_middle(profile: Path) -> None:
    """Where the mail lies; what can still be read is taken over, and not fetched again."""
    database = profile / "mail.db"
    with database.open("r+b") as file:
        file.seek(database.stat().st_size // 2)
        file.write(bytes(6 * 8192))


@pytest.mark.parametrize("harm", [lose, overwrite_the_middle])
def test_after_a_restore_and_a_pass_all_is_as_the_server_has_it(
    tmp_path: Path, served: Google, harm: object
) -> None:
    profile = tmp_path / "profile"
    ids = put_some(served, *(f"mail{n}" for n in range(12)))
    with desk(profile, served) as mine:
        mine.sync()
        answered = mine.by_subject("About mail3")
        content = DraftContent(ACCOUNT.default_identity.address, body="my words")
        draft = mine.store.drafts.create(
            ACCOUNT.id,
            Author(Origin.USER),
            content,
            state=DraftState.EDITED,
            now=NOW,
            reply_to_id=answered.id,
        )
        backup = mine.store.back_up(tmp_path / "b").path
    # Meanwhile on the web:
    served.emulator.call("POST", f"messages/{ids[0]}/modify", {"addLabelIds": ["STARRED"]})
    served.emulator.call("DELETE", f"messages/{ids[1]}")
    put_some(served, "later")
    harm(profile)  # type: ignore[operator]
    restore(profile, backup, clock=lambda: NOW, progress=lambda _: None, cancelled=Event())
    with desk(profile, served) as mine:
        mine.sync()
        mine.sync()
        assert {m.source_id: m.labels for m in mine.messages()} == server_contents(served)
        again = mine.by_subject("About mail3")
        assert again.id == answered.id
        kept = mine.store.drafts.get(draft.id)
        assert (kept.content.body, kept.thread_id) == ("my words", again.thread_id)
        whole = as_from_nothing(tmp_path / "fresh", served)
        assert mine.contents() == whole


def as_from_nothing(profile: Path, served: Google) -> set[tuple[object, ...]]:
    with desk(profile, served) as other:
        other.sync()
        return other.contents()
