"""Read by mypy alone, whose errors must be those that the comments name."""

from __future__ import annotations

from bestmove import Client
from bestmove.types import Score


def value_or_plies(score: Score) -> int | None:
    if score["kind"] == "estimate":
        return score["value"]
    score["value"]  # type: ignore[typeddict-item]
    if score["kind"] == "win":
        return score["plies"]
    return None


def misspelt_fields(client: Client) -> None:
    client.best_move("checkers", positon="")  # type: ignore[call-arg]
    client.best_move("chess")  # type: ignore[arg-type]
    client.best_move("checkers", lines=2)  # type: ignore[call-arg]
    client.best_move("checkers")["lines"]  # type: ignore[typeddict-item]
