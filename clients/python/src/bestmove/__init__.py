"""Best moves for tic-tac-toe, connect-four, checkers and Reversi: the engine in this process, and a
client of the service bestmove."""

from .client import AsyncClient, Client
from .engine import Engine
from .problem import Problem

__all__ = ["AsyncClient", "Client", "Engine", "Problem"]
__version__ = "0.1.0"
