"""The protocols between programs that play and programs that ask them, one file each.

A file has what both sides of a conversation share: how commands, answers, moves, positions and
times are written and read. `engine/speaking` answers in these protocols, `engine/external` asks.
The list here is the one place where a protocol is made known.

>>> list(PROTOCOLS)
['nboard', 'gtp', 'uci', 'ugi', 'cassio', 'plain']
>>> recognise("nboard 2").title, recognise("1 name").title
('NBoard', 'GTP')
"""

from typing import Final

from outflank.engine.protocols.cassio import CASSIO
from outflank.engine.protocols.gtp import GTP
from outflank.engine.protocols.nboard import NBOARD
from outflank.engine.protocols.plain import PLAIN
from outflank.engine.protocols.protocol import Protocol
from outflank.engine.protocols.uci import UCI
from outflank.engine.protocols.ugi import UGI
from outflank.errors import UnknownName

__all__ = ["PROTOCOLS", "SPOKEN_PROTOCOLS", "Protocol", "find_protocol", "recognise"]

PROTOCOLS: Final[dict[str, Protocol]] = {
    protocol.name: protocol for protocol in (NBOARD, GTP, UCI, UGI, CASSIO, PLAIN)
}
SPOKEN_PROTOCOLS: Final[dict[str, Protocol]] = {
    name: protocol for name, protocol in PROTOCOLS.items() if protocol.is_spoken
}


def find_protocol(name: str) -> Protocol:
    """Return the protocol of that name."""
    if name not in PROTOCOLS:
        raise UnknownName("protocol", name, sorted(PROTOCOLS))
    return PROTOCOLS[name]


def recognise(line: str) -> Protocol:
    """Return the protocol that begins with a line; GTP, where any word can come first, if none."""
    word = line.partition(" ")[0]
    spoken = SPOKEN_PROTOCOLS.values()
    return next((one for one in spoken if one.first_word and one.first_word == word), GTP)
