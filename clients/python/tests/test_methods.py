"""Every method of both clients, against the running service."""

from __future__ import annotations

import pytest
from service import Asynchronous, Blocking, Calls, Service

from bestmove import Problem


def test_games(client: Calls) -> None:
    games = client.call("games")
    assert [game["id"] for game in games] == ["tic-tac-toe", "connect-four", "checkers", "reversi"]
    assert len(games[0]["board"]["cells"]) == 9


def test_legal_moves(client: Calls) -> None:
    legal_moves = client.call("legal_moves", "checkers", position="W:W10,30:B7,8,24")
    assert [move["captured"] for move in legal_moves["moves"]] == [[7]]
    assert len(legal_moves["pieces"]) == 5


def test_best_move(client: Calls) -> None:
    answer = client.call("best_move", "connect-four", position="44", moves=["5", "5"])
    assert answer["best_move"] == "3"
    assert answer["score"] == {"kind": "win", "plies": 3, "expected_points": 1.0}


def test_known(client: Calls) -> None:
    position, moves = "XX.OO....", ["9"]
    with pytest.raises(Problem) as refusal:
        client.call("known", "tic-tac-toe", position=position, moves=moves, lines=2, depth=3)
    assert refusal.value.type == "/problems/not-known"
    job = client.call(
        "submit_job", "tic-tac-toe", [{"position": position, "moves": moves}], nodes=9999
    )
    [answer] = client.messages("follow_job", job["id"])
    known = client.call("known", "tic-tac-toe", position=position, moves=moves)
    assert known == answer["analysis"]


def test_a_pass_is_a_move_of_reversi(client: Calls) -> None:
    moves = ["d3", "c3", "e6", "d2", "d1", "e1", "b3", "c1"]
    [only] = client.call("legal_moves", "reversi", moves=moves)["moves"]
    assert (only["notation"], "cell" in only, "flipped" in only) == ("pass", False, False)
    answer = client.call("best_move", "reversi", moves=moves)
    assert (answer["best_move"], answer["reason"]["kind"]) == ("pass", "only_legal_move")
    replies = client.call("legal_moves", "reversi", position=only["position"])["moves"]
    assert all(reply["flipped"] for reply in replies)
    with_pass, without = (
        client.call("legal_moves", "reversi", moves=[*moves, *rest, replies[0]["notation"]])
        for rest in (["pass"], [])
    )
    assert with_pass["position"] == without["position"]


def test_a_proven_ending_of_reversi_has_its_margin(client: Calls) -> None:
    board = "OX" + "X" * 61 + "-"
    answer = client.call("best_move", "reversi", position=f"{board} O")
    assert answer["best_move"] == "h8"
    score = {"kind": "loss", "plies": None, "margin": 48, "expected_points": 0.0}
    assert answer["score"] == score


def test_level(client: Calls) -> None:
    moves = [
        client.call("best_move", "checkers", moves=["11-15"], level=3, seed=42) for _ in range(2)
    ]
    assert moves[0]["best_move"] == moves[1]["best_move"]
    assert (moves[0]["level"], moves[0]["seed"]) == (3, 42)


def test_analyse(client: Calls) -> None:
    analysis = client.call("analyse", "tic-tac-toe", position="XX.OO....", lines="all", avoid=["3"])
    assert analysis["lines"][0]["move"] == "6"
    assert {line["move"] for line in analysis["lines"]} == {"6", "7", "8", "9"}


def test_stream_analysis(client: Calls) -> None:
    analyses = client.messages("stream_analysis", "checkers", depth=8, fresh=True)
    assert [analysis["stopped_by"] for analysis in analyses[:-1]] == [None] * (len(analyses) - 1)
    assert analyses[-1]["stopped_by"] == "depth"
    assert analyses[-1]["depth"] == 8


def test_convert(client: Calls) -> None:
    [game] = client.call("convert", "checkers", text='[Black "A"] 1. 11-15 23-19 2. 8-11 1-0')
    assert game["moves"] == ["11-15", "23-19", "8-11"]
    assert game["winner"] == "black"
    assert game["tags"] == [{"name": "Black", "value": "A"}]


def test_the_second_side_may_have_begun(client: Calls) -> None:
    position = [["O", "O", None], ["X", 1, 0], ["", ".", "_"]]
    answer = client.call("best_move", "tic-tac-toe", position=position, to_move="O")
    assert (answer["position"], answer["best_move"]) == ("OO.XX.... O", "3")


def test_moves_may_be_numbers(client: Calls) -> None:
    analysis = client.call("analyse", "connect-four", moves=[4, "4", 5, 5], avoid=[3])
    assert analysis["lines"][0]["move"] == "6"


