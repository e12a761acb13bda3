"""uvicorn's server without its clock: it waits for the end, and wakes for nothing else."""

# WORKAROUND uvicorn looks ten times a second whether it is to end, and sets a date that is not sent
# here; no report known; uvicorn 0.54; remove when its loop waits for an event.

from __future__ import annotations

import asyncio

import uvicorn

LAST_SECONDS = 0.1
"""What calls that have just been ended have for their answers: as long as uvicorn's clock gave."""


class ServerAtRest(uvicorn.Server):
    """`told` is set on its loop once `should_exit` is."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.told = asyncio.Event()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        if not self.should_exit:
            await self.told.wait()
            await asyncio.sleep(LAST_SECONDS)
