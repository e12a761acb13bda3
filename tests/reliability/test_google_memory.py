"""Large mails in one batch are held one at a time."""

from __future__ import annotations

from pathlib import Path

from benchmarks.google_memory import large_mail, measured
from tests.accounts.google.conftest import gmail, served  # noqa: F401 - fixtures
from tests.fakes.google.proxy import Google

MOST = 350
"""MB. The same five mails took 818 MB while a batch was read as a whole."""


def test_five_mails_of_17_megabytes_stay_below_the_bound(
    served: Google,  # noqa: F811
    tmp_path: Path,
) -> None:
    served.emulator.fill([large_mail(n, 17) for n in range(5)])
    _, peak, came = measured(served, tmp_path)
    assert came == 5
    assert peak <= MOST
