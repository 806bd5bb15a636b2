"""The two clients: the same operations, blocking and with asyncio."""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from typing import TYPE_CHECKING, TypeVar

import httpx

from . import operations as op
from .problem import Problem
from .types import (
    Analysis,
    AnalysisRequest,
    BackgroundAnalysis,
    BackgroundAnalysisSummary,
    BackgroundReview,
    BackgroundReviewSummary,
    BatchResult,
    BestMove,
    BestMoveRequest,
    ConversionRequest,
    ConvertedGame,
    Game,
    GameId,
    LegalMoves,
    LegalMovesRequest,
    NamedAnalysisRequest,
    Review,
    ReviewMessage,
    ReviewRequest,
)

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

T = TypeVar("T")


class Client:
    """A client of the service at `url`, by default that of `BESTMOVE_URL`, or on this machine.

    `timeout` is the seconds from a call to its answer or to the start of its stream, with all
    retries. Calls raise `Problem` for a refusal, and `httpx.TransportError` without an answer.
    """

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

    def games(self) -> list[Game]:
        """Returns the games with their boards, levels and limits."""
        return self._fetch(op.GAMES)

    def legal_moves(self, game: GameId, **fields: Unpack[LegalMovesRequest]) -> LegalMoves:
        """Returns the board and the legal moves as data."""
        return self._fetch(op.LEGAL_MOVES, game, fields)

    def best_move(self, game: GameId, **fields: Unpack[BestMoveRequest]) -> BestMove:
        """Returns the best move and its line; with `level`, the move of an opponent."""
        return self._fetch(op.BEST_MOVE, game, fields)

    def analyse(self, game: GameId, **fields: Unpack[AnalysisRequest]) -> Analysis:
        """Returns the best `lines`, each a move with its score and line."""
        return self._fetch(op.ANALYSE, game, fields)

    def stream_analysis(
        self, game: GameId, **fields: Unpack[AnalysisRequest]
    ) -> Generator[Analysis, None, None]:
        """Yields the analysis after each iteration. Leaving the loop cancels the search."""
        return self._stream(op.STREAM_ANALYSIS, game, fields)

    def convert(self, game: GameId, **fields: Unpack[ConversionRequest]) -> list[ConvertedGame]:
        """Returns a position or games in every notation."""
        return self._fetch(op.CONVERT, game, fields)

    def convert_all(self, game: GameId, text: str | bytes) -> Generator[ConvertedGame, None, None]:
        """Yields the games of a text, or of a file as bytes, each as soon as it is converted."""
        return self._stream(op.CONVERT_ALL, game, text)

    def review(self, game: GameId, **fields: Unpack[ReviewRequest]) -> Review:
        """Returns the moves of a game, each compared with the best move."""
        return self._fetch(op.REVIEW, game, fields)

    def stream_review(
        self, game: GameId, **fields: Unpack[ReviewRequest]
    ) -> Generator[ReviewMessage, None, None]:
        """Yields the reviewed moves, the last one first, and then the summary."""
        return self._stream(op.STREAM_REVIEW, game, fields)

    def batch(self, positions: Sequence[NamedAnalysisRequest]) -> list[BatchResult]:
        """Returns an analysis or a problem for each position, in their order."""
        return self._fetch(op.BATCH, body={"positions": positions})

    def start_analysis(self, game: GameId, **fields: Unpack[AnalysisRequest]) -> BackgroundAnalysis:
        """Starts a background analysis of up to ten minutes, and returns its state."""
        return self._fetch(op.START_ANALYSIS, body={"game": game, **fields})

    def list_analyses(self) -> list[BackgroundAnalysisSummary]:
        """Returns the background analyses of the key, newest first."""
        return self._fetch(op.LIST_ANALYSES)

    def get_analysis(self, id: str) -> BackgroundAnalysis:
        """Returns the state of a background analysis and its best lines so far."""
        return self._fetch(op.GET_ANALYSIS, id)

    def cancel_analysis(self, id: str) -> None:
        """Stops a background analysis and removes it."""
        return self._fetch(op.CANCEL_ANALYSIS, id)

    def follow_analysis(self, id: str) -> Generator[Analysis, None, None]:
        """Yields a background analysis at once and after each iteration."""
        return self._stream(op.FOLLOW_ANALYSIS, id)

    def start_review(self, game: GameId, **fields: Unpack[ReviewRequest]) -> BackgroundReview:
        """Starts a background review of up to ten minutes, and returns its state."""
        return self._fetch(op.START_REVIEW, body={"game": game, **fields})

    def list_reviews(self) -> list[BackgroundReviewSummary]:
        """Returns the background reviews of the key, newest first."""
        return self._fetch(op.LIST_REVIEWS)

    def get_review(self, id: str) -> BackgroundReview:
        """Returns the state of a background review and the moves reviewed so far."""
        return self._fetch(op.GET_REVIEW, id)

    def cancel_review(self, id: str) -> None:
        """Stops a background review and removes it."""
        return self._fetch(op.CANCEL_REVIEW, id)

    def follow_review(self, id: str) -> Generator[ReviewMessage, None, None]:
        """Yields the moves reviewed so far, then each as it is reviewed, then the summary."""
        return self._stream(op.FOLLOW_REVIEW, id)

    def _fetch(self, operation: op.Operation[T], segment: str = "", body: op.Body = None) -> T:
        return operation.answer(self._send(operation, segment, body))

    def _stream(
        self, operation: op.Operation[T], segment: str, body: op.Body = None
    ) -> Generator[T, None, None]:
        response = self._send(operation, segment, body)
        op.limit_silence(response)
        try:
            for line in response.iter_lines():
                if message := operation.message(response, line):
                    if message.content is not None:
                        yield message.content
                    if message.is_last:
                        return
        finally:
            response.close()
        raise op.cut_short()

    def _send(self, operation: op.Operation[T], segment: str, body: op.Body) -> httpx.Response:
        attempts = op.Attempts(operation, segment, body, self._timeout)
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


