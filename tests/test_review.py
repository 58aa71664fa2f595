"""Hints and reviews: what is told is right, adds up, and depends on nothing hidden."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from inside import invoked
from playing import positions, random_rules
from sessions import texts

from rubamazzo_cli import chances
from rubamazzo_cli.chance import Stream, choice_stream
from rubamazzo_cli.chances import (
    Judgement,
    judged,
    judging_stream,
    value_dealt,
    value_undealt,
    whole,
    worlds_tried,
)
from rubamazzo_cli.coaching import Coach, seen_from
from rubamazzo_cli.errors import DealUnfinished, LedgerFailed
from rubamazzo_cli.exercises import Retry, retries
from rubamazzo_cli.game import Deal
from rubamazzo_cli.i18n import language
from rubamazzo_cli.match import Match, shuffled_deck
from rubamazzo_cli.players import LEVELS, ending, hard, ranks
from rubamazzo_cli.players.worlds import EngineWorlds, play_out, success
from rubamazzo_cli.record import Record, Seat, read_records, write_record
from rubamazzo_cli.render import Narrator
from rubamazzo_cli.review import (
    MARKS,
    RATES,
    Choice,
    DealReview,
    DealtRound,
    error_rate,
    mark,
    rate_name,
    review_deal,
    reviewed,
)
from rubamazzo_cli.rules import VARIANTS, Rules
from rubamazzo_cli.session import Manner, Session, Setup
from rubamazzo_cli.verdicts import Critic, block
from rubamazzo_cli.view import look

TABLES = [
    pytest.param(replace(rules, players=seats, match="deal"), id=f"{name}-{seats}")
    for name, rules in VARIANTS.items()
    for seats in (2, 3, 4)
]


def played(rules: Rules, levels: str, seed: int = 1) -> Record:
    """A single deal between levels, as a record."""
    match = Match(rules)
    deal = match.start_deal(shuffled_deck(rules, seed, 1))
    players = [LEVELS[level]() for level in levels.split()]
    while not deal.is_over:
        seat = deal.turn
        deal.play(players[seat].choose(look(deal, seat), choice_stream(seed, 1, seat, len(deal.moves))))
    seats = tuple(Seat("you" if at == 0 else level) for at, level in enumerate(levels.split()))
    return Record("rubamazzo", rules, match, seats, seed)


def test_what_choices_cost_is_the_same_in_every_version_of_python():
    game = played(Rules(), "easy easy")
    (view,) = [look(deal, 0) for deal in game.match.deals]
    choice = Choice(0, 1, Judgement(view, (), 1), game.match.deals[0].moves[0], 0.1)
    dealt = DealtRound(1, 0.5, 0.6)
    review = DealReview(1, 0, game.match.deals[0], (choice,) * 10, (dealt,) * 10)
    assert review.cost == 1.0
    assert review.luck == 10 * dealt.luck
    assert error_rate([review]) == 0.1


# chances


@pytest.mark.parametrize("name", ["rubamazzo", "classico"])
def test_a_chance_is_what_happens_in_a_large_sample(name):
    """The estimate of each move agrees with other worlds, played with the engine's own cards."""
    rules = replace(VARIANTS[name], match="deal")
    stream = Stream("sample", name)
    tried = 0
    for deal in positions(rules, Stream(name)):
        if deal.is_over or len(deal.moves) not in (3, 14, 25):
            continue
        view = look(deal, deal.turn)
        judgement = judged(view, stream)
        if judgement.is_exact or judgement.is_forced:
            continue
        tried += 1
        moves = [each.move for each in judgement.moves]
        worlds = EngineWorlds(view, moves)
        sample = [worlds.outcomes(range(len(moves)), stream) for _ in range(600)]
        for at, each in enumerate(judgement.moves):
            mean = sum(outcomes[at] for outcomes in sample) / len(sample)
            assert abs(mean - each.value) < 5 * (0.25 / 600 + 0.25 / judgement.worlds) ** 0.5
    assert tried


