"""Writing styles in the store: what was learned, the person's own text, and what is forgotten."""

from __future__ import annotations

from desktop_app.model.writing_style import StyleKey
from desktop_app.store.backups.tables import kept_tables
from desktop_app.store.store import Store

KEY = StyleKey("local", "alex@fernhill.example")
TO_DANA = StyleKey("local", "alex@fernhill.example", "dana@example.com")


def text(store: Store, key: StyleKey = KEY) -> str:
    found = store.writing_styles.get(key)
    return found.text if found is not None else ""


def test_the_persons_text_counts_before_what_is_learned_earlier_or_later(store: Store) -> None:
    styles = store.writing_styles
    styles.keep_learned(KEY, "Long.", mark="1", now=1)
    styles.edit(KEY, "Short.", now=2)
    styles.keep_learned(KEY, "Longer.", mark="2", now=3)
    assert text(store) == "Short."
    kept = styles.get(KEY)
    assert kept is not None
    assert (kept.learned, kept.mark, kept.updated) == ("Longer.", "2", 3)
    styles.edit(KEY, "", now=4)
    assert text(store) == ""


def test_what_is_forgotten_is_not_learned_and_can_be_written_or_begun_again(store: Store) -> None:
    styles = store.writing_styles
    styles.keep_learned(KEY, "Long.", mark="1", now=1)
    styles.keep_learned(TO_DANA, "To Dana.", mark="1", now=1)
    styles.forget(KEY, now=2)
    styles.keep_learned(KEY, "Long again.", mark="2", now=3)
    assert (text(store), text(store, TO_DANA)) == ("", "To Dana.")
    styles.begin_again(KEY)
    styles.keep_learned(KEY, "Long again.", mark="2", now=3)
    assert text(store) == "Long again."
    styles.forget(KEY, now=4)
    styles.edit(KEY, "Mine.", now=5)
    assert text(store) == "Mine."
    assert [kept.key for kept in styles.list()] == [KEY, TO_DANA]


def test_a_backup_has_them(store: Store) -> None:
    assert "writing_style" in kept_tables(store.db.read())
