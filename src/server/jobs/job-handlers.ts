import type { JobHandler } from "./job-runner.ts";

/** What does each kind of long work. */
export const JOB_HANDLERS: Readonly<Record<string, JobHandler>> = {};
