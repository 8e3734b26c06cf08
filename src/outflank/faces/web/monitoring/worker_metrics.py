"""Serves the metrics of a worker that only moves for computers."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from outflank.errors import CannotServe
from outflank.server.workers.thinking_worker import ThinkingWorker
from outflank.texts import Text

__all__ = ["WorkerMetrics"]


class WorkerMetrics(Collector):
    """Serves metrics on a separate port from its creation on, with the values of `worker`."""

    def __init__(self, host: str, port: int, worker: Callable[[], ThinkingWorker | None]) -> None:
        self._worker = worker
        registry = CollectorRegistry()
        registry.register(self)
        try:
            self._server, self._thread = start_http_server(port, host, registry)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                problem = Text("errors.web.metrics.port_in_use", host=host, port=port)
            else:
                problem = Text(
                    "errors.web.metrics.cannot_listen", host=host, port=port, reason=error.strerror
                )
            raise CannotServe(problem) from None

    def collect(self) -> Iterator[Metric]:
        """Return all metrics of the worker."""
        if (worker := self._worker()) is None:
            return
        yield CounterMetricFamily(
            "worker_searches", "Searches for moves that it has made.", worker.computers.searched
        )
        yield CounterMetricFamily(
            "worker_games", "Games whose computers it has taken.", worker.seats.taken
        )
        yield GaugeMetricFamily(
            "worker_games_now", "Games in which it moves now.", len(worker.seats.seated())
        )
        yield CounterMetricFamily(
            "fallback_moves",
            "Moves of a simpler engine for computers whose own failed or was not ready.",
            worker.computers.fallback_moves,
        )
        yield GaugeMetricFamily(
            "wake_connected",
            "Whether wake-ups of other workers arrive, 1, or not, 0.",
            float(worker.wake.is_connected),
        )

    def close(self) -> None:
        """Stop serving."""
        with contextlib.suppress(OSError):
            self._server.shutdown()
            self._server.server_close()
        self._thread.join()
