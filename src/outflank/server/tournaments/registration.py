"""Creates tournaments and enters their players."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from outflank.arena import Definition, Entrant
from outflank.errors import TournamentError
from outflank.play.occupants import Occupant
from outflank.play.signals import Signal
from outflank.rules import Position, find_variant
from outflank.server.accounts.accounts import Account, Accounts
from outflank.server.accounts.names import parse_name
from outflank.server.matches.seats.computer_pool import require_level
from outflank.server.tournaments.scheduler import Scheduler
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.store.database import Transaction
from outflank.store.draft_store import write_definition
from outflank.store.server_state import AuditEntry
from outflank.store.tournament_store import Participant
from outflank.texts import Text

__all__ = ["NewEntrant", "TournamentRegistration"]

_MOST_ENTRANTS = 512
_CHANGED_ANY_TIME = {"closed"}  # settings that affect neither pairings nor games


class NewEntrant(NamedTuple):
    """A player who has just entered; a new key is shown only once."""

    number: int
    name: str
    key: str | None


class TournamentRegistration:
    """Creates tournaments, and enters players and computers.

    They enter drafts, or the next round of a running Swiss or ladder. `changed` sends a tournament
    that has new settings, or new players while it runs.
    """

    def __init__(self, scheduler: Scheduler, accounts: Accounts, now: Callable[[], int]) -> None:
        self._scheduler = scheduler
        self._held = scheduler.held
        self._store = scheduler.store
        self._accounts = accounts
        self._now = now
        self.changed: Signal[TournamentState] = Signal()

    def create(self, definition: Definition, actor: str) -> int:
        """Create a tournament and return its number; `enter` adds its players."""
        for name in definition.players:
            parse_name(name)  # raises before anything is stored
        _require_possible(definition)
        stored = replace(definition.fitted(), players=())

        def write(transaction: Transaction) -> int:
            seed, at = secrets.randbits(63), self._now()
            number = self._store.tournaments.insert(transaction, stored, seed, at)
            self._audit(transaction, actor, "create", tournament=number, name=definition.name)
            return number

        with self._held.lock:
            number = self._store.write(write)
            self._scheduler.duty.add(number)
        return number

    def create_and_enter(self, definition: Definition, actor: str) -> tuple[int, list[NewEntrant]]:
        """Create a tournament and enter the new players named in its definition."""
        number, names = self.create(definition, actor), definition.players
        return number, self.add_players(number, names, actor) if names else []

    def change(self, number: int, settings: Mapping[str, Any], actor: str) -> None:
        """Change settings of a draft; its entrants keep their keys.

        A tournament that is under way may still be closed or opened.
        """
        with self._held.changing(number) as state:
            if state.is_tryout:
                raise TournamentError(Text("errors.server.tryout_settings"))
            may_change = state.status == "draft" or (
                state.status in ACTIVE and settings.keys() <= _CHANGED_ANY_TIME
            )
            if not may_change:
                raise TournamentError(Text(f"errors.server.settings_fixed.{state.status}"))
            after = state.definition.changed(settings)
            for each in state.participants.values():
                if each.player is None:
                    require_level(_level(each.seat), _start_of(after))

            def write(transaction: Transaction) -> None:
                write_definition(transaction, number, after)
                self._audit(transaction, actor, "change", tournament=number, settings=settings)

            def apply() -> None:
                state.definition = after

            self._held.write(state, write, apply)
            self.changed.send(state)
        self._scheduler.duty.tell(number)

    def add_players(self, number: int, names: Iterable[str], actor: str = "") -> list[NewEntrant]:
        """Enter new players, each with a key that is shown only once."""
        return self.enter(number, names=names, actor=actor)

    def enter(
        self,
        number: int,
        *,
        names: Iterable[str] = (),
        registered: Iterable[int | str] = (),
        computers: Iterable[str] = (),
        actor: str = "",
    ) -> list[NewEntrant]:
        """Enter new players with keys that are shown only once, registered players and computers.

        Either all enter or none. Registered players are given by number or name, computers as
        `computer:5`.
        """
        levels = [_level(seat) for seat in computers]
        known = [
            self._accounts.player(each) if isinstance(each, int) else self._accounts.named(each)
            for each in registered
        ]
        wanted = [parse_name(name) for name in names]
        with self._held.changing(number) as state:
            self._require_open(state, len(levels) + len(known) + len(wanted))
            self._require_new(state, known)
            people = _computers(state, levels)
            people += [(player.id, player.kind.value, player.name) for player in known]
            made = [self._accounts.register(name, tournament=number) for name in wanted]
            people += [(player.id, player.kind.value, player.name) for player, _ in made]
            entered = self._enter(state, people, actor)
        new_keys = {player.id: key for player, key in made}
        return [
            NewEntrant(each.number, each.name, new_keys.get(each.player or 0)) for each in entered
        ]

    def _require_new(self, state: TournamentState, players: Sequence[Account]) -> None:
        taken = {each.player for each in state.participants.values()}
        for player in players:
            if player.deleted:
                raise TournamentError(Text("errors.server.player_number_deleted", number=player.id))
            if player.id in taken:
                raise TournamentError(Text("errors.server.already_entered", name=player.name))
            taken.add(player.id)

    def renew_key(self, number: int, entrant: int, actor: str) -> NewEntrant:
        """Give an entrant a new key; the old ones stop working."""
        with self._held.changing(number) as state:
            player = self._entrant(state, entrant).player
            if state.is_tryout:
                raise TournamentError(Text("errors.server.tryout_keys_fixed"))
            if player is None or self._accounts.player(player).deleted:
                raise TournamentError(Text("errors.server.entrant_without_key", entrant=entrant))
            self._held.write(
                state,
                lambda transaction: self._audit(
                    transaction, actor, "new key", tournament=state.id, entrant=entrant
                ),
            )
            key = self._accounts.renew(player, state.id)
        return NewEntrant(entrant, self._accounts.name_of(player), key)

    def remove(self, state: TournamentState, entrant: int, actor: str) -> None:
        """Remove an entrant from a draft, and delete a player created for it who never played.

        So a misspelt name becomes free again.
        """
        gone = self._entrant(state, entrant)

        def write(transaction: Transaction) -> None:
            self._store.tournaments.delete_entrant(transaction, state.id, entrant)
            self._audit(transaction, actor, "withdraw", tournament=state.id, entrant=entrant)

        def apply() -> None:
            del state.participants[entrant]

        self._held.write(state, write, apply)
        if gone.player is not None and self._exists_only_for(gone.player, state):
            self._accounts.delete(gone.player)

    def _entrant(self, state: TournamentState, number: int) -> Participant:
        try:
            return state.participants[number]
        except KeyError:
            raise TournamentError(Text("errors.server.no_entrant", number=number)) from None

    def _exists_only_for(self, player: int, state: TournamentState) -> bool:
        is_made_for_it = self._store.accounts.has_key_for(player, state.id)
        return is_made_for_it and not self._store.matches.has_played(player)

    def _require_open(self, state: TournamentState, more: int) -> None:
        if state.status == "archived":
            raise TournamentError(Text("errors.server.archived"))
        if state.status not in ACTIVE or state.is_tryout:
            raise TournamentError(Text(f"errors.server.entry_closed.{state.status}"))
        if state.status != "draft":
            state.begun.enter([])  # raises if nobody can enter late, before keys are made
        if not more:
            raise TournamentError(Text("errors.server.no_players_named"))
        if len(state.participants) + more > _MOST_ENTRANTS:
            raise TournamentError(Text("errors.server.too_many_entrants", most=_MOST_ENTRANTS))

    def _enter(
        self, state: TournamentState, people: Sequence[tuple[int | None, str, str]], actor: str
    ) -> list[Participant]:
        first = max(state.participants, default=0) + 1
        entered = [Participant(number, *each) for number, each in enumerate(people, first)]
        numbers = [each.number for each in entered]
        after = None
        if state.tournament is not None:
            after = state.tournament.enter([Entrant(each.number, each.name) for each in entered])
            late = after.entrant(first).first_round
            entered = [replace(each, first_round=late) for each in entered]

        def write(transaction: Transaction) -> None:
            self._store.tournaments.insert_entrants(transaction, state.id, entered)
            self._audit(transaction, actor, "enter", tournament=state.id, entrants=numbers)

        def apply() -> None:
            # In this order, a reader always finds the entrants whom the standings name.
            state.participants.update({each.number: each for each in entered})
            state.tournament = after or state.tournament

        self._held.write(state, write, apply)
        if after is not None:
            self.changed.send(state)  # closures may apply to the new players, too
            self._scheduler.notify(state)
        return entered

    def _audit(self, transaction: Transaction, actor: str, act: str, **details: Any) -> None:
        entry = AuditEntry(self._now(), actor, f"tournament {act}", details)
        self._store.audit.add(transaction, entry)


def _require_possible(definition: Definition) -> None:
    """Refuse a tournament that could never start, even with the most entrants."""
    try:
        definition.format.check(_MOST_ENTRANTS)
    except TournamentError:
        raise TournamentError(
            Text(
                "errors.server.format_needs_more",
                format=definition.format.name,
                most=_MOST_ENTRANTS,
            )
        ) from None


def _computers(state: TournamentState, levels: Sequence[str]) -> list[tuple[int | None, str, str]]:
    """Return computers as entrants with distinct names."""
    start = _start_of(state.definition)
    taken = [each.name for each in state.participants.values()]
    people: list[tuple[int | None, str, str]] = []
    for level in levels:
        require_level(level, start)
        computer = Occupant.computer(level)
        taken.append(name := _free(computer.title, taken))
        people.append((None, str(computer), name))
    return people


def _start_of(definition: Definition) -> Position:
    return find_variant(definition.variant).start(definition.size)


def _level(seat: str) -> str:
    level = Occupant.parse(seat).level
    if level is None:
        raise TournamentError(Text("errors.server.not_a_computer", seat=repr(seat[:32])))
    return level


def _free(name: str, taken: Sequence[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free
