"""Talking to a competition server: clients, and the main loop of a bot.

>>> from outflank.client import Client
>>> Client("localhost:5000", "key0")
<Client http://localhost:5000>
"""

from outflank.client.async_client import AsyncClient
from outflank.client.bot import Bot, BotStatistics, play_bot
from outflank.client.simple_client import SimpleClient
from outflank.client.sync_client import Client
from outflank.client.turn import Turn

__all__ = [
    "AsyncClient",
    "Bot",
    "BotStatistics",
    "Client",
    "SimpleClient",
    "Turn",
    "play_bot",
]
