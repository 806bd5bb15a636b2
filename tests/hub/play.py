"""Plays checkers between the engine and random moves, by the protocol Hub: play.py ENGINE [GAMES].

Positions, moves and their legality are those of pydraughts. The engine must move legally, give legal
principal variations, and not lose to random moves.
"""

from __future__ import annotations

import logging
import random
import sys

from draughts import BLACK, WHITE, Board, Move
from draughts.engine import HubEngine, Limit

LIMITS = [Limit(movetime=0.01), Limit(time=0.5, inc=0.01), Limit(depth=4), Limit(nodes=2000)]


def check_line(board: Board, info: dict) -> None:
    """Raises an exception if a move of the principal variation is illegal."""
    end = board.copy()
    for move in info["pv"].strip('"').split():
        end.push(Move(end, hub_move=move))


def play(engine: HubEngine, engine_side: int, limit: Limit, chance: random.Random) -> Board:
    """Plays a game to its end by the rules."""
    board = Board(variant="english")
    engine.send("new-game")
    while not board.is_over():
        if board.turn == engine_side:
            result = engine.play(board, limit, ponder=False)
            check_line(board, result.info)
            move = result.move
        else:
            move = chance.choice(list(board.legal_moves()))
        board.push(move)
    return board


def main() -> None:
    command, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4
    # pydraughts logs a warning for each line that it does not understand.
    logging.basicConfig(level=logging.WARNING, handlers=[Refusals()])
    engine = HubEngine([command, "engine", "--protocol", "hub", "--table-mib", "16"])
    engine.configure({"variant": "english", "threads": "1"})
    engine.init()
    engine.ping()
    results, plies, chance = [], 0, random.Random(1)
    for game in range(games):
        side = (WHITE, BLACK)[game % 2]
        board = play(engine, side, LIMITS[game // 2 % len(LIMITS)], chance)
        plies += len(board.move_stack)
        results.append({side: 1, None: None, 0: 0}.get(board.winner(), -1))
    engine.quit()
    engine.p.wait(timeout=30)
    won, drawn = results.count(1), results.count(0)
    print(f"{games} games, {plies} plies, 0 illegal moves: {won} won, {drawn} drawn")
    assert won + drawn == games, "the engine lost to random moves"


class Refusals(logging.Handler):
    """Ends the program at the first warning."""

    def emit(self, record: logging.LogRecord) -> None:
        sys.exit(f"hub: {record.getMessage()}")


if __name__ == "__main__":
    main()
