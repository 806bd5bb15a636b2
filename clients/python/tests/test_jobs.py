"""Jobs over archives, against the running service."""

from __future__ import annotations

import gzip
import io
import json
import socket
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from service import Asynchronous, Blocking, Calls, Service, free_port, serving

from bestmove import Problem
from bestmove.archive import PIECE
from bestmove.parts import PART
from bestmove.types import JobLine

Kind = type[Blocking | Asynchronous]

LINES: list[JobLine] = [
    {"custom_id": "a", "position": "44"},
    {"custom_id": {"b": "\u2028é"}, "moves": [4, "4"]},
    {"position": "9"},
    {"moves": ["4", "4", "4"], "lines": 2},
]
GAMES = '[Event "1"]\n\n1. 11-15 23-19 2. 8-11 *\n\n[Event "é"]\n\n1. 9-14 22-18 *\n'
REVIEW: dict[str, Any] = {"kind": "review", "nodes": 500}


def assert_answers_lines(answers: list[Any]) -> None:
    """Checks the answers to `LINES`."""
    one, same, invalid, two = answers
    assert [answer["index"] for answer in answers] == [0, 1, 2, 3]
    assert one["analysis"]["lines"][0]["score"]["plies"] == 39
    assert (one["custom_id"], same["custom_id"], same["same_as"]) == ("a", {"b": "\u2028é"}, 0)
    assert invalid["problem"]["field"] == "position" and "custom_id" not in invalid
    assert len(two["analysis"]["lines"]) == 2


def long_lines(count: int) -> list[JobLine]:
    """Different positions of checkers, which take some time at many nodes."""
    openings = [f"{black}-{black + 4}" for black in (9, 10, 11, 12)]
    return [{"custom_id": n, "moves": [openings[n % 4]], "lines": n // 4 + 1} for n in range(count)]


def test_a_job_is_priced_submitted_listed_followed_and_read(
    kind: Kind, quota_service: Service, key: str
) -> None:
    client = kind(quota_service.url, key=key)
    price = client.call("job_price", "connect-four", LINES)
    assert (price["items"], price["duplicates"], price["problems"]) == (4, 1, 1)
    assert client.call("list_jobs") == []
    job = client.call("submit_job", "connect-four", LINES)
    assert (job["kind"], job["game"], job["nodes"], job["items"]) == (
        "analysis",
        "connect-four",
        None,
        4,
    )
    followed = client.messages("follow_job", job["id"])
    assert_answers_lines(followed)
    assert client.messages("job_results", job["id"]) == followed
    for method in ("job_results", "follow_job"):
        assert client.messages(method, job["id"], 2) == followed[2:]
        assert client.messages(method, job["id"], 4) == []
    shown = client.call("get_job", job["id"])
    assert (shown["state"], shown["finished_items"]) == ("finished", 4)
    assert client.call("list_jobs") == [shown | {"elapsed_ms": pytest.approx(0, abs=10**6)}]
    with pytest.raises(Problem) as caught:
        kind(quota_service.url).messages("follow_job", job["id"])
    assert caught.value.status == 404


def answers_of(client: Calls, *archive: Any, **fields: Any) -> list[Any]:
    return client.messages("follow_job", client.call("submit_job", *archive, **fields)["id"])


def ndjson(lines: list[JobLine]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    "archive_of",
    [
        lambda path: LINES,
        lambda path: iter(LINES),
        lambda path: (line for line in LINES),
        lambda path: ndjson(LINES),
        lambda path: ndjson(LINES).encode(),
        lambda path: path,
        lambda path: path.open("rb"),
        lambda path: path.open(),
        lambda path: io.BytesIO(path.read_bytes()),
        lambda path: gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(path.read_bytes()))),
    ],
)
def test_an_archive_may_be(
    client: Calls, tmp_path: Path, archive_of: Callable[[Path], Any]
) -> None:
    path = tmp_path / "positions.ndjson"
    path.write_text(ndjson(LINES))
    assert_answers_lines(answers_of(client, "connect-four", archive_of(path)))


async def asynchronous_lines() -> AsyncIterator[JobLine]:
    for line in LINES:
        yield line


def test_an_archive_may_be_an_asynchronous_generator(service: Service) -> None:
    answers = answers_of(Asynchronous(service.url), "connect-four", asynchronous_lines())
    assert_answers_lines(answers)


@pytest.mark.parametrize("games", [GAMES, GAMES.encode(), GAMES.encode("cp1252")])
def test_games_are_reviewed(client: Calls, games: str | bytes) -> None:
    one, two = answers_of(client, "checkers", games, **REVIEW)
    assert (one["custom_id"], two["custom_id"]) == ({"game": 1}, {"game": 2})
    assert [ply["move"] for ply in two["review"]["plies"]] == ["9-14", "22-18"]


