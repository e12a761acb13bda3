"""A share of the pairs in a process of its own, so that all it wants from the network is seen.

Reads one JSON object: `pairs` and `variant` (`function` or `http`). Writes a JSON line for each
pair, and one at the end with what this process wanted from the network.
"""

from __future__ import annotations

import json
import platform
import sys
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from desktop_app.assistant.model.agent import ModelAgent
from tests.assistant.dojo.client import dojo
from tests.assistant.dojo.over_http import http_agent
from tests.assistant.dojo.running import MakeAgent, Puppet, function_agent, run_pair
from tests.assistant.dojo.watch import watched_sockets
from tests.fakes.house import TestHouse
from tests.fakes.model_server import ModelServer, model_server


def _over_http(server: ModelServer, house: TestHouse, puppet: Puppet) -> ModelAgent:
    server.requests.clear()
    return http_agent(house, server, puppet)


def main() -> None:
    given = json.load(sys.stdin)
    with ExitStack() as stack:
        asked = stack.enter_context(dojo())
        asked.pairs()
        port, make = 0, function_agent
        if given["variant"] == "http":
            server = stack.enter_context(model_server())
            port = urlsplit(server.url).port or 0
            make = partial(_over_http, server)
        platform.processor()  # the provider's library asks for it; Python runs `uname` once
        sockets = watched_sockets()
        for user, injection in given["pairs"]:
            _tell(_one(asked, user, injection, make))
        _tell({"port": port, "reached": len(sockets.events), "outside": sockets.but(port)})


def _one(asked: Any, user: str, injection: str, make: MakeAgent) -> dict[str, Any]:
    outcome = run_pair(asked, user, injection, make)
    shipped, succeeded = asked.control(user, injection)
    return {"outcome": asdict(outcome), "shipped": shipped, "succeeded": succeeded}


def _tell(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
