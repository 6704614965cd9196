import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Result } from "../../../src/lib/result.ts";
import type { CallFailure } from "../../../src/transport/call-failure.ts";
import { createRetries } from "../../../src/transport/retry-refused.ts";
import { type Call, callsOf } from "./calls.ts";
import type { LoadJob, Plan, PlanFigures, Report } from "./job.ts";
import { Connections, Servers, UNREACHABLE } from "./line.ts";
import { Recorder } from "./recorder.ts";

/** How often the generator looks for calls that are due. */
const TICK_MS = 2;
/** A call that would be begun later is left out, so that it is not added to a later phase. */
const TOO_LATE_MS = 500;
/** After this time a call counts as lost. */
const LAST_ANSWERS_TIMEOUT_MS = 30_000;

/** Numbers from 0 to 1 that are the same in each run. */
const randomNumbers = (): (() => number) => {
  let state = 20_261_122;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const random = randomNumbers();

const say = (report: Report): void => console.log(JSON.stringify(report));

const etagOf = async (job: LoadJob): Promise<string> => {
  const response = await fetch(`${job.urls[0]}/api/products/${job.product}/skeleton`, {
    headers: { authorization: `Bearer ${job.students[0]?.token}` },
  });
  if (!response.ok) throw new Error(`The skeleton was answered ${response.status}`);
  await response.arrayBuffer();
  return response.headers.get("etag") ?? "";
};

type Answer = Result<null, CallFailure>;

type SendCall = (call: Call, options?: { headers?: Record<string, string> }) => Promise<Answer>;

/** What tells the app's retries that a call may be sent twice. */
const KEYED = { "idempotency-key": "" };

const add = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** The students, with their connections, calls and retries. They go on from plan to plan. */
const openStudents = async (job: LoadJob, servers: Servers) => {
  const etag = job.calls === "study" ? await etagOf(job) : "";
  return job.students.map((student, number) => {
    const home = number % servers.urls.length;
    const host = servers.urls[home]?.host ?? "";
    return {
      connections: new Connections(servers, home, job.calls === "idle" ? 1 : undefined),
      calls: callsOf(job, student, number, { host, etag }),
      // The app's own retries: what they add to an overload is a part of the measurement.
      withRetries: createRetries({ random, sleep: (ms) => pause(ms), onBusy: () => {} }),
    };
  });
};

type Student = Awaited<ReturnType<typeof openStudents>>[number];

/** Begins the calls when they are planned, however slow the answers are. */
const run = async (students: Student[], { phases, retries }: Plan): Promise<PlanFigures> => {
  const recorder = new Recorder();
  const unexpected: Record<string, number> = {};
  const acknowledged: Record<string, number> = {};
  const cutOffs = () => students.reduce((sum, { connections }) => sum + connections.cutOff, 0);
  const cutOffBefore = cutOffs();
  let underWay = 0;
  let onTheWire = 0;
  let lost = 0;
  let turn = 0;
  const started = performance.now();
  const now = () => performance.now() - started;

  const send = ({ connections }: Student, call: Call): Promise<Answer> =>
    new Promise((resolve) => {
      onTheWire += 1;
      connections.send(call.request, ({ status, latency, retryAfter }) => {
        onTheWire -= 1;
        if (status === call.expected) {
          recorder.accepted(now(), latency);
          call.accepted?.();
          add(acknowledged, call.path);
          resolve(Result.ok(null));
          return;
        }
        if (status === UNREACHABLE) lost += 1;
        else if (retryAfter !== null) recorder.refused(now());
        else add(unexpected, `${call.path} ${status}`);
        resolve(Result.fail({ kind: "refused", status, code: "", retryAfter }));
      });
    });

  const begin = async (at: number): Promise<void> => {
    const student = students[turn++ % students.length];
    if (!student) return;
    const call = student.calls.next();
    const sendOnce: SendCall = () => send(student, call);
    const sendCall: SendCall = retries ? student.withRetries(sendOnce) : sendOnce;
    underWay += 1;
    recorder.begun(at, now() - at);
    const answer = await sendCall(call, { headers: call.isRepeatable ? KEYED : {} });
    underWay -= 1;
    if (!answer.ok) recorder.gaveUp(at);
  };

  let at = 0;
  let until = 0;
  for (const [phase, { rate, seconds }] of phases.entries()) {
    say({ phase });
    until += seconds * 1000;
    while (at < until) {
      const due = Math.min(now(), until);
      while (at < due) {
        if (now() - at < TOO_LATE_MS) void begin(at);
        else recorder.leftOut(at);
        at += (-1000 / rate) * Math.log(1 - random());
      }
      await pause(TICK_MS);
    }
  }
  const deadline = performance.now() + LAST_ANSWERS_TIMEOUT_MS;
  while (underWay > 0 && performance.now() < deadline) await pause(10);
  lost += onTheWire;
  const cutOff = cutOffs() - cutOffBefore;
  return { ...recorder.figures(phases), lost, cutOff, unexpected, acknowledged };
};

// The first line is the job, which is too long for an argument; the others are plans.
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { value: first } = await lines.next();
const job: LoadJob = JSON.parse(first ?? "");
const servers = new Servers(job.urls);
const students = await openStudents(job, servers);
if (job.urls.length > 1) servers.watch();
for await (const line of lines) say({ figures: await run(students, JSON.parse(line) as Plan) });
process.exit(0);
