from __future__ import annotations

from collections.abc import Iterator

import pytest
from service import Asynchronous, Blocking, Service, serving


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    with serving() as service:
        yield service


@pytest.fixture(params=[Blocking, Asynchronous], ids=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> type[Blocking] | type[Asynchronous]:
    """Both clients in turn."""
    kind: type[Blocking] | type[Asynchronous] = request.param
    return kind


@pytest.fixture
def client(kind: type[Blocking] | type[Asynchronous], service: Service) -> Blocking | Asynchronous:
    return kind(service.url)
