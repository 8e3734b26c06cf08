"""Screens over the game: questions, prompts for a line of text, and texts to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Self

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from outflank.faces.local.questions import Question
from outflank.faces.terminal.full_screen.closing import ClosesOnce
from outflank.texts import say

__all__ = ["PromptScreen", "QuestionScreen", "TextScreen", "help_text"]

_HELP: Final = ("moving", "game", "earlier_moves", "everything_else", "board")
_AROUND_ANSWER: Final = 10  # columns for an answer's key, the padding and the frame


def help_text() -> str:
    """Return the page about the keys."""
    return "\n\n".join(say(f"terminal.help.{part}") for part in _HELP)


class QuestionScreen(ModalScreen[str | None], ClosesOnce[str | None]):
    """A question with a few answers, each with a key; Escape closes it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", show=False),
        Binding("up,shift+tab", "move(-1)", show=False),
        Binding("down,tab", "move(1)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    def __init__(
        self,
        title: str,
        sentence: str,
        answers: Sequence[tuple[str, str, str]],
        *,
        columns: int = 44,
    ) -> None:
        super().__init__(classes="dialog")
        self._columns = columns
        self._words = title, sentence
        self._answers = list(answers)  # key, text, result
        self._at = 0

    @classmethod
    def of(cls, question: Question, *, columns: int = 44) -> Self:
        """Return the screen of a yes/no question; the safe answer, no, comes first."""
        answers = [("n", question.no, "no"), ("y", question.yes, "yes")]
        return cls(question.title, question.text, answers, columns=columns)

    def compose(self) -> ComposeResult:
        """Compose the question."""
        title, sentence = self._words
        with Vertical():
            yield Static(title, classes="heading", markup=False)
            if sentence:
                yield Static(sentence, classes="sentence", markup=False)
            for number in range(len(self._answers)):
                yield Static("", classes="answer", id=f"answer-{number}")

    def on_mount(self) -> None:
        """Make the screen wide enough for every answer, and select the first one."""
        longest = max(cell_len(words) for _, words, _ in self._answers)
        for frame in self.query(Vertical):  # none while the app is closing
            frame.styles.width = max(self._columns, longest + _AROUND_ANSWER)
        self._draw()

    def _draw(self) -> None:
        for number, (key, words, _) in enumerate(self._answers):
            for line in self.query(f"#answer-{number}").results(Static):
                line.update(Text.assemble((f" {key:<5}", "bold"), words))
                line.set_class(number == self._at, "-at")
                if number == self._at:
                    line.scroll_visible(animate=False)

    def action_move(self, step: int) -> None:
        """Select another answer."""
        self._at = (self._at + step) % len(self._answers)
        self._draw()

    def action_choose(self) -> None:
        """Return the selected answer."""
        self.dismiss(self._answers[self._at][2])

    def on_key(self, event: events.Key) -> None:
        """Return the answer with this key."""
        for key, _, answer in self._answers:
            if event.character == key or event.key == key.lower():
                event.stop()
                self.dismiss(answer)
                return

    def on_click(self, event: events.Click) -> None:
        """Return the clicked answer; a click outside the question closes it without one."""
        for number, (_, _, answer) in enumerate(self._answers):
            if self.query_one(f"#answer-{number}").region.contains(*event.screen_offset):
                self.dismiss(answer)
                return
        if not self.query_one(Vertical).region.contains(*event.screen_offset):
            self.dismiss(None)


class PromptScreen(ModalScreen[str | None], ClosesOnce[str | None]):
    """Asks for a line of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(
        self, title: str, sentence: str, value: str = "", *, placeholder: str = ""
    ) -> None:
        super().__init__(classes="dialog")
        self._words = title, sentence
        self._value = value
        self._placeholder = placeholder

    def compose(self) -> ComposeResult:
        """Compose the prompt."""
        with Vertical():
            yield Static(self._words[0], classes="heading", markup=False)
            yield Static(self._words[1], classes="sentence", markup=False)
            yield Input(self._value, self._placeholder)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Return the line."""
        self.dismiss(message.value)


class TextScreen(ModalScreen[None], ClosesOnce[None]):
    """A text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "dismiss(None)", show=False),
    ]

    def __init__(self, text: str, *, markdown: bool = False) -> None:
        super().__init__(classes="page")
        self._text = text
        self._is_markdown = markdown

    def compose(self) -> ComposeResult:
        """Compose the text."""
        with VerticalScroll():
            if self._is_markdown:
                from textual.widgets import Markdown  # loads slowly

                yield Markdown(self._text, open_links=False)
            else:
                yield Static(self._text, markup=False)
        yield Static(say("terminal.page_hint"), classes="hint")

    def on_mount(self) -> None:
        """Remove notifications, which would hide the text; the message log also has them."""
        self.app.clear_notifications()
