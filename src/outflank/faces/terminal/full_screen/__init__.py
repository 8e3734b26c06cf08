"""The game in full screen in the terminal, drawn with Textual."""

from outflank.extras import require_extra

require_extra("terminal", "rich", "textual")
