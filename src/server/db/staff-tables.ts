import type { Generated } from "kysely";
import type { Actor, AuditAction, AuditKind } from "../../domain/audit.ts";

/** What the staff's desk needs. */
export interface StaffTables {
  /** Who changed what. Rows are never changed, and go when the school's time for them is over. */
  audit: AuditTable;
  /** Long work that goes on after its call, survives a restart, and runs once on several servers. */
  job: JobTable;
}

export interface AuditTable {
  id: Generated<number>;
  at: number;
  actor: Actor["kind"];
  /** Null for actors that are no person, and once the person is removed. */
  actor_id: number | null;
  /** The username at that time; empty for actors that are no person. */
  actor_name: string;
  action: AuditAction;
  kind: AuditKind;
  /** What it is about: an id, a key or a name of its kind. */
  subject: string;
  /** How people call it, such as a username or a title. */
  subject_name: string;
  /** JSON: what exactly has changed; no secret and no text that somebody wrote to somebody. */
  details: string;
  /** The level from which on somebody sees it. */
  level: number;
  /** The two names as they are searched: without case and accents. */
  folded: string;
}

export type JobState = "waiting" | "running" | "done" | "failed" | "stopped";

export interface JobTable {
  id: Generated<number>;
  kind: string;
  state: JobState;
  /** Who has ordered it; null once the person is removed. */
  account_id: number | null;
  /** The level that the person had. */
  level: number;
  created: number;
  ended: Generated<number | null>;
  /** How much is done, of how much; 0 of 0 while nobody knows. */
  done: Generated<number>;
  total: Generated<number>;
  /** JSON. */
  input: string;
  /** JSON: what the screen shows; null until it has ended. */
  result: Generated<string | null>;
  /** Why it has failed, as a code such as `job/interrupted`; null if it has not. */
  problem: Generated<string | null>;
  /** The name in the store of the file that it reads; null: none. */
  file: Generated<string | null>;
  /** The name in the store of the file that it has made; null: none. */
  made: Generated<string | null>;
  /** The name under which a person saves that file. */
  made_name: Generated<string | null>;
  /** 1: somebody wants it to stop. */
  stop: Generated<number>;
  /** How often a server has begun it. */
  tries: Generated<number>;
  /** Names the server that works on it; null: nobody does. */
  claim: Generated<string | null>;
  /** When another server may take it over. */
  claimed_until: Generated<number>;
}
