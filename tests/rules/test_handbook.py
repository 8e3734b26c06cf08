from pathlib import Path

import pytest

from outflank.rules.handbook import handbook, handbook_chapters


def test_the_rules_can_be_read_as_one_text() -> None:
    text = handbook()
    assert text.startswith("# The rules\n")
    assert "outflank" in text
    assert "<!--" not in text
    assert text == "".join(handbook_chapters().values())


def test_a_language_may_have_its_own_handbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "de/language.json").write_text('{"name": "Deutsch"}', encoding="utf-8")
    translated = "# Die Regeln\n\n<!-- start -->\n## Der Anfang\n"
    (tmp_path / "de/handbook.md").write_text(translated, encoding="utf-8")
    monkeypatch.setenv("OUTFLANK_TEXTS", str(tmp_path))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", "de")
    assert handbook() == "# Die Regeln\n\n## Der Anfang\n"
    assert handbook_chapters()["start"] == "## Der Anfang\n"
    monkeypatch.setenv("OUTFLANK_LANGUAGE", "en")
    assert handbook().startswith("# The rules")
