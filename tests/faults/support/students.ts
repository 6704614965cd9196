import { createHash } from "node:crypto";
import { addAccount, subscribe } from "../../../src/server/accounts/account-rows.ts";
import { importSchool } from "../../../src/server/content/import-school.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { asSecret, createHandle, hashOf, type Secret } from "../../../src/server/secrets.ts";
import { type Answer, send } from "../../server/support/client.ts";
import { diskStore } from "../../server/support/stored-path.ts";
import { COURSE, longCourse } from "./long-course.ts";

const DAY_MS = 86_400_000;

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
      const added = await addAccount(db, {
        username: `student-${student}`,
        email: `student-${student}@long.example`,
        firstName: "",
        lastName: "",
        level: 0,
        languages: ["en"],
        passwordHash: "",
        registered: "2026-01-15",
        expire: null,
      });
      if ("taken" in added) throw new Error("The folder is in use");
      const dates = { expDate: null, subDate: "2026-01-15", subMonths: null };
      await subscribe(db, added.id, COURSE, dates);
      const created = Date.now();
      await db
        .insertInto("token")
        .values({
          hash: hashOf(tokenOf(student)),
          account_id: added.id,
          created,
          expires: created + DAY_MS,
          handle: createHandle(),
        })
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
    const answer = await send(`${address}/api/user/progress/${lesson}/complete`, {
      method: "PUT",
      token: this.token,
      json: { package_id: 1 },
    });
    if (answer.status === 200) this.acknowledged.push(lesson);
    return answer;
  }

  /** The completed lessons at the school. */
  async completed(address: string): Promise<number[]> {
    const answer = await send(`${address}/api/user/progress`, { token: this.token });
    return answer.json.progress
      .filter((row: { completed: string | null }) => row.completed !== null)
      .map((row: { lesson_id: number }) => row.lesson_id);
  }
}
