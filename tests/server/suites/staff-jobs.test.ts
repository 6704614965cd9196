import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { JOB_LEASES, orderJob } from "../../../src/server/jobs/job-rows.ts";
import { type JobHandler, JobProblem } from "../../../src/server/jobs/job-runner.ts";
import { DAY, openSchool } from "../support/test-school.ts";

/** What the handlers of this suite have been called for, and where they wait. */
const createWork = () => {
  const begun: number[] = [];
  const held = Promise.withResolvers<void>();
  const handlers: Record<string, JobHandler> = {
    "people-quick": async ({ job, services, end }) => {
      begun.push(job.id);
      await services.database.write((db) => end(db, { result: { of: job.id } }));
    },
    "people-held": async ({ job, services, signal, progress, end }) => {
      begun.push(job.id);
      progress(1, 3);
      const stopped = once(signal, "abort").then(() => Promise.reject(signal.reason));
      await Promise.race([held.promise, stopped]);
      await services.database.write((db) => end(db, { result: { of: job.id } }));
    },
    // A mistake of a package: it never ends, and hears of nothing.
    "people-hung": async ({ job }) => {
      begun.push(job.id);
      await new Promise(() => {});
    },
    "people-wrong": async () => {
      throw new JobProblem("import/bad_rows", { rows: 2 });
    },
    "people-half": async ({ services, keep }) => {
      await services.database.write((db) => keep(db, { row: 3 }));
      throw new JobProblem("import/no_file", { row: 1 });
    },
    "people-half-broken": async ({ services, keep }) => {
      await services.database.write((db) => keep(db, { row: 3 }));
      throw new Error("A mistake of ours");
    },
    "people-broken": async () => {
      throw new Error("A mistake of ours");
    },
    "people-file": async ({ services, end }) => {
      const upload = await services.uploads.receive(Readable.from([Buffer.from("a,b\r\n")]), 100);
      await services.uploads.keep([upload]);
      const made = { stored: upload.stored, name: "Leute.csv" };
      await services.database.write((db) => end(db, { result: {}, made }));
    },
  };
  return { begun, release: () => held.resolve(), handlers };
};

type Pace = "fast" | "when asked";

/**
 * A school whose servers look for work, and renew their leases, fifty times a second or only when a test asks for it.
 * @param also further timers that are to be as fast
 */
const openWorking = async (pace: Pace, ...also: ("setTimeout" | "clearTimeout")[]) => {
  const ticks = pace === "fast" ? setInterval(() => vi.advanceTimersByTime(1000), 20) : undefined;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", ...also] });
  onTestFinished(() => {
    vi.useRealTimers();
    clearInterval(ticks);
  });
  const work = createWork();
  const school = await openSchool({ jobHandlers: work.handlers });
  const manager = await school.add({ level: 20 });
  const token = await school.token(manager);
  const order = (kind: string, level = 20) =>
    school.database.write((db) =>
      orderJob(db, school.now, { kind, accountId: manager.id, level, input: {} }),
    );
  const page = async (id: number, by = token) =>
    (await school.call(`/staff/jobs/${id}`, { token: by })).json;
  const state = async (id: number) => (await page(id)).job.state;
  const until = (id: number, wanted: string) =>
    vi.waitUntil(async () => (await state(id)) === wanted, { interval: 10 });
  return { ...work, school, manager, token, order, page, state, until };
};

/** The messages of a stream, until it ends. */
const messagesOf = async (
  response: Response,
  onMessage: (job: { state: string; done: number }) => unknown = () => {},
) => {
  const messages: { state: string; done: number }[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      if (!part.startsWith("data: ")) continue;
      const message = JSON.parse(part.slice("data: ".length));
      messages.push(message);
      await onMessage(message);
    }
  }
  return messages;
};

