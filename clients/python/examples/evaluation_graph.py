"""Draws how a game went: the expected points of the first side after each move, as SVG.

The cells marked with `# %%` run one by one in editors that know them, or all at once:

    python evaluation_graph.py 444423554 > graph.svg
"""

# %% Review a game of connect-four, given by its columns
import sys
from xml.sax.saxutils import escape

from bestmove import Client
from bestmove.types import Score

# In a notebook, the arguments are options of its kernel.
has_game = len(sys.argv) > 1 and not sys.argv[1].startswith("-")
columns = sys.argv[1] if has_game else "4444435226322"

with Client() as client:
    review = client.review("connect-four", text=columns, time_ms=500)

# %% The expected points of the first side before and after each move that has a review
plies = [ply for ply in review["plies"] if "label" in ply]
first = review["sides"][0]["side"]


def points_of_first(side: str, score: Score) -> float:
    points = score["expected_points"]
    return points if side == first else 1 - points


points: dict[int, float] = {}
for ply in plies:
    points.setdefault(ply["ply"] - 1, points_of_first(ply["to_move"], ply["before"]))
    points[ply["ply"]] = points_of_first(ply["to_move"], ply["after"])

# %% The graph
WIDTH, HEIGHT, MARGIN = 640, 240, 32
COLOURS = {"inaccuracy": "#e6a700", "mistake": "#e2711d", "blunder": "#c1121f"}


def x(ply: int) -> float:
    return round(MARGIN + ply * (WIDTH - 2 * MARGIN) / len(review["plies"]), 1)


def y(value: float) -> float:
    return round(HEIGHT - MARGIN - value * (HEIGHT - 2 * MARGIN), 1)


marks = [
    f'<circle cx="{x(ply["ply"])}" cy="{y(points[ply["ply"]])}" r="5" '
    f'fill="{COLOURS.get(ply["label"], "#2a6f97")}">'
    f"<title>{ply['ply']}. {escape(ply['move'])}: {ply['label'].replace('_', ' ')}, "
    f"best {escape(ply['best_move'])}</title></circle>"
    for ply in plies
]
labels = [
    f'<text x="4" y="{y(value) + 4}">{text}</text>'
    for value, text in [(1, "1"), (0.5, "½"), (0, "0")]
]
line = " ".join(f"{x(ply)},{y(value)}" for ply, value in points.items())
graph = f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">
<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>
<text x="{MARGIN}" y="20">Expected points of {first} in connect-four {escape(columns)}</text>
<path d="M{MARGIN},{y(0.5)}H{WIDTH - MARGIN}" stroke="#bbb"/>
<polyline points="{line}" fill="none" stroke="#2a6f97" stroke-width="2"/>
{chr(10).join(marks + labels)}
</svg>"""
print(graph)
