"""Many deals between computer seats, and the figures that come of them (formats 6)."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from array import array
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from math import fsum, sqrt
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from .chance import choice_stream
from .errors import EngineFailed
from .match import Match, shuffled_deck
from .players import Player
from .record import Record, Seat, write_record
from .rules import Rules, variant
from .scoring import with_handicap
from .view import look

T = TypeVar("T")


class Entrant(NamedTuple):
    """Who takes a seat: the kind to report it by, and how to make such a player (in any process)."""

    kind: str
    new: Callable[[], Player]


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: everything a process needs to play any of the decks by itself."""

    variant: str
    rules: Rules
    entrants: tuple[Entrant, ...]
    seed: int
    records: bool = False


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal as far as the figures need it; lists are by seat, `seconds` for each choice in turn."""

    sizes: tuple[int, ...]
    scores: tuple[float, ...]
    leaders: tuple[int, ...]
    margin: int
    steals: tuple[int, ...]
    seconds: tuple[array[float], ...]
    record: str


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """How one entrant did: `score` ± `ci95` a deal, deals won and shared, cards and steals a deal.

    `ci95` is the half-width of the 95 % interval of the score, over decks; None for a single deck.
    """

    kind: str
    score: float
    ci95: float | None
    wins: int
    draws: int
    mean_cards: float
    mean_steals: float
    ms_per_move_median: float
    ms_per_move_max: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All the figures of the decks played so far; `margins` counts deals by what the first seat won them by.

    A margin is in cards, in points under Scopa scoring, against the best of the rivals.
    """

    variant: str
    switches: str
    deals: int
    decks: int
    seed: int
    seats: tuple[SeatFigures, ...]
    seconds: float
    margins: dict[int, int]

    def as_json(self) -> dict[str, Any]:
        """The object `--json` prints, its names in their order (formats 6)."""
        names = (
            "kind",
            "score",
            "ci95",
            "wins",
            "draws",
            "mean_cards",
            "ms_per_move_median",
            "ms_per_move_max",
        )
        return {
            "variant": self.variant,
            "switches": self.switches,
            "deals": self.deals,
            "decks": self.decks,
            "seed": self.seed,
            "seats": [{name: getattr(seat, name) for name in names} for seat in self.seats],
            "seconds": self.seconds,
        }


