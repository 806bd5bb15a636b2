"""An archive in numbered parts, of which only those are sent that the service does not have."""

from __future__ import annotations

from collections.abc import Sequence

from .types import JobPart

PART = 1 << 20
"""The bytes of a part; only the last one may have fewer."""


class Parts:
    """Pieces of an archive, gathered into parts."""

    def __init__(self, there: Sequence[JobPart]):
        self._there = {part["part"]: part["bytes"] for part in there}
        self._rest = bytearray()
        self.count = 0

    def add(self, piece: bytes) -> list[tuple[int, bytes]]:
        """Takes a piece. Returns the parts that are full and missing, with their numbers."""
        self._rest += piece
        full = []
        while len(self._rest) >= PART:
            full += self._next(bytes(self._rest[:PART]))
            del self._rest[:PART]
        return full

    def end(self) -> list[tuple[int, bytes]]:
        """The last part, if it is missing; an empty archive has one, too."""
        return self._next(bytes(self._rest)) if self._rest or self.count == 0 else []

    def _next(self, part: bytes) -> list[tuple[int, bytes]]:
        self.count += 1
        sent = self._there.get(self.count)
        if sent is None:
            return [(self.count, part)]
        if sent != len(part):
            raise ValueError(
                f"part {self.count}: expected the archive whose part has {sent} bytes, "
                f"got {len(part)} bytes"
            )
        return []
