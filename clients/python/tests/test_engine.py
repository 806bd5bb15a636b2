"""The engine in this process, against the service."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from service import PATIENCE, ROOT, Service

from bestmove import Client, Engine, Problem

LONG_MS = 600_000
PACKAGE = ROOT / "clients/python"
PERFT = ROOT / "crates/core/tests/perft/checkers.perft"
SOLVED = ROOT / "crates/core/tests/data/connect-four"
CHECKERS = [
    line.removeprefix("position ")
    for line in PERFT.read_text().splitlines()
    if line.startswith("position ")
]
CONNECT_FOUR = [
    line.split()[0]
    for path in sorted(SOLVED.iterdir())
    for line in path.read_text().splitlines()[::100]
]
ENDINGS = ["W:WK1,K2:BK30,K25", "B:W21,K7:B12,K3,1", "W:W30,29,K25:B1,2,K5"]
REVERSI = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"]


@pytest.fixture(scope="module")
def engine() -> Engine:
    """An engine with the tables of the service."""
    return Engine(table_mib=16, max_time_ms=LONG_MS, tables=ROOT / "crates/core/data")


@pytest.fixture(scope="module")
def client(service: Service) -> Iterator[Client]:
    with Client(service.url) as client:
        yield client


def comparable(answer: Any) -> Any:
    """The answer without what differs from call to call."""
    if isinstance(answer, dict):
        names = answer.keys() - {"elapsed_ms", "request_id"}
        return {name: comparable(answer[name]) for name in names}
    return [comparable(item) for item in answer] if isinstance(answer, list) else answer


def assert_equal(engine: Engine, client: Client, method: str, *game: str, **fields: Any) -> None:
    expected = comparable(getattr(client, method)(*game, **fields))
    assert comparable(getattr(engine, method)(*game, **fields)) == expected, fields


def test_games(engine: Engine, client: Client) -> None:
    assert_equal(engine, client, "games")


@pytest.mark.parametrize("method", ["best_move", "analyse"])
def test_searches_visit_the_same_nodes(engine: Engine, client: Client, method: str) -> None:
    requests: list[tuple[str, dict[str, Any]]] = [
        *(("tic-tac-toe", {"moves": list(moves)}) for moves in ("", "5", "51", "519")),
        *(("connect-four", {"position": position}) for position in CONNECT_FOUR),
        *(("checkers", {"position": position, "depth": 5}) for position in CHECKERS + ENDINGS),
        *(("reversi", {"moves": REVERSI[:end], "depth": 5}) for end in range(0, 11, 2)),
        ("connect-four", {"position": "444", "depth": 7}),
    ]
    for game, fields in requests:
        assert_equal(engine, client, method, game, **fields, fresh=True, time_ms=LONG_MS // 10)


def test_all_lines(engine: Engine, client: Client) -> None:
    for game in ("tic-tac-toe", "connect-four", "checkers", "reversi"):
        limits = {"depth": 4, "fresh": True, "time_ms": 60_000}
        assert_equal(engine, client, "analyse", game, lines="all", **limits)


def test_levels(engine: Engine, client: Client) -> None:
    for game in ("tic-tac-toe", "connect-four", "checkers", "reversi"):
        assert_equal(engine, client, "best_move", game, level=3, seed=7)


def test_legal_moves(engine: Engine, client: Client) -> None:
    for position in CHECKERS + ENDINGS:
        assert_equal(engine, client, "legal_moves", "checkers", position=position)
    for position in CONNECT_FOUR:
        assert_equal(engine, client, "legal_moves", "connect-four", position=position)
    assert_equal(engine, client, "legal_moves", "tic-tac-toe", position=["OO.", "XX.", "..."])
    assert_equal(engine, client, "legal_moves", "reversi", moves=REVERSI)


def test_reviews_and_conversions(engine: Engine, client: Client) -> None:
    assert_equal(engine, client, "review", "tic-tac-toe", moves=["5", "2", "1", "9"])
    assert_equal(engine, client, "review", "connect-four", text="444423554", time_ms=60_000)
    assert_equal(engine, client, "review", "checkers", moves=["11-15", "23-19", "8-11"], depth=5)
    assert_equal(engine, client, "review", "reversi", moves=REVERSI[:4], depth=5)
    text = '[Event "Café"] 1. 11-15 23-19 1-0 [Event "2"] 1. 9-13 33-29 *'
    assert_equal(engine, client, "convert", "checkers", text=text)


def test_a_position_needs_no_name(engine: Engine) -> None:
    assert engine.best_move("connect-four", "4455")["best_move"] in ("3", "6")
    assert engine.analyse("connect-four", "4455")["lines"][0]["score"]["kind"] == "win"
    assert engine.legal_moves("tic-tac-toe", "XO.......")["to_move"] == "X"
    with pytest.raises(TypeError, match="expected one position, got two"):
        engine.best_move("connect-four", "44", position="55")


@pytest.mark.parametrize(
    "fields",
    [
        {"position": "x"},
        {"position": 5},
        {"moves": ["9-9"]},
        {"mvoes": []},
        {"depth": 0},
        {"time_ms": LONG_MS + 1},
        {"level": 11},
        {"level": 2, "depth": 3},
        {"moves": ["\u00e9"]},
    ],
)
def test_problems_equal_those_of_the_service(
    engine: Engine, client: Client, fields: dict[str, Any]
) -> None:
    for game in ("tic-tac-toe", "connect-four", "checkers", "reversi", "chess?#"):
        problems = []
        for best_move in (client.best_move, engine.best_move):
            call: Callable[..., Any] = best_move
            with pytest.raises(Problem) as caught:
                call(game, **fields)
            problems.append(comparable(vars(caught.value)))
        assert problems[0] == problems[1]


def test_a_game_is_one_segment_of_the_path(engine: Engine) -> None:
    call: Callable[..., Any] = engine.best_move
    with pytest.raises(Problem) as caught:
        call("../games")
    assert (caught.value.status, caught.value.type) == (404, "/problems/unknown-game")


def test_a_problem_says_what_was_expected_and_what_came(engine: Engine) -> None:
    with pytest.raises(Problem) as caught:
        engine.best_move("tic-tac-toe", "XX.......")
    problem = caught.value
    assert (problem.status, problem.field, problem.part) == (422, "position", "counts")
    assert (problem.expected, problem.got) == ("as many X as O, or one more", "2 X and 0 O")


@pytest.mark.parametrize(
    "options, message",
    [
        ({"threads": 0}, "threads: expected a whole number from 1 to 256, got 0"),
        ({"table_mib": -1}, "table_mib: expected a whole number from 1 to 1048576, got -1"),
        ({"max_time_ms": 0}, "max_time_ms: expected a whole number from 1 to 86400000, got 0"),
        ({"tables": "/nowhere"}, "tables: .*expected .*, got "),
    ],
)
def test_options_out_of_bounds(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Engine(**options)


def test_the_wheel_has_what_a_game_needs(client: Client) -> None:
    """Without larger tables, and with searches of two threads."""
    engine = Engine(threads=2, table_mib=16)
    for game in ("tic-tac-toe", "connect-four", "reversi"):
        assert_equal(engine, client, "best_move", game, depth=4, fresh=True)
    move = engine.best_move("checkers", time_ms=100)
    assert move["score"]["kind"] == "estimate" and move["depth"] > 3
    assert engine.best_move("checkers", "W:WK1,K2:BK30,K25")["source"] == "endgame"


def test_other_threads_run_during_a_search(engine: Engine) -> None:
    ended, ticks = threading.Event(), 0

    def search() -> None:
        engine.best_move("checkers", time_ms=1000, fresh=True)
        ended.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not ended.wait(0.01):
        ticks += 1
    thread.join()
    assert ticks >= 10, "expected this thread to run beside the search"


def test_an_engine_answers_two_threads_at_once(engine: Engine) -> None:
    analyses = engine.stream_analysis("checkers", time_ms=LONG_MS, fresh=True)
    assert next(analyses)["stopped_by"] is None
    # The search of the stream goes on meanwhile.
    assert engine.best_move("tic-tac-toe", "XO.......")["score"]["kind"] == "win"
    assert next(analyses)["stopped_by"] is None
    analyses.close()


def test_answers_of_two_threads_are_those_of_one(engine: Engine) -> None:
    def value(position: str) -> Any:
        answer = engine.best_move("connect-four", position, time_ms=60_000)
        return answer["bound"], answer["score"]

    expected = [value(position) for position in CONNECT_FOUR]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(value, CONNECT_FOUR)) == expected


def searches() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("bestmove")]


def test_leaving_the_loop_ends_the_search(engine: Engine) -> None:
    for analysis in engine.stream_analysis("checkers", time_ms=LONG_MS, fresh=True):
        assert analysis["stopped_by"] is None and searches()
        break
    assert not searches()
    messages = engine.stream_review("checkers", text="1. 11-15 23-19 8-11", time_ms=LONG_MS // 10)
    messages.close()
    assert not searches()


def test_streams(engine: Engine) -> None:
    *updates, last = engine.stream_analysis("checkers", depth=4)
    assert last["stopped_by"] == "depth"
    assert all(update["stopped_by"] is None for update in updates)
    messages = list(engine.stream_review("tic-tac-toe", moves=["1", "5", "9"]))
    assert [message["event"] for message in messages] == ["ply"] * 3 + ["final"]
    with pytest.raises(Problem) as caught:
        next(engine.stream_analysis("checkers", moves=["1-2"]))
    assert caught.value.field == "moves[0]"


def test_an_interrupt_ends_the_search(engine: Engine) -> None:
    # Shells let processes in the background ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.best_move("checkers", time_ms=LONG_MS, fresh=True)
    timer.join(PATIENCE)
    signal.signal(signal.SIGINT, before)


def test_the_wheel_without_the_engine_says_so() -> None:
    wheel = os.environ.get("BESTMOVE_CLIENT_WHEEL") or pytest.skip("test.sh builds that wheel")
    code = "import bestmove; print(bestmove.__file__); bestmove.Client(); bestmove.Engine()"
    command = [sys.executable, "-c", code]
    environment = os.environ | {"PYTHONPATH": wheel}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert wheel in result.stdout
    assert "ImportError: expected the wheel of bestmove with the engine, got" in result.stderr


def test_both_wheels_have_the_same_metadata() -> None:
    tomllib = pytest.importorskip("tomllib")
    paths = [PACKAGE / "pyproject.toml", PACKAGE / "without-engine/pyproject.toml"]
    engine, client = (tomllib.loads(path.read_text()) for path in paths)
    for field in ("name", "version", "description", "license", "requires-python", "dependencies"):
        assert client["project"][field] == engine["project"][field]
