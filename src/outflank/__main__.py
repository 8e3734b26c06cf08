"""`python -m outflank` is the command `outflank`."""

from outflank.cli import main

# A process that a pool of processes starts imports this again, and must not start anew.
if __name__ == "__main__":
    main()
