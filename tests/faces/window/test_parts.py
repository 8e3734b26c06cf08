"""Single parts of the window: sounds, animated pictures, clocks, colours and buttons."""

from __future__ import annotations

import dataclasses

import pygame
import pytest

from outflank.drawing import contrast, find_theme, themes
from outflank.errors import JournalError
from outflank.faces.local.palette import Palette
from outflank.faces.local.settings import Appearance
from outflank.faces.local.words.clock_text import clock_text
from outflank.faces.window.control.actions import SETTINGS, WindowActions
from outflank.faces.window.control.exercises import EXERCISES
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.gif_frames import decode, limit_frames
from outflank.faces.window.painting.text_rendering import TextRenderer
from outflank.faces.window.screens.overlays import frame_at
from outflank.faces.window.sounds import Sound, SoundPlayer, samples
from outflank.play.match import Match
from outflank.play.setup import Setup
from outflank.play.snapshot import snapshot
from outflank.rules import Square
from support.gif import FRAME, GIF, HEAD

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
def test_a_gif_that_was_cut_off_is_not_an_error(length: int) -> None:
    frames = decode(GIF[:length])
    assert frames is None or len(frames) <= 2


@pytest.mark.parametrize("place", range(len(GIF)))
def test_a_gif_with_a_broken_byte_is_not_an_error(place: int) -> None:
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


@pytest.mark.parametrize("name", [theme.name for theme in themes()])
def test_words_can_be_read_in_every_theme(name: str) -> None:
    palette = Palette.of(find_theme(name))
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
    assert methods ^ SETTINGS.keys() ^ EXERCISES.keys() == set(Action)
    assert not methods & SETTINGS.keys() & EXERCISES.keys()
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


def test_only_the_texts_that_were_drawn_last_are_kept() -> None:
    pygame.font.init()
    renderer = TextRenderer()
    first = renderer.rendered("first", 12, "#000000")
    for number in range(399):
        renderer.rendered(str(number), 12, "#000000")
    assert renderer.rendered("first", 12, "#000000") is first
    for number in range(400):
        renderer.rendered(str(number), 12, "#000000")
    assert renderer.rendered("first", 12, "#000000") is not first
