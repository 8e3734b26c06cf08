"""Recognising texts and files in every notation, and writing them."""

import io
from pathlib import Path

import pytest

import outflank
from outflank import (
    BLACK,
    Classic,
    Game,
    NotationError,
    Score,
    ScoreKind,
    SizeError,
    UnknownName,
    YesNo,
)
from outflank.notation import (
    Carries,
    Format,
    Reading,
    ScoredPosition,
    find_format,
    format_of,
    formats,
    read,
    read_file,
    register_format,
    write,
)
from outflank.notation import format as format_module
from support.notation_samples import GGF, JSON, OBF, PASSES, SAMPLES, TIGER, TIGER_BOARD


@pytest.mark.parametrize("name", [known.name for known in formats() if known.recognises])
def test_every_sample_is_recognised(name: str) -> None:
    reading = outflank.read(SAMPLES[name])
    assert reading.format == name
    assert reading.why == f"It has {find_format(name).signs}."
    assert not reading.problems


@pytest.mark.parametrize("name", [known.name for known in formats()])
def test_every_sample_is_read_when_its_format_is_named(name: str) -> None:
    for named in (name, name.upper(), find_format(name)):
        reading = read(SAMPLES[name], format=named)
        assert (reading.format, reading.why) == (name, "The caller said so.")
        assert len(reading) == 1


def test_a_text_in_no_notation_is_refused_in_one_sentence() -> None:
    with pytest.raises(NotationError) as caught:
        read("hello world")
    assert str(caught.value) == (
        "'hello world' is not in any known notation; write moves such as f5d6c3, a board such as "
        "'-OX-XOOXXXXXOOOO O', JSON, GGF, SGF, PGN, OBF or a FEN"
    )
    with pytest.raises(NotationError) as caught:
        read("hello world, " * 1000)
    assert len(str(caught.value)) < 200


def test_the_error_for_a_file_in_no_notation_names_it(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("hello\nworld.txt", encoding="utf-8")
    with pytest.raises(NotationError) as caught:
        read_file(path)
    assert str(caught.value).startswith(f"{path}: 'hello' is not in any known notation")


@pytest.mark.parametrize("text", ["", "  \n ", "\ufeff", b" "])
def test_an_empty_text_is_refused(text: str | bytes) -> None:
    with pytest.raises(NotationError, match="nothing to read"):
        read(text)


@pytest.mark.parametrize("text", ["(;B f5)", "[Event x]", "1/2-1/2", "(; nothing", "8/8"])
def test_text_in_no_notation_is_not_guessed_at(text: str) -> None:
    with pytest.raises(NotationError, match="not in any known notation"):
        read(text)


# Content before name


def test_the_content_has_priority_over_the_name(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GGF, encoding="utf-8")
    assert read_file(path).format == "ggf"


def test_the_name_decides_if_the_content_does_not(tmp_path: Path) -> None:
    path = tmp_path / "games.OBF"
    path.write_text("hello\n" + OBF, encoding="utf-8")
    reading = read_file(path)
    assert (reading.format, len(reading), len(reading.problems)) == ("obf", 1, 1)
    assert reading.why.startswith("Its name ends in .obf, though it does not have a board with ;")


def test_the_name_decides_if_several_formats_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(format_module, "_registry", dict(format_module._registry))
    transcript = find_format("transcript")
    register_format(
        Format(
            name="mine",
            title="my own",
            extensions=(".mine",),
            holds=Game,
            carries=transcript.carries,
            signs="moves, in my own way",
            recognises=transcript.recognises,
            split=transcript.split,
            reader=transcript.reader,
            writer=transcript.writer,
            reducer=transcript.reducer,
        )
    )
    path = tmp_path / "game.mine"
    path.write_text(TIGER, encoding="utf-8")
    assert read_file(path).format == "mine"
    assert read(TIGER).format == "transcript"
    assert format_of(path).name == "mine"


# What the caller says


def test_size_and_variant_are_for_texts_that_do_not_say_them() -> None:
    game = read("c2", size=6, variant="anti").game
    assert (game.start.size, game.start.variant.name) == (6, "anti")
    assert read(TIGER_BOARD, variant=YesNo()).position.variant == YesNo()
    assert read(JSON, variant="anti").game.start.variant.name == "yesno"


def test_a_board_of_another_size_is_reported() -> None:
    (problem,) = read(GGF, size=6).problems
    assert str(problem) == "line 1, column 1: this is a board of 8x8, not 6x6"
    with pytest.raises(SizeError, match="from 4 to 16"):
        read("f5", size=7)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="format 'ggff'; did you mean 'ggf'"):
        read("f5", format="ggff")
    with pytest.raises(UnknownName, match="variant"):
        read("f5", variant="go")
    with pytest.raises(UnknownName, match="way to treat errors"):
        read("f5", errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="kind of score 'exakt'; did you mean 'exact'"):
        read("f5", scores="exakt")
    with pytest.raises(UnknownName, match="kind of score 'proven'"):
        read("f5", scores="proven")


def test_the_caller_gives_the_kind_of_scores_without_one() -> None:
    moves = "(;GM[Othello]B[F5/2.5]W[D6];)"
    assert [ply.score for ply in read(moves, scores="exact").game.plies] == [
        Score(2.5, ScoreKind.EXACT),
        None,
    ]
    said = '{"outflank": 1, "variant": "classic", "plies": [{"move": "f5", "score": {"discs": 1}}]}'
    assert read(said, scores="book").game.plies[0].score == Score(1, ScoreKind.BOOK)
    assert read(JSON, scores="exact").game.plies[0].score == Score(2.5, depth=4)


