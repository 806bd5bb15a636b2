from __future__ import annotations

from collections.abc import Iterator

import pytest
from service import Asynchronous, Blocking, Service, serving


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=10, help="games against negamax")


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    with serving() as service:
        yield service


@pytest.fixture(params=[Blocking, Asynchronous], ids=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> type[Blocking | Asynchronous]:
    """Both clients in turn."""
    kind: type[Blocking | Asynchronous] = request.param
    return kind


@pytest.fixture
def client(kind: type[Blocking | Asynchronous], service: Service) -> Blocking | Asynchronous:
    return kind(service.url)
