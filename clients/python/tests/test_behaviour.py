"""Deadlines, retries, cancellation and problems, against the running service."""

from __future__ import annotations

import asyncio
import socket
import threading
import time

import httpx
import pytest
from service import Asynchronous, Blocking, Calls, Service, free_port, serving

from bestmove import AsyncClient, Client, Problem

Kind = type[Blocking] | type[Asynchronous]

SEARCH = {"moves": ["11-15"], "time_ms": 8000, "fresh": True}
"""A search that does not end before the test does."""
CANCEL_SECONDS = 1.0
"""The client's part takes milliseconds; this leaves time to a busy machine."""


def assert_cancelled(service: Service) -> None:
    service.wait_for(lambda: service.metric("bestmove_workers_busy") == 0, CANCEL_SECONDS)


def test_leaving_the_loop_cancels_the_search(client: Calls, service: Service) -> None:
    def after_first() -> None:
        assert_cancelled(service)

    [analysis] = client.messages(
        "stream_analysis", "checkers", after_first=after_first, lines=2, **SEARCH
    )
    assert analysis["stopped_by"] is None


def test_leaving_the_loop_cancels_the_review(client: Calls, service: Service) -> None:
    [message] = client.messages(
        "stream_review",
        "checkers",
        after_first=lambda: assert_cancelled(service),
        text="1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20",
        time_ms=1000,
    )
    assert message["ply"]["ply"] == 6


def test_closing_the_generator_cancels_the_search(service: Service) -> None:
    with Client(service.url) as client:
        analyses = client.stream_analysis("checkers", time_ms=8000, fresh=True)
        next(analyses)
        service.wait_for_workers(1)
        analyses.close()
        assert_cancelled(service)


def test_cancelling_the_task_cancels_the_search(service: Service) -> None:
    async def run() -> None:
        async with AsyncClient(service.url) as client:
            task = asyncio.create_task(client.best_move("checkers", time_ms=8000, fresh=True))
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
    assert 0.5 <= time.monotonic() - start < 4
    assert_cancelled(service)


def test_with_timeout_shares_the_connections(service: Service) -> None:
    with Client(service.url) as client:
        with pytest.raises(httpx.TimeoutException):
            client.with_timeout(0.2).best_move("checkers", time_ms=8000, fresh=True)
        assert client.best_move("connect-four", position="44")["best_move"]


def test_a_refused_call_is_repeated_when_the_service_says(kind: Kind) -> None:
    # 6000 ms of search a minute are 100 ms a second.
    with serving("--address-quota-ms", "6000", "--max-time-ms", "6000") as service:
        use_quota(service)
        refusal = probe(service, time_ms=300)
        told = int(refusal.headers["retry-after"])
        start = time.monotonic()
        answer = kind(service.url).call("best_move", "checkers", time_ms=300)
        assert time.monotonic() - start >= told
        assert answer["best_move"]
        assert refusals(service) == 2


def test_no_call_is_repeated_after_its_deadline(kind: Kind) -> None:
    with serving("--address-quota-ms", "6000", "--max-time-ms", "6000") as service:
        use_quota(service)
        start = time.monotonic()
        with pytest.raises(Problem) as caught:
            kind(service.url, timeout=1).call("best_move", "checkers", time_ms=1000)
        assert time.monotonic() - start < 1
        problem = caught.value
        assert (problem.status, problem.type) == (429, "/problems/quota-exceeded")
        assert problem.retry_after is not None and problem.retry_after >= 1
        assert refusals(service) == 1


def test_a_call_beyond_the_whole_quota_is_not_repeated(kind: Kind) -> None:
    with serving("--address-quota-ms", "60000") as service:
        with pytest.raises(Problem) as caught:
            kind(service.url).call("start_analysis", "checkers", time_ms=120000)
        assert caught.value.retry_after is None
        assert refusals(service) == 1


def test_a_call_is_repeated_twice_at_most(kind: Kind) -> None:
    with serving("--analyses", "1") as service:
        Blocking(service.url).call("start_analysis", "checkers", time_ms=60000)
        with pytest.raises(Problem) as caught:
            kind(service.url).with_short_delays("start_analysis", "checkers")
        assert caught.value.type == "/problems/too-many-analyses"


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
        kind(service.url, key="a-key-that-nobody-has").call("games_", "x")
    assert caught.value.status == 401
