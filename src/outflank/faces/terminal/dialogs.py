"""Small screens over the game: questions with a few answers, a line to type, pages to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

__all__ = ["Page", "Prompt", "Question"]


class Question(ModalScreen[str | None]):
    """A sentence and a few answers, each with a key; Escape gives none."""

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
        self._answers = list(answers)  # key, words, what is answered
        self._at = 0

    def compose(self) -> ComposeResult:
        """Lay the question out."""
        title, sentence = self._words
        with Vertical():
            yield Static(title, classes="heading")
            if sentence:
                yield Static(sentence, classes="sentence")
            for number in range(len(self._answers)):
                yield Static("", classes="answer", id=f"answer-{number}")

    def on_mount(self) -> None:
        """Show which answer Enter gives."""
        for frame in self.query(Vertical):  # none while the game is being left
            frame.styles.width = self._columns
        self._draw()

    def _draw(self) -> None:
        for number, (key, words, _) in enumerate(self._answers):
            for line in self.query(f"#answer-{number}").results(Static):
                line.update(Text.assemble((f" {key:<5}", "bold"), words))
                line.set_class(number == self._at, "-at")

    def action_move(self, step: int) -> None:
        """Go to another answer."""
        self._at = (self._at + step) % len(self._answers)
        self._draw()

    def action_choose(self) -> None:
        """Give the answer that is marked."""
        self.dismiss(self._answers[self._at][2])

    def on_key(self, event: events.Key) -> None:
        """Give the answer with this key."""
        for key, _, answer in self._answers:
            if event.character == key or event.key == key.lower():
                event.stop()
                self.dismiss(answer)
                return

    def on_click(self, event: events.Click) -> None:
        """Give the answer under the mouse; beside the question is no answer."""
        for number, (_, _, answer) in enumerate(self._answers):
            if self.query_one(f"#answer-{number}").region.contains(*event.screen_offset):
                self.dismiss(answer)
                return
        if not self.query_one(Vertical).region.contains(*event.screen_offset):
            self.dismiss(None)


class Prompt(ModalScreen[str | None]):
    """Asks for a line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, title: str, sentence: str, value: str = "") -> None:
        super().__init__(classes="dialog")
        self._words = title, sentence
        self._value = value

    def compose(self) -> ComposeResult:
        """Lay the prompt out."""
        with Vertical():
            yield Static(self._words[0], classes="heading")
            yield Static(self._words[1], classes="sentence")
            yield Input(self._value)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Give the line."""
        self.dismiss(message.value)


class Page(ModalScreen[None]):
    """A text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "dismiss(None)", show=False),
    ]

    def __init__(self, text: str, *, markdown: bool = False) -> None:
        super().__init__(classes="page")
        self._text = text
        self._is_markdown = markdown

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        with VerticalScroll():
            if self._is_markdown:
                from textual.widgets import Markdown  # loads slowly, and few read the rules

                yield Markdown(self._text, open_links=False)
            else:
                yield Static(self._text, markup=False)
        yield Static("↑ ↓ to read, Esc to go back", classes="hint")

    def on_mount(self) -> None:
        """Let nothing lie over the text; what was announced stands beside the board too."""
        self.app.clear_notifications()
