import { createHash } from "node:crypto";
import type { SentLesson } from "../../../src/contract/content.ts";
import { addAccount, subscribe } from "../../../src/server/accounts/account-rows.ts";
import { importSchool } from "../../../src/server/content/import-school.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { asSecret, createHandle, hashOf, type Secret } from "../../../src/server/secrets.ts";
import { type Answer, send } from "../../server/support/client.ts";
import { NOA } from "../../server/support/noa.ts";
import { diskStore } from "../../server/support/stored-path.ts";
import { DAY, fixtureSchool, PMB } from "../../server/support/test-school.ts";

/** The fixture's school with only one course, of this many lessons, numbered from 1, in one menu. */
const longCourse = async (length: number): Promise<CompiledSchool> => {
  const school = await fixtureSchool();
  const [product] = school.products;
  const course = product?.courses.PMB;
  if (!product || !course) throw new Error("The fixture has no such course");
  const ids = Array.from({ length }, (_, at) => at + 1);
  const lesson = (dbid: number): SentLesson => ({
    ...{ dbid, key: `lesson-${dbid}`, title: { en: `Lesson ${dbid}` }, image: "", type: "text" },
    ...{ hasAssignment: false, hasAssignmentImage: false, subLessons: [] },
    html: { languages: { en: { pages: [{ title: "One", html: "<p>Text</p>", subLessons: [] }] } } },
  });
  const named = { title: "All", translations: [{ language: "en", title: "All", descr: "" }] };
  const lessons = Object.fromEntries(ids.map((id) => [`lesson-${id}`, lesson(id)]));
  const menu2 = [{ props: named, lessons: Object.keys(lessons) }];
  const whole = {
    ...{ visibles: [], lpackages: [1], lpackagesOrder: [1] },
    lessonsOrder: ids.map((id) => ({ id, package_id: 1 })),
  };
  const long = {
    ...product,
    menu: { menu1: [{ props: { key: "all", descr: "", ...named }, menu2 }] },
    lessons,
    courses: { PMB: { ...course, ...whole } },
    courseOrder: ["PMB"],
    lpackages: { 1: { props: { packageId: 1, pdf: null, translations: [] } } },
  };
  return { ...school, products: [long], assignments: [], files: [], captions: [] };
};

/** Nobody signs in here: checking a password takes more time than a start of the school. */
const tokenOf = (student: number): Secret =>
  asSecret(createHash("sha256").update(`student ${student}`).digest("base64url"));

/**
 * Creates a long course and this many students, who are signed in, in a data folder.
 * @param databaseUrl absent: SQLite
 */
export const prepareSchool = async (
  dataDir: string,
  { lessons, students, databaseUrl }: { lessons: number; students: number; databaseUrl?: string },
): Promise<void> => {
  const database = await openDatabase(dataDir, databaseUrl ?? null);
  await importSchool(database, diskStore(dataDir), await longCourse(lessons));
  await database.write(async (db) => {
    for (let student = 0; student < students; student += 1) {
      const username = `student-${student}`;
      const added = await addAccount(db, { ...NOA, username, email: `${username}@long.example` });
      if ("taken" in added) throw new Error("The folder is in use");
      const dates = { exp_date: null, sub_date: "2026-01-15", sub_months: null };
      await subscribe(db, { account_id: added.id, course_id: PMB, ...dates });
      const times = { created: Date.now(), expires: Date.now() + DAY };
      const token = { hash: hashOf(tokenOf(student)), handle: createHandle(), ...times };
      await db
        .insertInto("token")
        .values({ account_id: added.id, ...token })
        .execute();
    }
  });
  await database.close();
};

/** A student who goes through the course and records what the school has acknowledged. */
export class Student {
  readonly token: string;
  readonly acknowledged: number[] = [];

  /** @param number from 0 */
  constructor(number: number) {
    this.token = tokenOf(number);
  }

  /** Completes the lesson after the last acknowledged one. Rejects if the connection breaks. */
  async completeNext(address: string): Promise<Answer> {
    const lesson = this.acknowledged.length + 1;
    const path = `${address}/api/user/progress/${lesson}/complete`;
    const asking = { method: "PUT", token: this.token, json: { package_id: 1 } };
    const answer = await send(path, asking);
    if (answer.status === 200) this.acknowledged.push(lesson);
    return answer;
  }

  /** The lessons that the school has acknowledged, and does not have. */
  async lost(address: string): Promise<number[]> {
    const answer = await send(`${address}/api/user/progress`, { token: this.token });
    const rows: { lesson_id: number; completed: string | null }[] = answer.json.progress;
    const completed = new Set(rows.flatMap((row) => (row.completed ? row.lesson_id : [])));
    return this.acknowledged.filter((lesson) => !completed.has(lesson));
  }
}

export const studentsOf = (count: number): Student[] =>
  Array.from({ length: count }, (_, number) => new Student(number));

/** Completed lessons before a fault, and after it. */
const COMPLETED = 24;

/**
 * Students go on before, during and after a fault.
 * @param onFailure is told of each lesson that is not acknowledged; null: the connection broke
 */
export const studyThrough = async (
  address: string,
  students: readonly Student[],
  fault: () => Promise<unknown>,
  onFailure: (answer: Answer | null, beganAfter: boolean) => void,
): Promise<void> => {
  let before = 0;
  let after = 0;
  let isOver = false;
  let striking: Promise<void> | null = null;
  const strike = async () => {
    await fault();
    isOver = true;
  };
  const study = async (student: Student) => {
    while (after < COMPLETED) {
      const beganAfter = isOver;
      const answer = await student.completeNext(address).catch(() => null);
      if (answer?.status !== 200) onFailure(answer, beganAfter);
      else if (beganAfter) after += 1;
      else before += 1;
      if (before >= COMPLETED) striking ??= strike();
    }
  };
  await Promise.all(students.map(study));
  await striking;
};