def test_the_standard_error_is_that_of_repeated_judgements(monkeypatch):
    monkeypatch.setattr(chances, "BY_RANK", 300)
    rules = VARIANTS["rubamazzo"]
    deal = Deal(rules, shuffled_deck(rules, 5, 1))
    for _ in range(15):
        deal.play(deal.legal_moves()[0])
    view = look(deal, deal.turn)
    first = judged(view, Stream("error"))
    assert len(first.moves) > 1
    best, second = first.moves[0].move, first.moves[-1]
    gaps = []
    for at in range(30):
        again = judged(view, Stream("error", at))
        gaps.append(again.of(best).value - again.of(second.move).value)
    mean = sum(gaps) / len(gaps)
    deviation = (sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)) ** 0.5
    assert second.error / 2 < deviation < 2 * second.error


@pytest.mark.parametrize("rules", TABLES)
def test_judging_is_by_the_same_worlds_and_exact_where_nothing_is_hidden(rules, few_worlds):
    stream = Stream("exact", rules.text())
    for deal in positions(rules, stream):
        if deal.is_over or stream.random() < 0.7:
            continue
        view = look(deal, deal.turn)
        judgement = judged(view, Stream(1))
        assert judgement.is_exact == ending.is_open(view)
        assert {each.move for each in judgement.moves} == set(hard.different(view.legal, rules.suits_matter))
        assert all(each.value <= judgement.best.value for each in judgement.moves)
        assert all(judgement.of(move) for move in view.legal)
        if judgement.is_exact:
            assert judgement.best.move == ending.best_move(view, [each.move for each in judgement.moves]) or (
                judgement.best.lead == judgement.of(ending.best_move(view, view.legal)).lead
            )
        else:
            assert judgement.worlds == worlds_tried(rules)


def test_the_hint_is_what_hard_plays_or_as_good():
    rules = VARIANTS["rubamazzo"]
    for deal in positions(rules, Stream("hard")):
        if deal.is_over or len(deal.moves) % 5:
            continue
        view = look(deal, deal.turn)
        judgement = judged(view, Stream(2))
        choice = judgement.of(LEVELS["hard"]().choose(view, Stream(3)))
        assert judgement.best.value - choice.value < 0.05


# the luck of the deal


def test_the_fast_twin_deals_as_the_engine_does(monkeypatch):
    """`_by_rank` and `_by_engine` find the same in the same worlds."""
    for name in ("rubamazzo", "classico", "bundles", "tradizionale"):
        rules = replace(VARIANTS[name], handicap=(0, 2))
        stream = Stream("twins", name)
        for deal in positions(rules, stream):
            if deal.is_over or len(deal.moves) % 6:
                continue
            for seat in range(2):
                view = look(deal, seat)
                hands, stock = view.imagined(stream)
                args = (view, hands, list(view.table), stock)
                assert chances._by_rank(*args) == chances._by_engine(*args)


@pytest.mark.parametrize("table", ["rubamazzo-2", "rubamazzo-3"])
def test_the_luck_of_the_deal_is_nothing_on_average(table, monkeypatch):
    """Over all hands it may be dealt a seat is as well off as before it saw its own."""
    monkeypatch.setattr(chances, "BY_RANK", 30)
    monkeypatch.setattr(chances, "BY_ENGINE", 8)
    rules = replace(VARIANTS["rubamazzo"], players=int(table[-1]))
    deal = Deal(rules, shuffled_deck(rules, 2, 1))
    while deal.round < 3:
        deal.play(deal.legal_moves()[0])
    seat = 1
    view = look(deal, seat)
    stream = Stream("luck", table)
    pool = [*view.unseen, *view.hand]
    after = []
    for _ in range(150):
        stream.shuffle(pool)
        after.append(value_dealt(replace(view, hand=tuple(pool[: len(view.hand)])), stream))
    monkeypatch.setattr(chances, "BY_RANK", 4000)
    monkeypatch.setattr(chances, "BY_ENGINE", 1000)
    before = value_undealt(view, stream)
    mean = sum(after) / len(after)
    deviation = (sum((value - mean) ** 2 for value in after) / len(after)) ** 0.5
    assert abs(mean - before) < 4 * (deviation**2 / len(after) + 0.25 / worlds_tried(rules)) ** 0.5


