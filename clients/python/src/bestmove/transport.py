"""Requests, streams and retries, blocking and with asyncio."""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from typing import TYPE_CHECKING, TypeVar

import httpx

from . import operations as op
from .problem import Problem

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

T = TypeVar("T")


class Transport:
    """What all calls of `Client` share."""

    def __init__(
        self, url: str | None = None, *, key: str | None = None, timeout: float = op.TIMEOUT
    ):
        self._http = httpx.Client(base_url=op.base_url(url), headers=op.headers(key))
        self._timeout = timeout

    def with_timeout(self, seconds: float) -> Self:
        """Returns a client with another timeout, which shares the connections of this one."""
        client = copy.copy(self)
        client._timeout = seconds
        return client

    def close(self) -> None:
        """Closes all connections, which cancels their searches."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _fetch(
        self,
        operation: op.Operation[T],
        segment: str = "",
        body: op.Body = None,
        **extras: Unpack[op.Extras],
    ) -> T:
        return operation.answer(self._send(operation, segment, body, **extras))

    def _stream(
        self,
        operation: op.Operation[T],
        segment: str,
        body: op.Body = None,
        **extras: Unpack[op.Extras],
    ) -> Generator[T, None, None]:
        response = self._send(operation, segment, body, **extras)
        op.limit_silence(response)
        try:
            for line in lines(response):
                if message := operation.message(response, line):
                    if message.content is not None:
                        yield message.content
                    if message.is_last:
                        return
        finally:
            response.close()
        if operation.has_events:
            raise op.cut_short()

    def _send(
        self, operation: op.Operation[T], segment: str, body: op.Body, **extras: Unpack[op.Extras]
    ) -> httpx.Response:
        attempts = op.Attempts(operation, segment, body, self._timeout, extras)
        while True:
            request = attempts.request(self._http)
            try:
                response = self._http.send(request, stream=operation.is_stream)
            except httpx.TransportError as error:
                if attempts.reconnects(error):
                    continue
                op.name_address(error, request)
                raise
            if response.is_success:
                return response
            response.read()
            delay = attempts.delay(response)
            if delay is None:
                raise Problem.of(response)
            time.sleep(delay)


class AsyncTransport:
    """What all calls of `AsyncClient` share."""

    def __init__(
        self, url: str | None = None, *, key: str | None = None, timeout: float = op.TIMEOUT
    ):
        self._http = httpx.AsyncClient(base_url=op.base_url(url), headers=op.headers(key))
        self._timeout = timeout

    def with_timeout(self, seconds: float) -> Self:
        """Returns a client with another timeout, which shares the connections of this one."""
        client = copy.copy(self)
        client._timeout = seconds
        return client

    async def aclose(self) -> None:
        """Closes all connections, which cancels their searches."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _fetch(
        self,
        operation: op.Operation[T],
        segment: str = "",
        body: op.Body = None,
        **extras: Unpack[op.Extras],
    ) -> T:
        return operation.answer(await self._send(operation, segment, body, **extras))

    async def _stream(
        self,
        operation: op.Operation[T],
        segment: str,
        body: op.Body = None,
        **extras: Unpack[op.Extras],
    ) -> AsyncGenerator[T, None]:
        response = await self._send(operation, segment, body, **extras)
        op.limit_silence(response)
        try:
            async for line in lines_async(response):
                if message := operation.message(response, line):
                    if message.content is not None:
                        yield message.content
                    if message.is_last:
                        return
        finally:
            await response.aclose()
        if operation.has_events:
            raise op.cut_short()

    async def _send(
        self, operation: op.Operation[T], segment: str, body: op.Body, **extras: Unpack[op.Extras]
    ) -> httpx.Response:
        attempts = op.Attempts(operation, segment, body, self._timeout, extras)
        while True:
            request = attempts.request(self._http)
            try:
                response = await self._http.send(request, stream=operation.is_stream)
            except httpx.TransportError as error:
                if attempts.reconnects(error):
                    continue
                op.name_address(error, request)
                raise
            if response.is_success:
                return response
            await response.aread()
            delay = attempts.delay(response)
            if delay is None:
                raise Problem.of(response)
            await asyncio.sleep(delay)


def lines(response: httpx.Response) -> Iterator[bytes]:
    """The lines of a stream, split at line feeds alone: JSON may contain other separators."""
    rest = b""
    for piece in response.iter_bytes():
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
    yield rest


async def lines_async(response: httpx.Response) -> AsyncIterator[bytes]:
    """`lines` of an asynchronous stream."""
    rest = b""
    async for piece in response.aiter_bytes():
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield line
    yield rest
