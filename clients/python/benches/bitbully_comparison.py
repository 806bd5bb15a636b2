"""Connect-four by `bestmove.Engine` and by BitBully, in one run and on one thread.

    pip install bitbully
    python benches/bitbully_comparison.py ../../crates/core/tests/data/connect-four/Test_*

Each line of a file has a position, as columns, and its known score. Prints the mean CPU times a
position, each measured with empty tables: of the best move, of the score alone, and of the scores
of all moves. A wrong score or move ends the run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from bitbully import BitBully, Board

from bestmove import Engine

T = TypeVar("T")
TIME_MS = 600_000
"""Milliseconds that no search here takes."""


class Timed(Generic[T]):
    """The answers for all positions, and the mean CPU time of one."""

    def __init__(self, positions: list[str], ask: Callable[[str], T]):
        ask("")  # Loads the books.
        start = time.process_time()
        self.answers = [ask(position) for position in positions]
        self._seconds = (time.process_time() - start) / len(positions)

    def __str__(self) -> str:
        return f"{self._seconds * 1e6:,.0f} µs"


def main(paths: list[str]) -> None:
    print("| set | best move | BitBully | BitBully, score alone | all moves | BitBully |")
    print("|---|---|---|---|---|---|")
    for path in map(Path, paths):
        lines = [line.split() for line in path.read_text().splitlines()]
        positions = [position for position, _ in lines]
        scores = [int(score) for _, score in lines]

        best, all_moves = Timed(positions, best_move()), Timed(positions, analysis())
        their_best = Timed(positions, bitbully(BitBully.best_move))
        their_scores = Timed(positions, bitbully(BitBully.mtdf))
        theirs = Timed(positions, bitbully(BitBully.score_all_moves))

        for at, score in enumerate(scores):
            stones = len(positions[at])
            known = theirs.answers[at]
            assert score_of(stones, best.answers[at]["score"]) == score == their_scores.answers[at]
            assert known[int(best.answers[at]["best_move"]) - 1] == score, positions[at]
            assert known[their_best.answers[at]] == score, positions[at]
            lines_found = all_moves.answers[at]["lines"]
            found = {int(line["move"]) - 1: score_of(stones, line["score"]) for line in lines_found}
            assert found == known, positions[at]
        columns = [path.name, best, their_best, their_scores, all_moves, theirs]
        print(f"| {' | '.join(map(str, columns))} |", flush=True)


def best_move() -> Callable[[str], Any]:
    engine = Engine(max_time_ms=TIME_MS)
    return lambda at: engine.best_move("connect-four", at, time_ms=TIME_MS)


def analysis() -> Callable[[str], Any]:
    engine = Engine(max_time_ms=TIME_MS)
    return lambda at: engine.analyse("connect-four", at, time_ms=TIME_MS, lines="all")


def bitbully(ask: Callable[[BitBully, Board], Any]) -> Callable[[str], Any]:
    """Asks BitBully, which counts columns from 0."""
    solver = BitBully()
    return lambda at: ask(solver, Board([int(column) - 1 for column in at]))


def score_of(stones: int, score: Any) -> int:
    """The score as the sets and BitBully count it: 1 for a win with the last stone, 0 for a draw."""
    left: int = (44 - stones - (score.get("plies") or 0)) // 2
    signs = {"win": 1, "draw": 0, "loss": -1}
    return signs[score["kind"]] * left


if __name__ == "__main__":
    main(sys.argv[1:])
