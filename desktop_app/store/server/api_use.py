"""Use of the accounts' services, by the hour. What is older than a week of use is dropped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from desktop_app.model.api_use import HOUR, Call, ServiceUse
from desktop_app.model.changes import Changes
from desktop_app.store.base.days import outlived

if TYPE_CHECKING:
    from desktop_app.store.base.db import Database

KEPT_DAYS = 7
DAY_HOURS = 24


class ApiUse:
    """Written in portions, because each is a transaction."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, portion: Mapping[tuple[Call, int], tuple[int, int]]) -> None:
        """Adds calls and units to what is counted of each hour (since the epoch). Those of an
        account that is gone are dropped. Announces nothing."""
        rows = [
            (call.account_id, hour, call.service, call.error, calls, units)
            for (call, hour), (calls, units) in portion.items()
        ]
        with self._db.write(Changes(), flushed=False, scrubbed=False) as connection:
            connection.executemany(
                "INSERT INTO api_use (account_id, hour, service, error, calls, units)"
                " SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM account WHERE id = ?1)"
                " ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,"
                " units = units + excluded.units",
                rows,
            )
            oldest = outlived(connection, KEPT_DAYS) // HOUR
            connection.execute("DELETE FROM api_use WHERE hour < ?", (int(oldest),))

    def last_day(self, account_id: str, *, now: float) -> tuple[ServiceUse, ...]:
        """Use in the last 24 hours and the hour that is under way, by service."""
        rows = self._db.rows(
            "SELECT service, error, sum(calls), sum(units) FROM api_use"
            " WHERE account_id = ? AND hour >= ? GROUP BY service, error ORDER BY service, error",
            (account_id, int(now) // HOUR - DAY_HOURS),
        )
        calls: dict[str, int] = {}
        units: dict[str, int] = {}
        errors: dict[str, dict[str, int]] = {}
        for service, error, count, taken in rows:
            calls[service] = calls.get(service, 0) + count
            units[service] = units.get(service, 0) + taken
            if error:
                errors.setdefault(service, {})[error] = count
        return tuple(
            ServiceUse(service, calls[service], units[service], errors.get(service, {}))
            for service in calls
        )
