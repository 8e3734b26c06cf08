"""Short synthesised sounds; the window is silent without an audio device."""

from __future__ import annotations

import array
import contextlib
import enum
import functools
import math
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final

import pygame

__all__ = ["Sound", "SoundPlayer", "samples"]

_RATE: Final = 22050
_LOUDEST: Final = 32767


class Sound(enum.StrEnum):
    """The sounds of a game."""

    PLACE = "place"
    FLIP = "flip"
    PASS = "pass"  # noqa: S105 - not a password
    END = "end"


class SoundPlayer:
    """Plays sounds; does nothing without an audio device."""

    def __init__(self) -> None:
        self._sounds: dict[Sound, pygame.mixer.Sound] = {}
        self.is_on = True
        self.volume: float = 1.0

    def open(self) -> None:
        """Open the audio device, if there is one."""
        try:
            with _quiet_stderr():
                pygame.mixer.init(_RATE, -16, 1, 512, allowedchanges=0)
        except (pygame.error, NotImplementedError):
            return
        # Synthesis takes longer than a frame, so it runs on its own thread.
        threading.Thread(target=self._make, daemon=True).start()

    def _make(self) -> None:
        for sound in Sound:
            values = samples(sound)
            try:
                self._sounds[sound] = pygame.mixer.Sound(buffer=values.tobytes())
            except pygame.error:
                return  # the window was closed

    def play(self, sound: Sound) -> None:
        """Play a sound if sound is on."""
        if self.is_on and sound in self._sounds:
            with contextlib.suppress(pygame.error):
                self._sounds[sound].set_volume(self.volume)
                self._sounds[sound].play()


@functools.cache
def samples(sound: Sound) -> array.array[int]:
    """Return a sound as 16-bit samples.

    >>> len(samples(Sound.PLACE)) > 1000
    True
    """
    length, at = _SYNTHESIS[sound]
    count = round(length * _RATE)
    noise = random.Random(4)
    values = array.array("h")
    for index in range(count):
        time = index / _RATE
        fade = min(1.0, (count - index) / (0.01 * _RATE))  # so that it ends without a click
        value = at(time, noise.uniform(-1, 1)) * fade
        values.append(round(max(-1.0, min(1.0, value)) * _LOUDEST))
    return values


def _place(time: float, noise: float) -> float:
    """A disc placed on felt."""
    body = math.sin(2 * math.pi * 190 * time) * math.exp(-time * 55)
    knock = math.sin(2 * math.pi * 820 * time) * math.exp(-time * 140)
    return 0.55 * body + 0.22 * knock + 0.12 * noise * math.exp(-time * 260)


def _flip(time: float, noise: float) -> float:
    """Two small ticks of a flipping disc."""
    value = 0.0
    for start, pitch in ((0.0, 1150), (0.07, 930)):
        since = time - start
        if since >= 0:
            tick = math.sin(2 * math.pi * pitch * since) + 0.3 * noise
            value += 0.16 * tick * math.exp(-since * 110)
    return value


def _pass(time: float, _: float) -> float:
    """Two falling tones."""
    return _tones(time, ((0.0, 440.0), (0.16, 330.0)), 9)


def _end(time: float, _: float) -> float:
    """Three rising tones."""
    return _tones(time, ((0.0, 392.0), (0.14, 494.0), (0.28, 587.0)), 6)


def _tones(time: float, notes: tuple[tuple[float, float], ...], decay: float) -> float:
    value = 0.0
    for start, pitch in notes:
        since = time - start
        if since >= 0:
            attack = min(1.0, since / 0.012)
            wave = math.sin(2 * math.pi * pitch * since)
            wave += 0.25 * math.sin(4 * math.pi * pitch * since)
            value += 0.22 * attack * wave * math.exp(-since * decay)
    return value


_SYNTHESIS: Final[dict[Sound, tuple[float, Callable[[float, float], float]]]] = {
    Sound.PLACE: (0.12, _place),
    Sound.FLIP: (0.18, _flip),
    Sound.PASS: (0.55, _pass),
    Sound.END: (0.9, _end),
}


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Hide the error messages that the system's audio library prints on the terminal."""
    try:
        saved = os.dup(2)
        null = os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    if sys.stderr is not None:
        sys.stderr.flush()
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(null)
        os.close(saved)
