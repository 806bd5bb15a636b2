"""An agent for connectx of kaggle-environments.

The service, whose address the environment variable `BESTMOVE_URL` has, plays the usual board of
seven columns, six rows and four in a row. A search of this package plays all others.
"""

from __future__ import annotations

import logging
from typing import Any

import httpx

from .client import Client
from .connectx import best_column
from .problem import Problem

TIME_MS = 500
"""Milliseconds for a move, if the environment allows them."""

log = logging.getLogger(__name__)


def agent(observation: Any, configuration: Any) -> int:
    """Returns the best column, counted from 0."""
    columns, rows, inarow = configuration.columns, configuration.rows, configuration.inarow
    # Half of the time is for the network, as the environment counts it too.
    time_ms = min(TIME_MS, max(int(configuration.actTimeout * 500), 1))
    if (columns, rows, inarow) == (7, 6, 4):
        column = _column_of_service(observation.board, time_ms, configuration.actTimeout)
        if column is not None:
            return column
    return best_column(
        observation.board,
        observation.mark,
        columns=columns,
        rows=rows,
        inarow=inarow,
        seconds=time_ms / 1000,
    )


def _column_of_service(board: list[int], time_ms: int, timeout: float) -> int | None:
    """The best column; `None` if the service does not answer."""
    try:
        with Client(timeout=timeout) as client:
            answer = client.best_move("connect-four", position=_position(board), time_ms=time_ms)
    except (Problem, httpx.TransportError) as error:
        log.warning("no move from the service: %s", error)
        return None
    return int(answer["best_move"]) - 1 if answer["best_move"] else None


def _position(board: list[int]) -> str:
    """The board in the notation of the service; the first player has X."""
    cells = "".join(".XO"[mark] for mark in board)
    return "/".join(cells[start : start + 7] for start in range(0, len(cells), 7))
