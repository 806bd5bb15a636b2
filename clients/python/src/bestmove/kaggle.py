"""An agent for connectx of kaggle-environments.

The environment variable `BESTMOVE_URL` has the address of the service.
"""

from __future__ import annotations

import logging
from typing import Any

import httpx

from .client import Client
from .problem import Problem

TIME_MS = 500
"""Milliseconds for a move, if the environment allows them."""

log = logging.getLogger(__name__)


def agent(observation: Any, configuration: Any) -> int:
    """Returns the best column, counted from 0; without the service, a legal one."""
    # Half of the time is for the network, as the environment counts it too.
    time_ms = min(TIME_MS, max(int(configuration.actTimeout * 500), 1))
    try:
        with Client(timeout=configuration.actTimeout) as client:
            position = _position(observation.board, configuration.columns)
            answer = client.best_move("connect-four", position=position, time_ms=time_ms)
        if answer["best_move"]:
            return int(answer["best_move"]) - 1
    except (Problem, httpx.TransportError) as error:
        log.warning("no move from the service: %s", error)
    return _central_column(observation.board, configuration.columns)


def _position(board: list[int], columns: int) -> str:
    """The board in the notation of the service; the first player has X."""
    cells = "".join(".XO"[mark] for mark in board)
    return "/".join(cells[start : start + columns] for start in range(0, len(cells), columns))


def _central_column(board: list[int], columns: int) -> int:
    """The column nearest to the centre that has room."""
    free = [column for column in range(columns) if board[column] == 0]
    return min(free, key=lambda column: abs(2 * column + 1 - columns))
