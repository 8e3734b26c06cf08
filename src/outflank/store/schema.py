"""The tables. Times are whole milliseconds since 1970; events are only ever added."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from outflank.play.occupants import SeatKind

__all__ = [
    "audit",
    "audit_chain",
    "challenges",
    "entrants",
    "events",
    "keys",
    "learning_entries",
    "leases",
    "matches",
    "metadata",
    "names",
    "pairings",
    "players",
    "puzzle_ratings",
    "reviews",
    "settings",
    "signatures",
    "signing_keys",
    "tournaments",
]

metadata: MetaData = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows automatically only in an INTEGER column; other databases get the wide type.
_Number = BigInteger().with_variant(Integer, "sqlite")

# A name of 32 letters, each replaced by letters that it looks like. SQLite does not limit lengths.
_Folded = String(256).with_variant(String(128), "sqlite")

players: Table = Table(
    "players",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("kind", String(16), nullable=False),  # bot, person
    Column("name", String(64), nullable=False),
    Column("folded", _Folded, nullable=False, unique=True),  # no two names may look alike
    Column("created", BigInteger, nullable=False),
    Column("deleted", BigInteger),
    Index(
        "ix_players_deleted",
        "deleted",
        sqlite_where=text("deleted IS NOT NULL"),
        postgresql_where=text("deleted IS NOT NULL"),
    ),
)

names: Table = Table(  # former names, which no other player may take
    "names",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("at", BigInteger, primary_key=True, index=True),
    Column("name", String(64), nullable=False),
    Column("folded", _Folded, nullable=False, index=True),
)

keys: Table = Table(
    "keys",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256; the key is not stored
    Column("hint", String(16), nullable=False),  # its visible first characters
    Column("role", String(16), nullable=False),  # player, observer, admin
    Column("player", ForeignKey("players.id"), index=True),
    Column("tournament", ForeignKey("tournaments.id"), index=True),
    Column("loopback_only", Boolean, nullable=False, default=False),
    Column("created", BigInteger, nullable=False),
    Column("last_used", BigInteger, index=True),
    Column("revoked", BigInteger),
    Column("label", String(40), nullable=False, server_default=""),  # the holder, for the audit log
    Index(
        "ix_keys_revoked",
        "revoked",
        sqlite_where=text("revoked IS NOT NULL"),
        postgresql_where=text("revoked IS NOT NULL"),
    ),
)

matches: Table = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("status", String(16), nullable=False),  # running, finished, void
    Column("variant", String(32), nullable=False),
    Column("size", Integer, nullable=False),
    Column("black", ForeignKey("players.id")),  # null: a computer of the server
    Column("white", ForeignKey("players.id")),
    Column("black_seat", String(64), nullable=False),
    Column("white_seat", String(64), nullable=False),
    Column("tournament", ForeignKey("tournaments.id"), index=True),
    Column("pairing", Integer),
    Column("rated", Boolean, nullable=False, default=False),
    Column("private", Boolean, nullable=False, default=False),
    Column("seq", Integer, nullable=False),  # the number of the next event
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("deadline", BigInteger),  # the last moment at which the awaited move still counts
    Column("ended", BigInteger),
    Column("winner", String(8)),
    Column("reason", String(32)),
    Column("black_score", Integer),
    Column("white_score", Integer),
    Column("opening", String(64)),  # of a finished match; null until it is determined
    Column("signed", BigInteger),  # when the record was signed; 0 if it was damaged by then
    Column("origin", String(32)),  # the match that a what-if match comes from
    Index(
        "ix_matches_origin",
        "origin",
        sqlite_where=text("origin IS NOT NULL"),
        postgresql_where=text("origin IS NOT NULL"),
    ),
    Index(None, "status", "deadline"),
    Index(None, "created", "id"),
    Index(None, "black", "created", "id"),
    Index(None, "white", "created", "id"),
    Index("ix_matches_results_of_black", "black", "white", "winner", "status", "private"),
    Index("ix_matches_results_of_white", "white", "black", "winner", "status", "private"),
    *(
        Index(
            f"ix_matches_running_{side}",
            side,
            sqlite_where=text("status = 'running'"),
            postgresql_where=text("status = 'running'"),
        )
        for side in ("black", "white")
    ),
    Index(
        "ix_matches_without_opening",
        "status",
        "ended",
        sqlite_where=text("opening IS NULL"),
        postgresql_where=text("opening IS NULL"),
    ),
    Index(
        "ix_matches_unsigned",
        "ended",
        sqlite_where=text("signed IS NULL AND ended IS NOT NULL"),
        postgresql_where=text("signed IS NULL AND ended IS NOT NULL"),
    ),
)

reviews: Table = Table(  # the review of a finished match, shared by all readers
    "reviews",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("source", String(16), nullable=False),  # who computed it: server, browser
    Column("made", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON
)

learning_entries: Table = Table(  # what players did to learn; rows are only added
    "learning_entries",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("id", String(40), primary_key=True),  # made by who sent it, so that it counts once
    Column("number", Integer, nullable=False),  # counts a player's entries from 1
    Column("kind", String(16), nullable=False),  # attempt, card, decision, dropped
    Column("subject", String(70), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("received", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON
    UniqueConstraint("player", "number"),
    Index(None, "player", "subject"),
)

puzzle_ratings: Table = Table(  # of puzzles that were tried; the others have their opening rating
    "puzzle_ratings",
    metadata,
    Column("subject", String(70), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("attempts", Integer, nullable=False),  # that moved the rating
)

events: Table = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("digest", LargeBinary(32), nullable=False),  # covers this event and all before it
)

tournaments: Table = Table(
    "tournaments",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("name", String(64), nullable=False),
    Column("kind", String(16), nullable=False, default="open"),  # open, tryout
    Column("status", String(16), nullable=False),  # draft, running, paused, finished, archived
    Column("definition", Text, nullable=False),  # JSON
    Column("seed", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    # Counts the changes to the tournament, so that a worker notices changes made by others.
    Column("version", BigInteger, nullable=False, server_default="0"),
)

entrants: Table = Table(
    "entrants",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("player", ForeignKey("players.id"), index=True),  # null: a computer of the server
    Column("seat", String(64), nullable=False, default=SeatKind.BOT.value),
    Column("name", String(64), nullable=False),
    Column("withdrawn", BigInteger),
    Column("fate", String(16)),  # what happens to their games after withdrawing: struck, forfeited
    Column("first_round", Integer, nullable=False, server_default="1"),  # later for late entrants
    UniqueConstraint("tournament", "player"),
)

pairings: Table = Table(
    "pairings",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("black", Integer, nullable=False),  # numbers of entrants
    Column("white", Integer, nullable=False),
    Column("match", ForeignKey("matches.id")),  # the game that is or was played for it
    Column("result", String(8)),  # black, white, draw; none if both lost
    Column("reason", String(32)),
    Column("black_score", Integer),
    Column("white_score", Integer),
    Column("ended", BigInteger),
    Column("version", BigInteger, nullable=False, server_default="0"),  # of the last change
)

challenges: Table = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("challenger", ForeignKey("players.id"), nullable=False, index=True),
    Column("opponent", ForeignKey("players.id"), index=True),  # null: anybody with the link
    Column("terms", Text, nullable=False),  # JSON
    Column("status", String(16), nullable=False),  # open, accepted, declined, withdrawn, expired
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("match", ForeignKey("matches.id")),
    Index(
        "ix_challenges_open",
        "challenger",
        sqlite_where=text("status = 'open'"),
        postgresql_where=text("status = 'open'"),
    ),
)

leases: Table = (
    Table(  # exclusive tasks, their holders and last heartbeats; `beat` also dates an outage
        "leases",
        metadata,
        Column("name", String(32), primary_key=True),
        Column("holder", String(64), nullable=False),
        Column("beat", BigInteger, nullable=False),
    )
)

settings: Table = Table(  # what the server itself must remember
    "settings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

audit: Table = Table(  # actions of organisers; rows are only added
    "audit",
    metadata,
    Column("id", _Number, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(64), nullable=False),
    Column("act", String(32), nullable=False),
    Column("details", Text, nullable=False),
)

_SIGNATURE = (  # the columns of a signature, in each table that has one
    ("key", String(16)),  # the id of the public key
    ("signed", BigInteger),
    ("statement", Text),  # JSON, as it was signed
    ("value", LargeBinary(64)),
)

audit_chain: Table = Table(  # the order of the audit log; each digest covers all entries before it
    "audit_chain",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("entry", ForeignKey("audit.id"), nullable=False, unique=True),
    Column("digest", LargeBinary(32), nullable=False),
    *(Column(name, kind, nullable=False) for name, kind in _SIGNATURE),
)

signatures: Table = Table(  # of the records of finished matches
    "signatures",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    *(Column(name, kind, nullable=False) for name, kind in _SIGNATURE),
)

signing_keys: Table = Table(  # public halves only; the private half is in a file
    "signing_keys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("public", LargeBinary(32), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),  # null: the current key
)
