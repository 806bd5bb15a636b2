"""The engine in this process: the answers of the service without a server."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from os import PathLike
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from . import operations as op
from .problem import Problem
from .types import (
    Analysis,
    AnalysisRequest,
    BestMove,
    BestMoveRequest,
    ConversionRequest,
    ConvertedGame,
    Game,
    GameId,
    LegalMoves,
    LegalMovesRequest,
    Position,
    Review,
    ReviewMessage,
    ReviewRequest,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")


class Engine:
    """The games and the tables of their searches.

    `threads` search for each answer, `table_mib` is the size of the transposition table, and
    `max_time_ms` the longest `time_ms`. `tables` is a directory with all tablebases of checkers.
    Several threads of Python may ask one engine at a time. Calls raise `Problem` for a refusal, and
    `KeyboardInterrupt` ends their search. Without the native module in the package, there is an
    `ImportError`.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        table_mib: int = 64,
        max_time_ms: int = 10_000,
        tables: str | PathLike[str] | None = None,
    ):
        try:
            from . import _engine
        except ImportError as error:
            raise ImportError(
                "expected the wheel of bestmove with the engine, got the one that is a client of "
                "the service only"
            ) from error
        self._native = _engine.LocalEngine(threads, table_mib, max_time_ms, tables)
        self._stop = _engine.Stop

    def games(self) -> list[Game]:
        """Returns the games with their boards, levels and limits."""
        return self._fetch(op.GAMES)

    def legal_moves(
        self, game: GameId, position: Position | None = None, /, **fields: Unpack[LegalMovesRequest]
    ) -> LegalMoves:
        """Returns the board and the legal moves as data."""
        return self._fetch(op.LEGAL_MOVES, game, with_position(position, fields))

    def best_move(
        self, game: GameId, position: Position | None = None, /, **fields: Unpack[BestMoveRequest]
    ) -> BestMove:
        """Returns the best move and its line; with `level`, the move of an opponent."""
        return self._fetch(op.BEST_MOVE, game, with_position(position, fields))

    def analyse(
        self, game: GameId, position: Position | None = None, /, **fields: Unpack[AnalysisRequest]
    ) -> Analysis:
        """Returns the best `lines`, each a move with its score and line."""
        return self._fetch(op.ANALYSE, game, with_position(position, fields))

    def stream_analysis(
        self, game: GameId, position: Position | None = None, /, **fields: Unpack[AnalysisRequest]
    ) -> Generator[Analysis, None, None]:
        """Yields the analysis after each iteration. Leaving the loop ends the search."""
        return self._stream(op.STREAM_ANALYSIS, game, with_position(position, fields))

    def convert(self, game: GameId, **fields: Unpack[ConversionRequest]) -> list[ConvertedGame]:
        """Returns a position or games in every notation."""
        return self._fetch(op.CONVERT, game, fields)

    def review(self, game: GameId, **fields: Unpack[ReviewRequest]) -> Review:
        """Returns the moves of a game, each compared with the best move."""
        return self._fetch(op.REVIEW, game, fields)

    def stream_review(
        self, game: GameId, **fields: Unpack[ReviewRequest]
    ) -> Generator[ReviewMessage, None, None]:
        """Yields the reviewed moves, the last one first, and then the summary."""
        return self._stream(op.STREAM_REVIEW, game, fields)

    def _fetch(
        self, operation: op.Operation[T], game: str = "", fields: Mapping[str, object] | None = None
    ) -> T:
        request = request_line(operation, game)
        status, text = self._native.answer(request, body(fields), self._stop(), None)
        return operation.pick(answer(status, text))

    def _stream(
        self, operation: op.Operation[T], game: str, fields: Mapping[str, object]
    ) -> Generator[T, None, None]:
        request, content = request_line(operation, game), body(fields)
        lines: SimpleQueue[str | Future[tuple[int, str]]] = SimpleQueue()
        stop, pool = self._stop(), ThreadPoolExecutor(1, "bestmove")
        try:
            last = pool.submit(self._native.answer, request, content, stop, lines.put)
            last.add_done_callback(lines.put)
            is_last = False
            while not is_last:
                line = lines.get()
                status, text = (200, line) if isinstance(line, str) else line.result()
                message = operation.read(answer(status, text))
                is_last = message.is_last
                if message.content is not None:
                    yield message.content
        finally:
            stop.set()
            # The generator may be collected in the thread of the search.
            with suppress(RuntimeError):
                pool.shutdown()


def with_position(position: Position | None, fields: Mapping[str, object]) -> Mapping[str, object]:
    """The fields, with the position that has been given without its name."""
    if position is None:
        return fields
    if "position" in fields:
        raise TypeError("expected one position, got two")
    return {"position": position, **fields}


def request_line(operation: op.Operation[T], game: str) -> str:
    """The method and the path, in which the game is one segment."""
    return f"{operation.method} {operation.path.format(game.replace('/', '%2F'))}"


def body(fields: Mapping[str, object] | None) -> bytes:
    """The JSON of the fields, as `Client` sends it."""
    if fields is None:
        return b""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def answer(status: int, text: str) -> object:
    """The JSON of an answer."""
    document = json.loads(text)
    if status != 200:
        raise Problem(document)
    return document
