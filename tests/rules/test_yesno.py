import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from outflank.errors import IllegalAnswer, IllegalMove, UnknownName
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Answer,
    Anti,
    Board,
    Classic,
    Color,
    Game,
    Position,
    Reason,
    Square,
    YesNo,
)
from support import naive
from support.properties import counted, counted_at_least
from support.strategies import answers, at, boards, cells_of, colors, positions, spots_of

OWN_ANSWER = {BLACK: Answer.YES, WHITE: Answer.NO}


@st.composite
def turns(draw: st.DrawFn, answer: st.SearchStrategy[Answer] = answers) -> Position:
    """Draw a turn with a legal square on any board, after its answer."""
    position = Position(draw(boards()), draw(colors), variant=YesNo())
    assume(position.legal_moves.squares)
    return position.hear(draw(answer))


@given(turns())
def test_every_answer_does_what_the_naive_rules_do(position: Position) -> None:
    cells, size, turn = cells_of(position.board), position.size, str(position.turn)
    assert position.answer is not None
    for square in position.legal_moves.squares:
        spot = square.col, square.row
        after = position.play(square)
        assert cells_of(after.board) == naive.played(cells, size, turn, spot, position.answer.value)
        assert after == Position(after.board, position.turn.opponent, variant=YesNo())


@given(turns())
def test_a_matching_answer_plays_as_classic_does(position: Position) -> None:
    position = Position(
        position.board, position.turn, variant=YesNo(), answer=OWN_ANSWER[position.turn]
    )
    classic = Position(position.board, position.turn)
    for square in position.legal_moves.squares:
        assert position.play(square).board == classic.play(square).board
        assert position.place(square) == classic.place(square)


@given(turns())
def test_a_mismatch_places_one_disc_of_the_opponent_and_flips_nothing(position: Position) -> None:
    mover = position.turn
    position = Position(position.board, mover, variant=YesNo(), answer=OWN_ANSWER[mover.opponent])
    for square in position.legal_moves.squares:
        placement = position.place(square)
        assert placement.color is mover.opponent
        assert not placement.flipped
        assert not placement.forced
        assert position.play(square).board == position.board.put(mover.opponent, square)


@given(turns(st.just(Answer.MAYBE)))
def test_maybe_flips_as_usual_and_then_every_opponent_beside_the_disc(position: Position) -> None:
    mover = position.turn
    for square in position.legal_moves.squares:
        placement = position.place(square)
        assert placement.color is mover
        assert placement.flipped == position.board.outflanked(mover, square)
        assert not placement.flipped & placement.forced
        after = position.play(square).board
        beside = naive.around((square.col, square.row), position.size)
        assert not spots_of(after.discs(mover.opponent)) & beside
        assert spots_of(placement.forced) <= beside


def test_maybe_flips_neighbours_only_and_makes_no_chains() -> None:
    # Black plays b2: c2 is outflanked from d2; a3 and c3 only touch; d4 lies behind c3.
    board = Board.parse("---- --OX O-O- ---O").put(BLACK, *at("d2"))
    position = Position(board, BLACK, variant=YesNo(), answer=Answer.MAYBE)
    placement = position.place(*at("b2"))
    assert str(placement.flipped) == "c2"
    assert str(placement.forced) == "a3 c3"
    assert str(placement.turned) == "c2 a3 c3"
    assert str(position.play(*at("b2")).board) == "-----XXXX-X----O"


@given(positions(variant=YesNo()))
def test_the_legal_moves_never_depend_on_the_answer(position: Position) -> None:
    bare = Position(position.board, position.turn, variant=YesNo())
    classic = Position(position.board, position.turn)
    assert list(bare.legal_moves) == list(classic.legal_moves)
    for answer in Answer if bare.awaits_answer else ():
        heard = bare.hear(answer)
        assert list(heard.legal_moves) == list(classic.legal_moves)
        assert heard.must_pass == classic.must_pass
        assert not heard.is_over
    assert bare.is_over == classic.is_over


