"""The service as a process, and both clients behind one interface."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from bestmove import AsyncClient, Client

ROOT = Path(__file__).resolve().parents[3]
START_TIMEOUT = 180.0
PATIENCE = 60.0
"""Seconds for the service to notice something."""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Service:
    """A running service with an admin listener."""

    def __init__(self, *flags: str, address: str | None = None):
        target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
        binary = os.environ.get("BESTMOVE_BIN", f"{target}/debug/bestmove")
        self.address = address or f"127.0.0.1:{free_port()}"
        self.admin = f"127.0.0.1:{free_port()}"
        self.url = f"http://{self.address}"
        addresses = ["--listen", self.address, "--admin-listen", self.admin]
        # Without certificates, which take longer to load than most requests here.
        self._http = httpx.Client(verify=False)
        # The service refuses variables of this name that it does not know.
        environment = {n: v for n, v in os.environ.items() if not n.startswith("BESTMOVE_")}
        command = [binary, *addresses, "--log", "warn", *flags]
        self._process = subprocess.Popen(command, env=environment)

    def wait_until_ready(self) -> None:
        self.wait_for(self._is_ready, START_TIMEOUT)

    def _is_ready(self) -> bool:
        assert self._process.poll() is None, "the service has ended"
        try:
            return self._http.get(f"{self.url}/health/ready").is_success
        except httpx.TransportError:
            return False

    def metric(self, name: str, absent: float | None = None) -> float:
        """The sum of a metric over the labels that the name does not give, or `absent`."""
        text = self._http.get(f"http://{self.admin}/metrics").text
        lines = re.findall(rf"^{re.escape(name)}(?:{{.*}})? (\S+)$", text, re.MULTILINE)
        if not lines and absent is not None:
            return absent
        assert lines, f"expected the metric {name}"
        return sum(map(float, lines))

    def wait_for(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, "expected a state that has not come"
            time.sleep(0.01)

    def wait_for_workers(self, busy: int) -> None:
        self.wait_for(lambda: self.metric("bestmove_workers_busy") == busy)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        self._http.close()


@contextmanager
def serving(*flags: str, address: str | None = None) -> Iterator[Service]:
    service = Service(*flags, address=address)
    try:
        service.wait_until_ready()
        yield service
    finally:
        service.stop()


class Blocking:
    """Calls of `Client`."""

    def __init__(self, url: str, **options: Any):
        self._url, self._options = url, options

    def call(self, method: str, *args: Any, **fields: Any) -> Any:
        with Client(self._url, **self._options) as client:
            return getattr(client, method)(*args, **fields)

    def messages(
        self, method: str, *args: Any, after_first: Callable[[], None] | None = None, **fields: Any
    ) -> list[Any]:
        """All messages of a stream; with `after_first`, the first one. The client is still open
        when `after_first` is called, and the loop has been left."""
        with Client(self._url, **self._options) as client:
            messages = []
            for message in getattr(client, method)(*args, **fields):
                messages.append(message)
                if after_first:
                    break
            if after_first:
                after_first()
            return messages


class Asynchronous:
    """Calls of `AsyncClient`, each in an event loop of its own."""

    def __init__(self, url: str, **options: Any):
        self._url, self._options = url, options

    def call(self, method: str, *args: Any, **fields: Any) -> Any:
        async def call() -> Any:
            async with AsyncClient(self._url, **self._options) as client:
                return await getattr(client, method)(*args, **fields)

        return asyncio.run(call())

    def messages(
        self, method: str, *args: Any, after_first: Callable[[], None] | None = None, **fields: Any
    ) -> list[Any]:
        async def collect() -> list[Any]:
            async with AsyncClient(self._url, **self._options) as client:
                messages = []
                async for message in getattr(client, method)(*args, **fields):
                    messages.append(message)
                    if after_first:
                        break
                if after_first:
                    await asyncio.to_thread(after_first)
                return messages

        return asyncio.run(collect())


Calls = Blocking | Asynchronous
