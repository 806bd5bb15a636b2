"""A client of bestmove: best moves for tic-tac-toe, connect-four, checkers and Reversi."""

from .client import AsyncClient, Client
from .problem import Problem

__all__ = ["AsyncClient", "Client", "Problem"]
__version__ = "0.1.0"
