"""Whether the computer runs on its battery, as far as the system says so."""

from __future__ import annotations


def on_battery() -> bool:
    """False where nobody knows: a computer without a battery has none that could be spared."""
    import psutil

    try:
        battery = psutil.sensors_battery()
    except (AttributeError, OSError, ValueError, psutil.Error):
        return False
    return battery is not None and battery.power_plugged is False
