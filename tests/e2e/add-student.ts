import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { addAccount, subscribe } from "../../src/server/accounts/account-rows.ts";
import { courseIds, schoolLanguages } from "../../src/server/content/import-school.ts";
import { setTaughtCourses } from "../../src/server/desk/viewer.ts";
import { readSchoolDays } from "../../src/server/school/school-days.ts";
import { openServedDatabase } from "../support/served-database.ts";

const PASSWORD = "a needle a day";
let hash: Promise<string> | undefined;
let accounts = 0;

/** The minimum parameters of argon2, so that signing in is cheap in tests. */
const hashQuickly = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const parameters = { message: password, nonce, parallelism: 1, tagLength: 32 };
  const tag = await promisify(argon2)("argon2id", { ...parameters, memory: 8, passes: 1 });
  const [salt, key] = [nonce, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${key}`;
};

/**
 * Adds a student with courses from today on, as the command does but without starting a process.
 * @param level of a role in `domain/roles.ts`; a student's by default. A tutor teaches all courses.
 */
export const addStudent = async (
  dataDir: string,
  courseKeys: readonly string[],
  level = 0,
  lastName = "",
) => {
  accounts += 1;
  // Workers may share a school. One word, and no part of another's: a search finds this student alone.
  const username = `noa${process.env.TEST_WORKER_INDEX ?? ""}x${String(accounts).padStart(4, "0")}`;
  hash ??= hashQuickly(PASSWORD);
  const passwordHash = await hash;
  const database = await openServedDatabase(dataDir);
  try {
    const today = (await readSchoolDays(database.read)).of(Date.now());
    const known = await courseIds(database.read);
    await database.write(async (db) => {
      const added = await addAccount(db, {
        username,
        email: `${username}@selvedge.example`,
        level,
        firstName: "Noa",
        lastName,
        languages: await schoolLanguages(db),
        passwordHash,
        registered: today,
        expire: null,
      });
      if ("taken" in added) throw new Error(`There is ${username} already.`);
      if (level > 0) await setTaughtCourses(db, added.id, "all");
      const dates = { sub_date: today, sub_months: null, exp_date: null };
      for (const key of courseKeys) {
        const id = known.get(key);
        if (id === undefined) throw new Error(`There is no course ${key}.`);
        await subscribe(db, { account_id: added.id, course_id: id, ...dates });
      }
    });
  } finally {
    await database.close();
  }
  return { username, password: PASSWORD, firstName: "Noa" };
};

/** Completes a lesson of PMB for a student, though those before it are not complete. */
export const completeLesson = async (
  dataDir: string,
  username: string,
  lesson: number,
): Promise<void> => {
  const database = await openServedDatabase(dataDir);
  try {
    const course = (await courseIds(database.read)).get("PMB") ?? null;
    await database.write(async (db) => {
      const { id } = await db
        .selectFrom("account")
        .select("id")
        .where("username", "=", username)
        .executeTakeFirstOrThrow();
      const study = { account_id: id, lesson_id: lesson, package_id: 1, course_id: course };
      const times = { opened: null, completed: Date.now(), last_seen: Date.now(), seconds: 0 };
      await db
        .insertInto("progress")
        .values({ ...study, ...times })
        .execute();
    });
  } finally {
    await database.close();
  }
};
