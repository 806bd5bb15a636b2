"""The examples of the README and the example files, run against the service."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from service import Service

PACKAGE = Path(__file__).resolve().parents[1]
README = (PACKAGE / "README.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def run(service: Service, *arguments: str) -> str:
    environment = os.environ | {"BESTMOVE_URL": service.url}
    command = [sys.executable, *arguments]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("example", EXAMPLES)
def test_readme(service: Service, example: str) -> None:
    assert run(service, "-c", example.replace("http://127.0.0.1:8080", service.url)).strip()


def test_readme_has_examples() -> None:
    assert len(EXAMPLES) == README.count("```python") == 12


GRAPH = str(PACKAGE / "examples/evaluation_graph.py")


def test_evaluation_graph(service: Service) -> None:
    graph = run(service, GRAPH, "444423554")
    namespace = "{http://www.w3.org/2000/svg}"
    root = ElementTree.fromstring(graph)
    line = root.find(f"{namespace}polyline")
    assert line is not None and len(line.attrib["points"].split()) == 10
    titles = [title.text or "" for title in root.iter(f"{namespace}title")]
    assert len(titles) == 9
    assert titles[0] == "1. 4: only move, best 4"


def test_evaluation_graph_in_a_notebook(service: Service) -> None:
    assert "in connect-four 4444435226322<" in run(service, GRAPH, "-f", "kernel-1.json")
