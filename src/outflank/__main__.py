"""`python -m outflank` is the command `outflank`."""

from outflank.cli import main

# The workers of a process pool import this module again and must not run the command.
if __name__ == "__main__":
    main()
