import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, id, text, withDefault } from "./wire.ts";

/*
 * Long work of the staff's desk, only at our school. It goes on after its call, and after a restart. Managers see that
 * about people and courses, administrators all. What somebody may not see is a 404.
 */

const JOB_STATES = ["waiting", "running", "done", "failed", "stopped"] as const;

const job = v.object({
  id,
  /** Such as `people-import`. */
  kind: v.string(),
  state: v.picklist(JOB_STATES),
  created: date,
  ended: date,
  /** How much is done, of how much; 0 of 0 while nobody knows. */
  done: withDefault(v.number(), 0),
  total: withDefault(v.number(), 0),
  /** Whether it can be stopped: one that has done a part of its work for good goes on. */
  stoppable: withDefault(v.boolean(), true),
  /** Why it has failed, as a code such as `job/interrupted`; empty if it has not. */
  problem: text,
});

export type StaffJob = DeepReadonly<v.InferOutput<typeof job>>;

const jobPage = v.object({
  job,
  /** JSON: what came of it, which the screen of its kind decodes; empty until it has ended. */
  result: text,
  /** The address of its events for an `EventSource`, which cannot send a token; valid for an hour or two. */
  events: text,
  /** The address of the file that it has made; empty if it has made none. Valid for an hour or two. */
  file: text,
});

/** One job. 404 `job/not_found`. */
export const getStaffJob = call.get("/staff/jobs/:id", { level: 20, answer: jobPage });

/**
 * Has a job stop, and answers with what is known then: it may take a moment. A job that has ended,
 * or cannot be stopped, stays as it is.
 */
export const stopStaffJob = call.post("/staff/jobs/:id/stop", {
  level: 20,
  answer: v.object({ job }),
});

/**
 * The job's progress as server-sent events: each message is a `job` as JSON. The stream ends with the job, with the
 * session, and when the server closes; `EventSource` then asks again. A ticket in the address replaces the token.
 */
export const getStaffJobEvents = call.get("/staff/jobs/:id/events", {
  level: 20,
  query: ["ticket"],
  answer: "bytes",
});

/** The file that a job has made. A ticket in the address replaces the token. 404 `asset/not_found`. */
export const getStaffJobFile = call.get("/staff/jobs/:id/file", {
  level: 20,
  query: ["ticket"],
  answer: "bytes",
});

export const jobEvent = job;
