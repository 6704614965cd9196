import * as v from "valibot";
import { call } from "./call.ts";
import { cursor, PAGE_QUERY } from "./page.ts";
import { type DeepReadonly, date, id, text, withDefault } from "./wire.ts";

const change = v.object({
  id,
  at: date,
  /** `person`, `command`, or `school`: nobody, the school did it by itself. */
  actor: v.string(),
  /** The account of the person who did it; null for others, and once the person is removed. */
  actor_id: withDefault(id, null),
  /** The username at that time. */
  actor_name: text,
  action: v.string(),
  kind: v.string(),
  /** What it is about: an id, a key or a name of its kind. */
  subject: v.string(),
  /** How people call it. */
  name: text,
  /** What exactly has changed. */
  details: v.array(
    v.object({
      field: v.string(),
      /** The values before; null where only the present ones are known. */
      before: withDefault(v.array(v.string()), null),
      now: v.array(v.string()),
    }),
  ),
});

export type SchoolChange = DeepReadonly<v.InferOutput<typeof change>>;

const CHANGES_QUERY = ["from", "to", "person", "kind", "action", "search"] as const;

/**
 * A page of what has been changed, the latest first, as far as the person may see it. `from` and `to`
 * are days of the school. `person` is an account's id: what this person has changed, and what was
 * changed of this person. `search` is in the names of who and of what: letter case, accents and the
 * order of words do not count.
 */
export const getChanges = call({
  method: "GET",
  path: "/staff/changes",
  level: 20,
  query: [...PAGE_QUERY, ...CHANGES_QUERY],
  answer: v.object({
    changes: v.array(change),
    /** How many there are on all pages. */
    total: v.number(),
    cursor,
  }),
});

/** The same changes, all of them, as a table: `format` is `csv` (as without it) or `xlsx`. */
export const getChangesTable = call({
  method: "GET",
  path: "/staff/changes/table",
  level: 20,
  query: [...CHANGES_QUERY, "format", "language"],
  answer: "bytes",
});
