"""What was tried reaches the server exactly once, whatever the network does."""

from __future__ import annotations

import os
import random

import pytest
from playwright.sync_api import Page

from support.browser import NewPage, await_in, expect
from support.learning.learn_page import attempts, learner
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

SWITCHES = 1000 if "OUTFLANK_SOAK" in os.environ else 30
OFFLINE = ["ERR_INTERNET_DISCONNECTED", "answer lost", "429", "WebSocket"]

# The queue of the page, and what it was given. Some answers are lost after the server has worked.
PREPARE = """async (share) => {
  const script = document.querySelector("script[type=module]").src;
  window.queue = await import(script.replace(/[^/]*$/, "attempt_queue.js"));
  window.given = [];
  const real = window.fetch;
  window.fetch = async (address, ...more) => {
    const answer = await real(address, ...more);
    const isLost = String(address).endsWith("/entries") && Math.random() < share;
    if (isLost) throw new Error("answer lost");
    return answer;
  };
  window.attempt = async (number) => {
    const kept = await queue.record({
      kind: "attempt", subject: `lesson/network.${number}`, move: "d3", right: true, loss: 0,
      milliseconds: 1, hints: 0,
    });
    given.push(kept.id);
  };
}"""


ALL_SENT = """async () => {
  while (!(await queue.sendWaiting())) await new Promise((done) => setTimeout(done, 200));
}"""


def open_queue(site: LiveServer, page: Page, lost: float = 0) -> None:
    """Open a page with the queue; a share of the answers is lost."""
    page.goto(f"{site.url}/learn")
    await_in(page, PREPARE, lost)


def wait_for_all(page: Page) -> None:
    """Wait until the server has everything; it may first refuse that so much is sent."""
    await_in(page, ALL_SENT)


def test_no_attempt_is_lost_or_counted_twice_while_the_network_comes_and_goes(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=OFFLINE)
    player, dice = learner(site, page), random.Random(33)
    open_queue(site, page, lost=0.2)
    given: list[str] = []
    number = 0
    for _ in range(SWITCHES):
        page.context.set_offline(dice.random() < 0.5)
        for _ in range(dice.randrange(3)):
            number += 1
            await_in(page, "(number) => attempt(number)", number)
        if dice.random() < 0.1:
            page.context.set_offline(False)
            given += page.evaluate("given")
            open_queue(site, page, lost=0.2)
    page.context.set_offline(False)
    given += page.evaluate("given")
    open_queue(site, page)
    wait_for_all(page)
    stored = [one["id"] for one in attempts(site, player)]
    assert len(given) == number > SWITCHES // 2
    assert sorted(stored) == sorted(given)


def test_two_tabs_send_together(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(excused=OFFLINE)
    player = learner(site, page)
    open_queue(site, page)
    other = page.context.new_page()
    open_queue(site, other)
    page.context.set_offline(True)
    for number in range(5):
        await_in(page, "(number) => attempt(number)", number)
        await_in(other, "(number) => attempt(number)", 100 + number)
    page.context.set_offline(False)
    wait_for_all(page)
    wait_for_all(other)
    given = page.evaluate("given") + other.evaluate("given")
    assert sorted(one["id"] for one in attempts(site, player)) == sorted(given)


def test_what_waited_is_sent_when_the_next_page_opens(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(excused=["ERR_FAILED"])
    player = learner(site, page)
    open_queue(site, page)
    page.route("**/learning/entries", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        await_in(page, "() => attempt(1)")
    page.unroute("**/learning/entries")
    with page.expect_response("**/learning/entries"):
        page.goto(f"{site.url}/learn/cards")
    assert len(attempts(site, player)) == 1


@pytest.mark.parametrize(
    "fault",
    [
        "Object.defineProperty(window, 'indexedDB', { value: undefined })",
        "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError') }",
        "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceeded') }",
    ],
    ids=["no IndexedDB", "forbidden", "disk full"],
)
def test_a_browser_that_keeps_nothing_says_so_once_and_sends_later(
    site: LiveServer, new_page: NewPage, fault: str
) -> None:
    page = new_page(excused=OFFLINE)
    page.add_init_script(fault)
    player = learner(site, page)
    open_queue(site, page)
    page.context.set_offline(True)
    for number in range(3):
        await_in(page, "(number) => attempt(number)", number)
    expect(page.locator("#not-kept")).to_have_count(1)
    expect(page.locator("#not-kept")).to_contain_text("this browser keeps nothing")
    page.context.set_offline(False)
    wait_for_all(page)
    assert len(attempts(site, player)) == 3


def test_an_entry_that_the_server_refuses_holds_up_no_other(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=[*OFFLINE, "400", "422"])
    player = learner(site, page)
    open_queue(site, page)
    page.context.set_offline(True)
    wrong = "() => queue.record({ kind: 'attempt', subject: 'nothing', move: 'd3', right: 1 })"
    for number in range(3):
        await_in(page, "(number) => attempt(number)", number)
    await_in(page, wrong)
    page.context.set_offline(False)
    wait_for_all(page)
    assert len(attempts(site, player)) == 3


def test_a_session_that_has_ended_is_begun_again(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(excused=["401"])
    learner(site, page)
    open_queue(site, page)
    page.context.clear_cookies()
    await_in(page, "() => attempt(1)")
    wait_for_all(page)
    player = int(page.evaluate("document.body.dataset.player"))
    assert len(attempts(site, player)) == 1
