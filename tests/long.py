"""A command for a long night: random deals, each play checked, some compared with the naive engine.

    python tests/long.py --deals 1000000 --compared 100000 --jobs 2

Prints how many did not add up and how many differed, with the first of each; the same deals
whatever the number of jobs. Ends with status 1 if there were any.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import nights
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
    parser = nights.parser(__doc__, "deals", 10_000)
    parser.add_argument(
        "--compared", metavar="N", type=int, default=1_000, help="how many to compare play by play"
    )
    asked = parser.parse_args()
    compared = min(asked.compared, asked.count)
    plays = 0
    wrong: list[str] = []
    differences: list[str] = []
    work = partial(chunk, compared=asked.first + compared)
    for more_plays, more_wrong, more_differences in nights.shared_out(work, asked, CHUNK):
        plays += more_plays
        wrong += more_wrong
        differences += more_differences
    print(f"{asked.count} deals, {plays} plays: {len(wrong)} violations")
    print(f"{compared} deals compared with the naive engine: {len(differences)} differences")
    return nights.reported(wrong, differences)


if __name__ == "__main__":
    sys.exit(main())
