"""The types against the contract of the service, `openapi.yaml`."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, is_typeddict

import pytest
import yaml
from service import ROOT

from bestmove import types

SCHEMAS = yaml.safe_load((ROOT / "openapi.yaml").read_text())["components"]["schemas"]
PATHS = {
    "CapturedPiece": "CapturedPieces/items",
    "Comment": "RecordComment",
    "Decided": "Win",
    "Ending": "Outcome/properties/reason",
    "JobPart": "JobParts/properties/parts/items",
    "JobState": "Job/properties/state",
    "FinalMessage": "ReviewMessage/oneOf/1",
    "Piece": "PlacedPiece",
    "PlyMessage": "ReviewMessage/oneOf/0",
    "ProblemDocument": "Problem",
}
"""The schemas of the types that have another name there."""

PUBLIC = {name: value for name, value in vars(types).items() if name[0].isupper()}
RECORDS = [name for name, value in PUBLIC.items() if is_typeddict(value)]
ENUMS = [name for name, value in PUBLIC.items() if get_origin(value) is Literal]


def schema(path: str) -> Any:
    node = SCHEMAS
    for key in path.split("/"):
        node = node[int(key) if isinstance(node, list) else key]
    return node


def fields(schema: Any) -> tuple[set[str], set[str]]:
    """The fields of an object, and those that it always has."""
    if "$ref" in schema:
        return fields(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "oneOf" in schema:
        alternatives = [fields(alternative) for alternative in schema["oneOf"]]
        known, required = zip(*alternatives, strict=True)
        return set.union(*known), set.intersection(*required)
    return set(schema["properties"]), set(schema.get("required", []))


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_has_the_fields_of_its_schema(name: str) -> None:
    record = PUBLIC[name]
    found = set(record.__required_keys__ | record.__optional_keys__), set(record.__required_keys__)
    assert found == fields(schema(PATHS.get(name, name)))


@pytest.mark.parametrize("name", ENUMS)
def test_an_enumeration_has_the_values_of_its_schema(name: str) -> None:
    assert list(get_args(PUBLIC[name])) == schema(PATHS.get(name, name))["enum"]


def test_a_reviewed_move_has_a_label_and_others_a_problem() -> None:
    assert set(get_args(types.ReviewPly)) == {types.ReviewedPly, types.UnreviewedPly}
    assert "label" not in types.UnreviewedPly.__annotations__
    assert "problem" not in types.ReviewedPly.__annotations__