@counted_at_least(10)
@given(positions(variant=YesNo()))
def test_a_turn_waits_for_its_answer_and_hears_only_one(position: Position) -> None:
    bare = Position(position.board, position.turn, variant=YesNo())
    assert bare.awaits_answer == (not bare.is_over)
    if bare.is_over:
        return
    counted()
    for move in bare.legal_moves:
        with pytest.raises(IllegalMove) as refusal:
            bare.play(move)
        assert str(refusal.value) == f"{move} must wait: the oracle has not answered yet"
        assert (refusal.value.move, refusal.value.position) == (move, bare)
    heard = bare.hear("No")
    assert heard.answer is Answer.NO
    assert bare.answer is None
    assert not heard.awaits_answer
    with pytest.raises(IllegalAnswer, match=r"^this turn already has the answer no$") as deaf:
        heard.hear("yes")
    assert (deaf.value.answer, deaf.value.position) == (Answer.YES, heard)


@pytest.mark.parametrize("variant", [Classic(), Anti()], ids=str)
def test_without_an_oracle_nothing_can_be_heard(variant: Classic) -> None:
    start = variant.start()
    assert not start.awaits_answer
    with pytest.raises(IllegalAnswer, match=f"^there is no oracle in {variant.name}$") as refusal:
        start.hear(Answer.YES)
    assert (refusal.value.answer, refusal.value.position) == (Answer.YES, start)


def test_a_finished_game_awaits_no_answer() -> None:
    over = Position(Board.parse("XXXX ---- ---- ----"), variant=YesNo())
    assert not over.awaits_answer
    with pytest.raises(IllegalAnswer, match=r"^the game is over, so no answer is needed$"):
        over.hear("yes")


def test_an_unknown_answer_is_refused() -> None:
    with pytest.raises(UnknownName, match="there is no answer 'perhaps'"):
        YesNo().start().hear("perhaps")


def test_a_turn_that_must_pass_has_heard_an_answer_too() -> None:
    board = Board.parse("XO-- ---- ---- ----")
    game = Game(Position(board, WHITE, variant=YesNo()))
    assert game.position.legal_moves == [PASS]
    assert game.position.awaits_answer
    with pytest.raises(IllegalMove, match=r"^pass must wait: the oracle has not answered yet$"):
        game.push(PASS)
    game.hear("maybe")
    ply = game.push(PASS)
    assert (ply.answer, ply.move, ply.placement) == (Answer.MAYBE, PASS, None)
    assert game.position == Position(board, BLACK, variant=YesNo())
    assert game.position.awaits_answer


def test_with_an_oracle_a_pass_is_not_inserted() -> None:
    game = Game(Position(Board.parse("XO-- ---- ---- ----"), WHITE, variant=YesNo()))
    game.hear("yes")
    with pytest.raises(IllegalMove, match=r"^white has no move here and must pass before c1 "):
        game.push_all("c1")
    assert game.moves == []
    assert not game.root.replies
    assert game.position.answer is Answer.YES


def test_a_mismatch_can_wipe_a_side_out_early() -> None:
    # White's last disc is outflanked while black's answers keep coming.
    game = Game(variant="yesno", size=4)
    script = [("yes", "b1"), ("yes", "c1"), ("yes", "d4")]
    for answer, square in script:
        game.hear(answer)
        game.push(square)
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.white, outcome.reason) == (BLACK, 0, Reason.WIPEOUT)
    assert outcome.empties > 0


@pytest.mark.parametrize(("answer", "color"), [("yes", BLACK), ("no", WHITE)])
@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_yes_is_a_black_disc_and_no_a_white_one(answer: str, color: Color, turn: Color) -> None:
    position = Position(Board.start(), turn, variant=YesNo()).hear(answer)
    square = position.legal_moves[0]
    assert isinstance(square, Square)
    assert position.place(square).color is color
    assert position.play(square).board.disc_at(square) is color
    assert bool(position.place(square).flipped) == (color is turn)
