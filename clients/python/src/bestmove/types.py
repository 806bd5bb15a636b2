"""The bodies of requests and answers, named as in `openapi.yaml`, which describes them.

Answers may gain fields and values: ignore those that you do not know.
"""

from typing import Any, Literal, TypedDict

GameId = Literal["tic-tac-toe", "connect-four", "checkers"]
Side = Literal["X", "O", "black", "white"]
Bound = Literal["exact", "lower", "upper"]
StoppedBy = Literal["proven", "depth", "nodes", "time", "cancelled", "game_over"]
ReviewLabel = Literal["best", "only_move", "good", "inaccuracy", "mistake", "blunder"]


# Requests


class LegalMovesRequest(TypedDict, total=False):
    position: str
    moves: list[str]


class _Limits(LegalMovesRequest, total=False):
    time_ms: int
    depth: int
    nodes: int
    fresh: bool


class _Opponent(TypedDict, total=False):
    level: int
    seed: int


class BestMoveRequest(_Limits, _Opponent, total=False):
    book: bool


class AnalysisRequest(_Limits, total=False):
    lines: int | Literal["all"]
    only: list[str]
    avoid: list[str]


class ConversionRequest(LegalMovesRequest, total=False):
    text: str


class ReviewRequest(ConversionRequest, total=False):
    time_ms: int
    depth: int


class _Named(TypedDict):
    game: GameId


class NamedAnalysisRequest(_Named, AnalysisRequest, _Opponent):
    """A position of a batch."""


# Scores and analyses


class Decided(TypedDict):
    """A proven win or loss."""

    kind: Literal["win", "loss"]
    plies: int | None
    expected_points: float


class Draw(TypedDict):
    kind: Literal["draw"]
    expected_points: float


class _Tablebase(TypedDict, total=False):
    tablebase: Literal["win", "loss"]


class Estimate(_Tablebase):
    kind: Literal["estimate"]
    value: int
    expected_points: float
    win: float
    draw: float
    loss: float


Score = Decided | Draw | Estimate


class Place(TypedDict, total=False):
    """Where a piece stands or arrives: by `cell` in tic-tac-toe, by `column` and `row`
    in connect-four, by `square` in checkers."""

    cell: int
    column: int
    row: int
    square: int


class Outcome(TypedDict):
    result: Literal["win", "draw"]
    winner: Side | None
    reason: Literal["line", "board_full", "no_moves", "repetition", "no_progress"]
    line: list[Place]


class _Position(_Named):
    position: str
    to_move: Side
    outcome: Outcome | None


class _Found(_Position, _Opponent):
    depth: int
    selective_depth: int
    nodes: int
    elapsed_ms: float
    budget_ms: int
    degraded: bool
    source: Literal["search", "book", "endgame", "cache", "rules"]


class BestMove(_Found):
    best_move: str | None
    principal_variation: list[str]
    score: Score
    bound: Bound
    stopped_by: StoppedBy


class Variation(TypedDict):
    move: str
    score: Score
    bound: Bound
    principal_variation: list[str]


class Analysis(_Found):
    lines: list[Variation]
    stopped_by: StoppedBy | None


class _ProblemDetails(TypedDict, total=False):
    field: str
    part: str
    expected: str
    got: str


class ProblemDocument(_ProblemDetails):
    type: str
    title: str
    status: int
    detail: str
    request_id: str


class _Status(TypedDict):
    status: int


class BatchResult(_Status, total=False):
    """An analysis, or a problem unless the status is 200."""

    analysis: Analysis
    problem: ProblemDocument


class LongAnalysisSummary(_Named):
    id: str
    location: str
    state: Literal["waiting", "running", "finished", "failed"]
    position: str
    time_ms: int
    elapsed_ms: float


LongReviewSummary = LongAnalysisSummary


class LongAnalysis(LongAnalysisSummary):
    analysis: Analysis | None
    problem: ProblemDocument | None


# Boards and moves


class Piece(Place):
    owner: Side
    kind: Literal["mark", "disc", "man", "king"]


# In this form because `from` is a keyword.
_Path = TypedDict(
    "_Path",
    {"from": int, "to": int, "path": list[int], "captured": list[int]},
    total=False,
)


class LegalMove(Place, _Path):
    """A move; `from`, `to`, `path` and `captured` in checkers only."""

    notation: str
    position: str
    outcome: Outcome | None
    result: Literal["win", "draw", "loss"] | None


class LegalMoves(_Position):
    pieces: list[Piece]
    moves: list[LegalMove]


class Limit(TypedDict):
    default: int | None
    maximum: int


class LevelDescription(TypedDict):
    level: int
    depth: int | None
    elo: int | None


class Game(TypedDict):
    id: GameId
    title: str
    board: dict[str, Any]
    sides: list[Side]
    start: str
    position: dict[Literal["notation", "example"], str]
    move: dict[Literal["notation", "example"], str]
    estimate_unit: str
    display: dict[str, Any]
    levels: list[LevelDescription]
    limits: dict[Literal["time_ms", "depth", "nodes"], Limit]


# Records and reviews


class Comment(TypedDict):
    ply: int
    text: str


class ConvertedGame(TypedDict):
    tags: list[dict[Literal["name", "value"], str]]
    start: str
    moves: list[str]
    comments: list[Comment]
    position: str
    to_move: Side
    outcome: Outcome | None
    result: Literal["1-0", "0-1", "1/2-1/2", "*"]
    winner: Side | None
    texts: dict[Literal["board", "record", "columns", "fen", "pdn"], str]


class ReviewedPly(TypedDict):
    ply: int
    to_move: Side
    move: str
    label: ReviewLabel
    expected_points_lost: float
    is_estimate: bool
    missed_win: bool
    missed_draw: bool
    before: Score
    before_bound: Bound
    after: Score
    after_bound: Bound
    best_move: str
    principal_variation: list[str]


class ReviewedSide(TypedDict):
    side: Side
    moves: int
    accuracy: float | None
    labels: dict[ReviewLabel, int]


class ReviewSummary(_Named):
    start: str
    position: str
    outcome: Outcome | None
    sides: list[ReviewedSide]


class Review(ReviewSummary):
    plies: list[ReviewedPly]


class PlyMessage(TypedDict):
    event: Literal["ply"]
    ply: ReviewedPly


class FinalMessage(TypedDict):
    event: Literal["final"]
    review: ReviewSummary


ReviewMessage = PlyMessage | FinalMessage


class LongReview(LongReviewSummary):
    review: Review | None
    problem: ProblemDocument | None
