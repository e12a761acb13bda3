"""Sentences about an import of people, for the window and the command line."""

from __future__ import annotations

from desktop_app.model.progress import PeopleReport


def report_words(report: PeopleReport) -> str:
    """One plain sentence, and another where it was stopped."""
    parts = [f"{report.new:,} new {'person' if report.new == 1 else 'people'}"]
    if report.filled:
        parts.append(f"{report.filled:,} filled up")
    if report.known:
        parts.append(f"{report.known:,} were there already")
    if report.left_out:
        parts.append(f"{report.left_out:,} could not be read")
    said = f"{', '.join(parts)}."
    return (
        f"{said} It was stopped; the same import goes on from there." if report.cancelled else said
    )