def test_progress_is_reported_after_each_record() -> None:
    shares: list[float] = []
    read("f5\nf5d6\nf5f5\nf5f6", progress=shares.append)
    assert shares == sorted(shares)
    assert (len(shares), shares[-1]) == (4, 1)


# What was read


def test_a_reading_is_a_sequence_of_records() -> None:
    reading = read(f"{TIGER}\nf5a1\n{PASSES}")
    assert len(reading) == 2
    assert tuple(reading) == reading.records == reading.games
    assert (reading[0], reading[-1], reading[1:]) == (*reading.records, reading.records[1:])
    assert reading.game is reading.games[0]
    assert reading.position == reading.positions[0] == reading.game.position
    assert len(reading.problems) == 1


def test_a_position_is_also_a_game_and_a_game_a_position() -> None:
    reading = read(OBF)
    assert reading.game.start == reading.position
    assert reading.games == (reading.game,)
    game = read("f5d6c3").game
    game.back()
    assert Reading("transcript", "", (game,)).position == read("f5d6c3").position


def test_if_nothing_could_be_read_the_first_problem_is_raised() -> None:
    with pytest.raises(NotationError, match="a1 outflanks nothing"):
        read("a1").game  # noqa: B018
    with pytest.raises(NotationError, match="no games or positions were found"):
        read("[]").position  # noqa: B018


def test_a_comment_is_written_with_its_position() -> None:
    game = read(TIGER).game
    game.plies[-1].comment = "the tiger"
    text = write(game, format="obf")
    assert text == f"{TIGER_BOARD}; % the tiger"
    assert read(text).game.root.comment == "the tiger"


# Writing


def test_a_file_is_written_in_the_notation_of_its_name(tmp_path: Path) -> None:
    game = read(TIGER).game
    for name in ("a.txt", "a.ggf", "a.json", "a.obf"):
        path = tmp_path / name
        text = write(game, path)
        assert path.read_bytes() == f"{text}\n".encode()
        assert read_file(path).position == game.position
    write([game, game], str(tmp_path / "two.txt"))
    assert len(read_file(tmp_path / "two.txt")) == 2


def test_records_can_be_written_to_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "a.ggf"
    with path.open("w", encoding="utf-8") as file:
        write(read(TIGER), file)
    assert read_file(path).format == "ggf"
    target = io.StringIO()
    write(Classic().start(), target, format=find_format("board"))
    assert target.getvalue().endswith(" X\n")


@pytest.mark.parametrize("target", ["game", "game.xyz"])
def test_writing_needs_a_format(target: str) -> None:
    known = ", ".join(one.name for one in formats())
    with pytest.raises(NotationError, match=f"does not tell the format; choose one of {known}"):
        write(Game(), target)


@pytest.mark.parametrize("target", [None, io.StringIO()])
def test_writing_without_a_name_needs_a_format(target: io.StringIO | None) -> None:
    known = ", ".join(one.name for one in formats())
    with pytest.raises(NotationError, match=f"^without the name .*; choose one of {known}"):
        write(Game(), target)


def test_a_target_is_a_path_or_an_open_file() -> None:
    with pytest.raises(TypeError, match=r"^write\(\) takes a path or an open file, not 5$"):
        write(Game(), 5, format="json")  # type: ignore[call-overload, unused-ignore, arg-type]


def test_a_lone_surrogate_cannot_be_written_to_a_file(tmp_path: Path) -> None:
    game = Game()
    game.headers["black"] = "\ud83d"
    with pytest.raises(NotationError, match="cannot be written"):
        write(game, tmp_path / "a.ggf")
    assert list(tmp_path.iterdir()) == []


def test_every_record_can_be_written_in_every_notation() -> None:
    position = Classic().start()
    for notation in formats():
        for record in (Game(), position, ScoredPosition(position)):
            assert read(write(record, format=notation), format=notation).position == position
        assert (
            read(write([position] * 3, format=notation), format=notation).positions
            == (position,) * 3
        )


# The formats


def test_the_formats_have_their_order_and_contents() -> None:
    assert [known.name for known in formats()] == [
        "quest",
        "kaggle",
        "json",
        "ggf",
        "sgf",
        "pgn",
        "obf",
        "fen-edax",
        "fen-fairy",
        "fen",
        "drawing",
        "board",
        "board01",
        "board0",
        "transcript",
    ]
    assert find_format("json").carries == set(Carries)
    assert {known.holds for known in formats()} == {Game, ScoredPosition}
    assert Carries.ANSWERS not in find_format("transcript").carries


def test_reading_stops_at_the_number_of_records_asked_for() -> None:
    reading = read("f5d6c3\nf5f5\nf5f4\nf5d6\nf5f5", most=2)
    assert [game.transcript for game in reading.games] == ["f5d6c3", "f5f4"]
    assert (len(reading.problems), reading.left_out) == (1, 2)
    assert read("f5d6c3\nf5f4", most=2).left_out == 0
    with pytest.raises(ValueError, match="most is at least 1, not 0"):
        read("f5d6c3", most=0)


def test_the_best_score_is_that_of_the_position_or_of_its_best_move() -> None:
    record = read(OBF).records[0]
    assert isinstance(record, ScoredPosition)
    assert record.position.turn is BLACK
    assert str(record.best) == "+18"


@pytest.mark.parametrize("name", [known.name for known in formats()])
def test_reduce_gives_what_a_format_will_hold(name: str) -> None:
    notation = find_format(name)
    game = read(GGF).game
    assert read(write(game, format=name), format=name).records == (notation.reduce(game),)


def test_most_is_a_whole_number() -> None:
    with pytest.raises(TypeError, match=r"^most is a whole number, not '5'$"):
        read(TIGER, most="5")  # type: ignore[arg-type]