def test_before_the_first_round_not_even_the_table_is_known(monkeypatch):
    monkeypatch.setattr(chances, "BY_RANK", 300)
    rules = VARIANTS["rubamazzo"]
    values = {
        value_undealt(look(Deal(rules, shuffled_deck(rules, seed, 1)), 0), Stream(1)) for seed in range(5)
    }
    assert len(values) == 1
    outcomes = []
    for at in range(400):
        deal = Deal(rules, shuffled_deck(rules, at, 7))
        play_out(deal, 0, own=0)
        outcomes.append(success(deal, 0))
    (value,) = values
    assert abs(value - sum(outcomes) / 400) < 4 * (0.25 / 300 + 0.25 / 400) ** 0.5


# reviews


@pytest.mark.parametrize("rules", TABLES)
def test_a_review_adds_up(rules, few_worlds):
    record = played(rules, " ".join(["random"] * rules.players))
    for seat in range(rules.players):
        review = review_deal(record.match.deals[0], seat, 1)
        assert review.start + review.luck - review.cost + review.others == pytest.approx(review.end)
        assert review.end == success(record.match.deals[0], seat)
        assert all(choice.cost >= 0 for choice in review.choices)
        assert all(len(choice.judgement.moves) > 1 for choice in review.choices), "forced plays are left out"
        assert [each.round for each in review.rounds] == list(range(1, len(review.rounds) + 1))
        assert len(review.course) == 2 + len(review.rounds) + len(review.choices)


@pytest.mark.parametrize("name", ["rubamazzo", "scopa", "nord"])
def test_the_figures_shown_add_up_as_well(name, few_worlds):
    rules = replace(VARIANTS[name], match="deal")
    for seed in range(5):
        record = played(rules, "random random", seed)
        review = review_deal(record.match.deals[0], 0, seed)
        narrator = Narrator(Session(setup(rules)).language, rules, record.seats)
        *_, balance = Critic(narrator, 0).balance(review)
        numbers = [
            float(word.strip("+,."))
            for word in balance.text.split()
            if word.strip("+,.-").replace(".", "").isdigit()
        ]
        assert len(numbers) == 5
        assert sum(numbers[:4]) == pytest.approx(numbers[4])


def test_hard_play_costs_next_to_nothing(monkeypatch):
    monkeypatch.setattr(chances, "BY_RANK", 500)
    reviews = [
        review_deal(played(VARIANTS["rubamazzo"], "hard hard", seed).match.deals[0], 0, seed) for seed in (1, 2)
    ]
    assert error_rate(reviews) < RATES["strong"]


def test_following_every_hint_costs_nothing(few_worlds):
    """Hint and review judge in the same worlds, so they never disagree."""
    rules = VARIANTS["rubamazzo"]
    deal = Deal(rules, shuffled_deck(rules, 3, 1))
    while not deal.is_over:
        seat = deal.turn
        deal.play(judged(look(deal, seat), judging_stream(3, 1, seat, len(deal.moves))).best.move)
    assert review_deal(deal, 0, 3).cost == review_deal(deal, 1, 3).cost == 0


def test_an_unfinished_deal_is_not_reviewed():
    rules = VARIANTS["rubamazzo"]
    with pytest.raises(DealUnfinished):
        review_deal(Deal(rules, shuffled_deck(rules, 1, 1)), 0, 1)


def test_marks_and_names_begin_where_they_say():
    for rules in (VARIANTS["rubamazzo"], VARIANTS["scopa"]):
        for name, least in MARKS.items():
            assert mark(rules, whole(rules) * least) == name
            assert mark(rules, whole(rules) * (least - 0.001)) != name
        assert mark(rules, 0) == ""
    assert [rate_name(below - 0.0001) for below in RATES.values()] == list(RATES)
    assert rate_name(1) == "wild"
    assert (block(0), block(0.5), block(1)) == ("▁", "▅", "█")


# at the prompt


def setup(rules: Rules, seats: str = "you easy", seed: int = 4) -> Setup:
    return Setup("rubamazzo", rules, tuple(map(Seat, seats.split())), seed)


def test_a_hint_marks_the_game_and_changes_nothing_else(few_worlds):
    with_hints, without = (
        Session(setup(replace(VARIANTS["rubamazzo"], players=3), "you easy hard")) for _ in "ab"
    )
    for game in (with_hints, without):
        list(game.start())
        while game.asking.kind != "after":
            if game is with_hints:
                assert texts(game.feed("h")) == texts(game.feed("hint"))
            list(game.feed("1"))
    assert with_hints.record.assisted == {"hint"}
    assert without.record.assisted == frozenset()
    assert with_hints.match.deals[0].moves == without.match.deals[0].moves
    assert texts(with_hints.feed("h")) == ["There is nothing to choose now."]
    assert '[Assisted "hint"]' in write_record(with_hints.record)