class AsyncClient:
    """`Client` with coroutines and asynchronous generators."""

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

    async def games(self) -> list[Game]:
        """Returns the games with their boards, levels and limits."""
        return await self._fetch(op.GAMES)

    async def legal_moves(self, game: GameId, **fields: Unpack[LegalMovesRequest]) -> LegalMoves:
        """Returns the board and the legal moves as data."""
        return await self._fetch(op.LEGAL_MOVES, game, fields)

    async def best_move(self, game: GameId, **fields: Unpack[BestMoveRequest]) -> BestMove:
        """Returns the best move and its line; with `level`, the move of an opponent."""
        return await self._fetch(op.BEST_MOVE, game, fields)

    async def analyse(self, game: GameId, **fields: Unpack[AnalysisRequest]) -> Analysis:
        """Returns the best `lines`, each a move with its score and line."""
        return await self._fetch(op.ANALYSE, game, fields)

    def stream_analysis(
        self, game: GameId, **fields: Unpack[AnalysisRequest]
    ) -> AsyncGenerator[Analysis, None]:
        """Yields the analysis after each iteration. Leaving the loop cancels the search."""
        return self._stream(op.STREAM_ANALYSIS, game, fields)

    async def convert(
        self, game: GameId, **fields: Unpack[ConversionRequest]
    ) -> list[ConvertedGame]:
        """Returns a position or games in every notation."""
        return await self._fetch(op.CONVERT, game, fields)

    def convert_all(self, game: GameId, text: str | bytes) -> AsyncGenerator[ConvertedGame, None]:
        """Yields the games of a text, or of a file as bytes, each as soon as it is converted."""
        return self._stream(op.CONVERT_ALL, game, text)

    async def review(self, game: GameId, **fields: Unpack[ReviewRequest]) -> Review:
        """Returns the moves of a game, each compared with the best move."""
        return await self._fetch(op.REVIEW, game, fields)

    def stream_review(
        self, game: GameId, **fields: Unpack[ReviewRequest]
    ) -> AsyncGenerator[ReviewMessage, None]:
        """Yields the reviewed moves, the last one first, and then the summary."""
        return self._stream(op.STREAM_REVIEW, game, fields)

    async def batch(self, positions: Sequence[NamedAnalysisRequest]) -> list[BatchResult]:
        """Returns an analysis or a problem for each position, in their order."""
        return await self._fetch(op.BATCH, body={"positions": positions})

    async def start_analysis(
        self, game: GameId, **fields: Unpack[AnalysisRequest]
    ) -> BackgroundAnalysis:
        """Starts a background analysis of up to ten minutes, and returns its state."""
        return await self._fetch(op.START_ANALYSIS, body={"game": game, **fields})

    async def list_analyses(self) -> list[BackgroundAnalysisSummary]:
        """Returns the background analyses of the key, newest first."""
        return await self._fetch(op.LIST_ANALYSES)

    async def get_analysis(self, id: str) -> BackgroundAnalysis:
        """Returns the state of a background analysis and its best lines so far."""
        return await self._fetch(op.GET_ANALYSIS, id)

    async def cancel_analysis(self, id: str) -> None:
        """Stops a background analysis and removes it."""
        return await self._fetch(op.CANCEL_ANALYSIS, id)

    def follow_analysis(self, id: str) -> AsyncGenerator[Analysis, None]:
        """Yields a background analysis at once and after each iteration."""
        return self._stream(op.FOLLOW_ANALYSIS, id)

    async def start_review(self, game: GameId, **fields: Unpack[ReviewRequest]) -> BackgroundReview:
        """Starts a background review of up to ten minutes, and returns its state."""
        return await self._fetch(op.START_REVIEW, body={"game": game, **fields})

    async def list_reviews(self) -> list[BackgroundReviewSummary]:
        """Returns the background reviews of the key, newest first."""
        return await self._fetch(op.LIST_REVIEWS)

    async def get_review(self, id: str) -> BackgroundReview:
        """Returns the state of a background review and the moves reviewed so far."""
        return await self._fetch(op.GET_REVIEW, id)

    async def cancel_review(self, id: str) -> None:
        """Stops a background review and removes it."""
        return await self._fetch(op.CANCEL_REVIEW, id)

    def follow_review(self, id: str) -> AsyncGenerator[ReviewMessage, None]:
        """Yields the moves reviewed so far, then each as it is reviewed, then the summary."""
        return self._stream(op.FOLLOW_REVIEW, id)

    async def _fetch(
        self, operation: op.Operation[T], segment: str = "", body: op.Body = None
    ) -> T:
        return operation.answer(await self._send(operation, segment, body))

    async def _stream(
        self, operation: op.Operation[T], segment: str, body: op.Body = None
    ) -> AsyncGenerator[T, None]:
        response = await self._send(operation, segment, body)
        op.limit_silence(response)
        try:
            async for line in response.aiter_lines():
                if message := operation.message(response, line):
                    if message.content is not None:
                        yield message.content
                    if message.is_last:
                        return
        finally:
            await response.aclose()
        raise op.cut_short()

    async def _send(
        self, operation: op.Operation[T], segment: str, body: op.Body
    ) -> httpx.Response:
        attempts = op.Attempts(operation, segment, body, self._timeout)
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
