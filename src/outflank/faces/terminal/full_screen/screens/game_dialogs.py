"""The dialogs over a game: questions, files, the menu and the oracle's popup."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.screen import Screen

from outflank.faces.local.commands import GameCommands
from outflank.faces.local.questions import (
    Question,
    consent_question,
    overwrite_question,
    resign_question,
    save_question,
)
from outflank.faces.local.what_if import WhatIf
from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.faces.terminal.full_screen.screens.dialogs import PromptScreen, QuestionScreen
from outflank.faces.terminal.full_screen.screens.game_display import disc_of
from outflank.faces.terminal.full_screen.screens.oracle_popup import OraclePopup
from outflank.texts import say

__all__ = ["GameDialogs"]

_MENU: Final = (
    ("Esc", "back"),
    ("-", "origin"),
    ("n", "new_game"),
    ("t", "rematch"),
    ("b", "review"),
    ("z", "pause"),
    ("w", "evaluation"),
    ("l", "appearance"),
    ("s", "save"),
    ("o", "saved_games"),
    ("y", "copy_moves"),
    ("c", "copy_position"),
    ("p", "paste"),
    ("h", "rules"),
    ("?", "help"),
    ("q", "leave"),
)
_WHAT_IF_KEYS: Final = {
    "play": "y", "harder": "h", "easier": "e", "side": "s", "friend": "f", "computer": "c",
}  # fmt: skip
_MOST_SHOWN = 80  # most letters shown of a copied text


class GameDialogs:
    """Opens dialogs over the game screen, beside the board, which stays visible."""

    def __init__(self, screen: Screen[None], commands: GameCommands) -> None:
        self._screen = screen
        self.commands = commands

    @property
    def columns(self) -> int:
        """The columns beside the board."""
        return max(self._screen.query_one("#panel").region.width, 30)

    def _ask(
        self,
        title: str,
        sentence: str,
        answers: list[tuple[str, str, str]],
        answered: Callable[[str], object],
        *,
        otherwise: str = "back",
    ) -> None:
        """Ask a question; `otherwise` is the answer if the player presses Escape."""

        def closed(answer: str | None) -> None:
            answered(answer or otherwise)

        question = QuestionScreen(title, sentence, answers, columns=self.columns)
        self._screen.app.push_screen(question, closed)

    def _confirm(self, question: Question, confirmed: Callable[[], object]) -> None:
        """Ask a question, and call `confirmed` if the answer is yes."""

        def closed(answer: str | None) -> None:
            if answer == "yes":
                confirmed()

        self._screen.app.push_screen(QuestionScreen.of(question, columns=self.columns), closed)

    def _prompt(
        self, title: str, sentence: str, value: str, given: Callable[[str], object]
    ) -> None:
        def closed(text: str | None) -> None:
            if text:
                given(text)

        self._screen.app.push_screen(PromptScreen(title, sentence, value), closed)

    def show_menu(self, chosen: Callable[[str], object]) -> None:
        """Show the menu with the entries that are possible now."""
        followed = self.commands.followed
        instead = {}
        if followed.match.is_paused:
            instead["pause"] = "continue"
        if followed.appearance.evaluation:
            instead["evaluation"] = "hide_evaluation"
        entries = [
            (key, say(f"terminal.menu.{instead.get(what, what)}"), what)
            for key, what in _MENU
            if self.commands.is_in_menu(what)
        ]
        self._ask(say("terminal.menu.title"), "", entries, chosen)

    def ask_to_resign(self) -> None:
        """Ask before the player resigns."""
        if (question := resign_question(self.commands.followed)) is not None:
            self._confirm(question, self.commands.resign)

    def ask_for_rematch(self, chosen: Callable[[str], object]) -> None:
        """Ask whether to play again, with the result and the score of the series."""
        followed = self.commands.followed
        if not followed.is_over or not self._screen.is_current:
            return
        self._ask(
            say("terminal.end.title"),
            f"{followed.summary()}\n\n{self.commands.standing}",
            [
                ("y", say("terminal.menu.rematch"), "rematch"),
                *(
                    (word[0], say(f"local.forms.{word}", level=game.level), word)
                    for word, game in self.commands.other_levels.items()
                ),
                *self._way_back(),
                ("n", say("terminal.end.view_board"), "back"),
                ("b", say("terminal.menu.review"), "review"),
                ("g", say("terminal.menu.new_game"), "new_game"),
                ("q", say("terminal.end.quit"), "leave"),
            ],
            chosen,
        )

    def _way_back(self) -> list[tuple[str, str, str]]:
        """Return the answer that leads to the game that this one comes from, if there is one."""
        if not self.commands.is_offered("origin"):
            return []
        return [("-", say("terminal.menu.origin"), "origin")]

    def ask_what_if(self) -> None:
        """Ask against whom to play on from the position that is viewed."""
        followed = self.commands.followed
        self._ask_about(WhatIf.of(followed.match, followed.move_number))

    def _ask_about(self, choice: WhatIf) -> None:
        """Show what is chosen for a what-if game, until the player starts it or goes back."""
        sides = self.commands.followed.sentences

        def answered(answer: str) -> None:
            if answer == "play":
                self.commands.play_on(choice)
            elif answer != "back":
                self._ask_about(choice.changed(answer))

        answers = choice.answers(sides.side(choice.color.opponent))
        entries = [(_WHAT_IF_KEYS[name], words, name) for name, words in answers.items()]
        back = ("Esc", say("terminal.menu.back"), "back")
        text = choice.text(sides.side(choice.color))
        self._ask(choice.title, text, [*entries, back], answered)

    def ask_consent(self) -> None:
        """Ask the opponent whether a move may be taken back; a computer always agrees."""
        followed, offer = self.commands.followed, self.commands.followed.match.offer
        if offer is None:
            return
        other = offer.by.opponent
        if not followed.is_person(other):
            self.commands.answer_offer(agrees=True)
            return
        question = consent_question(followed, offer)
        self._ask(
            question.title,
            question.text,
            [("y", question.yes, "yes"), ("n", question.no, "no")],
            lambda answer: self.commands.answer_offer(agrees=answer == "yes"),
            otherwise="no",
        )

    def show_popup(
        self, painter: TerminalPainter, closed: Callable[[], None], *, moves: bool
    ) -> None:
        """Show the oracle's popup, and call `closed` when it is closed."""
        followed, position = self.commands.followed, self.commands.followed.live
        assert position.answer is not None
        popup = OraclePopup(
            position.answer,
            say(
                "terminal.oracle.places",
                effect=followed.sentences.effect(position.answer, position.turn),
            ),
            painter,
            disc=disc_of(position.answer, position.turn),
            closes=not followed.people,
            moves=moves,
        )
        self._screen.app.push_screen(popup, lambda _: closed())

    # Files and texts

    def copy_moves(self) -> str:
        """Put the moves on the clipboard, and return a sentence about it."""
        text = self.commands.transcript()
        return self._copy("moves", text) if text else say("local.game.copied.none")

    def copy_position(self) -> str:
        """Put the position on the clipboard, and return a sentence about it."""
        return self._copy("position", str(self.commands.followed.position))

    def _copy(self, what: str, text: str) -> str:
        self._screen.app.copy_to_clipboard(text)
        shown = text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}..."
        return say(f"terminal.copied.{what}", text=shown)

    def ask_to_save(self) -> None:
        """Ask for a name, and save the game under it; a free name is suggested."""

        def named(name: str | None) -> None:
            if name is not None:
                self.commands.save(name.strip())

        question = save_question(self.commands.followed)
        prompt = PromptScreen(question.title, question.text, placeholder=question.suggestion)
        self._screen.app.push_screen(prompt, named)

    def ask_to_overwrite(self, name: str) -> None:
        """Ask before another saved game is overwritten."""
        self._confirm(overwrite_question(name), lambda: self.commands.save(name, overwrite=True))

    def ask_to_paste(self, text: str = "") -> None:
        """Ask for a transcript or a position, and continue from it with the same players."""

        def given(text: str) -> None:
            from outflank.faces.local.game_files import pasted

            link, setup = self.commands.link, self.commands.followed.setup
            link.change_game(lambda: link.local_game.continue_from(pasted(text, setup)))

        self._prompt(say("terminal.paste.title"), say("terminal.paste.text"), text, given)