@pytest.mark.parametrize("rules", TABLES)
def test_a_hint_depends_on_nothing_hidden(rules, few_worlds):
    seats = tuple(Seat("easy") for _ in range(rules.players))
    narrator = Narrator(Session(setup(VARIANTS["rubamazzo"])).language, rules, seats)
    shuffle = Stream("hidden", rules.text())
    for deal in positions(rules, shuffle):
        if deal.is_over or shuffle.random() < 0.8:
            continue
        view = look(deal, deal.turn)
        hidden = view.unseen
        shuffle.shuffle(hidden)
        hands = [
            list(view.hand) if seat == view.seat else [hidden.pop() for _ in hand]
            for seat, hand in enumerate(deal.hands)
        ]
        other = Deal.arranged(
            rules, hands=hands, table=deal.table, piles=deal.piles, stock=hidden,
            first=deal.first, turn=deal.turn, round=deal.round, last_capture=deal.last_capture,
        )  # fmt: skip
        same = replace(
            look(other, view.seat), moves=view.moves, first_table=view.first_table, received=view.received
        )
        told = [texts(Coach(narrator, view.seat).hint(judged(each, Stream(1)))) for each in (view, same)]
        assert told[0] == told[1]


def test_a_chance_that_is_not_certain_is_never_called_certain():
    coach = Coach(
        Narrator(
            Session(setup(VARIANTS["rubamazzo"])).language, VARIANTS["rubamazzo"], [Seat("you"), Seat("easy")]
        ),
        0,
    )
    said = [coach.chance(value).replace("\xa0", " ") for value in (0, 0.004, 0.006, 0.5, 0.996, 1)]
    assert said == ["less than 1 %", "less than 1 %", "1 %", "50 %", "more than 99 %", "more than 99 %"]
    assert coach.chance(1, exact=True) == "100\xa0%"
    assert coach.decimal(-0.04, signed=True) == "0.0"


def test_review_at_the_prompt_waits_for_the_end_of_a_deal(few_worlds):
    game = Session(setup(VARIANTS["rubamazzo"]))
    list(game.start())
    assert texts(game.feed("review")) == [
        "Only a finished deal can be reviewed: play this one to its end first."
    ]
    while game.asking.kind != "after":
        list(game.feed("1"))
    steps = []
    game.heard = lambda done, total: steps.append((done, total))
    lines = texts(game.feed("review"))
    assert lines[0] == "Deal 1: how you played it."
    assert "points of winning chance on average." in lines[-1]
    assert steps[0][0] == 0
    assert steps[-1] == (36, 36)
    assert game.asking.kind == "after"


def test_costly_choices_can_be_tried_again(few_worlds):
    rules = VARIANTS["rubamazzo"]
    for seed in range(20):
        record = played(rules, "random hard", seed)
        if exercises := retries(record, reviewed(record, 0, seed), seed):
            break
    game = Retry(exercises)
    list(game.start())
    first = game._judged()
    worst = first.moves[-1].move
    said = texts(game.feed(str(worst) if worst.captures else worst.card.code))
    assert game.done == 0
    assert "Try again" in said[-1]
    assert Coach(game.narrator, 0).advice(first.view, first.best.move) not in said[-1]
    for _ in exercises:
        assert not game.is_over
        assert "The answer" in " ".join(texts(game.feed("h")))
    assert game.is_over
    assert game.asking is None
    assert game.at_once == 0


