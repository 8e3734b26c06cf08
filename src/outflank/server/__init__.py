"""What the competition server does, apart from speaking HTTP."""

from outflank.extras import require_extra

require_extra("server", "confusable_homoglyphs", "limits", "msgspec")
