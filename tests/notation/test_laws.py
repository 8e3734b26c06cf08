"""Laws that hold for every notation and every record."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, NotationError, OutflankError, Position
from outflank.notation import (
    Carries,
    Format,
    Record,
    ScoredPosition,
    find_format,
    formats,
    read,
    write,
)
from outflank.notation.record import as_game
from support.notation_samples import games, records_of, scored_positions
from support.properties import counted, counted_at_least, examples

# Random games are slow to make, and each law is tried on every notation.
few = examples(10)
every_format = pytest.mark.parametrize("notation", formats(), ids=lambda notation: notation.name)


def written(record: Record, notation: Format[Any]) -> str | None:
    """Return a record as text, or None if the notation has no such board."""
    try:
        return write(record, format=notation)
    except NotationError:
        assert notation.name == "ggf"
        assert as_game(record).start.size == 16
        return None


@every_format
@counted_at_least(6)
@few
@given(data=st.data())
def test_reading_a_written_record_gives_its_reduced_form(
    notation: Format[Any], data: st.DataObject
) -> None:
    record = data.draw(records_of(notation))
    text = written(record, notation)
    if text is not None:
        counted()
        reading = read(text, format=notation, errors="raise")
        assert reading.records == (notation.reduce(record),)


@every_format
@counted_at_least(6)
@few
@given(data=st.data())
def test_writing_a_record_that_was_read_gives_the_same_text(
    notation: Format[Any], data: st.DataObject
) -> None:
    record = data.draw(records_of(notation))
    text = written(record, notation)
    if text is not None:
        counted()
        assert write(read(text, format=notation), format=notation) == text
        assert write(notation.reduce(record), format=notation) == text


@every_format
@counted_at_least(6)
@few
@given(data=st.data())
def test_several_records_are_read_one_by_one(notation: Format[Any], data: st.DataObject) -> None:
    records = data.draw(st.lists(records_of(notation, ("classic",)), min_size=1, max_size=4))
    kept = [record for record in records if written(record, notation) is not None]
    if kept:
        counted()
        reading = read(write(kept, format=notation), format=notation, errors="raise")
        assert list(reading) == [notation.reduce(record) for record in kept]


@few
@given(game=games(variants=("yesno",)))
def test_json_holds_a_game_with_answers_exactly(game: Game) -> None:
    text = write(game, format="json")
    assert read(text).game == game
    assert write(read(text), format="json") == text


@every_format
@few
@given(game=games(variants=("yesno",)))
def test_a_game_with_answers_is_refused_by_notations_without_answers(
    notation: Format[Any], game: Game
) -> None:
    if Carries.ANSWERS in notation.carries:
        held = notation.reduce(game)
        assert [ply.answer for ply in held.walk()] == [ply.answer for ply in game.walk()]
        text = write(game, format=notation)
        assert read(text, format=notation, errors="raise").records == (held,)
        assert write(held, format=notation) == text
    else:
        for act in (notation.write, notation.reduce):
            with pytest.raises(NotationError, match="cannot carry the answers of Yes/No Othello"):
                act(game)


@pytest.mark.parametrize("name", ["board", "board01", "board0", "obf", "ggf", "transcript"])
@counted_at_least(6)
@few
@given(record=scored_positions(), place=st.integers(0))
def test_a_board_with_a_missing_cell_is_always_an_error(
    name: str, record: ScoredPosition, place: int
) -> None:
    text = written(ScoredPosition(record.position), find_format(name))
    if text is None:
        return
    counted()
    cells = [at for at, character in enumerate(text) if character in "XO*-.01"]
    if name == "ggf":
        cells = [at for at in cells if text.index("BO[") + 5 < at]
    size = record.position.size
    at = cells[place % (size * size)]
    reading = read(text[:at] + text[at + 1 :], format=name)
    assert (len(reading), len(reading.problems)) == (0, 1)
    assert f"{size * size - 1} cells and a side to move do not fill a board" in str(
        reading.problems[0]
    )


@pytest.mark.parametrize(
    "notation",
    [notation for notation in formats() if notation.recognises is not None],
    ids=lambda notation: notation.name,
)
@counted_at_least(6)
@few
@given(data=st.data())
def test_a_written_record_is_recognised(notation: Format[Any], data: st.DataObject) -> None:
    record = data.draw(records_of(notation, ("classic",)))
    text = written(record, notation)
    if text is None:
        return
    counted()
    reading = read(text)
    # A game without moves is written like a position.
    is_bare = notation.name == "transcript" and text.endswith(";")
    # A board without discs has no p that would show the dialect of a FEN.
    is_empty = notation.name.startswith("fen") and not set(text.partition(" ")[0]) & set("Pp")
    expected = "obf" if is_bare else "fen" if is_empty else notation.name
    assert reading.format == expected
    assert reading.game == as_game(notation.reduce(record))


SIGNS = "f5d6XO-.;:()[]{}B W\n%,\"'0123456789abp@+"
SHORT = Game()
SHORT.push_all(["f5", "d6"])


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """Write a short game in any notation, and insert some signs."""
    text = write(SHORT, format=draw(st.sampled_from(formats())))
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.just("") | st.text(alphabet=SIGNS, max_size=3)) + text[at:]


@every_format
@counted_at_least(2)
@examples(25)
@given(text=st.text(alphabet=SIGNS, max_size=200) | damaged_texts())
def test_any_text_is_read_or_refused_with_our_own_errors(notation: Format[Any], text: str) -> None:
    for given_format in (None, notation):
        try:
            reading = read(text, format=given_format)
        except OutflankError:
            continue
        for record in reading:
            counted()
            assert isinstance(record, Game) or isinstance(record.position, Position)
