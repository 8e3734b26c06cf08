import pickle
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass, replace
from typing import Any

import pytest
from hypothesis import given

from outflank.errors import InvalidValue, UnknownName
from outflank.rules import (
    BLACK,
    SIZES,
    WHITE,
    Answer,
    Anti,
    Board,
    Classic,
    Odds,
    Placement,
    Position,
    Reason,
    Square,
    SquareSet,
    Variant,
    YesNo,
    find_variant,
    parse_answer,
    register_variant,
    variants,
)
from outflank.rules.position import known_variants
from support.strategies import at, positions, sizes


@pytest.fixture
def restored_registry() -> Iterator[None]:
    registry = known_variants._by_name
    before = dict(registry)
    yield
    registry.clear()
    registry.update(before)


def test_the_three_variants_are_listed_in_order() -> None:
    assert variants() == [Classic(), YesNo(), Anti()]
    assert [known.name for known in variants()] == ["classic", "yesno", "anti"]
    assert [known.title for known in variants()] == ["Othello", "Yes/No Othello", "Anti-Othello"]
    assert [str(known) for known in variants()] == ["classic", "yesno", "anti"]
    assert [known.fewest_wins for known in variants()] == [False, False, True]
    assert [bool(known.answers) for known in variants()] == [False, True, False]


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("classic", Classic()),
        ("Othello", Classic()),
        ("REVERSI", Classic()),
        ("standard", Classic()),
        ("normal", Classic()),
        ("yesno", YesNo()),
        ("Yes/No", YesNo()),
        ("yes-no", YesNo()),
        ("Yes/No Othello", YesNo()),
        ("yn", YesNo()),
        ("anti", Anti()),
        ("Anti-Othello", Anti()),
        ("anti reversi", Anti()),
        ("misere", Anti()),
        ("fewest", Anti()),
    ],
)
def test_a_variant_is_found_by_name_alias_and_title(name: str, variant: Variant) -> None:
    assert find_variant(name) == variant


@pytest.mark.parametrize("name", ["", "chess", "classics"])
def test_an_unknown_variant_is_refused_with_the_known_names(name: str) -> None:
    with pytest.raises(UnknownName) as refusal:
        find_variant(name)
    assert (refusal.value.kind, refusal.value.name) == ("variant", name)
    assert refusal.value.known == ("classic", "yesno", "anti")
    assert str(refusal.value).startswith(f"there is no variant {name!r}")
    assert str(refusal.value).endswith("(known: classic, yesno, anti)")


def test_a_new_variant_is_found_under_all_its_names(restored_registry: None) -> None:
    @dataclass(frozen=True, slots=True)
    class Sandwich(Variant):
        """Only one disc flips at a time."""

        name: str = "sandwich"
        title: str = "Sandwich"
        aliases: tuple[str, ...] = ("one at a time",)

        def place(self, position: Position, square: Square) -> Placement:
            whole = position.board.outflanked(position.turn, square)
            one = SquareSet.of(position.size, next(iter(whole)))
            return Placement(position.turn, square, one, SquareSet(position.size))

    register_variant(Sandwich())
    assert find_variant("One-At-A-Time") == Sandwich()
    assert variants()[-1] == Sandwich()
    start = find_variant("sandwich").start(6)
    assert start.play(*at("b3")).board.count(BLACK) == 4
    with pytest.raises(UnknownName, match="sandwich"):
        find_variant("club")


def test_a_bare_variant_plays_like_classic() -> None:
    plain = Variant("plain", "Plain")
    assert plain.start().play(*at("f5")).board == Classic().start().play(*at("f5")).board
    assert (plain.aliases, plain.fewest_wins, len(plain.answers)) == ((), False, 0)
    assert not plain.start().awaits_answer


@given(sizes)
def test_every_variant_starts_with_the_centre_four_and_black_to_move(size: int) -> None:
    for variant in variants():
        start = variant.start(size)
        assert start == Position(Board.start(size), BLACK, variant=variant)
        assert variant.start() == variant.start(8)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_variant_is_a_frozen_hashable_picklable_value(variant: Variant) -> None:
    twin = replace(variant)
    assert (twin, hash(twin)) == (variant, hash(variant))
    assert pickle.loads(pickle.dumps(variant)) == variant
    with pytest.raises(FrozenInstanceError):
        variant.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize("variant", [Variant("mine", "My own"), *variants()], ids=str)
@pytest.mark.parametrize(
    ("part", "wrong", "sentence"),
    [
        ("name", 5, "the name of a variant is text, not 5"),
        ("title", None, "the title of a variant is text, not None"),
        ("aliases", "mine", "the aliases of a variant are a tuple of texts, not 'mine'"),
        ("aliases", ("m", 5), "the aliases of a variant are a tuple of texts, not ('m', 5)"),
        ("answers", {"yes": 1.0}, "the answers of a variant are Odds, not {'yes': 1.0}"),
        ("answers", None, "the answers of a variant are Odds, not None"),
        ("fewest_wins", 1, "the fewest_wins of a variant is True or False, not 1"),
    ],
)
def test_a_part_of_another_type_is_refused(
    variant: Variant, part: str, wrong: Any, sentence: str
) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        replace(variant, **{part: wrong})


# Anti


@given(positions(variant=Anti()))
def test_anti_is_played_like_classic(position: Position) -> None:
    classic = Position(position.board, position.turn)
    assert list(position.legal_moves) == list(classic.legal_moves)
    for move in position.legal_moves:
        assert position.play(move).board == classic.play(move).board


