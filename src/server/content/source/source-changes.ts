import { type Kysely, type Selectable, sql } from "kysely";
import type { Actor } from "../../../domain/audit.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { chunks } from "../../../lib/chunks.ts";
import type { Tables } from "../../db/schema.ts";
import { actorColumns, type SourceFile, type SourceVersion } from "./source-rows.ts";

/** How many changes of one text are kept, and of another file, which may be large. */
const KEPT_OF_TEXT = 200;
const KEPT_OF_OTHERS = 10;
const KEPT_MS = 90 * 86_400_000;

const ROWS_AT_ONCE = 200;

export type SourceChangeRow = Selectable<Tables["source_change"]>;

type Files = ReadonlyMap<string, SourceFile>;

const forgetOldest = async (db: Kysely<Tables>, paths: readonly string[]): Promise<void> => {
  for (const some of chunks(paths, ROWS_AT_ONCE)) {
    for (const isText of [true, false]) {
      const these = some.filter((path) => (sourceTextPlace(path) !== null) === isText);
      if (these.length === 0) continue;
      const kept = isText ? KEPT_OF_TEXT : KEPT_OF_OTHERS;
      await sql`delete from source_change where id in (select id from
        (select id, row_number() over (partition by path order by id desc) as place
          from source_change where path in (${sql.join(these)})) as ranked
        where place > ${kept})`.execute(db);
    }
  }
};

/**
 * Notes what a change of the draft does to each file; call within the write that does it.
 * @param draft as it is after the change
 */
export const noteChanges = async (
  db: Kysely<Tables>,
  draft: Pick<SourceVersion, "id" | "edition">,
  { before, after }: { readonly before: Files; readonly after: Files },
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Promise<string[]> => {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path)?.checksum !== after.get(path)?.checksum,
  );
  const rows = paths.map((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    return {
      ...{ version_id: draft.id, edition: draft.edition, path, at },
      ...{ before: was?.checksum ?? null, before_size: was?.size ?? null },
      ...{ after: is?.checksum ?? null, after_size: is?.size ?? null },
      ...actorColumns(actor),
    };
  });
  for (const some of chunks(rows, ROWS_AT_ONCE)) {
    await db.insertInto("source_change").values(some).execute();
  }
  await forgetOldest(db, paths);
  return paths;
};

/** The changes of one file, the latest first. */
export const changesOfFile = (db: Kysely<Tables>, path: string): Promise<SourceChangeRow[]> =>
  db
    .selectFrom("source_change")
    .selectAll()
    .where("path", "=", path)
    .orderBy("id", "desc")
    .execute();

/** Files that were changed together. */
interface SourceStep {
  /** Names it in addresses. */
  readonly id: string;
  readonly actor: SourceChangeRow["actor"];
  readonly account_id: number | null;
  readonly at: number;
  readonly changes: readonly SourceChangeRow[];
  /** How many files were changed, of which not all may be among the changes. */
  readonly files: number;
}

const changesIn = (db: Kysely<Tables>, version: number, edition: number) =>
  db
    .selectFrom("source_change")
    .selectAll()
    .where("version_id", "=", version)
    .where("edition", "=", edition)
    .orderBy("path");

const STEP = /^(\d{1,9})\.(\d{1,9})$/;

/** The changes of one step; none for one that is not known any more. */
export const changesOfStep = async (db: Kysely<Tables>, id: string): Promise<SourceChangeRow[]> => {
  const [, version, edition] = STEP.exec(id) ?? [];
  return version === undefined ? [] : changesIn(db, Number(version), Number(edition)).execute();
};

/**
 * The latest steps, the last first.
 * @param most how many of them, and how many changes of each
 */
export const latestSteps = async (
  db: Kysely<Tables>,
  most: { readonly steps: number; readonly changes: number },
): Promise<SourceStep[]> => {
  const steps = await db
    .selectFrom("source_change")
    .select(["version_id", "edition"])
    .select(({ fn }) => [fn.max("id").as("last"), fn.countAll().as("files")])
    .groupBy(["version_id", "edition"])
    .orderBy("last", "desc")
    .limit(most.steps)
    .execute();
  const found: SourceStep[] = [];
  for (const { version_id, edition, files } of steps) {
    const changes = await changesIn(db, version_id, edition).limit(most.changes).execute();
    const [first] = changes;
    if (!first) continue;
    const { actor, account_id, at } = first;
    found.push({
      ...{ id: `${version_id}.${edition}`, actor, account_id, at: Number(at) },
      ...{ changes, files: Number(files) },
    });
  }
  return found;
};

const nameKey = (at: number, person: number | null): string => `${at} ${person}`;

/**
 * What those who changed the tree of the content have added, moved or removed, as the school calls it.
 * @returns the name of what a step was about; empty for other steps
 */
export const namesOfSteps = async (
  db: Kysely<Tables>,
  steps: readonly Pick<SourceStep, "at" | "account_id">[],
): Promise<(step: Pick<SourceStep, "at" | "account_id">) => string> => {
  if (steps.length === 0) return () => "";
  const rows = await db
    .selectFrom("audit")
    .select(["at", "actor_id", "subject_name"])
    .where(
      "at",
      "in",
      steps.map(({ at }) => at),
    )
    .where("kind", "in", ["content", "lesson"])
    // The others are about a whole draft.
    .where("subject", "like", "%/%")
    .execute();
  const names = new Map(
    rows.map((row) => [nameKey(Number(row.at), row.actor_id), row.subject_name]),
  );
  return ({ at, account_id }) => names.get(nameKey(at, account_id)) ?? "";
};

/** Forgets changes whose time is over; call within a write. Their bytes go with the unused files. */
export const sweepSourceChanges = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await db
    .deleteFrom("source_change")
    .where("at", "<", now - KEPT_MS)
    .execute();
};
