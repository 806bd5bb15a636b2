"""Read by mypy alone, whose errors must be those that the comments name."""

from __future__ import annotations

from pathlib import Path

from bestmove import Client, Engine
from bestmove.types import ReviewPly, Score


def value_or_plies(score: Score) -> int | None:
    if score["kind"] == "estimate":
        return score["value"]
    score["value"]  # type: ignore[typeddict-item]
    if score["kind"] == "win":
        return score["plies"]
    return None


def label_or_problem(ply: ReviewPly) -> str:
    ply["label"]  # type: ignore[typeddict-item]
    return ply["label"] if "label" in ply else ply["problem"]["detail"]


def misspelt_fields(client: Client) -> None:
    client.best_move("checkers", positon="")  # type: ignore[call-arg]
    client.best_move("chess")  # type: ignore[arg-type]
    client.best_move("checkers", lines=2)  # type: ignore[call-arg]
    client.best_move("checkers")["lines"]  # type: ignore[typeddict-item]


def engine(engine: Engine) -> str | None:
    Engine(thread=1)  # type: ignore[call-arg]
    engine.best_move("checkers", positon="")  # type: ignore[call-arg]
    engine.best_move("chess")  # type: ignore[arg-type]
    engine.analyse("connect-four", "44", lines="all")["lines"][0]["score"]["kind"]
    engine.review("connect-four", text="44")["plies"][0]["label"]  # type: ignore[typeddict-item]
    return engine.best_move("tic-tac-toe", [[0, 1, 2], "...", "X.O"], to_move="O")["best_move"]


def positions_and_texts(client: Client) -> None:
    board = [[0, 1, 2], [0, 0, 0], [2, 0, 1]]
    client.legal_moves("tic-tac-toe", position=board, to_move="O", moves=[3, "4"])
    client.legal_moves("tic-tac-toe", position=[["X", "", None], [0, 0, 2], "..O"])
    client.legal_moves("tic-tac-toe", to_move="red")  # type: ignore[arg-type]
    for game in client.convert_all("checkers", b"11-15 *"):
        game["start"].upper()  # type: ignore[union-attr]
        game["problem"]["detail"]
    client.convert_all("checkers", text=None)  # type: ignore[arg-type]


def jobs(client: Client, path: Path) -> None:
    id = client.submit_job("connect-four", [{"moves": [4, "4"], "custom_id": {"any": 1}}])["id"]
    client.job_price("checkers", path.open("rb"), kind="review", nodes=1000)
    client.submit_job("checkers", path, kind="solve")  # type: ignore[arg-type]
    client.submit_job("checkers", [{"moves": [], "nodes": 5}])  # type: ignore[typeddict-unknown-key]
    for answer in client.follow_job(id):
        answer["analysis"]["nodes"]  # type: ignore[typeddict-item]
