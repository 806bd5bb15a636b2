"""Deadlines, retries, cancellation and problems, against the running service."""

from __future__ import annotations

import asyncio
import copy
import pickle
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest
from service import PATIENCE, Asynchronous, Blocking, Calls, Service, free_port
from typing_extensions import Self

from bestmove import AsyncClient, Client, Problem
from bestmove.operations import MAX_SILENCE

Kind = type[Blocking | Asynchronous]

LONG_MS = 300_000
SEARCH = {"moves": ["11-15"], "time_ms": LONG_MS, "fresh": True}
"""A search that does not end by itself while a test waits for its end."""


def assert_cancelled(service: Service) -> None:
    service.wait_for_workers(0)


def test_leaving_the_loop_cancels_the_search(client: Calls, service: Service) -> None:
    [analysis] = client.messages(
        "stream_analysis", "checkers", after_first=lambda: assert_cancelled(service), **SEARCH
    )
    assert analysis["stopped_by"] is None


def test_leaving_the_loop_cancels_the_review(client: Calls, service: Service) -> None:
    [message] = client.messages(
        "stream_review",
        "checkers",
        after_first=lambda: assert_cancelled(service),
        text="1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20",
        time_ms=1500,
    )
    assert message["ply"]["ply"] == 6


def test_closing_the_generator_cancels_the_search(service: Service) -> None:
    with Client(service.url) as client:
        analyses = client.stream_analysis("checkers", time_ms=LONG_MS, fresh=True)
        next(analyses)
        service.wait_for_workers(1)
        analyses.close()
        assert_cancelled(service)


def test_cancelling_the_task_cancels_the_search(service: Service) -> None:
    async def run() -> None:
        async with AsyncClient(service.url, timeout=LONG_MS) as client:
            task = asyncio.create_task(client.best_move("checkers", time_ms=LONG_MS, fresh=True))
            await asyncio.to_thread(service.wait_for_workers, 1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await asyncio.to_thread(assert_cancelled, service)

    asyncio.run(run())


def test_the_timeout_ends_the_call_and_its_search(kind: Kind, service: Service) -> None:
    start = time.monotonic()
    with pytest.raises(httpx.TimeoutException):
        kind(service.url, timeout=0.5).call("best_move", "checkers", **SEARCH)
    assert 0.5 <= time.monotonic() - start < PATIENCE
    assert_cancelled(service)


STREAM_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n"
FINAL = b'{"event": "final", "analysis": {"lines": []}}\n'


@contextmanager
def answering(*parts: bytes, pause: float = PATIENCE) -> Iterator[str]:
    """The URL of a server that answers one request with these parts, and a pause after each."""
    ended = threading.Event()

    def answer() -> None:
        with suppress(OSError), listener.accept()[0] as client:
            for part in parts:
                client.sendall(part)
                ended.wait(pause)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=answer)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            ended.set()
            thread.join()


def test_the_timeout_ends_a_stream_that_does_not_start(kind: Kind) -> None:
    start = time.monotonic()
    with answering(b"") as url, pytest.raises(httpx.ReadTimeout):
        kind(url, timeout=0.5).messages("stream_analysis", "checkers")
    assert 0.5 <= time.monotonic() - start < MAX_SILENCE


def test_a_stream_may_be_silent_for_longer_than_the_timeout(kind: Kind) -> None:
    with answering(STREAM_HEAD, FINAL, pause=1) as url:
        messages = kind(url, timeout=0.5).messages("stream_analysis", "checkers")
    assert messages == [{"lines": []}]


