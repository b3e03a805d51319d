"""What the page costs its server, and how long a frame takes to reach the browser."""

import statistics
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from narcine.benchmark.measure import Say
from narcine.benchmark.tree import ray_tree
from narcine.simulation.simulation import Simulation
from narcine.viewing.browser import Browser

BODIES = 20
SETTLING, MEASURING = 4.0, 10.0
"""Times (s) before and of the measurement."""
CLOCK = "/clock"
"""Node of the scene whose position tells when it was sent."""
WRAP = 1000.0
"""Seconds after which the stamps begin again, so that single precision tells them to a tenth of a millisecond."""
WATCH = """
window.batches = [];
window.drawn = [];
const late = (stamp) => 1000 * ((((performance.timeOrigin + performance.now()) / 1000) % WRAP) - stamp);
window.Worker = class extends window.Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', (event) => {
      if (event.data.type !== 'message_batch') return;
      const stamps = event.data.messages.filter((each) => each.type === 'SetPositionMessage' && each.name === 'CLOCK');
      window.batches.push(stamps.length ? stamps[0].position[0] : null);
    });
  }
};
let last = -1;
const look = () => {
  const node = window.__viserMutable && window.__viserMutable.nodeRefFromName['CLOCK'];
  if (node && node.position.x !== last) { last = node.position.x; window.drawn.push(late(last)); }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Notes in the page the stamp of each batch of messages, and how long ago a stamp was sent when it is drawn."""
WATCH_SOCKET = """
self.arrivals = [];
self.WebSocket = class extends self.WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', () => self.arrivals.push(performance.timeOrigin + performance.now()));
  }
};
"""
"""Notes when each batch comes in, in the worker that holds the socket."""


def measure_viewing(say: Say) -> dict[str, Any]:
    """Return share of a core, frames per second and median delays (ms) with one browser that looks on.

    Frames arrive at the browser's socket; viser's page then evens out their rhythm, and how soon they are drawn depends
    on the browser's graphics.
    """
    say(f"a page with {BODIES} bodies ...")
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=_serve, args=(theirs,), daemon=True)
    server.start()
    try:
        address = ours.recv()
        with Browser(width=1000, height=400) as browser, browser.open("about:blank") as page:
            page.prepare(WATCH.replace("CLOCK", CLOCK).replace("WRAP", f"{WRAP:g}"))
            page.prepare_workers(WATCH_SOCKET)
            page.go(address)
            page.wait_until("window.drawn.length > 1", 60.0)
            time.sleep(SETTLING)
            first = page.evaluate("window.drawn.length = 0, window.batches.length")
            before = _ask(ours)
            time.sleep(MEASURING)
            after = _ask(ours)
            batches, drawn = page.evaluate("[window.batches, window.drawn]")
            arrivals = next(each for each in page.evaluate_in_workers("self.arrivals") if each)
    finally:
        server.terminate()
        server.join()
    took = after["clock"] - before["clock"]
    return {
        "view_bodies": BODIES,
        "view_core_share": (after["processor"] - before["processor"]) / took,
        "view_frames_per_second": (after["frames"] - before["frames"]) / took,
        "view_arrived_ms": statistics.median(
            (arrival - 1000.0 * stamp) % (1000.0 * WRAP)
            for arrival, stamp in zip(arrivals[first:], batches[first:], strict=False)
            if stamp is not None
        ),
        "view_drawn_ms": statistics.median(delay % (1000.0 * WRAP) for delay in drawn),
        "view_pace": (after["simulated"] - before["simulated"]) / took,
    }


def _ask(server: "Connection[Any, Any]") -> dict[str, float]:
    server.send("how are you")
    answer: dict[str, float] = server.recv()
    return answer


def _serve(asker: "Connection[Any, Any]") -> None:
    """Serve the page of a live run, each frame stamped, and tell how it goes when asked."""
    from narcine.viewing.live.guard import Guard, guarded_server
    from narcine.viewing.live.operating import Operating
    from narcine.viewing.live.page import Page

    guard = Guard("127.0.0.1")
    server = guarded_server(guard, 0)
    act = Operating(Simulation(ray_tree(BODIES)), None, lambda _: [])
    page = Page(server, act)
    clock = server.scene.add_frame(CLOCK, show_axes=False)
    asker.send(guard.address)
    while True:
        started = time.perf_counter()
        clock.position = (time.time() % WRAP, 0.0, 0.0)
        page.frame()
        if asker.poll():
            asker.recv()
            told = {"clock": time.perf_counter(), "processor": time.process_time()}
            asker.send({**told, "frames": float(page.frames), "simulated": act.live.sample[0]})
        time.sleep(max(started + 1.0 / 60.0 - time.perf_counter(), 0.0))
