import type { Kysely } from "kysely";
import * as v from "valibot";
import { parseJson } from "../../../../lib/parse-json.ts";
import type { Tables } from "../../../db/schema.ts";
import { readSetting } from "../../../db/settings.ts";
import type { Catalogue } from "../../catalogue.ts";
import { isReadable } from "./facts.ts";
import type { Numbers, Tree } from "./plan.ts";

const LAST_NUMBERS = "content_numbers";

const stored = v.object({ lesson: v.number(), course: v.number(), product: v.number() });

type Last = v.InferOutput<typeof stored>;

/** Numbers that are given to what is new, and what they were counted from. */
export interface NumberSeries {
  readonly numbers: Numbers;
  /** Keeps the last numbers; call within a write. @returns false if somebody else has taken numbers meanwhile */
  readonly keep: (db: Kysely<Tables>) => Promise<boolean>;
}

/**
 * Begins behind all numbers that lessons, courses and products have or had: students' progress and courses name them,
 * so that one that is free again must not become another lesson's.
 */
export const openNumbers = async (
  db: Kysely<Tables>,
  tree: Tree,
  catalogue: Catalogue,
): Promise<NumberSeries> => {
  const before = await readSetting(db, LAST_NUMBERS);
  const last: Last = {
    ...{ lesson: 0, course: 0, product: 0 },
    ...parseJson(before ?? "", stored),
  };
  const atLeast = (kind: keyof Last, number: number | null | undefined) => {
    last[kind] = Math.max(last[kind], Number(number ?? 0));
  };
  for (const { file, lessons } of tree.products) {
    for (const { facts } of lessons.values()) if (isReadable(facts)) atLeast("lesson", facts.id);
    if (!file || !isReadable(file.facts)) continue;
    atLeast("product", file.facts.id);
    for (const { id } of file.facts.courses) atLeast("course", id);
  }
  for (const id of catalogue.lessons.keys()) atLeast("lesson", id);
  for (const id of catalogue.courses.keys()) atLeast("course", id);
  for (const { data } of catalogue.products.values()) atLeast("product", data.props.id);
  for (const table of ["progress", "upload", "note"] as const) {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max("lesson_id").as("last"))
      .executeTakeFirst();
    atLeast("lesson", row?.last);
  }
  const owned = await db
    .selectFrom("subscription")
    .select(({ fn }) => fn.max("course_id").as("last"))
    .executeTakeFirst();
  atLeast("course", owned?.last);

  const next = (kind: keyof Last) => () => {
    last[kind] += 1;
    return last[kind];
  };
  return {
    numbers: { lesson: next("lesson"), course: next("course"), product: next("product") },
    keep: async (write) => {
      const value = JSON.stringify(last);
      if (value === before) return true;
      if (before === null) {
        const { numInsertedOrUpdatedRows } = await write
          .insertInto("setting")
          .values({ name: LAST_NUMBERS, value })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return Number(numInsertedOrUpdatedRows) > 0;
      }
      const { numUpdatedRows } = await write
        .updateTable("setting")
        .set({ value })
        .where("name", "=", LAST_NUMBERS)
        .where("value", "=", before)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },
  };
};
