"""`python -m outflank` is the command `outflank`."""

from outflank.cli import main

main()
