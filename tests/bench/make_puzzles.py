"""Make the puzzles that ship: `python tests/bench/make_puzzles.py > rubamazzo_cli/puzzles.rbm`.

The hard level plays against itself. A position is taken where one move is the best by a wide margin,
measured in many more worlds than hard looks at, or exactly, and where what brings most cards at once
does not give it away. The same program makes the same file; a test verifies what it made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from rubamazzo_cli import chances
from rubamazzo_cli.chance import Stream, choice_stream
from rubamazzo_cli.chances import Judgement, judged, judging_stream
from rubamazzo_cli.match import Match, shuffled_deck
from rubamazzo_cli.moves import Move
from rubamazzo_cli.players import LEVELS
from rubamazzo_cli.players.valuation import cards_won
from rubamazzo_cli.reasons import reason
from rubamazzo_cli.record import Record, Seat, write_record
from rubamazzo_cli.review import mark
from rubamazzo_cli.rules import VARIANTS, Rules
from rubamazzo_cli.view import View, look

WANTED = {"steal": 14, "guard": 36, "poison": 40, "count": 10}
"""How many puzzles of each theme."""

GLANCE, SURELY = 250, 8000
"""In how many worlds a position is looked at first, and at last."""

MARGIN = 0.08
"""How much better than any other the best move must be, in chance to win, where it is not exact."""

THEMES = {
    "steal-safe": "steal",
    "steal-risk": "steal",
    "guard-safe": "guard",
    "guard": "guard",
    "take-safe": "guard",
    "bait": "poison",
    "lay-own": "poison",
    "lay-safe": "poison",
    "lay-fewest": "poison",
    "lay-rather": "poison",
    "wins-only": "count",
    "draws-only": "count",
}
"""Which theme a reason belongs to."""

NAMES = ("rubamazzo", "rubamazzo", "classico", "rubamazzo", "tradizionale")
"""The variants, deal after deal."""


def judgement_in(worlds: int, view: View, stream: Stream) -> Judgement:
    """The judgement of a position in so many worlds."""
    usual, chances.BY_RANK = chances.BY_RANK, worlds
    try:
        return judged(view, stream)
    finally:
        chances.BY_RANK = usual


def is_clear(judgement: Judgement, margin: float, errors: float = 6) -> bool:
    """Whether every other move is worse by the margin, far beyond what chance explains."""
    best = judgement.best
    return all(
        best.value - other.value >= max(margin, errors * other.error) - 1e-9 for other in judgement.moves[1:]
    )


def theme_of(judgement: Judgement) -> str | None:
    """What there is to find in a position, or None where it is plain."""
    best, view = judgement.best, judgement.view
    theme = THEMES.get(reason(judgement, best).kind)
    if theme is None:
        return None
    gain, most = (
        cards_won(view, best.move),
        max(cards_won(view, judged.move) for judged in judgement.moves[1:]),
    )
    if theme == "steal":
        return theme if 3 * most >= gain else None
    if theme == "count":
        return theme if most >= gain else None
    return theme if most > gain or len(judgement.moves) > 2 else None


def found() -> Iterator[tuple[str, str]]:
    """Puzzles without end, each with its theme."""
    hard = LEVELS["hard"]()
    for seed in range(2**32):
        name = NAMES[seed % len(NAMES)]
        rules = replace(VARIANTS[name], match="deal")
        match = Match(rules, seed % 2)
        deal = match.start_deal(shuffled_deck(rules, seed, 1))
        clear: list[tuple[int, int, str, Move]] = []
        while not deal.is_over:
            view = look(deal, deal.turn)
            play, seat = len(deal.moves), deal.turn
            move = hard.choose(view, choice_stream(seed, 1, seat, play))
            if len(view.legal) > 1 and (puzzle := puzzle_at(view, seed, seat, play)):
                clear.append((play, seat, *puzzle))
            deal.play(move)
        yield from told(name, rules, match, seed, clear)


def puzzle_at(view: View, seed: int, seat: int, play: int) -> tuple[str, Move] | None:
    """Theme and best move where there is a puzzle."""
    glance = judgement_in(GLANCE, view, Stream("glance", seed, play))
    if glance.is_forced or not is_clear(glance, 0.03, errors=0):
        return None
    judgement = judged(view, judging_stream(seed, 1, seat, play))
    if not is_clear(judgement, 0.05):
        return None
    theme = theme_of(judgement)
    if theme is None:
        return None
    if not judgement.is_exact:
        surely = judgement_in(SURELY, view, Stream("puzzle", seed, play))
        if surely.best.move != judgement.best.move or not is_clear(surely, MARGIN):
            return None
    if not all(mark(view.rules, judgement.best.value - other.value) for other in judgement.moves[1:]):
        return None
    return theme, judgement.best.move


def told(
    name: str, rules: Rules, match: Match, seed: int, clear: list[tuple[int, int, str, Move]]
) -> Iterator[tuple[str, str]]:
    """The puzzles of one deal as records, each with its theme."""
    for play, seat, theme, best in clear:
        sitters = [Seat("hard"), Seat("hard")]
        sitters[seat] = Seat("you")
        game = Record(name, rules, match, tuple(sitters), seed)
        game.other_tags = {"Ply": str(play + 1), "Theme": theme, "Best": str(best)}
        yield theme, write_record(game)


def main() -> None:
    kept: dict[str, list[str]] = {theme: [] for theme in WANTED}
    for theme, text in found():
        if len(kept[theme]) < WANTED[theme]:
            kept[theme].append(text)
            print(theme, len(kept[theme]), file=sys.stderr, flush=True)
        if all(len(kept[each]) == WANTED[each] for each in WANTED):
            break
    for theme in WANTED:
        sys.stdout.write("".join(kept[theme]))


if __name__ == "__main__":
    main()
