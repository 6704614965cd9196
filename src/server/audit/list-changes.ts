import { type Kysely, type Selectable, sql } from "kysely";
import type { AuditAction, AuditKind } from "../../domain/audit.ts";
import { foldText } from "../../domain/search-text.ts";
import type { Tables } from "../db/schema.ts";

export type ChangeRow = Selectable<Tables["audit"]>;

/** Which changes are listed; what is absent selects all. */
export interface ChangeFilter {
  /** The level of who looks. */
  readonly level: number;
  /** In milliseconds since 1970: from this time on, and before that one. */
  readonly from?: number;
  readonly before?: number;
  /** An account's id: changes by this person and of this person. */
  readonly person?: number;
  readonly kind?: AuditKind;
  readonly action?: AuditAction;
  /** Words in the names of who and of what. */
  readonly search?: string;
}

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

/** How many changes there are. */
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
    .$if(after !== null, (query) =>
      query.where((is) =>
        is.or([
          is("at", "<", after?.[0] ?? 0),
          is.and([is("at", "=", after?.[0] ?? 0), is("id", "<", after?.[1] ?? 0)]),
        ]),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
