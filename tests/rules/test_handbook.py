from outflank.rules.variants import handbook


def test_the_rules_can_be_read_as_one_text() -> None:
    text = handbook()
    assert text.startswith("# The rules\n")
    assert "outflank" in text
