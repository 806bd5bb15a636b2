"""An agent for connectx of kaggle-environments.

The usual board of seven columns, six rows and four in a row is solved: the engine of this package
plays it, or the service whose address the environment variable `BESTMOVE_URL` has. A search in
plain Python plays all others.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from typing import Any

import httpx

from . import connectx
from .client import Client
from .engine import Engine
from .problem import Problem

log = logging.getLogger(__name__)


def agent(observation: Any, configuration: Any) -> int:
    """Returns the best column, counted from 0."""
    if (configuration.columns, configuration.rows, configuration.inarow) == (7, 6, 4):
        column = _solved_column(observation.board, configuration)
        if column is not None:
            return column
    return connectx.agent(observation, configuration)


def _solved_column(board: list[int], configuration: Any) -> int | None:
    """The best column of the usual board; `None` if neither the engine nor the service is there."""
    time_ms = round(connectx.seconds_of(configuration) * 1000)
    try:
        if engine := _engine():
            answer = engine.best_move("connect-four", _position(board), time_ms=time_ms)
        else:
            with Client(timeout=configuration.actTimeout) as client:
                position = _position(board)
                answer = client.best_move("connect-four", position=position, time_ms=time_ms)
    except (Problem, httpx.TransportError) as error:
        log.warning("no move from the service: %s", error)
        return None
    return int(answer["best_move"]) - 1 if answer["best_move"] else None


def _engine() -> Engine | None:
    """The engine, if the package has it and no service is named."""
    return None if os.environ.get("BESTMOVE_URL") else _loaded_engine()


@cache
def _loaded_engine() -> Engine | None:
    try:
        return Engine()
    except ImportError:
        return None


def _position(board: list[int]) -> str:
    """The board in the notation of the service; the first player has X."""
    cells = "".join(".XO"[mark] for mark in board)
    return "/".join(cells[start : start + 7] for start in range(0, len(cells), 7))
