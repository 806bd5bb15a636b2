"""The bodies of requests and answers, named as in `openapi.yaml`, which describes them.

Answers may gain fields and values: ignore those that you do not know.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, final

GameId = Literal["tic-tac-toe", "connect-four", "checkers", "reversi"]
Side = Literal["X", "O", "black", "white"]
Bound = Literal["exact", "lower", "upper"]
StoppedBy = Literal["proven", "depth", "nodes", "time", "cancelled", "game_over"]
JobKind = Literal["analysis", "review"]
JobState = Literal["receiving", "waiting", "running", "finished", "cancelled"]
ReviewLabel = Literal["best", "only_move", "good", "inaccuracy", "mistake", "blunder"]
Ending = Literal["line", "board_full", "no_moves", "repetition", "no_progress"]
ReasonKind = Literal[
    "wins_at_once",
    "draws_at_once",
    "only_legal_move",
    "double_threat",
    "allows_double_threat",
    "wins_against_every_reply",
    "prevents_win",
    "allows_win_at_once",
    "only_winning_move",
    "only_drawing_move",
    "others_lose",
    "resists_longest",
    "wins_material",
    "loses_material",
    "promotes",
    "forces_pass",
    "takes_corner",
    "allows_corner",
    "keeps_parity",
    "limits_mobility",
    "repeats_position",
    "tablebase_win",
    "tablebase_loss",
]


class Cell(TypedDict, total=False):
    """A cell: by `cell` in tic-tac-toe and Reversi, by `column` and `row` in connect-four."""

    cell: int
    column: int
    row: int


class _Place(Cell, total=False):
    square: int


class Piece(_Place):
    """A piece and its cell, in checkers its `square`."""

    owner: Side
    kind: Literal["mark", "disc", "man", "king"]


# Requests

GridCell = str | int | None
"""A cell of a grid: `"X"` or 1, `"O"` or 2, empty `"."`, `""`, 0 or `None`; or a row as a string."""

Position = str | Sequence[GridCell | Sequence[GridCell]]
"""A position in the notation of the game, or the cells of a grid from the top left, flat or by rows."""

Move = str | int
"""A move in the notation of the game, or the number of a cell or column."""


class LegalMovesRequest(TypedDict, total=False):
    position: Position
    to_move: Side
    moves: Sequence[Move]


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
    only: Sequence[Move]
    avoid: Sequence[Move]


class JobLine(LegalMovesRequest, total=False):
    """A position or a game of a job: `lines`, `only` and `avoid` for an analysis, `text` for a
    review; its answer repeats the `custom_id`."""

    custom_id: Any
    lines: int | Literal["all"]
    only: Sequence[Move]
    avoid: Sequence[Move]
    text: str


class ConversionRequest(LegalMovesRequest, total=False):
    text: str
    strict: bool
    pieces: list[Piece]


class ReviewRequest(LegalMovesRequest, total=False):
    text: str
    time_ms: int
    depth: int


class _Named(TypedDict):
    game: GameId


class NamedAnalysisRequest(_Named, AnalysisRequest, _Opponent):
    """A position of a batch."""


# Scores and analyses


class _Margin(TypedDict, total=False):
    margin: int


class Decided(_Margin):
    """A proven win or loss; `margin`, in discs, in Reversi only."""

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


class CapturedPiece(TypedDict):
    """The captured pieces of one kind."""

    count: int
    piece: str


class _ReasonDetails(TypedDict, total=False):
    moves: list[str]
    ply: int
    plies: int
    ending: Ending
    piece: str
    won: list[CapturedPiece]
    lost: list[CapturedPiece]


class Reason(_ReasonDetails):
    """Why a move is good or bad, in words and as data."""

    kind: ReasonKind
    text: str


class _Explained(TypedDict, total=False):
    reason: Reason


class Outcome(TypedDict):
    result: Literal["win", "draw"]
    winner: Side | None
    reason: Ending
    line: list[Cell]


class _Position(_Named):
    position: str
    to_move: Side
    outcome: Outcome | None


class _Depths(_Position):
    depth: int
    selective_depth: int


class _Found(_Depths, _Opponent):
    nodes: int
    elapsed_ms: float
    budget_ms: int
    degraded: bool
    source: Literal["search", "book", "endgame", "cache", "rules"]


class BestMove(_Found, _Explained):
    best_move: str | None
    principal_variation: list[str]
    score: Score
    bound: Bound
    stopped_by: StoppedBy


class Variation(_Explained):
    move: str
    score: Score
    bound: Bound
    principal_variation: list[str]


class Analysis(_Found):
    lines: list[Variation]
    stopped_by: StoppedBy | None


class _CodesPart(TypedDict, total=False):
    part: dict[str, Any]


class Codes(_CodesPart):
    """The texts of a problem as phrases, each a `code` with parameters; no `part` if it is the
    whole field."""

    expected: dict[str, Any]
    got: dict[str, Any]


class _ProblemDetails(TypedDict, total=False):
    field: str
    part: str
    expected: str
    got: str
    codes: Codes
    meant: str
    request_id: str


class ProblemDocument(_ProblemDetails):
    type: str
    title: str
    status: int
    detail: str


class _Status(TypedDict):
    status: int


class BatchResult(_Status, total=False):
    """An analysis, or a problem unless the status is 200."""

    analysis: Analysis
    problem: ProblemDocument


class BackgroundAnalysisSummary(_Named):
    id: str
    location: str
    state: Literal["waiting", "running", "finished", "failed"]
    position: str
    time_ms: int
    elapsed_ms: float


BackgroundReviewSummary = BackgroundAnalysisSummary


class BackgroundAnalysis(BackgroundAnalysisSummary):
    analysis: Analysis | None
    problem: ProblemDocument | None


# Boards and moves


# In this form because `from` is a keyword.
_Path = TypedDict(
    "_Path",
    {"from": int, "to": int, "path": list[int], "captured": list[int], "flipped": list[int]},
    total=False,
)


class LegalMove(Cell, _Path):
    """A move; `from`, `to`, `path` and `captured` in checkers only, `flipped` in Reversi."""

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
    scores_all_moves: bool
    display: dict[str, Any]
    levels: list[LevelDescription]
    limits: dict[Literal["time_ms", "depth", "nodes"], Limit]


# Records and reviews


class Comment(TypedDict):
    ply: int
    text: str


class _Coded(TypedDict, total=False):
    codes: Codes


class RecordWarning(_Coded):
    """An oddity of a record that was understood, or skipped."""

    part: str
    expected: str
    got: str


class _Faulty(TypedDict, total=False):
    problem: ProblemDocument


class ConvertedGame(_Faulty):
    """A game; with a `problem`, all that was read before it, and `None` for a position that could
    not be read."""

    number: int
    tags: list[dict[Literal["name", "value"], str]]
    start: str | None
    moves: list[str]
    comments: list[Comment]
    position: str | None
    to_move: Side | None
    outcome: Outcome | None
    result: Literal["1-0", "0-1", "1/2-1/2", "*"]
    winner: Side | None
    texts: dict[Literal["board", "record", "columns", "fen", "pdn"], str]
    warnings: list[RecordWarning]


@final
class ReviewedPly(_Explained):
    """A move with its review; only these have a `label`."""

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


@final
class UnreviewedPly(TypedDict):
    """A move without a review, because its search was refused or failed."""

    ply: int
    to_move: Side
    move: str
    problem: ProblemDocument


ReviewPly = ReviewedPly | UnreviewedPly


class ReviewedSide(TypedDict):
    side: Side
    moves: int
    reviewed: int
    accuracy: float | None
    labels: dict[ReviewLabel, int]


class ReviewSummary(_Named):
    start: str
    position: str
    outcome: Outcome | None
    sides: list[ReviewedSide]


class Review(ReviewSummary):
    plies: list[ReviewPly]


class PlyMessage(TypedDict):
    event: Literal["ply"]
    ply: ReviewPly


class FinalMessage(TypedDict):
    event: Literal["final"]
    review: ReviewSummary


ReviewMessage = PlyMessage | FinalMessage


class BackgroundReview(BackgroundReviewSummary):
    review: Review | None
    problem: ProblemDocument | None


# Jobs


class _JobSpec(_Named):
    kind: JobKind
    nodes: int | None
    depth: int | None


class JobPrice(_JobSpec):
    """What a job would cost, in milliseconds of a processor."""

    dry_run: bool
    items: int
    duplicates: int
    known: int
    problems: int
    cpu_ms: int


class JobPart(TypedDict):
    """A part of an archive that has come."""

    part: int
    bytes: int


class Job(_JobSpec):
    id: str
    location: str
    state: JobState
    items: int
    finished_items: int
    problems: int
    cpu_ms: int
    spent_cpu_ms: int
    remaining_cpu_ms: int
    elapsed_ms: int


class KeptAnalysis(_Depths):
    """An analysis without its cost."""

    lines: list[Variation]
    stopped_by: StoppedBy | None


class _AnsweredLine(TypedDict):
    index: int
    release: str


class JobAnswer(_AnsweredLine, total=False):
    """The answer to a line: an analysis, a review, a problem, or the index of an earlier line that
    asks the same."""

    custom_id: Any
    analysis: KeptAnalysis
    review: Review
    problem: ProblemDocument
    same_as: int
