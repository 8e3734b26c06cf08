"""What arrives while the engine thinks: it is heard, and nothing hangs."""

import io
import threading
from collections.abc import Callable

import pytest

from outflank.engine import Analysis, Task
from outflank.engine.speaking import AnsweringEngine
from outflank.engine.speaking.cassio import CassioConversation
from outflank.engine.speaking.conversation import Work
from outflank.engine.speaking.lines import Heard, LineReader, LineWriter
from outflank.engine.speaking.uci import UciConversation
from support.speaking import PatientEngine, Peer, piped

START = "---------------------------OX------XO---------------------------X"


@pytest.fixture
def engine() -> PatientEngine:
    return PatientEngine()


def begun(engine: PatientEngine, *lines: str) -> Peer:
    """Say some lines, and wait until the engine thinks."""
    peer = Peer(engine)
    peer.send(*lines)
    assert engine.began.wait(60)
    engine.began.clear()
    return peer


def test_gogui_interrupts_a_command_and_gets_the_best_move_so_far(engine: PatientEngine) -> None:
    peer = begun(engine, "1 genmove b", "2 name")
    peer.send("# interrupt")
    assert peer.until("=2 .*") == ["=1 D3", "", "=2 Outflank patient"]
    peer.send("gogui-rules_side_to_move")
    assert peer.until("= .*") == ["", "= white"]
    assert peer.rest() == [""]


def test_an_interrupt_of_nothing_is_no_command(engine: PatientEngine) -> None:
    assert piped("# interrupt\n1 protocol_version\n", engine) == ["=1 2", ""]


def test_uci_is_ready_while_it_thinks_and_stops_when_told(engine: PatientEngine) -> None:
    peer = begun(engine, "uci", "go infinite")
    peer.send("isready")
    assert peer.until("readyok")[-2:][0].startswith("info depth 1")
    peer.send("stop")
    assert peer.until("bestmove.*")[-1] == "bestmove P@d6"
    assert peer.rest() == []


def test_uci_says_no_best_move_of_an_endless_search_before_it_is_stopped() -> None:
    peer = Peer("greedy")
    peer.send("uci", "go infinite", "isready")
    assert peer.until("readyok")[-1] == "readyok"
    peer.send("foo", "isready")
    assert peer.until("readyok")[-1] == "readyok"
    peer.send("stop")
    assert peer.until("bestmove.*")[-1] == "bestmove P@f4"
    assert peer.rest() == []


def test_uci_ponders_and_goes_on_when_the_move_was_right(engine: PatientEngine) -> None:
    peer = begun(engine, "uci", "position startpos moves P@e3", "go ponder wtime 900 btime 900")
    assert engine.tasks[0].limit.seconds is None
    peer.send("ponderhit")
    assert engine.began.wait(60)
    assert engine.tasks[1].limit.seconds is not None
    peer.send("stop")
    assert [one for one in peer.until("bestmove.*") if one.startswith("best")] == ["bestmove P@f5"]
    assert peer.rest() == []


def test_commands_wait_for_a_search_that_ends_by_itself() -> None:
    said = piped("uci\ngo depth 1\nposition startpos moves P@e3\nisready\ngo depth 1\n")
    assert [line for line in said if line.startswith(("best", "ready"))] == [
        "bestmove P@f4",
        "readyok",
        "bestmove P@f3",
    ]


