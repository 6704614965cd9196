import { PEOPLE_CHECK, PEOPLE_IMPORT } from "../../contract/staff-import.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { CONTENT_JOBS } from "../content/source/content-work.ts";
import { runContentJob } from "../content/source/run-content-job.ts";
import { checkPeople, importPeople } from "../people/import/import-jobs.ts";
import { createFilmsJob } from "../pictures/films/convert-films.ts";
import { BACKUP_JOB, FILMS_JOB, PHOTOS_JOB } from "./job-rows.ts";
import type { JobHandler } from "./job-runner.ts";

/** What does each kind of long work. */
export const JOB_HANDLERS: Readonly<Record<string, JobHandler>> = {
  [PEOPLE_CHECK]: checkPeople,
  [PEOPLE_IMPORT]: importPeople,
  [BACKUP_JOB]: makeBackup,
  [FILMS_JOB]: createFilmsJob(),
  ...Object.fromEntries([...CONTENT_JOBS, PHOTOS_JOB].map((kind) => [kind, runContentJob])),
};
