"""The search of ConnectX boards of any size, against plain minimax."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from bestmove.connectx import best_column

HOUR = 3600
"""Seconds that no search of a small board takes."""


class Rules:
    """The rules by definition, on a tuple of rows from the top."""

    def __init__(self, columns: int, rows: int, inarow: int):
        self.columns, self.rows, self.inarow = columns, rows, inarow
        self.start: tuple[int, ...] = (0,) * (columns * rows)
        self.value = cache(self._value)

    def moves(self, board: Sequence[int]) -> list[int]:
        return [column for column in range(self.columns) if board[column] == 0]

    def play(self, board: tuple[int, ...], column: int, mark: int) -> tuple[int, ...]:
        row = max(row for row in range(self.rows) if board[row * self.columns + column] == 0)
        at = row * self.columns + column
        return (*board[:at], mark, *board[at + 1 :])

    def has_won(self, board: Sequence[int], mark: int) -> bool:
        def is_row(row: int, column: int, down: int, right: int) -> bool:
            cells = [(row + by * down, column + by * right) for by in range(self.inarow)]
            return all(
                0 <= row < self.rows
                and 0 <= column < self.columns
                and board[row * self.columns + column] == mark
                for row, column in cells
            )

        directions = [(0, 1), (1, 0), (1, 1), (1, -1)]
        places = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        return any(is_row(*place, *direction) for place in places for direction in directions)

    def _value(self, board: tuple[int, ...], mark: int) -> int:
        """The cells empty before the last move of a win, its negative for a loss, 0 for a draw."""
        values = [self.value_of(board, column, mark) for column in self.moves(board)]
        return max(values, default=0)

    def value_of(self, board: tuple[int, ...], column: int, mark: int) -> int:
        after = self.play(board, column, mark)
        return board.count(0) if self.has_won(after, mark) else -self.value(after, 3 - mark)


@pytest.mark.parametrize(
    ("columns", "rows", "inarow"),
    [(3, 3, 3), (4, 3, 3), (3, 4, 3), (5, 3, 2), (3, 3, 4), (1, 4, 2), (3, 1, 1)],
)
def test_every_move_is_the_best_by_plain_minimax(columns: int, rows: int, inarow: int) -> None:
    rules, chance = Rules(columns, rows, inarow), random.Random(1)
    positions = 0
    for _ in range(20):
        board, mark = rules.start, 1
        while rules.moves(board) and not rules.has_won(board, 3 - mark):
            size = {"columns": columns, "rows": rows, "inarow": inarow}
            column = best_column(board, mark, **size, seconds=HOUR)
            assert rules.value_of(board, column, mark) == rules.value(board, mark), board
            board, mark = rules.play(board, chance.choice(rules.moves(board)), mark), 3 - mark
            positions += 1
    assert positions >= 20


@pytest.mark.parametrize(("columns", "rows", "inarow"), [(7, 6, 3), (10, 9, 5), (20, 20, 4)])
def test_without_time_a_row_is_finished_or_blocked(columns: int, rows: int, inarow: int) -> None:
    for mark in (1, 2):
        row = [mark] * (inarow - 1) + [0] * (columns - inarow + 1)
        board = [0] * (columns * (rows - 1)) + row
        for to_move in (mark, 3 - mark):
            size = {"columns": columns, "rows": rows, "inarow": inarow}
            assert best_column(board, to_move, **size, seconds=0) == inarow - 1