test("long work is followed by its events until it ends, and its result is there then", async () => {
  const { school, order, page, release } = await openWorking("fast");
  const id = await order("people-held");
  const { events, job } = await page(id);
  expect(job.kind).toBe("people-held");
  expect(["waiting", "running"]).toContain(job.state);
  const stream = await fetch(`${school.url}/api${events}`);
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const messages = await messagesOf(stream, ({ done }) => {
    if (done === 1) release();
  });
  expect(messages.at(-1)).toMatchObject({ id, state: "done" });
  expect(JSON.parse((await page(id)).result)).toEqual({ of: id });
});

test("long work that somebody stops changes nothing, also while it waits", async () => {
  const { school, token, order, until, begun, page } = await openWorking("fast");
  const id = await order("people-held");
  const next = await order("people-quick");
  await until(id, "running");
  for (const each of [next, id]) {
    await school.call(`/staff/jobs/${each}/stop`, { method: "POST", token });
    await until(each, "stopped");
  }
  expect(begun).toEqual([id]);
  expect(await page(id)).toMatchObject({ result: "", job: { problem: "" } });
  await school.call(`/staff/jobs/${id}/stop`, { method: "POST", token });
  expect((await page(id)).job.state).toBe("stopped");
});

test("long work tells by a code what people can change, and no more of an error", async () => {
  const { school, order, page } = await openWorking("when asked");
  const wrong = await order("people-wrong");
  const broken = await order("people-broken");
  const unknown = await order("people-unknown");
  await school.server.runJobs();
  const known = await page(wrong);
  expect(known.job).toMatchObject({ state: "failed", problem: "import/bad_rows" });
  expect(JSON.parse(known.result)).toEqual({ rows: 2 });
  const job = { state: "failed", problem: "job/failed" };
  for (const id of [broken, unknown]) expect(await page(id)).toMatchObject({ job, result: "" });
});

test.each([
  ["people-half", "import/no_file"],
  ["people-half-broken", "job/failed"],
])("long work that fails after a part says which part it has done: %s", async (kind, problem) => {
  const { school, order, page } = await openWorking("when asked");
  const id = await order(kind);
  await school.server.runJobs();
  const { job, result } = await page(id);
  expect([job.problem, JSON.parse(result)]).toEqual([problem, { row: 3 }]);
});

test("a server that closes gives its work back, and the next start does it", async () => {
  const { school, order, until, begun, release, state } = await openWorking("fast");
  const id = await order("people-held");
  await until(id, "running");
  await school.stop();
  release();
  await school.start();
  await school.server.runJobs();
  expect(await state(id)).toBe("done");
  expect(begun).toEqual([id, id]);
  expect((await school.row("job", { id })).tries).toBe(1);
});

test("work whose server was killed is done by another one, but not a third time", async () => {
  const { school, token, order, page, begun } = await openWorking("when asked");
  const leased_until = school.now + JOB_LEASES.ms;
  const killed = (id: number, tries: number, result: string | null = null) =>
    school.update(
      "job",
      { state: "running", tries, result, lease: randomUUID(), leased_until },
      { id },
    );
  const once = await order("people-held");
  const often = await order("people-held");
  const stopped = await order("people-held");
  await killed(once, 1);
  await killed(often, 2, '{"row":3}');
  await killed(stopped, 1);
  await school.call(`/staff/jobs/${stopped}/stop`, { method: "POST", token });
  await school.update("job", { kind: "people-quick" });
  await school.server.runJobs();
  expect(begun).toEqual([]);
  school.now += JOB_LEASES.ms;
  await school.server.runJobs();
  expect(begun).toEqual([once]);
  expect((await page(once)).job).toMatchObject({ state: "done" });
  expect((await page(stopped)).job).toMatchObject({ state: "stopped" });
  const { job, result } = await page(often);
  expect(job).toMatchObject({ state: "failed", problem: "job/interrupted" });
  expect(result).toBe('{"row":3}');
});