def test_lines_may_be_games(client: Calls) -> None:
    lines: list[JobLine] = [{"text": "1. 11-15 23-19"}, {"moves": ["9-14"], "custom_id": 1}]
    answers = answers_of(client, "checkers", lines, **REVIEW)
    assert [len(answer["review"]["plies"]) for answer in answers] == [2, 1]


def test_the_positions_of_games_are_analysed(client: Calls) -> None:
    answers = answers_of(client, "checkers", GAMES, depth=2)
    names = [answer["custom_id"] for answer in answers]
    assert names[:5] == [*({"game": 1, "ply": ply} for ply in range(4)), {"game": 2, "ply": 0}]
    assert answers[4]["same_as"] == 0


def test_a_large_archive_is_sent_as_it_is_read(client: Calls) -> None:
    sent = 0

    def lines() -> Iterator[JobLine]:
        nonlocal sent
        for sent in range(1, 5001):
            yield {"custom_id": sent, "moves": ["4"] * (sent % 7)}

    assert client.call("job_price", "connect-four", lines())["duplicates"] == 5000 - 7
    assert sent == 5000


def test_a_refusal_is_raised_whatever_the_size_of_the_archive(client: Calls) -> None:
    archive = "1. 11-15 23-19 *\n\n" * 1_000_000
    with pytest.raises(Problem) as caught:
        client.call("submit_job", "checkers", archive)
    assert (caught.value.status, caught.value.field) == (422, "nodes")


def test_an_error_of_the_generator_is_raised(client: Calls) -> None:
    def broken() -> Iterator[JobLine]:
        yield LINES[0]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        client.call("submit_job", "connect-four", broken())


def test_the_timeout_begins_at_the_end_of_the_archive(kind: Kind, service: Service) -> None:
    def slow() -> Iterator[JobLine]:
        for line in LINES:
            time.sleep(0.3)
            yield {**line, "custom_id": "x" * PIECE}

    assert kind(service.url, timeout=1).call("submit_job", "connect-four", slow())["items"] == 4


def test_a_key_names_a_submission(kind: Kind, quota_service: Service, key: str) -> None:
    client = kind(quota_service.url, key=key)
    call = ("submit_job", "connect-four", LINES)
    ids = [client.call(*call, idempotency_key="nightly")["id"] for _ in range(2)]
    ids.append(client.call(*call)["id"])
    assert ids[0] == ids[1] != ids[2]
    with pytest.raises(Problem) as caught:
        client.call("submit_job", "connect-four", LINES[:1], idempotency_key="nightly")
    assert caught.value.type == "/problems/idempotency-key-reused"


def test_a_cancelled_job_has_a_problem_after_its_answers(client: Calls) -> None:
    lines = [*LINES, *long_lines(28)]
    id = client.call("submit_job", "checkers", lines, nodes=100_000_000)["id"]
    assert client.call("cancel_job", id) is None
    assert client.call("get_job", id)["state"] == "cancelled"
    with pytest.raises(Problem, match=f"job {id} was cancelled before line ") as caught:
        client.messages("follow_job", id)
    assert (caught.value.title, caught.value.status) == ("Job cancelled", 0)


