import { type Kysely, type Selectable, sql } from "kysely";
import { CHANGES_LIST } from "../../contract/audit.ts";
import type { AuditAction, AuditKind } from "../../domain/audit.ts";
import { addDays } from "../../domain/calendar.ts";
import type { GivenQuery } from "../../domain/list-query.ts";
import { foldText } from "../../domain/search-text.ts";
import type { Days } from "../days.ts";
import type { Tables } from "../db/schema.ts";
import { comesAfter, decodeListQuery } from "../list-query.ts";

export type ChangeRow = Selectable<Tables["audit"]>;

/** Which changes are listed; what is absent selects all. */
export interface ChangeFilter {
  /** The level of who looks. */
  readonly level: number;
  /** In milliseconds since 1970: from this time on, and before that one. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
  /** An account's id: changes by this person and of this person. */
  readonly person?: number | undefined;
  readonly kind?: AuditKind | undefined;
  readonly action?: AuditAction | undefined;
  /** Words in the names of who and of what. */
  readonly search?: string | undefined;
}

/**
 * Decodes which changes a call asks for.
 * @param level that of who asks
 * @throws HttpProblem 422
 */
export const changeFilter = (
  given: GivenQuery<typeof CHANGES_LIST>,
  level: number,
  days: Days<"school">,
): ChangeFilter => {
  const { from, to, person, kind, action, search } = decodeListQuery(CHANGES_LIST, given);
  return {
    ...{ level, person, kind, action, search },
    from: from && days.startOf(from),
    before: to && days.startOf(addDays(to, 1)),
  };
};

const chosen = (db: Kysely<Tables>, filter: ChangeFilter) => {
  const { level, from, before, person, kind, action, search = "" } = filter;
  const words = foldText(search).split(" ").filter(Boolean);
  // Signs alone, such as a smiley, are in no name.
  const isNothing = words.length === 0 && search.trim() !== "";
  return db
    .selectFrom("audit")
    .where("level", "<=", level)
    .$if(isNothing, (query) => query.where(sql<boolean>`false`))
    .$if(from !== undefined, (query) => query.where("at", ">=", from ?? 0))
    .$if(before !== undefined, (query) => query.where("at", "<", before ?? 0))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as AuditKind))
    .$if(action !== undefined, (query) => query.where("action", "=", action as AuditAction))
    .$if(person !== undefined, (query) =>
      query.where((is) =>
        is.or([
          is("actor_id", "=", person as number),
          is.and([is("kind", "=", "person"), is("subject", "=", String(person))]),
        ]),
      ),
    )
    .where((is) => is.and(words.map((word) => is("folded", "like", `%${word}%`))));
};

export const countChanges = async (db: Kysely<Tables>, filter: ChangeFilter): Promise<number> => {
  const { count } = await chosen(db, filter)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Lists changes, the latest first.
 * @param after time and id of the change that the list comes after; null: from the start
 */
export const listChanges = async (
  db: Kysely<Tables>,
  filter: ChangeFilter,
  limit: number,
  after: readonly [at: number, id: number] | null = null,
): Promise<ChangeRow[]> =>
  chosen(db, filter)
    .selectAll()
    .where(comesAfter([sql.ref("at"), sql.ref("id")], after, true))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
