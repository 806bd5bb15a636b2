from __future__ import annotations

from collections.abc import Iterator

import pytest
from service import Asynchronous, Blocking, Service, serving

KEYS = [f"key-of-the-tests-{number}" for number in range(100)]
unused_keys = iter(KEYS)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=10, help="games against negamax")


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    with serving("--max-time-ms", "600000") as service:
        yield service


@pytest.fixture(scope="session")
def quota_service() -> Iterator[Service]:
    """A service that gives each key 10 ms of search a second, up to 600 ms."""
    limits = [f"--{name}=600" for name in ("key-quota-ms", "max-time-ms", "analysis-max-time-ms")]
    defaults = [f"--{name}=100" for name in ("default-time-ms", "analysis-default-time-ms")]
    with serving("--api-keys", ",".join(KEYS), *limits, *defaults) as service:
        yield service


@pytest.fixture
def key() -> str:
    """A key of the service with quotas that no other test has used."""
    return next(unused_keys)


@pytest.fixture(params=[Blocking, Asynchronous], ids=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> type[Blocking | Asynchronous]:
    """Both clients in turn."""
    kind: type[Blocking | Asynchronous] = request.param
    return kind


@pytest.fixture
def client(kind: type[Blocking | Asynchronous], service: Service) -> Blocking | Asynchronous:
    return kind(service.url)
