"""Contracts: what every account kind promises, run over each of them by one fixture a kind.

`world.py` says what a test needs of a kind's server, `worlds/<kind>.py` gives it, `promises.py`
holds the checks; `test_controls.py` shows with planted faults that each check can fail.
"""
