"""Refusals of the service: problem documents (RFC 9457) as an exception."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import httpx

from .types import Codes


class Problem(Exception):
    """The service has refused a request or failed, or something else has answered in its place;
    the message is the `detail`."""

    def __init__(self, document: dict[str, Any], retry_after: int | None = None):
        self.type: str = document["type"]
        self.title: str = document["title"]
        self.status: int = document["status"]
        self.detail: str = document["detail"]
        self.field: str | None = document.get("field")
        self.part: str | None = document.get("part")
        self.expected: str | None = document.get("expected")
        self.got: str | None = document.get("got")
        self.codes: Codes | None = document.get("codes")
        """`part`, `expected` and `got` as phrases: codes with parameters."""
        self.meant: str | None = document.get("meant")
        self.request_id: str | None = document.get("request_id")
        self.retry_after = retry_after
        """Seconds to wait before the next attempt, if one can succeed."""
        super().__init__(self.detail)

    def __reduce__(self) -> tuple[type[Problem], tuple[dict[str, Any], int | None]]:
        # By default, an exception is restored from its message.
        return type(self), (vars(self), self.retry_after)

    @classmethod
    def of(cls, response: httpx.Response) -> Problem:
        """The problem of a response that has been read, by the service or a proxy."""
        media_type = response.headers.get("content-type", "")
        if media_type.startswith("application/problem+json"):
            with suppress(ValueError, KeyError, TypeError):
                return cls(response.json(), retry_after(response))
        return cls.foreign(response, response.text)

    @classmethod
    def foreign(cls, response: httpx.Response, text: str) -> Problem:
        """The problem of a response that the service does not give, but a proxy in front of it or
        another server in its place."""
        answer = f"{response.status_code} {response.reason_phrase}".strip()
        document = {
            "type": "about:blank",
            "title": "Not an answer of bestmove",
            "status": response.status_code,
            "detail": f"{answer} is not from bestmove, but from a proxy or another server: "
            f"{text[:80]!r}",
        }
        return cls(document, retry_after(response))


def retry_after(response: httpx.Response) -> int | None:
    """The seconds of the header; `None` without it, or if it is a date."""
    text = response.headers.get("retry-after", "")
    return int(text) if text.isdecimal() else None
