"""The texts that people read, in files of keyed JSON: a folder a language, a file a subject.

`texts/en/reviews.json` holds `reviews.cost.lost`, and `texts/en/errors/notation.json` holds
`errors.notation.no_square`. A text that depends on a number has a form for each plural category of
its language, `discs_one` and `discs_other`, chosen by `count`; the rules stand in
`texts/en/language.json`. To add a language, copy the folder `en` and translate its values; with
OUTFLANK_TEXTS=FOLDER and OUTFLANK_LANGUAGE=de the program reads them from a folder of yours. A
translated `handbook.md` in the folder replaces the rules of the game; the comments in it name the
chapters, so that the page finds their figures.
"""

from __future__ import annotations

from outflank.texts.catalogue import Catalogue, catalogue, languages
from outflank.texts.text import Text, say

__all__ = ["Catalogue", "Text", "catalogue", "languages", "say"]