class Cuts:
    """A relay to the service that cuts each connection after that number of bytes of answers, the
    first by the first number, and so on; all others remain whole."""

    def __init__(self, service: Service, *cuts: int):
        host, port = service.address.split(":")
        self._service, self._cuts = (host, int(port)), cuts
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = 0

    def accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                service = socket.create_connection(self._service)
                cut = self._cuts[self.connections] if self.connections < len(self._cuts) else None
                self.connections += 1
                threading.Thread(target=copy, args=(client, service, None)).start()
                threading.Thread(target=copy, args=(service, client, cut)).start()

    def stop(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def copy(source: socket.socket, target: socket.socket, limit: int | None) -> None:
    """Passes bytes on, up to a limit, and then ends both connections."""
    with suppress(OSError):
        while data := source.recv(4096):
            target.sendall(data if limit is None else data[:limit])
            if limit is not None and (limit := limit - len(data)) <= 0:
                break
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def cutting(service: Service, *cuts: int) -> Iterator[Cuts]:
    relay = Cuts(service, *cuts)
    thread = threading.Thread(target=relay.accept)
    thread.start()
    try:
        yield relay
    finally:
        relay.stop()
        thread.join()


def test_a_submission_is_repeated_and_is_one_job(
    kind: Kind, quota_service: Service, key: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES)
    archives: list[tuple[str, Any]] = [("connect-four", LINES), ("checkers", path)]
    with path.open("rb") as file:
        for number, (game, archive) in enumerate([*archives, ("checkers", file)], 1):
            with cutting(quota_service, 10) as relay:
                client = kind(relay.url, key=key)
                id = client.call("submit_job", game, archive, nodes=1000)["id"]
                assert relay.connections == 2
            jobs = kind(quota_service.url, key=key).call("list_jobs")
            assert (jobs[0]["id"], len(jobs)) == (id, number)


def large_archive(tmp_path: Path) -> Path:
    path = tmp_path / "large.ndjson"
    lines = ({"custom_id": f"{n:500}", "moves": [str(n % 7 + 1)]} for n in range(5000))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert path.stat().st_size > 2 * PART
    return path


def test_an_archive_is_sent_in_parts(client: Calls, tmp_path: Path) -> None:
    job = client.call("submit_job", "connect-four", large_archive(tmp_path), parts=True)
    assert job["items"] == 5000
    assert_answers_lines(answers_of(client, "connect-four", LINES, parts=True))
    assert_answers_lines(answers_of(client, "connect-four", iter(LINES), parts=True))


def test_only_missing_parts_are_sent_again(kind: Kind, service: Service, tmp_path: Path) -> None:
    path = large_archive(tmp_path)

    def opened(key: str | None) -> Any:
        return kind(service.url).call("open_job", "connect-four", idempotency_key=key)["id"]

    id, key = opened(None), uuid.uuid4().hex
    assert opened(key) == opened(key) != id

    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() > PART:
                raise ZeroDivisionError
            return super().read(size)

    with pytest.raises(ZeroDivisionError):
        kind(service.url).call("upload_job", id, Broken(path.read_bytes()))
    there = Blocking(service.url).call("job_parts", id)
    assert 0 < len(there) < path.stat().st_size / PART and there[0] == {"part": 1, "bytes": PART}
    with pytest.raises(ValueError, match="part 1: expected the archive whose part has 1048576"):
        kind(service.url).call("upload_job", id, LINES)
    client = kind(service.url)
    assert client.call("upload_job", id, path)["items"] == 5000
    assert client.call("upload_job", id, path)["id"] == id, "it has been started"
    assert client.call("job_parts", id) == []


def test_a_generator_that_has_begun_is_not_sent_again(kind: Kind, service: Service) -> None:
    with cutting(service, 10) as relay, pytest.raises(httpx.TransportError):
        kind(relay.url).call("submit_job", "connect-four", iter(LINES))
    assert relay.connections == 1


def test_a_job_is_followed_across_lost_connections(kind: Kind, service: Service) -> None:
    lines: list[JobLine] = [{"custom_id": n, "moves": ["4"] * (n % 7)} for n in range(2000)]
    id = Blocking(service.url).call("submit_job", "connect-four", lines)["id"]
    whole = Blocking(service.url).messages("follow_job", id)
    assert len(whole) == 2000
    with cutting(service, 100, 20_000, 600, 50_000, 10) as relay:
        assert kind(relay.url).messages("follow_job", id) == whole
    assert relay.connections >= 6


def test_results_that_are_cut_are_no_end(kind: Kind, service: Service) -> None:
    lines: list[JobLine] = [{"custom_id": n, "moves": ["4"]} for n in range(2000)]
    id = Blocking(service.url).call("submit_job", "connect-four", lines)["id"]
    assert len(Blocking(service.url).messages("follow_job", id)) == 2000
    with cutting(service, 20_000) as relay, pytest.raises(httpx.TransportError):
        kind(relay.url).messages("job_results", id)


def test_a_job_is_followed_across_a_restart(kind: Kind, tmp_path: Path) -> None:
    flags = ("--store", str(tmp_path / "jobs"), "--job-chunk-ms", "10")
    with serving(*flags) as first:
        client = kind(first.url)
        id = client.call("submit_job", "checkers", long_lines(28), nodes=200_000)["id"]
        answers: list[Any] = []

        def follow() -> None:
            answers.extend(client.messages("follow_job", id))

        following = threading.Thread(target=follow)
        following.start()
        first.wait_for(lambda: Blocking(first.url).call("get_job", id)["finished_items"] > 2)
        first.stop()
        time.sleep(0.5)
        with serving(*flags, address=first.address):
            following.join()
    assert [answer["index"] for answer in answers] == list(range(28))


def test_following_ends_without_a_service(kind: Kind) -> None:
    start = time.monotonic()
    with pytest.raises(httpx.ConnectError):
        kind(f"http://127.0.0.1:{free_port()}", timeout=1).messages("follow_job", "an-id")
    assert 0.5 < time.monotonic() - start < 30