def test_a_record_is_reviewed_from_the_command_line(tmp_path: Path, capsys, few_worlds):
    from rubamazzo_cli import cli
    from rubamazzo_cli.console import Console

    file = tmp_path / "game.rbm"
    file.write_text(write_record(played(VARIANTS["rubamazzo"], "easy hard", 2)), "utf-8")
    console = Console({})
    assert cli.invoke(console, ["review", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (deal,) = told["games"][0]["deals"]
    assert (deal["deal"], deal["seat"], deal["unit"]) == (1, 1, "chance")
    assert deal["start"] + deal["luck"] - deal["cost"] + deal["others"] == pytest.approx(deal["end"], abs=0.001)
    assert all(choice["moves"][0]["move"] == choice["best"] for choice in deal["choices"])
    assert cli.invoke(console, ["review", str(file), "--seat", "3"]) == 2
    assert cli.invoke(console, ["review", str(file), "--json", "--retry"]) == 2
    assert "--seat is a seat from 1 to 2" in capsys.readouterr().err


def test_of_several_games_each_is_announced(tmp_path: Path, capsys, few_worlds):
    """Choices to make again, and seals, did not say which game of a file they were of."""
    from rubamazzo_cli import cli
    from rubamazzo_cli.console import Console

    file = tmp_path / "games.rbm"
    file.write_text(2 * write_record(played(VARIANTS["rubamazzo"], "easy hard", 2)), "utf-8")
    cli.invoke(Console({}), ["review", str(file), "--retry"])
    assert capsys.readouterr().out.startswith("Game 1: rubamazzo.\n")
    assert cli.invoke(Console({}), ["verify", str(file)]) == 4
    assert capsys.readouterr().out == "".join(
        f"Game {n}: rubamazzo.\nDeal 1 has no seal: it was not played with --sealed.\n" for n in (1, 2)
    )


def test_where_no_person_played_it_is_asked_whose_play_to_judge(tmp_path: Path, capsys):
    from rubamazzo_cli import cli
    from rubamazzo_cli.console import Console

    file = tmp_path / "games.rbm"
    game = played(VARIANTS["rubamazzo"], "easy hard", 2)
    game.seats = (Seat("easy"), Seat("hard"))
    three = played(replace(VARIANTS["rubamazzo"], players=3), "easy easy easy", 2)
    file.write_text(write_record(game) + write_record(three), "utf-8")
    assert cli.invoke(Console({}), ["review", str(file)]) == 2
    assert "say with --seat whose play to judge, from 1 to 2." in capsys.readouterr().err
    assert cli.invoke(Console({}), ["review", str(file), "--seat", "3"]) == 2
    assert "--seat is a seat from 1 to 2." in capsys.readouterr().err


def test_of_an_unfinished_game_nothing_hidden_is_told(tmp_path: Path, capsys):
    from rubamazzo_cli import cli
    from rubamazzo_cli.console import Console

    record = played(VARIANTS["rubamazzo"], "easy hard", 2)
    whole_deal = record.match.deals[0]
    match = Match(record.rules)
    begun = match.start_deal(whole_deal.deck)
    for move in whole_deal.moves[:20]:
        begun.play(move)
    record.match = match
    file = tmp_path / "game.rbm"
    file.write_text(write_record(record), "utf-8")
    assert read_records(file.read_text("utf-8"))
    for words in (["review", str(file)], ["review", str(file), "--json"], ["review", str(file), "--retry"]):
        assert cli.invoke(Console({}), words) == 0
    out = capsys.readouterr().out
    assert "Only a finished deal can be reviewed: play this one to its end first." in out
    assert '"deals": []' in out
    assert '"seed": null' in out


def test_twin_covers_what_is_tried_often():
    assert ranks.covers(VARIANTS["rubamazzo"])
    assert worlds_tried(VARIANTS["rubamazzo"]) > worlds_tried(VARIANTS["nord"])


def test_random_rules_can_be_judged(few_worlds):
    stream = Stream("any rules")
    for _ in range(10):
        rules = random_rules(stream)
        for deal in positions(rules, stream):
            if not deal.is_over and stream.random() < 0.1:
                view = look(deal, deal.turn)
                judgement = judged(view, stream)
                assert all(-4 <= each.value <= 4 for each in judgement.moves)
                assert -4 <= value_dealt(view, stream) <= 4


def told_of(name: str, few: str = "you easy") -> tuple[Coach, Judgement]:
    """A coach at the beginning of a game of this variant, and what it can judge there."""
    game = Session(setup(VARIANTS[name], few))
    list(game.start())
    view = look(game.deal, 0, 1)
    return Coach(game.narrator, 0), judged(view, judging_stream(1, 1, 0, 0))


def test_a_move_as_good_as_the_best_is_praised_and_the_best_named(few_worlds):
    coach, judgement = told_of("rubamazzo")
    assert coach.praise(judgement, judgement.best).text == "Right, that is the best move."
    other = next(move for move in judgement.moves if move is not judgement.best)
    assert coach.praise(judgement, other).text.startswith("Good, as good as the best, which is: ")
    assert coach.no_praise(judgement, other).text.startswith("With that your chance to win is ")


def test_under_scopa_scoring_points_are_spoken_of(few_worlds):
    coach, judgement = told_of("scopa")
    other = next(move for move in judgement.moves if move is not judgement.best)
    assert " points ahead of the others; there is a move with " in coach.no_praise(judgement, other).text


def test_exercises_for_the_ear_say_what_to_type(few_worlds):
    record = played(VARIANTS["rubamazzo"], "random hard", 2)
    exercises = retries(record, reviewed(record, 0, 2), 2)
    game = Retry(exercises, Manner(spoken=True))
    assert "Type the number of a card, hint for the answer, or help for help." in texts(game.start())


def test_seats_without_names_are_numbered():
    record = played(VARIANTS["rubamazzo"], "random hard", 2)
    record.seats = ()
    assert [str(seat) for seat in seen_from(record, 1, language("en"))] == ["other:Player 1", "you:Player 2"]


def test_several_games_of_all_seats_are_reviewed_and_noted(tmp_path: Path, few_worlds):
    def game(seats: str, name: str = "rubamazzo", seed: int = 2) -> str:
        record = played(VARIANTS[name], "easy hard", seed)
        record.seats = tuple(Seat(*seat.split(":")) for seat in seats.split())
        return write_record(record)

    texts = [game("you:Anna easy"), game("easy you", "scopa"), game("you:Anna you:Bruno")]
    (tmp_path / "games.rbm").write_text("".join(texts))
    status, said = invoked(tmp_path, "review", "games.rbm", "--lang", "en")
    assert status == 0
    assert all(f"Game {n}: " in said for n in (1, 2, 3))
    for words in (["--spoken"], ["--retry", "--keep-going"], ["--seat", "1"], ["--json"]):
        again, more = invoked(tmp_path, "review", "games.rbm", *words, "--lang", "en", typed=["h"] * 99)
        assert (again, "Traceback" in more) == (0, False)
    status, said = invoked(tmp_path, "review", "games.rbm", "--seat", "2", "--lang", "en")
    assert "In what follows you are Easy." in said


def test_a_ledger_that_cannot_be_used_does_not_keep_a_review(tmp_path: Path, monkeypatch, few_worlds):
    (tmp_path / "game.rbm").write_text(write_record(played(VARIANTS["rubamazzo"], "easy hard", 2)))
    record = read_records((tmp_path / "game.rbm").read_text())[0]
    record.seats = (Seat("you"), Seat("easy"))
    (tmp_path / "game.rbm").write_text(write_record(record))

    class Damaged:
        def reviewed(self, *_game: object) -> None:
            raise LedgerFailed("games", "locked")

    monkeypatch.setattr("rubamazzo_cli.reviewing.ledger_of", lambda _: Damaged())
    status, said = invoked(tmp_path, "review", "game.rbm", "--lang", "en")
    assert status == 0
    assert said.endswith("The statistics in games cannot be used: locked.\n")


def test_a_game_well_played_has_nothing_to_be_tried_again(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("rubamazzo_cli.reviewing.retries", lambda *_: [])
    (tmp_path / "game.rbm").write_text(write_record(played(VARIANTS["casita"], "easy hard", 2)))
    monkeypatch.setattr("rubamazzo_cli.reviewing.reviewed", lambda *_: [])
    status, said = invoked(tmp_path, "review", "game.rbm", "--retry", "--seat", "1", "--lang", "en")
    assert (status, said) == (0, "No choice cost anything worth mentioning.\n")


def test_a_deal_in_which_nothing_cost_anything_and_one_without_a_choice(few_worlds):
    record = played(VARIANTS["rubamazzo"], "hard hard", 2)
    review = next(iter(reviewed(record, 0, 2)))
    critic = Critic(Narrator(language("en"), record.rules, (Seat("you"), Seat("easy"))), 0)
    best = [choice for choice in review.choices if not choice.cost]
    assert "No choice cost anything worth mentioning." in texts(
        critic.review(review._replace(choices=tuple(best)))
    )
    nothing = review._replace(choices=())
    said = texts(critic.reviews([nothing, nothing]))
    assert said.count("There was nothing to choose.") == 3
    assert "All deals together." in said
