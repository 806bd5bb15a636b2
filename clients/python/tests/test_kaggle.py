"""The agent in kaggle-environments' own connectx. `pytest --games 100` plays all games."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace

import pytest
from kaggle_environments import evaluate
from service import Service, free_port

from bestmove import connectx
from bestmove.kaggle import agent

ACT_TIMEOUT = 60
"""Seconds for a move, so that a busy machine does not decide games."""
CONFIGURATION = SimpleNamespace(columns=7, rows=6, inarow=4, actTimeout=ACT_TIMEOUT)


@pytest.fixture
def address(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BESTMOVE_URL", service.url)


def test_the_first_player_always_wins(
    address: None, pytestconfig: pytest.Config, caplog: pytest.LogCaptureFixture
) -> None:
    games = pytestconfig.getoption("games")
    rewards = evaluate(
        "connectx", [agent, "negamax"], {"actTimeout": ACT_TIMEOUT}, num_episodes=games
    )
    assert rewards == [[1, -1]] * games
    assert not caplog.records, "expected every move from the service"


def test_the_engine_plays_where_no_service_is_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("BESTMOVE_URL", raising=False)
    monkeypatch.setattr("bestmove.kaggle.Client", None)
    rewards = evaluate("connectx", [agent, "negamax"], {"actTimeout": ACT_TIMEOUT}, num_episodes=2)
    assert rewards == [[1, -1]] * 2
    assert not caplog.records


CELL = Path(connectx.__file__).read_text()
"""The file that is a submission by itself."""


@pytest.mark.parametrize(
    "size", [{}, {"columns": 5, "rows": 4, "inarow": 3}, {"columns": 10, "rows": 7, "inarow": 4}]
)
def test_one_cell_is_a_submission(size: dict[str, int]) -> None:
    assert "import bestmove" not in CELL and "from ." not in CELL
    quick = CELL.replace("TIME = 0.5", "TIME = 0.05")
    assert quick != CELL
    configuration = {"actTimeout": ACT_TIMEOUT, **size}
    assert evaluate("connectx", [quick, "random"], configuration, num_episodes=2) == [[1, -1]] * 2


def test_the_second_player_beats_a_beginner(address: None) -> None:
    configuration = {"actTimeout": ACT_TIMEOUT}
    assert evaluate("connectx", ["random", agent], configuration, num_episodes=3) == [[-1, 1]] * 3


def test_the_second_player_parries_a_threat(address: None) -> None:
    board = [0] * 28 + [0, 2, 0, 0, 0, 0, 0] + [2, 1, 1, 1, 0, 0, 0]
    observation = SimpleNamespace(board=board, mark=2)
    assert agent(observation, CONFIGURATION) == 4


def test_without_the_service_the_move_is_legal_and_central(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("BESTMOVE_URL", f"http://127.0.0.1:{free_port()}")
    full_centre = [0, 0, 0, 1, 0, 0, 0] + [0, 0, 0, 2, 0, 0, 0] * 5
    observation = SimpleNamespace(board=full_centre, mark=1)
    with caplog.at_level(logging.WARNING, "bestmove.kaggle"):
        assert agent(observation, CONFIGURATION) == 2
    assert "no move from the service" in caplog.text


def test_rules_of_another_size_are_played_without_the_service(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("BESTMOVE_URL", f"http://127.0.0.1:{free_port()}")
    board = [0] * 34 + [2] + [1, 1, 0, 0, 0, 0, 2]
    configuration = SimpleNamespace(columns=7, rows=6, inarow=3, actTimeout=2)
    for mark, column in [(1, 2), (2, 6)]:
        assert agent(SimpleNamespace(board=board, mark=mark), configuration) == column
    configuration = SimpleNamespace(columns=5, rows=4, inarow=4, actTimeout=2)
    assert agent(SimpleNamespace(board=[0] * 15 + [1, 1, 1, 0, 0], mark=2), configuration) == 3
    assert not caplog.records


@pytest.mark.parametrize("size", [{"inarow": 3}, {"columns": 5, "rows": 4, "inarow": 3}])
def test_the_first_player_wins_with_three_in_a_row(size: dict[str, int]) -> None:
    configuration = {"actTimeout": ACT_TIMEOUT, **size}
    assert evaluate("connectx", [agent, "negamax"], configuration, num_episodes=3) == [[1, -1]] * 3
