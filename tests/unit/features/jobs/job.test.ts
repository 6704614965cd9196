import { expect, onTestFinished, test, vi } from "vitest";
import { getStaffJob, stopStaffJob } from "../../../../src/contract/staff-jobs.ts";
import { createJob, type Events } from "../../../../src/features/jobs/job.ts";
import { Result } from "../../../../src/lib/result.ts";
import type { Send } from "../../../../src/transport/transport.ts";

type State = "waiting" | "running" | "done";

const jobIn = (state: State, done = 0) => ({
  ...{ id: 7, kind: "people-check", state, created: "2026-11-18T12:00:00.000Z" },
  ...{ ended: state === "done" ? "2026-11-18T12:00:09.000Z" : null, done, total: 10, problem: "" },
});

/** A job at a school that answers as it is told, with events that the test sends. */
const open = ({ hasEvents = true } = {}) => {
  const school = { state: "running" as State, isSignedIn: true };
  const saved: string[] = [];
  const asked: string[] = [];
  const streams: (Events & { address: string; isClosed: boolean })[] = [];
  const send = (async (call: unknown) => {
    asked.push(call === getStaffJob ? "get" : "stop");
    const { state, isSignedIn } = school;
    if (!isSignedIn) return Result.fail({ kind: "refused", status: 401, code: "" });
    if (call === stopStaffJob) return Result.ok({ job: jobIn(state) });
    const made = state === "done" ? { result: "{}", file: "/file" } : { result: "", file: "" };
    return Result.ok({ job: jobIn(state), ...made, events: "/events" });
  }) as unknown as Send;
  const openEvents = (address: string) => {
    const stream = {
      ...{ address, isClosed: false, readyState: 1, onmessage: null, onerror: null },
      close: () => void Object.assign(stream, { isClosed: true }),
    };
    streams.push(stream);
    return stream;
  };
  const job = createJob({
    ...{ send, base: "https://school.example/api", id: 7 },
    openEvents: hasEvents ? openEvents : null,
    saveFile: (address) => void saved.push(address),
  });
  return {
    ...{ job, school, asked, streams, saved },
    tell: (data: unknown) => {
      const message = { data: JSON.stringify(data) } as MessageEvent;
      streams.at(-1)?.onmessage?.call(streams.at(-1) as unknown as EventSource, message);
    },
    breakOff: () => {
      const stream = streams.at(-1);
      if (!stream) return;
      Object.assign(stream, { readyState: 2 });
      stream.onerror?.call(stream as unknown as EventSource, new Event("error"));
    },
  };
};

test("a job is followed by its events, and fetched once more when it has ended", async () => {
  const { job, school, streams, tell, asked } = open();
  job.follow();
  await vi.waitUntil(() => streams.length === 1);
  expect(streams[0]?.address).toBe("https://school.example/api/events");
  tell(jobIn("running", 4));
  expect(job.state.job?.done).toBe(4);
  tell({ something: "else" });
  expect(job.state.job?.done).toBe(4);
  school.state = "done";
  tell(jobIn("done", 10));
  await vi.waitUntil(() => job.state.file !== "");
  expect(job.state).toMatchObject({ result: "{}", file: "https://school.example/api/file" });
  expect([streams[0]?.isClosed, asked]).toEqual([true, ["get", "get"]]);
});

test.each([true, false])(
  "a job is asked for where its events cannot be received (%s)",
  async (hasEvents) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { job, school, streams, breakOff, asked } = open({ hasEvents });
    const end = job.follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(Number(hasEvents));
    school.state = "done";
    breakOff();
    await vi.advanceTimersByTimeAsync(2000);
    expect(job.state.job?.state).toBe("done");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(["get", "get"]);
    end();
  },
);

test("nobody asks for a job any more once its screen is left", async () => {
  const { job, streams, asked } = open();
  const end = job.follow();
  await vi.waitUntil(() => streams.length === 1);
  end();
  expect([streams[0]?.isClosed, asked]).toEqual([true, ["get"]]);
});

test("the file of a job is saved from a fresh address, and not once the session has ended", async () => {
  const { job, school, asked, saved } = open();
  school.state = "done";
  await job.save();
  expect([asked, saved]).toEqual([["get"], ["https://school.example/api/file"]]);
  school.isSignedIn = false;
  await job.save();
  expect([saved.length, job.state.failure]).toEqual([1, "not-fetched"]);
});
