import { CONTENT_JOBS } from "../content/source/content-orders.ts";
import { runContentJob } from "../content/source/run-content-job.ts";
import type { JobHandler } from "./job-runner.ts";

/** What does each kind of long work. */
export const JOB_HANDLERS: Readonly<Record<string, JobHandler>> = {
  ...Object.fromEntries(CONTENT_JOBS.map((kind) => [kind, runContentJob])),
};
