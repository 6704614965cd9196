import { type Kysely, sql } from "kysely";
import type { SentAnswer } from "../../../../contract/call.ts";
import type { postTreeRemoval, TreePlace } from "../../../../contract/staff-tree.ts";
import { chunks } from "../../../../lib/chunks.ts";
import type { Tables } from "../../../db/schema.ts";
import { studentsByCourse } from "../../source/compare.ts";
import { chaptersOf, isReadable } from "./facts.ts";
import { productOf, type Tree } from "./plan.ts";
import { lessonsGoneWith } from "./plan-remove.ts";
import { sentTexts } from "./sent-tree.ts";

type Sent = SentAnswer<typeof postTreeRemoval>;

const IDS_AT_ONCE = 500;

const countsOf = async (db: Kysely<Tables>, ids: readonly number[]) => {
  const studying = new Set<number>();
  const completed = new Set<number>();
  let handIns = 0;
  for (const some of chunks(ids, IDS_AT_ONCE)) {
    const rows = await db
      .selectFrom("progress")
      .select([
        "account_id",
        sql<number>`count(completed)`.as("done"),
        sql<number>`count(*)`.as("all"),
      ])
      .where("lesson_id", "in", some)
      .where("opened", "is not", null)
      .groupBy("account_id")
      .execute();
    for (const { account_id, done, all } of rows) {
      if (Number(done) > 0) completed.add(account_id);
      if (Number(done) < Number(all)) studying.add(account_id);
    }
    const { count } = await db
      .selectFrom("upload")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("lesson_id", "in", some)
      .executeTakeFirstOrThrow();
    handIns += Number(count);
  }
  return { studying: studying.size, completed: completed.size, hand_ins: handIns };
};

/** The courses that lose something, by their keys. */
const coursesWith = (tree: Tree, place: TreePlace) => {
  const { facts } = productOf(tree, place.product);
  return facts.courses.filter((course) => {
    if (place.kind === "product") return true;
    if (place.kind === "course") return course.key === place.course;
    return chaptersOf(facts, course).includes(place.chapter);
  });
};

/** What a removal means to students. @param now milliseconds since 1970 @throws HttpProblem 409, 422 */
export const removalOf = async (
  db: Kysely<Tables>,
  tree: Tree,
  place: TreePlace,
  now: number,
): Promise<Sent> => {
  const product = productOf(tree, place.product);
  const keys = lessonsGoneWith(tree, place);
  const ids = keys.flatMap((key) => {
    const facts = product.lessons.get(key)?.facts;
    return facts && isReadable(facts) && facts.id > 0 ? [facts.id] : [];
  });
  const students = await studentsByCourse(db, now);
  return {
    lessons: keys.length,
    courses: coursesWith(tree, place).map(({ key, id, titles }) => ({
      ...{ key, students: students.get(id) ?? 0 },
      titles: sentTexts(titles),
    })),
    ...(await countsOf(db, ids)),
  };
};