class SearchEnder(LineReader):
    """Gives lines one by one, and the last one just when the search has ended."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)
        self._has_ended = threading.Event()
        self.end_search: Callable[[], None] | None = None

    def next(self) -> Heard:
        if not self._lines:
            return Heard(is_line=False, is_end=True)
        if len(self._lines) == 1:
            assert self.end_search is not None
            self.end_search()
            assert self._has_ended.wait(60)
        return Heard(self._lines.pop(0))

    def wake(self) -> None:
        self._has_ended.set()


@pytest.mark.parametrize(
    ("waiting", "turns"),
    [
        (["position startpos moves P@e3"], ["black", "white"]),
        (["go infinite", "position startpos moves P@e3"], ["black", "black", "white"]),
    ],
)
def test_a_line_that_comes_as_the_search_ends_is_heard_after_those_that_wait(
    engine: PatientEngine, waiting: list[str], turns: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.engine.speaking.conversation.PATIENCE", 0.01)
    reader = SearchEnder(*waiting, "go depth 1")
    conversation = UciConversation(AnsweringEngine(engine), reader, LineWriter(io.BytesIO()))
    reader.end_search = conversation.interrupt
    conversation.run(Heard("go depth 1"))
    assert [str(task.position.turn) for task in engine.tasks] == turns


def test_ugi_answers_questions_while_it_thinks(engine: PatientEngine) -> None:
    peer = begun(engine, "ugi", "go infinite")
    peer.send("query gameover")
    assert peer.until("response.*")[-1] == "response false"
    peer.send("stop")
    assert peer.until("bestmove.*")[-1] == "bestmove d3"
    assert peer.rest() == []


def test_ping_ends_a_hint_before_its_answer(engine: PatientEngine) -> None:
    peer = begun(engine, "nboard 2", "set depth 9", "hint 3")
    peer.send("ping 5")
    assert peer.until("pong.*")[3:] == [
        "search D3 2.00 0 1",
        "nodestats 7 0.50",
        "status",
        "pong 5",
    ]
    assert peer.rest() == []


def test_ping_ends_a_move_and_loses_no_line_that_waited_for_it(engine: PatientEngine) -> None:
    peer = begun(engine, "nboard 2", "set depth 9", "go", "move F5", "move D6", "go")
    peer.send("ping 6", "move D6", "ping 7")
    heard = peer.until("pong 7")
    assert heard[-2:] == ["status d6 is occupied; black may play c3, c4, c5, c6, c7", "pong 7"]
    assert sum(line.startswith("===") for line in heard) == 1
    assert len(engine.tasks) == 1  # the second go would have been about a position that is gone
    assert peer.rest() == []


def test_another_command_of_nboard_ends_a_hint(engine: PatientEngine) -> None:
    peer = begun(engine, "nboard 2", "set depth 9", "hint 3")
    peer.send("unknown words", "move F5", "hint 1")
    assert engine.began.wait(60)
    assert str(engine.tasks[1].position.turn) == "white"
    peer.send("ping 1")
    peer.until("pong 1")
    assert peer.rest() == []


def test_ping_ends_the_analysis_of_a_game(engine: PatientEngine) -> None:
    peer = begun(engine, "nboard 2", "move F5", "analyze")
    peer.send("ping 1")
    assert not [line for line in peer.until("pong 1") if line.startswith("analysis")]
    assert peer.rest() == []


def test_cassio_says_that_it_searches_and_how_far_it_is(engine: PatientEngine) -> None:
    peer = begun(
        engine, "ENGINE-PROTOCOL init", f"ENGINE-PROTOCOL midgame-search {START} -9 9 5 73"
    )
    peer.send("", "ENGINE-PROTOCOL get-search-infos", "ENGINE-PROTOCOL get-version")
    assert peer.until("node 7, time [0-9.]+")[-2] == "ok."
    peer.send("ENGINE-PROTOCOL stop")  # which forgets the question that waits, as Edax does
    assert peer.until("ready.") == ["ready."]
    peer.send("")
    assert peer.rest() == ["ready."]


def test_cassio_is_ready_as_soon_as_it_says_so() -> None:
    said, answered = threading.Event(), threading.Event()

    class Lingering(CassioConversation):
        """Its searches go on for a while after their last words."""

        def think(self, work: Work, *, yields: bool = False, is_endless: bool = False) -> None:
            def linger(cancel: threading.Event) -> None:
                work(cancel)
                said.set()
                assert answered.wait(60)

            super().think(linger, yields=yields, is_endless=is_endless)

        def hear(self, line: str) -> None:
            super().hear(line)
            if not line:
                answered.set()

    class Reader(LineReader):
        def __init__(self) -> None:
            self._lines = [Heard(""), Heard(is_line=False, is_end=True)]

        def next(self) -> Heard:
            assert said.wait(60)
            return self._lines.pop(0)

        def wake(self) -> None:
            """Lines come without being waited for."""

    output = io.BytesIO()
    conversation = Lingering(AnsweringEngine("greedy"), Reader(), LineWriter(output))
    conversation.run(Heard(f"ENGINE-PROTOCOL midgame-search {START} -9 9 1 73"))
    assert output.getvalue().decode().splitlines()[-2:] == ["ready.", "ready."]


def test_cassio_stops_to_quit(engine: PatientEngine) -> None:
    peer = begun(
        engine, "ENGINE-PROTOCOL init", f"ENGINE-PROTOCOL midgame-search {START} -9 9 5 73"
    )
    peer.send("ENGINE-PROTOCOL quit")
    assert peer.until("bye bye.")[-2:] == ["ready.", "bye bye."]
    assert peer.rest() == []


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        (["genmove b", "name"], ["= Outflank patient", ""]),
        (["uci", "go infinite"], ["bestmove P@d6"]),
        (["uci", "go depth 9"], ["bestmove P@d6"]),
        (["nboard 2", "go"], ["status"]),
        (["ugi", "go movetime 9000"], ["bestmove d3"]),
        (["ENGINE-PROTOCOL init", f"ENGINE-PROTOCOL midgame-search {START} -9 9 5 73"], ["ready."]),
    ],
)
def test_the_end_of_the_input_ends_the_search(
    engine: PatientEngine, lines: list[str], last: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.engine.speaking.conversation.PATIENCE", 0.01)
    peer = begun(engine, *lines)
    assert peer.rest()[-len(last) :] == last


@pytest.mark.parametrize("first", ["uci", "ugi", "nboard 2"])
def test_quit_ends_the_search(engine: PatientEngine, first: str) -> None:
    peer = begun(engine, first, "go")
    peer.send("quit")
    assert peer.rest()


def test_an_engine_that_fails_is_an_answer_and_not_an_end() -> None:
    class Failing(PatientEngine):
        def think(self, task: Task) -> Analysis:
            del task
            raise RuntimeError("no idea")

    failing = Failing()
    assert piped("1 genmove b\n2 protocol_version\n", failing) == [
        "?1 patient failed: RuntimeError: no idea",
        "",
        "=2 2",
        "",
    ]
    assert piped("uci\ngo depth 1\nisready\n", failing)[-3:] == [
        "info string patient failed: RuntimeError: no idea",
        "bestmove (none)",
        "readyok",
    ]
    assert piped("nboard 2\ngo\nping 1\n", failing)[-1] == "pong 1"
    search = f"ENGINE-PROTOCOL midgame-search {START} -9 9 5 73\n"
    said = piped(f"{search}ENGINE-PROTOCOL get-version\n", failing)
    assert said[:2] == ["ERROR: patient failed: RuntimeError: no idea", "ready."]