def test_a_stream_that_falls_silent_is_given_up(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bestmove.operations.MAX_SILENCE", 0.5)
    with answering(STREAM_HEAD) as url, pytest.raises(httpx.ReadTimeout):
        kind(url).messages("follow_analysis", "an-id")


def test_with_timeout_leaves_the_client_as_it_is(service: Service) -> None:
    with Client(service.url, timeout=LONG_MS) as client:
        with pytest.raises(httpx.TimeoutException):
            client.with_timeout(0.2).best_move("checkers", time_ms=2000, fresh=True)
        assert client.best_move("checkers", time_ms=2000, fresh=True)["stopped_by"] == "time"


class Refusals:
    """Refusals of requests to a path since this object was made."""

    def __init__(self, service: Service, path: str):
        labels = f'{{route="{path}",method="POST",status="429"}}'
        self._name = f"bestmove_request_duration_seconds_count{labels}"
        self._service = service
        self._before = self._total()

    def _total(self) -> float:
        return self._service.metric(self._name, absent=0)

    def count(self) -> float:
        return self._total() - self._before


def spend_quota(service: Service, key: str) -> None:
    Blocking(service.url, key=key).call("analyse", "checkers", time_ms=600, fresh=True)


def test_a_refused_call_is_repeated_when_the_service_says(
    kind: Kind, quota_service: Service, key: str
) -> None:
    spend_quota(quota_service, key)
    refusals = Refusals(quota_service, "/v1/{game}/best-move")
    assert kind(quota_service.url, key=key).call("best_move", "checkers", time_ms=60)["best_move"]
    # A repetition before its time would have been refused again.
    assert refusals.count() == 1


def test_no_call_is_repeated_after_its_deadline(
    kind: Kind, quota_service: Service, key: str
) -> None:
    spend_quota(quota_service, key)
    refusals = Refusals(quota_service, "/v1/{game}/best-move")
    with pytest.raises(Problem) as caught:
        kind(quota_service.url, key=key, timeout=5).call("best_move", "checkers", time_ms=300)
    problem = caught.value
    assert (problem.status, problem.type) == (429, "/problems/quota-exceeded")
    assert problem.retry_after is not None and problem.retry_after > 5
    assert refusals.count() == 1


def test_a_call_beyond_the_whole_quota_is_not_repeated(
    kind: Kind, quota_service: Service, key: str
) -> None:
    refusals = Refusals(quota_service, "/v1/{game}/review")
    moves = ["11-15", "23-19", "8-11"]
    with pytest.raises(Problem) as caught:
        kind(quota_service.url, key=key).call("review", "checkers", time_ms=600, moves=moves)
    assert caught.value.retry_after is None
    assert refusals.count() == 1


def test_a_call_is_repeated_twice_at_most(kind: Kind, quota_service: Service, key: str) -> None:
    refusals = Refusals(quota_service, "/v1/{game}/best-move")
    with spending_all_quota(quota_service, key), pytest.raises(Problem) as caught:
        kind(quota_service.url, key=key).call("best_move", "checkers", time_ms=60)
    assert caught.value.status == 429
    assert refusals.count() == 3


@contextmanager
def spending_all_quota(service: Service, key: str) -> Iterator[None]:
    """Spends the quota as fast as it is replenished."""
    spend_quota(service, key)
    ended = threading.Event()

    def spend() -> None:
        with httpx.Client(verify=False, headers={"authorization": f"Bearer {key}"}) as client:
            while not ended.wait(0.02):
                body = {"time_ms": 5, "fresh": True}
                client.post(f"{service.url}/v1/checkers/analysis", json=body)

    thread = threading.Thread(target=spend)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@pytest.mark.parametrize(
    "call, drops, connections",
    [
        (["games"], 1, 2),
        (["games"], 2, 2),
        (["best_move", "connect-four"], 2, 2),
        (["start_analysis", "connect-four"], 1, 1),
    ],
)
def test_a_lost_connection(
    kind: Kind, service: Service, call: list[str], drops: int, connections: int
) -> None:
    """Idempotent calls connect once more, others never."""
    with Relay(service, drops) as relay:
        if drops < connections:
            assert kind(relay.url).call(*call)
        else:
            with pytest.raises(httpx.TransportError):
                kind(relay.url).call(*call)
        assert relay.connections == connections


class Relay:
    """A TCP relay to the service that drops the first connections once they have sent something."""

    def __init__(self, service: Service, drops: int):
        host, port = service.address.split(":")
        self._service, self._drops = (host, int(port)), drops
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = 0
        self._thread = threading.Thread(target=self._accept)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                with client:
                    self._answer(client)

    def _answer(self, client: socket.socket) -> None:
        """Passes on a request without a body and its answer."""
        self.connections += 1
        request = client.recv(65536)
        if self.connections > self._drops:
            with socket.create_connection(self._service) as service:
                service.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
                while data := service.recv(65536):
                    client.sendall(data)


def test_problem_fields(client: Calls) -> None:
    with pytest.raises(Problem) as caught:
        client.call("best_move", "tic-tac-toe", position="XX.......")
    problem = caught.value
    assert problem.type == "/problems/invalid-field"
    assert problem.title == "Invalid field"
    assert problem.status == 422
    assert problem.field == "position"
    assert problem.part == "counts"
    assert problem.expected == "as many X as O, or one more"
    assert problem.got == "2 X and 0 O"
    assert problem.request_id
    assert problem.retry_after is None
    assert str(problem) == problem.detail
    assert problem.detail.startswith("position: counts: expected as many X as O")


@pytest.mark.parametrize("copied", [copy.copy, lambda problem: pickle.loads(pickle.dumps(problem))])
def test_a_problem_can_be_copied_and_pickled(copied: Callable[[Problem], Problem]) -> None:
    document = {"type": "/problems/overloaded", "title": "", "status": 503, "detail": "later"}
    problem = copied(Problem(document, retry_after=2))
    assert (problem.type, problem.status, problem.retry_after) == ("/problems/overloaded", 503, 2)
    assert str(problem) == "later"


def test_a_stream_raises_its_problem(client: Calls) -> None:
    with pytest.raises(Problem) as caught:
        client.messages("stream_analysis", "checkers", moves=["1-2"])
    assert caught.value.field == "moves[0]"


def test_a_game_is_one_segment_of_the_path(client: Calls) -> None:
    with pytest.raises(Problem) as caught:
        client.call("best_move", "../games?x#", position="")
    assert (caught.value.status, caught.value.type) == (404, "/problems/unknown-game")


def test_an_unknown_key_is_refused(kind: Kind, service: Service) -> None:
    with pytest.raises(Problem) as caught:
        kind(service.url, key="a-key-that-nobody-has").call("best_move", "checkers")
    assert (caught.value.status, caught.value.type) == (401, "/problems/unauthorized")


def test_an_answer_of_another_program_is_a_problem_too(client: Calls, service: Service) -> None:
    kind = type(client)
    with pytest.raises(Problem) as caught:
        kind(f"http://{service.admin}").call("games")
    problem = caught.value
    assert (problem.status, problem.type) == (404, "about:blank")
    assert problem.detail.startswith("404 Not Found is not from bestmove, but from a proxy or ")


@pytest.mark.parametrize("method", ["best_move", "stream_analysis"])
@pytest.mark.parametrize("media_type", ["text/html", "application/problem+json"])
@pytest.mark.parametrize(
    "status", ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout", "200 OK"]
)
def test_an_answer_of_a_proxy_is_a_problem_that_says_so(
    kind: Kind, status: str, media_type: str, method: str
) -> None:
    head = f"HTTP/1.1 {status}\r\ncontent-type: {media_type}\r\ncontent-length: 9\r\n\r\n"
    with answering(head.encode() + b"<p>Sorry\n") as url, pytest.raises(Problem) as caught:
        calls = kind(url)
        (calls.messages if method == "stream_analysis" else calls.call)(method, "checkers")
    problem = caught.value
    assert (problem.status, problem.type) == (int(status[:3]), "about:blank")
    assert str(problem).startswith(f"{status} is not from bestmove, but from a proxy or another ")
    assert "<p>Sorry" in str(problem)


def test_a_message_without_its_answer_is_a_problem(kind: Kind) -> None:
    head = b"HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ncontent-length: 19\r\n\r\n"
    with answering(head + b'{"event": "final"}\n') as url, pytest.raises(Problem) as caught:
        kind(url).messages("stream_analysis", "checkers")
    assert str(caught.value).startswith("200 OK is not from bestmove, but from a proxy or another ")


def test_without_a_service_there_is_a_transport_error(kind: Kind) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(httpx.ConnectError, match=f"^{url}/v1/games: "):
        kind(url).call("games")
