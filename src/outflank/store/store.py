"""The store: all tables of a database, one class for each subject."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from outflank.store.account_store import AccountStore
from outflank.store.challenge_store import ChallengeStore
from outflank.store.database import Database, Transaction
from outflank.store.journal import SqlJournal
from outflank.store.learning.entry_store import EntryStore
from outflank.store.learning.puzzle_rating_store import PuzzleRatingStore
from outflank.store.match_store import MatchStore
from outflank.store.past_games import PastGameStore
from outflank.store.past_tournaments import PastTournamentStore
from outflank.store.review_store import ReviewStore
from outflank.store.running_matches import RunningMatches
from outflank.store.server_state import AuditLog, LeaseStore, SettingStore
from outflank.store.signing.signature_store import SignatureStore
from outflank.store.tournament_store import TournamentStore
from outflank.store.worker_store import WorkerStore

__all__ = ["Store"]

Result = TypeVar("Result")


class Store:
    """The server's database, with one member for each subject.

    A method that takes a transaction writes within it; any other write is its own transaction.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.accounts: AccountStore = AccountStore(database)
        self.matches: MatchStore = MatchStore(database)
        self.running_matches: RunningMatches = RunningMatches(database)
        self.journal: SqlJournal = SqlJournal(database)
        self.challenges: ChallengeStore = ChallengeStore(database)
        self.tournaments: TournamentStore = TournamentStore(database)
        self.past_games: PastGameStore = PastGameStore(database)
        self.past_tournaments: PastTournamentStore = PastTournamentStore(database)
        self.reviews: ReviewStore = ReviewStore(database)
        self.learning: EntryStore = EntryStore(database)
        self.puzzle_ratings: PuzzleRatingStore = PuzzleRatingStore(database)
        self.settings: SettingStore = SettingStore(database)
        self.leases: LeaseStore = LeaseStore(database)
        self.workers: WorkerStore = WorkerStore(database)
        self.audit: AuditLog = AuditLog(database)
        self.signatures: SignatureStore = SignatureStore(database)

    def write(self, work: Callable[[Transaction], Result]) -> Result:
        """Run `work` in one transaction and return its result once it is on disk."""
        return self._database.write(lambda connection: work(Transaction(connection)))
