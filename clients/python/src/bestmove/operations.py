"""The operations of the service, shared by both clients: paths, answers and retries."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import AsyncIterable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypedDict, TypeVar, cast
from urllib.parse import quote

import httpx

from . import types
from .archive import ArchiveBody
from .problem import Problem, retry_after

T = TypeVar("T")

Body = Mapping[str, object] | str | bytes | ArchiveBody | None
"""The fields of a request, a text, or an archive."""


class Extras(TypedDict, total=False):
    """What a request has besides its path and body."""

    params: Mapping[str, str | int]
    headers: Mapping[str, str]


DEFAULT_URL = "http://127.0.0.1:8080"
TIMEOUT = 30.0
MAX_RETRIES = 2
MAX_JITTER = 0.25
"""The longest random delay, as a part of the delay that the service asks for."""
MAX_SILENCE = 15.0
"""Seconds without a byte after which a stream is dead: three missed keep-alives."""
NOT_OURS = (ValueError, KeyError, TypeError)
"""The errors of reading what is no JSON, or lacks the fields of the service."""


@dataclass(frozen=True)
class Message(Generic[T]):
    """A message of a stream."""

    content: T | None
    """`None` in a summary."""
    is_last: bool


@dataclass(frozen=True)
class Operation(Generic[T]):
    """An operation whose answer, or each message of whose stream, is a `T`."""

    method: str
    path: str
    field: str | None = None
    """The field with the answer; `None` if it is the whole."""
    is_stream: bool = False
    ends_with_summary: bool = False
    """Whether the last message of the stream has no answer."""
    has_events: bool = True
    """Whether the messages of the stream have names; otherwise it ends without a last one."""
    is_idempotent: bool = True

    def answer(self, response: httpx.Response) -> T:
        """The answer of a response that has been read."""
        try:
            return self.pick(response.json() if response.content else None)
        except NOT_OURS as error:
            raise Problem.foreign(response, response.text) from error

    def message(self, response: httpx.Response, line: bytes) -> Message[T] | None:
        """The message of a line of a stream; `None` for a keep-alive."""
        if not line:
            return None
        try:
            return self.read(json.loads(line))
        except NOT_OURS as error:
            raise Problem.foreign(response, line.decode(errors="replace")) from error

    def read(self, message: Any) -> Message[T]:
        """The message that is the JSON of a line."""
        if not self.has_events:
            return Message(self.pick(message), is_last=False)
        if message["event"] == "problem":
            raise Problem(message["problem"])
        is_last = message["event"] == "final"
        content = None if is_last and self.ends_with_summary else self.pick(message)
        return Message(content, is_last)

    def pick(self, body: Any) -> T:
        """The answer in a body."""
        return cast(T, body[self.field] if self.field else body)


GAMES = Operation[list[types.Game]]("GET", "/v1/games", "games")
LEGAL_MOVES = Operation[types.LegalMoves]("POST", "/v1/{}/legal-moves")
KNOWN = Operation[types.KeptAnalysis]("GET", "/v1/{}/known")
BEST_MOVE = Operation[types.BestMove]("POST", "/v1/{}/best-move")
ANALYSE = Operation[types.Analysis]("POST", "/v1/{}/analysis")
STREAM_ANALYSIS = Operation[types.Analysis](
    "POST", "/v1/{}/analysis/stream", "analysis", is_stream=True
)
CONVERT = Operation[list[types.ConvertedGame]]("POST", "/v1/{}/convert", "games")
CONVERT_ALL = Operation[types.ConvertedGame](
    "POST", "/v1/{}/convert", "game", is_stream=True, ends_with_summary=True
)
REVIEW = Operation[types.Review]("POST", "/v1/{}/review")
STREAM_REVIEW = Operation[types.ReviewMessage]("POST", "/v1/{}/review/stream", is_stream=True)
BATCH = Operation[list[types.BatchResult]]("POST", "/v1/batch", "results")
START_ANALYSIS = Operation[types.BackgroundAnalysis]("POST", "/v1/analyses", is_idempotent=False)
LIST_ANALYSES = Operation[list[types.BackgroundAnalysisSummary]]("GET", "/v1/analyses", "analyses")
GET_ANALYSIS = Operation[types.BackgroundAnalysis]("GET", "/v1/analyses/{}")
CANCEL_ANALYSIS = Operation[None]("DELETE", "/v1/analyses/{}")
FOLLOW_ANALYSIS = Operation[types.Analysis](
    "GET", "/v1/analyses/{}/events", "analysis", is_stream=True
)
START_REVIEW = Operation[types.BackgroundReview]("POST", "/v1/reviews", is_idempotent=False)
LIST_REVIEWS = Operation[list[types.BackgroundReviewSummary]]("GET", "/v1/reviews", "reviews")
GET_REVIEW = Operation[types.BackgroundReview]("GET", "/v1/reviews/{}")
CANCEL_REVIEW = Operation[None]("DELETE", "/v1/reviews/{}")
FOLLOW_REVIEW = Operation[types.ReviewMessage]("GET", "/v1/reviews/{}/events", is_stream=True)
SUBMIT_JOB = Operation[types.Job]("POST", "/v1/jobs")
COMPLETE_JOB = Operation[types.Job]("POST", "/v1/jobs/{}/complete")
JOB_PARTS = Operation[list[types.JobPart]]("GET", "/v1/jobs/{}/parts", "parts")
OPEN_JOB = Operation[types.Job]("POST", "/v1/jobs")
JOB_PRICE = Operation[types.JobPrice]("POST", "/v1/jobs")
LIST_JOBS = Operation[list[types.Job]]("GET", "/v1/jobs", "jobs")
GET_JOB = Operation[types.Job]("GET", "/v1/jobs/{}")
FOLLOW_JOB = Operation[types.Job]("GET", "/v1/jobs/{}/events", "job", is_stream=True)
CANCEL_JOB = Operation[None]("DELETE", "/v1/jobs/{}")
JOB_RESULTS = Operation[types.JobAnswer](
    "GET", "/v1/jobs/{}/results", is_stream=True, has_events=False
)


def known_query(
    position: str | None,
    moves: Iterable[types.Move],
    lines: int | str,
    depth: int | None,
) -> dict[str, str | int]:
    """The query string of a known result."""
    fields = {
        "position": position,
        "moves": ",".join(str(move) for move in moves) or None,
        "lines": lines,
        "depth": depth,
    }
    return {name: value for name, value in fields.items() if value is not None}


def put_part(number: int) -> Operation[None]:
    """The operation that sends a part of an archive."""
    return Operation[None]("PUT", f"/v1/jobs/{{}}/parts/{number}")


class Attempts:
    """The attempts at one operation, all before one deadline."""

    def __init__(
        self,
        operation: Operation[T],
        segment: str,
        body: Body,
        timeout: float,
        extras: Extras,
    ):
        self._operation = operation
        self._path = operation.path.format(quote(segment, safe=""))
        self._body = body
        self._extras = extras
        self._start = time.monotonic()
        self._timeout = timeout
        self._retries = 0
        self._may_reconnect = operation.is_idempotent

    def request(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """The request of the next attempt, which may take the rest of the time."""
        body = self._body
        content: str | bytes | Iterable[bytes] | AsyncIterable[bytes] | None = None
        headers = dict(self._extras.get("headers", {}))
        if self._operation.is_stream:
            headers["accept"] = "application/x-ndjson"
        if isinstance(body, ArchiveBody):
            is_async = isinstance(client, httpx.AsyncClient)
            content = body.pieces_async() if is_async else body.pieces()
            headers["content-type"] = body.media_type
        elif isinstance(body, (str, bytes)):
            content = body
            headers["content-type"] = "text/plain"
        return client.build_request(
            self._operation.method,
            self._path,
            json=body if content is None else None,
            content=content,
            params=self._extras.get("params"),
            headers=headers,
            timeout=self._rest(),
        )

    def reconnects(self, error: httpx.TransportError) -> bool:
        """True if the request is to be repeated after this error: once, if that is harmless."""
        is_lost = isinstance(error, (httpx.NetworkError, httpx.RemoteProtocolError))
        reconnects = is_lost and self._may_reconnect and self._may_repeat()
        self._may_reconnect = False
        return reconnects

    def delay(self, response: httpx.Response) -> float | None:
        """Seconds to the next attempt, at least those that the service asks for; `None`
        if there is none before the deadline."""
        told = retry_after(response) if response.status_code in (429, 503) else None
        rest = self._rest()
        is_final = self._retries == MAX_RETRIES or not self._may_repeat()
        if told is None or told >= rest or is_final:
            return None
        self._retries += 1
        return told + random.uniform(0, MAX_JITTER * min(told, rest - told))

    def _may_repeat(self) -> bool:
        is_used_up = isinstance(self._body, ArchiveBody) and not self._body.can_be_sent()
        return self._rest() > 0 and not is_used_up

    def _rest(self) -> float:
        body = self._body
        # Sending an archive may take any time.
        start = body.last_sent if isinstance(body, ArchiveBody) else self._start
        return max(start + self._timeout - time.monotonic(), 0)


def base_url(url: str | None) -> str:
    """The address of the service."""
    return url or os.environ.get("BESTMOVE_URL") or DEFAULT_URL


def headers(key: str | None) -> dict[str, str]:
    """The headers of all requests."""
    agent = {"user-agent": "bestmove-python/0.1.0"}
    return agent | {"authorization": f"Bearer {key}"} if key else agent


def name_address(error: httpx.TransportError, request: httpx.Request) -> None:
    """Puts the address in front of the message of the error."""
    error.args = (f"{request.url}: {error}",)


def limit_silence(response: httpx.Response) -> None:
    """Replaces the timeout of a stream that has started by the limit of its silence."""
    response.request.extensions["timeout"]["read"] = MAX_SILENCE


def cut_short() -> httpx.RemoteProtocolError:
    """The error for a stream without its last message."""
    return httpx.RemoteProtocolError("the stream ended before its last message")
