"""The native module, which `crates/python` makes."""

from collections.abc import Callable
from os import PathLike

class LocalEngine:
    def __init__(
        self,
        threads: int,
        table_mib: int,
        max_time_ms: int,
        tables: str | PathLike[str] | None,
    ) -> None: ...
    def answer(
        self, to: str, body: bytes, stop: Stop, on_line: Callable[[str], object] | None
    ) -> tuple[int, str]: ...

class Stop:
    def __init__(self) -> None: ...
    def set(self) -> None: ...
