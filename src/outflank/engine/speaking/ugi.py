"""Our engine over UGI: as over UCI, and with questions about the rules."""

from __future__ import annotations

from typing import ClassVar

from outflank.engine.protocols.uci import UciDialect
from outflank.engine.protocols.ugi import UGI_DIALECT, answer_query
from outflank.engine.speaking.uci import UciConversation

__all__ = ["UgiConversation"]


class UgiConversation(UciConversation):
    """Answers in UGI, with moves such as `f5` and `pass`; black is the first player."""

    dialect: ClassVar[UciDialect] = UGI_DIALECT
    tells_reply: ClassVar[bool] = False  # cutegames wants the move and nothing else

    def hear(self, line: str) -> None:
        """Answer a question about the rules; carry out other lines as in UCI."""
        word, _, question = line.partition(" ")
        if word == "query":
            self.say(f"response {answer_query(question.strip(), self.position)}")
        else:
            super().hear(line)

    def is_urgent(self, line: str) -> bool:
        """Return whether a line is urgent; a question is, unless other lines wait before it."""
        if line.partition(" ")[0] == "query":
            return not self.has_deferred()
        return super().is_urgent(line)