test.each([
  ["that somebody stops", "stopped", ""],
  ["that gets no further", "failed", "job/too_long"],
])("work that hangs ends, and the next one begins: one %s", async (_, ended, problem) => {
  // Three seconds after it was to stop it is given up.
  const { school, token, order, until, begun, page } = await openWorking(
    "fast",
    ...(["setTimeout", "clearTimeout"] as const),
  );
  const id = await order("people-hung");
  const next = await order("people-quick");
  await vi.waitUntil(() => begun.includes(id));
  if (ended === "failed") school.now += 31 * 60_000;
  else await school.call(`/staff/jobs/${id}/stop`, { method: "POST", token });
  await until(id, ended);
  await until(next, "done");
  expect(begun).toEqual([id, next]);
  expect((await page(id)).job.problem).toBe(problem);
});

test("two servers do each piece of work once", async () => {
  const { school, order, begun } = await openWorking("when asked");
  const other = await school.startAnother();
  onTestFinished(() => other.close());
  const ids: number[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await order("people-quick"));
  await Promise.all([school.server.runJobs(), other.runJobs()]);
  expect(begun.toSorted((a, b) => a - b)).toEqual(ids);
});

test("managers see work about people, but nothing of the school or of those above them", async () => {
  const { school, token, order } = await openWorking("when asked");
  const { token: tutor } = await school.signedIn({ level: 10 });
  const theirs = await order("people-quick");
  const above = await order("people-quick", 100);
  const ofSchool = await order("backup");
  const statusFor = async (by: string) =>
    (await school.call(`/staff/jobs/${theirs}`, { token: by })).status;
  expect([await statusFor(token), await statusFor(tutor)]).toEqual([200, 403]);
  for (const id of [above, ofSchool]) {
    for (const part of ["", "/events", "/file", "/stop"]) {
      const asking = { method: part === "/stop" ? "POST" : "GET", token };
      const { status } = await school.call(`/staff/jobs/${id}${part}`, asking);
      expect([part, status]).toEqual([part, 404]);
    }
  }
});

test("the address of events opens nothing else, and ends with the session", async () => {
  const { school, token, order, page } = await openWorking("fast");
  const id = await order("people-held");
  const other = await order("people-held");
  const { events } = await page(id);
  const status = async (address: string) => (await school.call(address)).status;
  expect(await status(events.replace(`/${id}/`, `/${other}/`))).toBe(401);
  expect(await status(events.replace("/events", "/file"))).toBe(401);
  expect(await status(events.replace("/events?", "?"))).toBe(401);
  const stream = await fetch(`${school.url}/api${events}`);
  await school.call("/user/logout", { method: "POST", token });
  expect((await messagesOf(stream)).at(-1)).not.toMatchObject({ state: "done" });
  expect(await status(events)).toBe(401);
});

test("streams end when the server closes, and are as few as other long answers", async () => {
  const { school, order, page } = await openWorking("fast");
  const { events } = await page(await order("people-held"));
  const streams: Response[] = [];
  while (streams.at(-1)?.status !== 429) {
    streams.push(await fetch(`${school.url}/api${events}`));
  }
  expect(streams.length).toBeGreaterThan(2);
  await Promise.all([...streams.map((stream) => messagesOf(stream)), school.stop()]);
  await school.start();
});

test("a file that work has made can be saved by whoever sees the work, for a week", async () => {
  const { school, order, page } = await openWorking("when asked");
  const id = await order("people-file");
  await school.server.runJobs();
  const { file } = await page(id);
  const saved = await school.call(file);
  expect([saved.status, saved.text]).toEqual([200, "a,b\r\n"]);
  expect(saved.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(saved.headers["content-disposition"]).toContain('filename="Leute.csv"');
  // The file's own time is that of the machine.
  school.now = Math.max(school.now, Date.now()) + 8 * DAY;
  await school.server.cleanUp();
  expect((await page(id)).status).toBe(404);
  expect((await school.call(file)).status).toBe(401);
  expect(await school.sentFiles()).toEqual([]);
});
