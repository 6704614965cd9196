import { runContentTask } from "../../../src/server/content/source/content-task.ts";
import { CONTENT_JOBS } from "../../../src/server/content/source/content-work.ts";
import { createContentJob } from "../../../src/server/content/source/run-content-job.ts";
import { JOB_HANDLERS } from "../../../src/server/jobs/job-handlers.ts";
import { PHOTOS_JOB } from "../../../src/server/jobs/job-rows.ts";

/** Does work on the content in the tests' own process: one of its own takes half a second to begin. */
export const contentJobHere = createContentJob(async (task, progress) => ({
  end: await runContentTask(task, progress),
}));

/** The server's own handlers are for tests of the process, such as its end. */
export const JOBS_HERE = {
  ...JOB_HANDLERS,
  ...Object.fromEntries([...CONTENT_JOBS, PHOTOS_JOB].map((kind) => [kind, contentJobHere])),
};
