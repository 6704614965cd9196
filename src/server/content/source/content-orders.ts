import { type JobRow, PHOTOS_JOB } from "../../jobs/job-rows.ts";
import type { Environment } from "../../school/settings/environment.ts";
import type { ReplacedChanges } from "./replaced-changes.ts";

/** The kinds of long work on the content. */
export const CONTENT_JOBS = [
  "content-unpack",
  "content-check",
  "content-publish",
  "content-roll-back",
  "content-export",
] as const;

export type ContentJob = (typeof CONTENT_JOBS)[number] | typeof PHOTOS_JOB;

/** What each kind of work is to do. */
export interface ContentOrders {
  "content-unpack": {
    checksum: string;
    size: number;
    replaces: string | null;
    changes?: ReplacedChanges;
  };
  "content-check": { version: string };
  "content-publish": { version: string; published: number | null };
  "content-roll-back": { id: number; published: number | null };
  "content-export": { id: number };
  [PHOTOS_JOB]: Record<string, never>;
}

/** What the server tells the process that does the work. */
export interface ContentTask {
  readonly environment: Environment;
  readonly job: JobRow;
  /** How far the school's clock is ahead of the machine's, in milliseconds. */
  readonly ahead: number;
}

/** What the process tells the server. */
export type ContentReport =
  | { readonly kind: "progress"; readonly done: number; readonly total: number }
  /** The job has ended, in the write that did its last work. */
  | { readonly kind: "ended" }
  /** It cannot be done, for a reason that people can change. */
  | { readonly kind: "problem"; readonly code: string; readonly result: unknown }
  | { readonly kind: "failed"; readonly message: string };