TWO_GAMES = '[Black "Émile"] 11-15 23-19 1-0 [Black "B"] [Black "C"] 11-15 33-29 *'


def test_each_game_of_a_text_is_converted_or_has_a_problem(client: Calls) -> None:
    first, second = client.call("convert", "checkers", text=TWO_GAMES)
    assert (first["number"], first["warnings"]) == (1, [])
    assert second["moves"] == ["11-15"]
    assert second["problem"]["part"] == "game 2, move 1 (white)"
    assert [warning["part"] for warning in second["warnings"]] == ["tag Black"]
    with pytest.raises(Problem) as caught:
        client.call("convert", "checkers", text=TWO_GAMES, strict=True)
    assert caught.value.part == "game 2, move 1 (white)"


@pytest.mark.parametrize("text", [TWO_GAMES, TWO_GAMES.encode(), TWO_GAMES.encode("cp1252")])
def test_convert_all(client: Calls, text: str | bytes) -> None:
    games = client.messages("convert_all", "checkers", text)
    assert [(game["number"], len(game["moves"])) for game in games] == [(1, 2), (2, 1)]
    assert games[0]["tags"] == [{"name": "Black", "value": "Émile"}]


def test_an_archive_is_left(client: Calls) -> None:
    archive = "11-15 23-19 *\n" * 10_000
    assert len(client.messages("convert_all", "checkers", archive)) == 10_000
    [first] = client.messages("convert_all", "checkers", archive, after_first=lambda: None)
    assert first["number"] == 1


def test_a_text_without_a_game_is_refused(client: Calls) -> None:
    with pytest.raises(Problem) as caught:
        client.messages("convert_all", "checkers", "")
    assert caught.value.field == "text"


def test_review(client: Calls) -> None:
    review = client.call("review", "tic-tac-toe", position="XO..X..O.", moves=["3", "9", "4"])
    assert [ply["label"] for ply in review["plies"]] == ["good", "best", "blunder"]
    assert [side["moves"] for side in review["sides"]] == [2, 1]


def test_stream_review(client: Calls) -> None:
    messages = client.messages(
        "stream_review", "tic-tac-toe", position="XO..X..O.", moves=["3", "9", "4"]
    )
    assert [message["ply"]["ply"] for message in messages[:-1]] == [3, 2, 1]
    assert messages[-1]["event"] == "final"
    assert messages[-1]["review"]["sides"][0]["side"] == "X"


def test_batch(client: Calls) -> None:
    positions = [
        {"game": "tic-tac-toe", "position": "XX.OO...."},
        {"game": "tic-tac-toe", "position": "XXX......"},
    ]
    won, invalid = client.call("batch", positions)
    assert won["status"] == 200 and won["analysis"]["lines"][0]["move"] == "3"
    assert invalid["status"] == 422 and invalid["problem"]["field"] == "position"


def test_background_analysis(
    kind: type[Blocking | Asynchronous], quota_service: Service, key: str
) -> None:
    client = kind(quota_service.url, key=key)
    started = client.call("start_analysis", "checkers", depth=3, lines=2)
    id = started["id"]
    assert started["state"] in ("waiting", "running", "finished")
    assert [analysis["id"] for analysis in client.call("list_analyses")] == [id]

    analyses = client.messages("follow_analysis", id)
    assert analyses[-1]["stopped_by"] == "depth"
    shown = client.call("get_analysis", id)
    assert shown["state"] == "finished"
    assert shown["analysis"]["lines"] == analyses[-1]["lines"]

    assert client.call("cancel_analysis", id) is None
    with pytest.raises(Problem) as caught:
        client.call("get_analysis", id)
    assert caught.value.status == 404


def test_background_review(
    kind: type[Blocking | Asynchronous], quota_service: Service, key: str
) -> None:
    client = kind(quota_service.url, key=key)
    moves = ["1", "5", "9", "3"]
    id = client.call("start_review", "tic-tac-toe", moves=moves, time_ms=50)["id"]
    assert [review["id"] for review in client.call("list_reviews")] == [id]

    messages = client.messages("follow_review", id)
    assert [message["event"] for message in messages] == ["ply"] * 4 + ["final"]
    shown = client.call("get_review", id)
    assert shown["state"] == "finished"
    assert shown["review"] == client.call("review", "tic-tac-toe", moves=moves, time_ms=50)

    assert client.call("cancel_review", id) is None
    with pytest.raises(Problem) as caught:
        client.call("get_review", id)
    assert caught.value.status == 404
