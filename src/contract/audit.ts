import * as v from "valibot";
import { call } from "./call.ts";
import { defineList, pageQuery, tableQuery } from "./list.ts";
import { cursor } from "./page.ts";
import { type DeepReadonly, date, id, text, withDefault } from "./wire.ts";

/** What a change of the school is about. */
export const AUDIT_KINDS = [
  "person",
  "content",
  "lesson",
  "announcement",
  "term",
  "question",
  "hand-in",
  "comment",
  "setting",
  "site",
  "serial",
  "licence",
  "release",
  "key",
  "backup",
] as const;

export const AUDIT_ACTIONS = [
  "added",
  "changed",
  "removed",
  "blocked",
  "unblocked",
  "signed-out",
  "invited",
  "password-reset",
  "second-factor-reset",
  "imported",
  "exported",
  "restored",
  "published",
  "rolled-back",
  "answered",
  "answer-taken-back",
  "revoked",
  "signed",
  "tested",
] as const;

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

/**
 * What has been changed. `from` and `to` are its first and its last day. `person` is an account's id: what this
 * person has changed, and what was changed of this person. `search` is in the names of who and of what: letter
 * case, accents and the order of words do not count.
 */
export const CHANGES_LIST = defineList({
  filters: {
    from: "day",
    to: "day",
    kind: AUDIT_KINDS,
    action: AUDIT_ACTIONS,
    person: "id",
    search: "words",
  },
  pageLength: 50,
});

/** A page of what has been changed, the latest first, as far as the person may see it. */
export const getChanges = call.get("/staff/changes", {
  level: 20,
  query: pageQuery(CHANGES_LIST),
  answer: v.object({
    changes: v.array(change),
    /** How many there are on all pages. */
    total: v.number(),
    cursor,
  }),
});

/** The same changes, all of them, as a table. */
export const getChangesTable = call.get("/staff/changes/table", {
  level: 20,
  query: tableQuery(CHANGES_LIST),
  answer: "bytes",
});
