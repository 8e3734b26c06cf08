"""The parts of the window by themselves: the form, flips, sounds, animated pictures, colours."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from outflank.drawing import contrast, themes
from outflank.errors import JournalError
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.background_tasks import paced
from outflank.faces.window.control.actions import SETTINGS, WindowActions
from outflank.faces.window.match.flip_animation import FLIP_SECONDS, STAGGER_SECONDS, FlipAnimation
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.gif_frames import decode, limit_frames
from outflank.faces.window.painting.palette import WindowPalette
from outflank.faces.window.screens.new_game_form import WindowNewGameForm, form_rows
from outflank.faces.window.screens.overlays import frame_at
from outflank.faces.window.screens.panel import clock_text
from outflank.faces.window.sounds import Sound, SoundPlayer, samples
from outflank.play.events import MovePlayed
from outflank.play.match import Match
from outflank.play.setup import Setup
from outflank.play.snapshot import snapshot
from outflank.rules import BLACK, WHITE, Square
from support.gif import FRAME, GIF, HEAD


def chosen(form: WindowNewGameForm, name: str) -> str:
    return next(row.value for row in form_rows(form) if row.name == name)


# The form


def test_the_start_screen_offers_everything_that_a_game_can_be() -> None:
    rows = {row.name: row for row in form_rows(WindowNewGameForm())}
    assert set(rows["size"].choices) == {"6", "8", "10", "12"}
    assert set(rows["variant"].choices) == {"classic", "yesno", "anti"}
    assert set(rows["opponent"].choices) == {"computer", "friend", "watch"}
    assert set(rows["first"].choices) == {"lot", "1", "2"}
    assert {"none", "5+3", "30s/move"} <= set(rows["clock"].choices)
    assert len(rows["level2"].choices) == 20
    assert {"score", "time_score", "oracle", "gif", "skin", "theme"} <= set(rows)
    assert {"legal_marks", "animation", "sound"} <= set(rows)


@pytest.mark.parametrize("name", [row.name for row in form_rows(WindowNewGameForm())])
def test_every_choice_of_every_row_makes_a_game_that_can_be_played(name: str) -> None:
    form = WindowNewGameForm(GameOptions(variant="yesno", clock="5+3"), Appearance())
    row = next(row for row in form_rows(form) if row.name == name)
    for value in row.choices if row.is_enabled else ():
        changed = form.with_choice(name, value)
        assert chosen(changed, name) == value
        changed.game.setup()


def test_moving_through_the_levels_stops_at_both_ends_and_other_rows_go_round() -> None:
    form = WindowNewGameForm(GameOptions(player2="computer:20"))
    assert form.moved("level2", 1) == form
    assert chosen(form.moved("level2", -1), "level2") == "19"
    assert chosen(WindowNewGameForm(GameOptions(size=12)).moved("size", 1), "size") == "6"


def test_a_size_or_a_clock_from_the_command_line_stays_a_choice() -> None:
    form = WindowNewGameForm(GameOptions(size=16, clock="7+1"))
    assert chosen(form, "size") == "16"
    assert chosen(form, "clock") == "7+1"
    assert chosen(form.moved("clock", 1), "clock") == "none"


def test_names_and_levels_survive_a_change_of_the_opponent() -> None:
    form = WindowNewGameForm(GameOptions(player1="human:Ann", player2="computer:12"))
    watching = form.with_choice("opponent", "watch")
    assert (watching.game.player1, watching.game.player2) == ("computer:12", "computer:12")
    back = form.with_choice("opponent", "friend").with_choice("opponent", "computer")
    assert back.game.player1 == "human:Ann"


def test_what_means_nothing_in_a_game_cannot_be_chosen() -> None:
    rows = {row.name: row for row in form_rows(WindowNewGameForm(GameOptions(player2="human")))}
    assert not any(rows[name].is_enabled for name in ("oracle", "gif", "time_score"))
    assert not rows.keys() & {"level1", "level2"}
    form = WindowNewGameForm(GameOptions(player2="human"))
    assert form.moved("gif", 1) == form


def test_people_have_names_and_computers_have_levels() -> None:
    titles = {
        mode: [
            row.title for row in form_rows(WindowNewGameForm().with_choice("opponent", mode))[3:5]
        ]
        for mode in ("computer", "friend", "watch")
    }
    assert titles == {
        "computer": ["Your name", "Level"],
        "friend": ["Player 1", "Player 2"],
        "watch": ["Player 1 level", "Player 2 level"],
    }


def test_computers_that_are_only_watched_take_their_time() -> None:
    both = GameOptions(player1="computer:1", player2="computer:1")
    assert paced(both).delay > 0.5
    assert paced(GameOptions()).delay == 0
    assert paced(GameOptions(player1="computer:1", player2="computer:1", delay=0.1)).delay == 0.1


# Flips


def move(square: str, flipped: str, forced: str = "") -> MovePlayed:
    squares, others = (tuple(map(Square.parse, text.split())) for text in (flipped, forced))
    return MovePlayed(3, 0, 0, BLACK, Square.parse(square), BLACK, squares, others, 0)


def test_discs_turn_over_one_after_the_other_outward_from_the_placed_one() -> None:
    flip_animation = FlipAnimation.of_move(move("a1", "b1 c1 b2"), began=5.0)
    delays = [flip_animation.delays[Square.parse(name)] for name in ("b1", "b2", "c1")]
    assert delays == [0, 0, STAGGER_SECONDS]
    assert flip_animation.ends == pytest.approx(5.0 + STAGGER_SECONDS + FLIP_SECONDS)


def test_discs_that_maybe_turns_over_follow_the_outflanked_ones() -> None:
    flip_animation = FlipAnimation.of_move(move("a1", "b1 c1 d1", "a2"), began=0.0)
    assert flip_animation.delays[Square.parse("a2")] > flip_animation.delays[Square.parse("d1")]


def test_a_flipping_disc_shows_its_old_colour_first_and_is_narrow_in_between() -> None:
    flip_animation = FlipAnimation.of_move(move("a1", "b1"), began=0.0)
    square = Square.parse("b1")
    faces = [flip_animation.frame(square, FLIP_SECONDS * step / 20) for step in range(21)]
    colors = [face.color for face in faces if face]
    widths = [face.width for face in faces if face]
    assert colors[0] is WHITE
    assert colors[-1] is BLACK
    assert sum(one is not other for one, other in itertools.pairwise(colors)) == 1
    assert min(widths) < 0.2
    assert widths[0] == widths[-1] == 1
    assert flip_animation.frame(Square.parse("h8"), 0.0) is None


# Sounds


@pytest.mark.parametrize("sound", Sound)
def test_every_sound_is_short_begins_and_ends_softly_and_can_be_heard(sound: Sound) -> None:
    values = samples(sound)
    assert 0.05 < len(values) / 22050 < 1
    assert abs(values[-1]) < 500
    assert 2000 < max(map(abs, values)) < 32767


def test_without_an_audio_device_there_is_silence_and_no_error(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "there is none")
    sounds = SoundPlayer()
    sounds.open()
    sounds.play(Sound.END)
    assert capfd.readouterr() == ("", "")


# Animated pictures


def test_an_animated_gif_is_decoded_into_frames_with_their_durations() -> None:
    frames = decode(GIF)
    assert frames is not None
    assert [lasts for _, lasts in frames] == [1.0, 1.0]
    assert frame_at(frames, 0.5) is frames[0][0]
    assert frame_at(frames, 1.5) is frames[1][0]
    assert frame_at(frames, 2.5) is frames[0][0]


@pytest.mark.parametrize("length", range(len(GIF)))
def test_a_gif_that_was_cut_off_is_no_error(length: int) -> None:
    frames = decode(GIF[:length])
    assert frames is None or len(frames) <= 2


@pytest.mark.parametrize("place", range(len(GIF)))
def test_a_gif_with_a_broken_byte_is_no_error(place: int) -> None:
    decode(GIF[:place] + b"\xff" + GIF[place + 1 :])


def test_a_gif_of_enormous_size_or_with_frames_outside_is_refused() -> None:
    assert decode(GIF.replace(b"9a\x01\x00", b"9a\xff\xff")) is None
    assert decode(GIF.replace(b"\x2c\x00\x00", b"\x2c\x01\x00", 1)) is None
    assert decode(b"GIF89a") is None
    assert decode(b"\x89PNG") is None


def test_a_gif_with_too_many_frames_is_cut_short() -> None:
    short = limit_frames(HEAD + FRAME * 1000 + b";")
    assert short is not None
    assert short.count(FRAME) == 240


# Clocks and colours


def test_a_clock_shows_tenths_and_never_more_than_is_left() -> None:
    shown = [clock_text(time) for time in (300_000, 299_999, 59_950, 99, 0, -40)]
    assert shown == ["5:00.0", "4:59.9", "0:59.9", "0:00.0", "0:00.0", "0:00.0"]


@pytest.mark.parametrize("name", ["auto", *(theme.name for theme in themes())])
def test_words_can_be_read_in_every_theme(name: str) -> None:
    palette = WindowPalette.of(name)
    for ground in (palette.paper, palette.card):
        assert contrast(palette.ink, ground) >= 7
        for color in (palette.soft, palette.accent, palette.alert):
            assert contrast(color, ground) >= 4.5
        assert contrast(palette.faint, ground) >= 3
    assert contrast(palette.faint, palette.muted) >= 3
    assert contrast(palette.on_accent, palette.accent) >= 4.5
    assert contrast(palette.on_primary, palette.primary) >= 4.5
    assert contrast(palette.gold_ink, palette.gold_card) >= 4.5


# Buttons


def test_every_action_is_performed_in_one_way() -> None:
    methods = {one for one in Action if hasattr(WindowActions, f"_do_{one.name.lower()}")}
    assert methods ^ SETTINGS.keys() == set(Action)
    assert set(SETTINGS.values()) <= {field.name for field in dataclasses.fields(Appearance)}


# The copy of the match


def test_a_match_that_follows_the_events_of_another_becomes_the_same() -> None:
    match = Match.start(Setup())
    copy = Match.restore(match.events)
    for square in ("f5", "d6", "c3"):
        for event in match.play(Square.parse(square), at=match.events[-1].at + 10):
            copy.follow(event)
    assert snapshot(copy, 100) == snapshot(match, 100)
    with pytest.raises(JournalError):
        copy.follow(match.events[2])
