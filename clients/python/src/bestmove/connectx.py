"""ConnectX of any size, by an alpha-beta search in plain Python, which needs nothing else: this file
alone is a submission to Kaggle."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from typing import Any

TIME = 0.5
"""Seconds for a move, if the environment allows them."""

ALWAYS = 2
"""Plies that are searched in any time: enough to win at once and to parry a threat."""


class OutOfTime(Exception):
    """The deadline of the search has passed."""


def best_column(
    board: Sequence[int], mark: int, *, columns: int, rows: int, inarow: int, seconds: float
) -> int:
    """Returns the best column that is found in this time, counted from 0, for the player `mark`.

    The board has its rows from the top; 0 is an empty cell.
    """
    end = time.monotonic() + seconds
    search = Search(columns, rows, inarow)
    own = search.stones(cell == mark for cell in board)
    both = search.stones(cell != 0 for cell in board)
    empty = board.count(0)
    best = search.moves(both)[0]
    for depth in range(1, empty + 1):
        search.deadline = end if depth > ALWAYS else math.inf
        try:
            value, best = search.best(own, both, empty, depth, -math.inf, math.inf)
        except OutOfTime:
            break
        if value != 0:
            break
    return (best.bit_length() - 1) // (rows + 1)


class Search:
    """The search of one board.

    Stones are the bits of a number, column by column from below. A row above the board, always
    empty, keeps the columns apart.
    """

    def __init__(self, columns: int, rows: int, inarow: int):
        self._columns, self._rows, self._inarow = columns, rows, inarow
        central_first = sorted(range(columns), key=lambda column: abs(2 * column + 1 - columns))
        lowest = [1 << column * (rows + 1) for column in central_first]
        self._lowest_and_column = [(stone, stone * ((1 << rows) - 1)) for stone in lowest]
        self.deadline = math.inf

    def stones(self, cells: Iterable[bool]) -> int:
        """The stones of those cells of a board that are true."""
        places = (divmod(at, self._columns) for at, is_taken in enumerate(cells) if is_taken)
        return sum(1 << column * (self._rows + 1) + self._rows - 1 - row for row, column in places)

    def moves(self, both: int) -> list[int]:
        """The stones that can be added to those of both sides, central ones first."""
        added = ((both + lowest) & column for lowest, column in self._lowest_and_column)
        return [stone for stone in added if stone]

    def has_row(self, own: int) -> bool:
        """True if enough stones of a side are in a row."""
        for step in (1, self._rows, self._rows + 1, self._rows + 2):
            rest = own
            for _ in range(self._inarow - 1):
                rest &= rest >> step
            if rest:
                return True
        return False

    def best(
        self, own: int, both: int, empty: int, depth: int, low: float, high: float
    ) -> tuple[float, int]:
        """The value for the side to move, as far as `depth` plies show, and a move that has it.

        The value of a win is the number of cells that are empty before its last stone, so that an
        early win is the best and a late loss better than an early one. The value of all else is 0.
        """
        moves = self.moves(both)
        for move in moves:
            if self.has_row(own | move):
                return empty, move
        if depth == 1 or not moves:
            return 0, moves[0] if moves else 0
        if time.monotonic() > self.deadline:
            raise OutOfTime
        best = moves[0]
        for move in moves:
            reply, _ = self.best(both ^ own, both | move, empty - 1, depth - 1, -high, -low)
            if -reply > low:
                low, best = -reply, move
                if low >= high:
                    break
        return low, best


def seconds_of(configuration: Any) -> float:
    """The seconds for a move: at most half of those that the environment allows, because it also
    counts what is around the search."""
    return min(TIME, max(float(configuration.actTimeout) / 2, 0.001))


def agent(observation: Any, configuration: Any) -> int:
    """Returns the best column that is found, counted from 0. Kaggle takes the last function."""
    return best_column(
        observation.board,
        observation.mark,
        columns=configuration.columns,
        rows=configuration.rows,
        inarow=configuration.inarow,
        seconds=seconds_of(configuration),
    )
