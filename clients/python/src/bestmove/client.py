"""The two clients: the same operations, blocking and with asyncio."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Sequence
from typing import TYPE_CHECKING, Literal

from . import operations as op
from .jobs import AsyncJobs, Jobs
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
    KeptAnalysis,
    LegalMoves,
    LegalMovesRequest,
    Move,
    NamedAnalysisRequest,
    Review,
    ReviewMessage,
    ReviewRequest,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Client(Jobs):
    """A client of the service at `url`, by default that of `BESTMOVE_URL`, or on this machine.

    `timeout` is the seconds from a call to its answer or to the start of its stream, with all
    retries. Calls raise `Problem` for a refusal, and `httpx.TransportError` without an answer.
    """

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

    def known(
        self,
        game: GameId,
        *,
        position: str | None = None,
        moves: Sequence[Move] = (),
        lines: int | Literal["all"] = 1,
        depth: int | None = None,
    ) -> KeptAnalysis:
        """Returns the best result of earlier jobs and background analyses, without a search; raises
        the `Problem` `/problems/not-known` if there is none. With `depth`, that of a search to this
        depth."""
        params = op.known_query(position, moves, lines, depth)
        return self._fetch(op.KNOWN, game, params=params)

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


class AsyncClient(AsyncJobs):
    """`Client` with coroutines and asynchronous generators."""

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

    async def known(
        self,
        game: GameId,
        *,
        position: str | None = None,
        moves: Sequence[Move] = (),
        lines: int | Literal["all"] = 1,
        depth: int | None = None,
    ) -> KeptAnalysis:
        """Returns the best result of earlier jobs and background analyses, without a search; raises
        the `Problem` `/problems/not-known` if there is none. With `depth`, that of a search to this
        depth."""
        params = op.known_query(position, moves, lines, depth)
        return await self._fetch(op.KNOWN, game, params=params)

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