@pytest.mark.parametrize(
    ("cells", "classic", "anti"),
    [
        ("XXXX ---- ---- ----", BLACK, WHITE),
        ("OOOO ---- ---- ----", WHITE, BLACK),
        ("XXXX XXXX XXXO OOOO", BLACK, WHITE),
        ("XXXX XXXX OOOO OOOO", None, None),
    ],
)
def test_in_anti_the_fewest_discs_win(cells: str, classic: object, anti: object) -> None:
    for variant, winner in ((Classic(), classic), (YesNo(), classic), (Anti(), anti)):
        outcome = Position(Board.parse(cells), variant=variant).outcome
        assert outcome is not None
        assert outcome.winner is winner


def test_in_anti_a_wiped_out_side_has_won_but_the_margin_still_counts_discs() -> None:
    outcome = Position(Board.parse("XXXX ---- ---- ----"), variant=Anti()).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.WIPEOUT)
    assert outcome.margin() == 4
    assert outcome.margin(empties_to_winner=True) == 16


# Answers and odds


def test_the_odds_of_the_web_oracle_are_data_of_the_variant() -> None:
    assert YesNo().answers == {"yes": 0.49995, "no": 0.49995, "maybe": 0.0001}
    assert Classic().answers == {}
    local = YesNo(answers=Odds({"yes": 0.45, "no": 0.45, "maybe": 0.1}))
    assert local != YesNo()
    assert local.start().variant.answers[Answer.MAYBE] == 0.1


@pytest.mark.parametrize("answer", list(Answer))
def test_an_answer_is_read_in_either_case(answer: Answer) -> None:
    for text in (answer, answer.value, answer.upper(), answer.title()):
        assert parse_answer(text) is answer


def test_only_text_is_read_as_an_answer() -> None:
    with pytest.raises(TypeError, match="an Answer or a word such as 'yes', not 5"):
        parse_answer(5)  # type: ignore[arg-type]


def test_another_word_is_not_an_answer() -> None:
    with pytest.raises(UnknownName) as refusal:
        parse_answer("mabye")
    assert str(refusal.value) == (
        "there is no answer 'mabye'; did you mean 'maybe'? (known: yes, no, maybe)"
    )
    assert refusal.value.__cause__ is None


def test_odds_are_a_frozen_mapping_in_the_order_yes_no_maybe() -> None:
    odds = Odds({"Maybe": 0.25, "no": 0.25, "yes": 0.5})
    assert list(odds) == [Answer.YES, Answer.NO, Answer.MAYBE]
    assert list(odds.values()) == [0.5, 0.25, 0.25]
    assert (len(odds), odds[Answer.NO]) == (3, 0.25)
    assert repr(odds) == "Odds({'yes': 0.5, 'no': 0.25, 'maybe': 0.25})"
    same = Odds({Answer.YES: 0.5, Answer.NO: 0.25, Answer.MAYBE: 0.25})
    assert (odds, hash(odds)) == (same, hash(same))
    assert hash(odds) != hash(Odds({"yes": 1}))
    assert pickle.loads(pickle.dumps(odds)) == odds
    with pytest.raises(TypeError):
        odds[Answer.YES] = 1.0  # type: ignore[index]
    with pytest.raises(AttributeError):
        odds.other = 1  # type: ignore[attr-defined]


def test_an_answer_with_no_chance_is_left_out() -> None:
    odds = Odds({"yes": 1, "no": 0})
    assert list(odds) == [Answer.YES]
    assert odds == Odds({"yes": 1.0})
    assert Answer.NO not in odds
    with pytest.raises(KeyError):
        odds[Answer.NO]


def test_no_odds_mean_no_oracle() -> None:
    assert not Odds()
    assert Odds() == Odds({}) == Odds(None)
    assert repr(Odds()) == "Odds({})"


@pytest.mark.parametrize("chance", [-0.5, 1.5, float("nan"), float("inf")])
def test_a_chance_outside_0_to_1_is_refused(chance: float) -> None:
    with pytest.raises(ValueError, match=r"^each probability must lie between 0 and 1, not \{"):
        Odds({"yes": chance, "no": 1 - chance})
    with pytest.raises(ValueError, match=r"^each probability must lie between 0 and 1, not \{"):
        Odds({"yes": chance})


@pytest.mark.parametrize("chance", [0.0, 0.2, 0.6])
def test_chances_that_do_not_add_up_to_one_are_refused(chance: float) -> None:
    with pytest.raises(ValueError, match=rf"^the probabilities add up to {2 * chance}, not to 1$"):
        Odds({"yes": chance, "no": chance})


def test_the_sum_of_the_chances_may_have_only_a_rounding_error() -> None:
    assert len(Odds({"yes": 0.1 + 0.2, "no": 0.7})) == 2
    with pytest.raises(ValueError, match="add up to"):
        Odds({"yes": 0.5, "no": 0.5 + 1e-8})
    with pytest.raises(ValueError, match="add up to"):
        Odds({"yes": 0.5, "no": 0.5 - 1e-8})


def test_sizes_are_the_even_ones_from_4_to_16() -> None:
    assert tuple(range(4, 17, 2)) == SIZES


def test_yes_no_othello_needs_an_oracle() -> None:
    with pytest.raises(
        InvalidValue, match=r"^Yes/No Othello needs the odds of at least one answer"
    ):
        YesNo(answers=Odds())


@pytest.mark.usefixtures("restored_registry")
def test_a_name_in_use_is_refused_unless_it_is_replaced() -> None:
    house = Variant("house", "House Othello", aliases=("Classic",))
    with pytest.raises(ValueError, match="Othello is already called 'classic'"):
        register_variant(house)
    assert find_variant("classic") == Classic()
    with pytest.raises(UnknownName):
        find_variant("house")
    register_variant(house, replace=True)
    assert find_variant("classic") == house