class Study:
    """A study of so many deals: `run` it, and ask for its `figures` whenever you like.

    Deals are single, whatever the match, and rounded up to whole decks. Every deck is played once from
    each first seat, so that the entrants hold each other's cards in turn and luck of the deal cancels.
    The figures are those of the first decks of the seed, in however many processes they were played.
    """

    def __init__(self, task: Task, deals: int) -> None:
        self.task = replace(task, rules=replace(task.rules, match="deal"))
        self.decks = -(-deals // task.rules.players)
        self.played: list[list[PlayedDeal]] = []
        self.seconds = 0.0

    def run(self, executor: Executor | None = None, jobs: int = 1) -> Generator[list[str], None, None]:
        """Play all decks, a chunk at a time; after each come its records, in the order of the decks.

        Without an executor everything happens here. `jobs` is how many chunks may be under way.
        Raises EngineFailed, also where one of our own processes was ended by somebody else.
        """
        start = perf_counter()
        size = max(1, min(10, self.decks // (8 * jobs)))
        chunks = (range(at, min(at + size, self.decks + 1)) for at in range(1, self.decks + 1, size))
        with closing(_in_order(executor, jobs, play_decks, self.task, chunks)) as played:
            try:
                for decks in played:
                    self.played += decks
                    self.seconds = perf_counter() - start
                    yield [deal.record for deck in decks for deal in deck if deal.record]
            except BrokenProcessPool as error:
                raise EngineFailed(f"rubamazzo --jobs {jobs}", "died") from error

    def figures(self) -> Figures:
        """The figures of the decks played so far, of which there must be one."""
        task = self.task
        deals = [deal for deck in self.played for deal in deck]
        return Figures(
            variant=task.variant,
            switches=task.rules.text(variant(task.variant)),
            deals=len(deals),
            decks=len(self.played),
            seed=task.seed,
            seats=tuple(self._seat(seat, deals) for seat in range(len(task.entrants))),
            seconds=self.seconds,
            margins=dict(sorted(Counter(deal.margin for deal in deals).items())),
        )

    def lead(self, seat: int) -> tuple[float, float | None]:
        """How far a seat's score is above the mean of the others', and half of its 95 % interval."""
        by_deck = []
        for deck in self.played:
            scores = [_mean([deal.scores[each] for deal in deck]) for each in range(len(deck))]
            others = fsum(scores) - scores[seat]
            by_deck.append(scores[seat] - others / (len(scores) - 1))
        return _mean(by_deck), _half_width(by_deck)

    def _seat(self, seat: int, deals: Sequence[PlayedDeal]) -> SeatFigures:
        by_deck = [_mean([deal.scores[seat] for deal in deck]) for deck in self.played]
        seconds = [second for deal in deals for second in deal.seconds[seat]]
        return SeatFigures(
            kind=self.task.entrants[seat].kind,
            score=_mean(by_deck),
            ci95=_half_width(by_deck),
            wins=sum(deal.leaders == (seat,) for deal in deals),
            draws=sum(seat in deal.leaders and len(deal.leaders) > 1 for deal in deals),
            mean_cards=_mean([deal.sizes[seat] for deal in deals]),
            mean_steals=_mean([deal.steals[seat] for deal in deals]),
            ms_per_move_median=1000 * median(seconds),
            ms_per_move_max=1000 * max(seconds),
        )


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _half_width(values: Sequence[float]) -> float | None:
    """Half of the 95 % interval of the mean of these values."""
    if len(values) < 2:
        return None
    mean = _mean(values)
    variance = fsum([(value - mean) ** 2 for value in values]) / (len(values) - 1)
    return 1.96 * sqrt(variance / len(values))


# playing


def play_decks(task: Task, decks: range) -> list[list[PlayedDeal]]:
    """Play each of these decks once from each first seat."""
    players = [entrant.new() for entrant in task.entrants]
    in_haste = False
    with _Work.under_way():
        try:
            return [
                [play_deal(task, players, number, first) for first in range(task.rules.players)]
                for number in decks
            ]
        except BaseException as error:
            in_haste = not isinstance(error, Exception)
            raise
        finally:
            for player in players:
                player.close(in_haste=in_haste)


def play_deal(task: Task, players: Sequence[Player], number: int, first: int) -> PlayedDeal:
    """Play deck `number` of the seed from this first seat.

    An entrant keeps its seat, and with it its streams of chance, from whichever seat the deal begins.
    """
    rules = task.rules
    match = Match(rules, first)
    deal = match.start_deal(shuffled_deck(rules, task.seed, number))
    steals = [0] * rules.players
    seconds: tuple[array[float], ...] = tuple(array("d") for _ in players)
    while not deal.is_over:
        seat = deal.turn
        view = look(deal, seat)
        stream = choice_stream(task.seed, number, seat, len(deal.moves))
        with _placed(task, match, seat):
            start = perf_counter()
            move = players[seat].choose(view, stream)
        seconds[seat].append(perf_counter() - start)
        steals[seat] += move.rob is not None
        deal.play(move)
    result = deal.result
    assert result is not None
    for seat, player in enumerate(players):
        with _placed(task, match, seat):
            player.deal_over(look(deal, seat), result)
            player.match_over(match.winner)
    totals = result.points or with_handicap(rules, result.sizes)
    shares = tuple(1 / len(result.leaders) if seat in result.leaders else 0.0 for seat in range(rules.players))
    return PlayedDeal(
        sizes=result.sizes,
        scores=shares if result.points is None else tuple(map(float, result.points)),
        leaders=result.leaders,
        margin=totals[0] - max(totals[1:]),
        steals=tuple(steals),
        seconds=seconds,
        record=write_record(_record(task, match)) if task.records else "",
    )


def _record(task: Task, match: Match) -> Record:
    return Record(task.variant, match.rules, match, tuple(Seat(entrant.kind) for entrant in task.entrants))


@contextmanager
def _placed(task: Task, match: Match, seat: int) -> Iterator[None]:
    """Add to an engine's failure the seat it had and the position as a record (formats 5)."""
    try:
        yield
    except EngineFailed as error:
        error.seat, error.record = seat, write_record(_record(task, match))
        raise


# sending the work out


def _in_order(
    executor: Executor | None, jobs: int, work: Callable[[Task, range], T], task: Task, chunks: Iterator[range]
) -> Generator[T, None, None]:
    """What comes of each chunk, in order, with a few chunks under way beyond the one waited for."""
    if executor is None:
        for chunk in chunks:
            yield work(task, chunk)
        return
    waiting: deque[Future[T]] = deque()
    is_done = False
    try:
        for chunk in chunks:
            with _undisturbed():
                waiting.append(executor.submit(work, task, chunk))
            if len(waiting) >= 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        is_done = True
    finally:
        if not is_done:
            _break_off(executor, waiting)


def _break_off(executor: Executor, waiting: Iterable[Future[T]]) -> None:
    """Have nobody work at what nobody waits for: our own processes end, a cluster is told."""
    pool: Any = executor
    processes = list((getattr(pool, "_processes", None) or {}).values())
    for process in processes:
        if signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:
            process.kill()
        else:
            process.terminate()
    if processes:
        # A process may be gone in the middle of what it had to tell: with this end closed nobody waits for the rest.
        pool._result_queue._writer.close()
    else:
        for future in waiting:
            future.cancel()


SIGNALS = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}
"""What asks a process to end."""


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let signals wait while processes are begun, of which half would be left behind."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def workers(jobs: int, scheduler: str | None = None) -> Iterator[Executor | None]:
    """Somebody to do the work: this process, a pool of so many, or a Dask cluster at this address.

    The cluster needs the `distributed` package; ImportError or OSError says that it cannot be used.
    """
    if scheduler is not None:
        with import_module("distributed").Client(scheduler) as client:
            yield client.get_executor()
    elif jobs == 1:
        yield None
    else:
        with ProcessPoolExecutor(jobs, initializer=_Work.begin) as pool:
            yield pool


def _end_with_parent() -> None:
    """Be gone as soon as the parent is, in whatever way it went; a program's guard ends the program."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


class _Work:
    """What a process of the pool is at; asked to end, it sends its players home and is gone."""

    is_under_way = False
    is_over = False

    @classmethod
    def begin(cls) -> None:
        """Listen to the parent, which ends it, and end with it; all other signals are the parent's affair."""
        threading.Thread(target=_end_with_parent, daemon=True).start()
        for number in SIGNALS:
            is_ours = number == signal.SIGTERM and signal.getsignal(number) is not signal.SIG_IGN
            signal.signal(number, cls._end if is_ours else signal.SIG_IGN)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    @classmethod
    @contextmanager
    def under_way(cls) -> Iterator[None]:
        """There are players to be sent home in here."""
        cls.is_under_way = True
        try:
            yield
        finally:
            cls.is_under_way = False
            if cls.is_over:
                os._exit(0)

    @classmethod
    def _end(cls, _number: int, _frame: object) -> None:
        if not cls.is_under_way:
            os._exit(0)
        if not cls.is_over:
            cls.is_over = True
            raise SystemExit
