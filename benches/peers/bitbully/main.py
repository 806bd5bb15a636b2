"""A peer of benches/solver.rs: BitBully's compiled core, without its opening book."""

import sys
from time import thread_time_ns

from bitbully.bitbully_core import BitBullyCore, BoardCore

solver = BitBullyCore()
for line in sys.stdin:
    board = BoardCore()
    for column in line.strip():
        assert board.play(int(column) - 1), line
    # Allocates and writes a new table.
    solver.resetTranspositionTable()
    solver.resetNodeCounter()
    # Clearing has evicted the clock's code from the caches.
    thread_time_ns()
    started = thread_time_ns()
    score = solver.mtdf(board, first_guess=0)
    spent = thread_time_ns() - started
    print(score, spent / 1000, solver.getNodeCounter(), flush=True)
