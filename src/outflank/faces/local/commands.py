"""What a player can do in a local game, the same in every face; the link carries it out."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from outflank.errors import MatchPaused, OutflankError, SaveExists, StaleTurn
from outflank.faces.local.face_link import CommandDone, FaceEvent, FaceLink, SaveQuestioned
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.options import GameOptions
from outflank.faces.local.what_if import WhatIf
from outflank.play.events import Offer, TurnStarted
from outflank.play.setup import Undo
from outflank.rules import Square
from outflank.texts import say

__all__ = ["GameCommands"]


class GameCommands:
    """A player's commands in one match; none of them waits for its effect."""

    def __init__(self, link: FaceLink, followed: FollowedMatch) -> None:
        self.link = link
        self.followed = followed

    def is_offered(self, command: str) -> bool:
        """Return whether a command makes sense at this point of the game; most do at any time."""
        followed = self.followed
        is_watched, is_over = not followed.people, followed.is_over
        match command:
            case "pause":
                has_clock = not followed.setup.clock.is_none
                return not is_over and (is_watched or followed.match.is_paused or has_clock)
            case "continue":
                return not is_over and followed.match.is_paused
            case "step":
                return is_watched and not is_over
            case "move_now":
                return followed.is_thinking
            case "hint":
                return is_watched or followed.is_past or not followed.is_thinking
            case "undo" | "redo" | "resign":
                return not is_watched
            case "what_if":
                return followed.is_past
            case "origin":
                return followed.setup.origin is not None
            case _:
                return True

    def is_useful(self, command: str) -> bool:
        """Return whether an offered command would have an effect now."""
        followed = self.followed
        match command:
            case "earlier":
                return followed.move_number > 0
            case "later":
                return followed.is_past
            case "undo":
                return followed.undoer is not None and not followed.is_past
            case "redo":
                return followed.can_redo and not followed.is_past
            case "hint":
                return followed.has_hint or followed.can_hint
            case "resign":
                return followed.resigner is not None and not followed.is_past
            case _:
                return self.is_offered(command)

    def is_in_menu(self, command: str) -> bool:
        """Return whether a menu should list a command now."""
        match command:
            case "rematch":
                return self.followed.is_over
            case "review":
                return self.followed.is_over and bool(self.followed.plies)
            case "pause":
                return not self.followed.is_over
            case "copy_moves":
                return bool(self.followed.plies)
            case _:
                return self.is_useful(command)

    # Moves

    def play(self, square: Square, turn: TurnStarted) -> None:
        """Play on a square in a turn; do nothing if the turn is over."""
        self.link.submit(lambda: self._play(square, turn))

    def play_after_popup(self, square: Square | None, turn: TurnStarted | None) -> None:
        """Resume a match that a popup paused, and play the move made during the popup, if any."""

        def play_on() -> None:
            with contextlib.suppress(MatchPaused):
                self.followed.room.resume()
            if square is not None and turn is not None:
                self._play(square, turn)

        self.link.submit(play_on)

    def _play(self, square: Square, turn: TurnStarted) -> None:
        with contextlib.suppress(StaleTurn):  # the person clicked twice
            self.followed.room.play(square, turn=turn.seq)

    def take_back(self) -> None:
        """Take back the last move, or ask the opponent to agree."""
        followed, color = self.followed, self.followed.undoer
        followed.return_to_present()
        if color is not None and followed.setup.undo is Undo.CONSENT:
            self.link.submit(lambda: followed.room.make_offer(color, Offer.TAKE_BACK))
        elif followed.people:
            self.link.submit(self.link.local_game.take_back)

    def answer_offer(self, *, agrees: bool) -> None:
        """Accept or decline the opponent's offer to take back a move."""
        offer, room = self.followed.match.offer, self.followed.room
        if offer is not None:
            command, other = (room.accept if agrees else room.decline), offer.by.opponent
            self.link.submit(lambda: command(other))

    def redo(self) -> None:
        """Redo the move that was taken back last."""
        if self.followed.people:
            self.link.submit(self.link.local_game.redo)

    def resign(self) -> None:
        """Resign for the person to move, or for the only person."""
        room, color = self.followed.room, self.followed.resigner
        if color is not None:
            self.link.submit(lambda: room.resign(color))

    def move_now(self) -> None:
        """Let the thinking computer play the best move that it has found."""
        if self.followed.is_thinking:
            self.link.local_game.move_now()

    def rematch(self) -> None:
        """Play another match between the same players."""
        self.link.change_game(self.link.local_game.rematch)

    @property
    def other_levels(self) -> dict[str, GameOptions]:
        """The options of a game against the next easier and harder level, where there is one."""
        return self.link.local_game.options.other_levels

    @property
    def standing(self) -> str:
        """The score of the series, and which level to try next if another is advised."""
        advice = self.link.local_game.level_advice
        return "\n".join(filter(None, (self.followed.standing, advice)))

    def play_another(self, game: GameOptions) -> None:
        """Close this game and play another one."""
        self.link.change_game(lambda: self.link.local_game.new_game(game))

    # What if

    def play_on(self, choice: WhatIf) -> None:
        """Play on from a past position in another game; this one stays as it is."""
        local_game = self.link.local_game
        self.link.change_game(
            lambda: local_game.play_on(choice.options(local_game.options), choice.ply)
        )

    def return_to_origin(self) -> None:
        """Open the game again that this one comes from, at the move where it was left."""
        if (origin := self.followed.setup.origin) is not None:
            self.link.change_game(self.link.local_game.return_to_origin, viewed=origin.ply)

    # Hints

    def toggle_hint(self) -> None:
        """Ask for a hint on the viewed position, or remove the hint that is shown."""
        followed = self.followed
        if followed.has_hint:
            followed.clear_hint()
            self.link.stop_hint()
        elif followed.can_hint:
            followed.is_hinting = True
            self.link.ask_hint(followed.position)

    def view(self, move_number: int) -> None:
        """View a position by its move number, and stop a hint on another position."""
        if move_number != self.followed.move_number:
            self.link.stop_hint()
            self.followed.view(move_number)

    # Pauses

    def toggle_pause(self) -> None:
        """Pause the match, or continue it."""
        if self.followed.is_over:
            return
        if self.followed.is_paused_by_user or self.followed.match.is_paused:
            self.resume()
        else:
            self.pause()

    def pause(self) -> None:
        """Pause the match until the user continues it."""
        self.followed.is_paused_by_user = True
        self.link.pause_after = len(self.followed.plies)
        self._unless_done(self.followed.room.pause)

    def resume(self) -> None:
        """Continue the match that the user has paused."""
        self.followed.is_paused_by_user = False
        self.link.pause_after = None
        self._unless_done(self.followed.room.resume)

    def step(self) -> None:
        """Let the computers make one move, then pause; pause at once if they play."""
        if self.followed.is_over or self.followed.people:
            return
        if not self.followed.is_paused_by_user:
            self.pause()
            return
        self.link.pause_after = len(self.followed.plies)
        self._unless_done(self.followed.room.resume)

    def _unless_done(self, command: Callable[[], object]) -> None:
        """Submit the command to pause or resume; the match may already be in that state."""

        def run() -> None:
            with contextlib.suppress(MatchPaused):
                command()

        self.link.submit(run)

    # Records

    @property
    def save_problem(self) -> str:
        """Why the game cannot be saved now; empty if it can."""
        return self.link.local_game.save_problem

    def save(self, name: str = "", *, overwrite: bool = False) -> None:
        """Save the match under a name, by default a free one; keep an existing game by default."""
        from outflank.faces.local.saved_games import SavedGames

        room = self.followed.room

        def write() -> FaceEvent:
            try:
                path = SavedGames().save(room.events, name, overwrite=overwrite)
            except SaveExists:
                return SaveQuestioned(name)
            return CommandDone(say("local.game.saving.saved_as", path=path))

        self.link.submit_task(write)

    def transcript(self) -> str:
        """Return the moves, or the whole record if the moves alone do not describe the game."""
        from outflank.notation import write

        game = self.followed.match.game
        try:
            return game.transcript
        except OutflankError:
            return write(game.copy(), format="json")
