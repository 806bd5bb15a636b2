"""Jobs over archives, blocking and with asyncio."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing, closing

import httpx

from . import operations as op
from .archive import Archive, ArchiveBody, AsyncArchive
from .parts import Parts
from .problem import Problem
from .transport import AsyncTransport, Transport
from .types import GameId, Job, JobAnswer, JobKind, JobPart, JobPrice, JobState

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
READING = 10.0
"""Seconds in which the service reads a part at least."""
PASSING = (429, 502, 503, 504)
"""The statuses of refusals that end by themselves."""


class Jobs(Transport):
    """The calls of `Client` for jobs."""

    def submit_job(
        self,
        game: GameId,
        archive: Archive,
        *,
        kind: JobKind = "analysis",
        nodes: int | None = None,
        depth: int | None = None,
        idempotency_key: str | None = None,
        parts: bool = False,
    ) -> Job:
        """Starts a job over an archive: an iterable of positions or games as dictionaries, sent as
        it is read; or a text, the bytes of a file, its path, or the open file. `nodes` or `depth`
        limits each search. An equal submission under the same `idempotency_key`, by default a
        random one, is the same job. `timeout` begins at the end of the archive.
        With `parts` it is sent by `open_job` and `upload_job`."""
        key = idempotency_key or uuid.uuid4().hex
        if parts:
            job = self.open_job(game, kind=kind, nodes=nodes, depth=depth, idempotency_key=key)
            return self.upload_job(job["id"], archive)
        params = query(game, kind, nodes, depth)
        headers = {"idempotency-key": key}
        return self._fetch(op.SUBMIT_JOB, body=ArchiveBody(archive), params=params, headers=headers)

    def open_job(
        self,
        game: GameId,
        *,
        kind: JobKind = "analysis",
        nodes: int | None = None,
        depth: int | None = None,
        idempotency_key: str | None = None,
    ) -> Job:
        """Opens a job whose archive comes by `upload_job`. One that is opened again under its
        `idempotency_key`, by default a random one, is the same job."""
        params = query(game, kind, nodes, depth) | {"parts": "true"}
        headers = {"idempotency-key": idempotency_key or uuid.uuid4().hex}
        return self._fetch(op.OPEN_JOB, body=b"", params=params, headers=headers)

    def upload_job(self, id: str, archive: Archive) -> Job:
        """Sends the archive of a job that `open_job` has opened, in parts of a MiB, and starts the
        job. Called again with the same archive after an error or in another process, it sends only
        the parts that are missing; of a job that has been started, none. `timeout` is that of each
        part; reading all of them may take ten seconds for each more."""
        job = self.get_job(id)
        if job["state"] != "receiving":
            return job
        body, parts = ArchiveBody(archive), Parts(self.job_parts(id))
        for piece in body.pieces():
            for number, part in parts.add(piece):
                self._fetch(op.put_part(number), id, part)
        for number, part in parts.end():
            self._fetch(op.put_part(number), id, part)
        client = self.with_timeout(self._timeout + READING * parts.count)
        return client._fetch(op.COMPLETE_JOB, id, params={"parts": parts.count})

    def job_parts(self, id: str) -> list[JobPart]:
        """Returns the parts of an archive that have come, by their numbers."""
        return self._fetch(op.JOB_PARTS, id)

    def job_price(
        self,
        game: GameId,
        archive: Archive,
        *,
        kind: JobKind = "analysis",
        nodes: int | None = None,
        depth: int | None = None,
    ) -> JobPrice:
        """Returns what `submit_job` would cost, and starts nothing."""
        params = query(game, kind, nodes, depth) | {"dry_run": "true"}
        return self._fetch(op.JOB_PRICE, body=ArchiveBody(archive), params=params)

    def list_jobs(self) -> list[Job]:
        """Returns the jobs of the key, newest first."""
        return self._fetch(op.LIST_JOBS)

    def get_job(self, id: str) -> Job:
        """Returns how far a job is."""
        return self._fetch(op.GET_JOB, id)

    def cancel_job(self, id: str) -> None:
        """Cancels a job. Its answers so far can be read."""
        return self._fetch(op.CANCEL_JOB, id)

    def job_results(self, id: str, start: int = 0) -> Generator[JobAnswer, None, None]:
        """Yields the answers so far, in the order of the lines, from the index `start` on."""
        return self._stream(op.JOB_RESULTS, id, params={"from": start})

    def follow_job(self, id: str, start: int = 0) -> Generator[JobAnswer, None, None]:
        """Yields every answer in the order of the lines, from the index `start` on, until the job
        has ended. Goes on where it was after a lost connection or a restart of the service, unless
        that takes longer than `timeout`. Raises a `Problem` after the answers of a job that has
        been cancelled. Leaving the loop does not cancel the job."""
        reading = Reading(id, start, self._timeout)
        while True:
            try:
                with closing(self._stream(op.FOLLOW_JOB, id)) as changes:
                    for job in changes:
                        if reading.has_more(job):
                            with closing(self.job_results(id, reading.next)) as answers:
                                for answer in answers:
                                    yield reading.of(answer)
                        if reading.has_ended(job["state"]):
                            return
            except (httpx.TransportError, Problem) as error:
                pause = reading.pause_after(error)
            time.sleep(pause)


class AsyncJobs(AsyncTransport):
    """The calls of `AsyncClient` for jobs."""

    async def submit_job(
        self,
        game: GameId,
        archive: AsyncArchive,
        *,
        kind: JobKind = "analysis",
        nodes: int | None = None,
        depth: int | None = None,
        idempotency_key: str | None = None,
        parts: bool = False,
    ) -> Job:
        """Starts a job over an archive: an iterable, asynchronous or not, of positions or games as
        dictionaries, sent as it is read; or a text, the bytes of a file, its path, or the open
        file. `nodes` or `depth` limits each search. An equal submission under the same
        `idempotency_key`, by default a random one, is the same job. `timeout` begins at the end of
        the archive.
        With `parts` it is sent by `open_job` and `upload_job`."""
        key = idempotency_key or uuid.uuid4().hex
        if parts:
            job = await self.open_job(
                game, kind=kind, nodes=nodes, depth=depth, idempotency_key=key
            )
            return await self.upload_job(job["id"], archive)
        params = query(game, kind, nodes, depth)
        headers = {"idempotency-key": key}
        body = ArchiveBody(archive)
        return await self._fetch(op.SUBMIT_JOB, body=body, params=params, headers=headers)

    async def open_job(
        self,
        game: GameId,
        *,
        kind: JobKind = "analysis",
        nodes: int | None = None,
        depth: int | None = None,
        idempotency_key: str | None = None,
    ) -> Job:
        """Opens a job whose archive comes by `upload_job`. One that is opened again under its
        `idempotency_key`, by default a random one, is the same job."""
        params = query(game, kind, nodes, depth) | {"parts": "true"}
        headers = {"idempotency-key": idempotency_key or uuid.uuid4().hex}
        return await self._fetch(op.OPEN_JOB, body=b"", params=params, headers=headers)

    async def upload_job(self, id: str, archive: AsyncArchive) -> Job:
        """Sends the archive of a job that `open_job` has opened, in parts of a MiB, and starts the
        job. Called again with the same archive after an error or in another process, it sends only
        the parts that are missing; of a job that has been started, none. `timeout` is that of each
        part; reading all of them may take ten seconds for each more."""
        job = await self.get_job(id)
        if job["state"] != "receiving":
            return job
        body, parts = ArchiveBody(archive), Parts(await self.job_parts(id))
        async for piece in body.pieces_async():
            for number, part in parts.add(piece):
                await self._fetch(op.put_part(number), id, part)
        for number, part in parts.end():
            await self._fetch(op.put_part(number), id, part)
        client = self.with_timeout(self._timeout + READING * parts.count)
        return await client._fetch(op.COMPLETE_JOB, id, params={"parts": parts.count})

    async def job_parts(self, id: str) -> list[JobPart]:
        """Returns the parts of an archive that have come, by their numbers."""
        return await self._fetch(op.JOB_PARTS, id)

    async def job_price(
        self,
        game: GameId,
        archive: AsyncArchive,
        *,
        kind: JobKind = "analysis",
        nodes: int | None = None,
        depth: int | None = None,
    ) -> JobPrice:
        """Returns what `submit_job` would cost, and starts nothing."""
        params = query(game, kind, nodes, depth) | {"dry_run": "true"}
        return await self._fetch(op.JOB_PRICE, body=ArchiveBody(archive), params=params)

    async def list_jobs(self) -> list[Job]:
        """Returns the jobs of the key, newest first."""
        return await self._fetch(op.LIST_JOBS)

    async def get_job(self, id: str) -> Job:
        """Returns how far a job is."""
        return await self._fetch(op.GET_JOB, id)

    async def cancel_job(self, id: str) -> None:
        """Cancels a job. Its answers so far can be read."""
        return await self._fetch(op.CANCEL_JOB, id)

    def job_results(self, id: str, start: int = 0) -> AsyncGenerator[JobAnswer, None]:
        """Yields the answers so far, in the order of the lines, from the index `start` on."""
        return self._stream(op.JOB_RESULTS, id, params={"from": start})

    async def follow_job(self, id: str, start: int = 0) -> AsyncGenerator[JobAnswer, None]:
        """Yields every answer in the order of the lines, from the index `start` on, until the job
        has ended. Goes on where it was after a lost connection or a restart of the service, unless
        that takes longer than `timeout`. Raises a `Problem` after the answers of a job that has
        been cancelled. Leaving the loop does not cancel the job."""
        reading = Reading(id, start, self._timeout)
        while True:
            try:
                async with aclosing(self._stream(op.FOLLOW_JOB, id)) as changes:
                    async for job in changes:
                        if reading.has_more(job):
                            async with aclosing(self.job_results(id, reading.next)) as answers:
                                async for answer in answers:
                                    yield reading.of(answer)
                        if reading.has_ended(job["state"]):
                            return
            except (httpx.TransportError, Problem) as error:
                pause = reading.pause_after(error)
            await asyncio.sleep(pause)


class Reading:
    """How far the answers of a job have been read, and when to go on after an error."""

    def __init__(self, id: str, start: int, timeout: float):
        self.next = start
        self._id = id
        self._timeout = timeout
        self._pause = FIRST_PAUSE
        self._failing_since: float | None = None

    def of(self, answer: JobAnswer) -> JobAnswer:
        """The answer, which has been read."""
        self.next = answer["index"] + 1
        self._failing_since = None
        return answer

    def has_more(self, job: Job) -> bool:
        """Whether there may be answers to read: none comes before that of an earlier line."""
        self._failing_since = None
        self._pause = FIRST_PAUSE
        return job["finished_items"] > self.next

    def has_ended(self, state: JobState) -> bool:
        """Whether there are no more answers, if this was the state before those that have been
        read. Raises a `Problem` if there should have been more."""
        if state == "cancelled":
            detail = f"job {self._id} was cancelled before line {self.next} was answered"
            raise Problem(
                {"type": "about:blank", "title": "Job cancelled", "status": 0, "detail": detail}
            )
        return state == "finished"

    def pause_after(self, error: httpx.TransportError | Problem) -> float:
        """Seconds to the next request after an error, which is raised if it does not pass."""
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
        if isinstance(error, Problem):
            passes, told = error.status in PASSING, error.retry_after or 0
        else:
            lost = (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError)
            passes, told = isinstance(error, lost), 0
        pause, self._pause = max(self._pause, told), min(2 * self._pause, LONGEST_PAUSE)
        if not passes or now + pause > self._failing_since + self._timeout:
            raise error
        return pause


def query(
    game: GameId, kind: JobKind, nodes: int | None, depth: int | None
) -> dict[str, str | int]:
    """The query string of a submission."""
    limits = {"nodes": nodes, "depth": depth}
    given = {name: limit for name, limit in limits.items() if limit is not None}
    return {"game": game, "kind": kind, **given}
