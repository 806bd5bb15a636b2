"""The body of a job: an archive of any size, sent in pieces."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any, Protocol, cast

from .types import JobLine

PIECE = 64 * 1024


class Readable(Protocol):
    """An open file, a pipe or the like."""

    def read(self, size: int, /) -> bytes | str: ...


Archive = Iterable[JobLine] | str | bytes | os.PathLike[str] | Readable
"""Lines as dictionaries; or a text of games or of lines, the bytes of a file, its path, or the
open file."""

AsyncArchive = Archive | AsyncIterable[JobLine]


class ArchiveBody:
    """An archive as the body of requests."""

    def __init__(self, archive: AsyncArchive):
        self._archive = cast(Any, archive)
        self._is_open = hasattr(archive, "read")
        self._is_file = self._is_open or isinstance(archive, os.PathLike)
        has_lines = not self._is_file and not isinstance(archive, (str, bytes))
        self.media_type = "application/x-ndjson" if has_lines else "text/plain"
        self._start: int | None = self._archive.tell() if is_seekable(self._archive) else None
        self._has_begun = False
        self.last_sent = time.monotonic()

    def can_be_sent(self) -> bool:
        """False for a generator or a pipe that has been read from."""
        is_used_up = isinstance(self._archive, (Iterator, AsyncIterator)) or self._is_open
        return not self._has_begun or not is_used_up or self._start is not None

    def pieces(self) -> Iterator[bytes]:
        """The bytes, from the start."""
        for piece in self._read():
            yield piece
            self.last_sent = time.monotonic()

    async def pieces_async(self) -> AsyncIterator[bytes]:
        """`pieces` without blocking the event loop, also of an asynchronous generator."""
        async for piece in self._read_async():
            yield piece
            self.last_sent = time.monotonic()

    def _read(self) -> Iterator[bytes]:
        self._has_begun = True
        if self._is_open:
            if self._start is not None:
                self._archive.seek(self._start)
            yield from file_pieces(self._archive)
        elif self._is_file:
            with open(self._archive, "rb") as file:
                yield from file_pieces(file)
        elif isinstance(self._archive, (str, bytes)):
            whole = as_bytes(self._archive)
            yield from (whole[start : start + PIECE] for start in range(0, len(whole), PIECE))
        else:
            pieces = Pieces()
            for line in self._archive:
                yield from pieces.add(line)
            yield from pieces.rest()

    async def _read_async(self) -> AsyncIterator[bytes]:
        if isinstance(self._archive, AsyncIterable):
            self._has_begun = True
            pieces = Pieces()
            async for line in self._archive:
                for piece in pieces.add(line):
                    yield piece
            for piece in pieces.rest():
                yield piece
        elif self._is_file:
            read = self._read()
            while piece_of_file := await asyncio.to_thread(next, read, None):
                yield piece_of_file
        else:
            for piece in self._read():
                yield piece


class Pieces:
    """Lines of JSON, gathered into pieces."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._size = 0

    def add(self, line: JobLine) -> list[bytes]:
        """Takes a line. Returns the piece that is full."""
        text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        self._lines.append(text)
        self._size += len(text)
        return self.rest() if self._size >= PIECE else []

    def rest(self) -> list[bytes]:
        """The piece with the lines so far, if there are any."""
        lines, self._lines, self._size = self._lines, [], 0
        return [b"".join(lines)] if lines else []


def file_pieces(file: Readable) -> Iterator[bytes]:
    """The bytes of a file from where it is."""
    while piece := file.read(PIECE):
        yield as_bytes(piece)


def as_bytes(text: str | bytes) -> bytes:
    """The bytes of a text."""
    return text.encode() if isinstance(text, str) else text


def is_seekable(archive: Any) -> bool:
    """Whether it is a file that can be read again."""
    return bool(archive.seekable()) if hasattr(archive, "seekable") else False
