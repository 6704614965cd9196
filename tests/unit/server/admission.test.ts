import { expect, test } from "vitest";
import { Admission, type Rank, rankOf } from "../../../src/server/http/admission.ts";

/** An event loop with a clock that moves only while it works, and a server in it. */
const openServer = (random = () => 0.999) => {
  let now = 0;
  let deferred: (() => void)[] = [];
  const admission = new Admission({ now: () => now, defer: (work) => deferred.push(work), random });
  const begun: string[] = [];
  const refused: { name: string; retryAfter: number }[] = [];
  const waits: number[] = [];
  const gone = new Set<string>();
  /** @param ms how long the server works on the request */
  const arrive = (name: string, { ms = 1, rank = "next" as Rank } = {}) => {
    const at = now;
    admission.admit({
      rank,
      begin: () => {
        begun.push(name);
        waits.push(now - at);
        now += ms;
      },
      refuse: (retryAfter) => {
        refused.push({ name, retryAfter });
        now += 0.05;
      },
      isGone: () => gone.has(name),
    });
  };
  return {
    ...{ begun, refused, waits, gone, arrive },
    time: () => now,
    waiting: () => admission.waiting,
    pass: (ms: number) => {
      now += ms;
    },
    /** What comes after the requests of a turn of the event loop. */
    turn() {
      const due = deferred;
      deferred = [];
      for (const work of due) work();
    },
    idle: () => deferred.length === 0,
  };
};

type Server = ReturnType<typeof openServer>;

const finish = (server: Server) => {
  while (!server.idle()) server.turn();
};

/**
 * Requests come evenly, whatever the server does.
 * @param perMs how many of each rank in a millisecond, which is the time that the server needs for one
 */
const load = (server: Server, perMs: Partial<Record<Rank, number>>, forMs: number) => {
  const until = server.time() + forMs;
  const due = new Map<Rank, number>();
  let last = server.time();
  while (server.time() < until) {
    const since = server.time() - last;
    last = server.time();
    for (const [name, rate] of Object.entries(perMs)) {
      const rank = name as Rank;
      let count = (due.get(rank) ?? 0) + since * rate;
      // The requests that have come by now, as the event loop meets them.
      for (; count >= 1; count -= 1) server.arrive(rank, { rank });
      due.set(rank, count);
    }
    if (server.idle()) server.pass(0.1);
    else server.turn();
  }
};

test("requests of a long turn of the event loop wait, and are begun in the order of their ranks", () => {
  const server = openServer();
  server.arrive("long", { ms: 30 });
  server.arrive("search", { rank: "last" });
  server.arrive("table");
  server.arrive("lesson", { rank: "first" });
  server.arrive("health", { rank: "always" });
  expect(server.begun).toEqual(["long", "health"]);
  finish(server);
  expect(server.begun).toEqual(["long", "health", "lesson", "table", "search"]);
});

test.each([
  [1, 0.95],
  [2, 0.9],
  [4, 0.8],
])("at %d times its capacity a server answers %d of it, each within a second", (times, goodput) => {
  const server = openServer();
  load(server, { next: times }, 2000);
  const before = server.begun.length;
  const late = server.waits.length;
  load(server, { next: times }, 10_000);
  expect((server.begun.length - before) / 10_000).toBeGreaterThan(goodput);
  expect(Math.max(...server.waits.slice(late))).toBeLessThan(1000);
});

test("many more who study than a server can answer do not keep all others out", () => {
  const server = openServer();
  load(server, { first: 4, next: 0.1, last: 0.03 }, 10_000);
  const count = (rank: Rank) => server.begun.filter((each) => each === rank).length;
  expect(count("next") / 1000).toBeGreaterThan(0.9);
  expect(count("last") / 300).toBeGreaterThan(0.9);
  expect(count("first") / 10_000).toBeGreaterThan(0.7);
});

test("a flood of what can wait refuses nobody who studies, also on a slow machine", () => {
  const server = openServer();
  for (let turn = 0; turn < 100; turn += 1) {
    for (let at = 0; at < 20; at += 1) server.arrive("last", { rank: "last", ms: 30 });
    server.arrive("first", { rank: "first", ms: 30 });
    // Until its next turn the process gets no core.
    server.pass(200);
    server.turn();
  }
  expect(server.begun.filter((name) => name === "first").length).toBeGreaterThan(90);
  expect(new Set(server.refused.map(({ name }) => name))).toEqual(new Set(["last"]));
});

test("the refused come back at different times, later the longer the overload is", () => {
  let turn = 0;
  const server = openServer(() => (turn++ % 10) / 10);
  load(server, { next: 4 }, 2500);
  const early = new Set(server.refused.map(({ retryAfter }) => retryAfter));
  expect(Math.min(...early)).toBe(1);
  expect(early.size).toBeGreaterThan(2);
  load(server, { next: 4 }, 20_000);
  expect(Math.max(...server.refused.map(({ retryAfter }) => retryAfter))).toBeGreaterThan(10);
});

test.each([0.5, 4])("a clock that jumps refuses only those who wait, at load %d", (times) => {
  const server = openServer();
  load(server, { next: times }, 2000);
  server.pass(3_600_000);
  const waiting = server.waiting();
  const refused = server.refused.length;
  finish(server);
  expect(server.refused.length - refused).toBeLessThanOrEqual(waiting);
  load(server, { next: 0.5 }, 5000);
  expect(server.refused.length - refused).toBeLessThanOrEqual(waiting);
});

test("a request whose client has left is dropped", () => {
  const server = openServer();
  server.arrive("long", { ms: 30 });
  for (const name of ["left", "stays"]) server.arrive(name);
  server.gone.add("left");
  finish(server);
  expect([server.begun, server.refused]).toEqual([["long", "stays"], []]);
});

test.each<[Rank, string[]]>([
  ["always", ["/health", "/ready", "/metrics", "/api/health", "/api/user/logout"]],
  [
    "first",
    [
      "/api/products/PM/lessons/paper?language=en",
      "/api/products/PM/skeleton",
      "/api/user/progress/11/complete",
      "/api/user/courses",
      "/tls/main.0a1b2c3d.js",
    ],
  ],
  ["next", ["/api/user/login", "/api/user/notes", "/api/assets/fetchData?product=PM&title=search"]],
  ["last", ["/api/products/PM/search", "/api/glossary/fetchImage?term=dart", "/api/files/bundle"]],
])("requests that go %s are known by their addresses", (rank, urls) => {
  expect(urls.map(rankOf)).toEqual(urls.map(() => rank));
});
