"""A command for a long night: random deals, each play checked, some compared with the naive engine.

    python tests/long.py --deals 1000000 --compared 100000 --jobs 2

Prints how many did not add up and how many differed, with the first of each; the same deals
whatever the number of jobs. Ends with status 1 if there were any.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playing import refereed

CHUNK = 500


def chunk(start: int, end: int, compared: int) -> tuple[int, list[str], list[str]]:
    plays = 0
    wrong: list[str] = []
    differences: list[str] = []
    for seed in range(start, end):
        deal_plays, deal_wrong, deal_differences = refereed(seed, compared=seed < compared)
        plays += deal_plays
        wrong += deal_wrong
        differences += deal_differences
    return plays, wrong, differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10_000, help="how many deals to play")
    parser.add_argument("--compared", type=int, default=1_000, help="how many of them to compare play by play")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    asked = parser.parse_args()

    end = asked.first + asked.deals
    starts = range(asked.first, end, CHUNK)
    ends = [min(start + CHUNK, end) for start in starts]
    plays = 0
    wrong: list[str] = []
    differences: list[str] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for more_plays, more_wrong, more_differences in pool.map(
            chunk, starts, ends, repeat(asked.first + asked.compared)
        ):
            plays += more_plays
            wrong += more_wrong
            differences += more_differences
    compared = min(asked.compared, asked.deals)
    print(f"{asked.deals} deals, {plays} plays: {len(wrong)} violations")
    print(f"{compared} deals compared with the naive engine: {len(differences)} differences")
    for text in (*wrong[:10], *differences[:10]):
        print(text)
    return 1 if wrong or differences else 0


if __name__ == "__main__":
    sys.exit(main())
