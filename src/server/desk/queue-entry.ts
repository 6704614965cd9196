import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type { getDeskQueue, QUEUE_LIST } from "../../contract/desk.ts";
import type { ListQuery } from "../../domain/list-query.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { comesAfter } from "../list-query.ts";
import type { VisibleRows } from "./visible-rows.ts";

type Show = ListQuery<typeof QUEUE_LIST>["show"];
type Entry = SentAnswer<typeof getDeskQueue>["entries"][number];

/** The length of an excerpt, in characters. */
export const EXCERPT = 200;

/** What a list shows, and from where on. */
export interface Asked {
  readonly show: Show;
  readonly tutor: SignedIn;
  readonly now: number;
  readonly limit: number;
  /** The conditions of the viewer, or of the chosen course. */
  readonly visible: VisibleRows;
  readonly start: readonly [since: number, kind: number, id: number] | null;
}

/** An entry with the keys that sort it. */
export interface Sorted {
  readonly keys: readonly [since: number, kind: number, id: number];
  readonly accountId: number;
  readonly lessonId: number | null;
  readonly entry: Omit<Entry, "claim" | "course_id">;
  readonly courseId: number | null;
}

export const isOldestFirst = (show: Show): boolean => show === "waiting";

/** Compares the sort keys of rows with those of the last entry of the page before. */
export const afterStart = (
  { start, show }: Asked,
  since: RawBuilder<number>,
  kind: number,
  id: string,
): RawBuilder<SqlBool> => {
  if (!start) return sql`true`;
  const keys = [since, sql`cast(${kind} as integer)`, sql.ref(id)];
  const isDescending = !isOldestFirst(show);
  // The first condition finds the place in an index.
  const from = isDescending ? sql`<=` : sql`>=`;
  return sql`(${since} ${from} ${start[0]} and ${comesAfter(keys, start, isDescending)})`;
};
