import { dayOf } from "../../src/domain/calendar.ts";
import { addAccount, subscribe } from "../../src/server/db/accounts.ts";
import { courseIds } from "../../src/server/db/course-ids.ts";
import { schoolLanguages } from "../../src/server/db/import-school.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { Passwords } from "../../src/server/passwords.ts";

const PASSWORD = "a needle a day";
let hash: Promise<string> | undefined;
let accounts = 0;

/** Adds a student with courses from today on, as the command does but without a process of its own. */
export const addStudent = async (dataDir: string, courseKeys: readonly string[]) => {
  accounts += 1;
  const username = `noa${accounts}`;
  // One for all: making it is meant to be slow.
  hash ??= new Passwords().hash(PASSWORD);
  const passwordHash = await hash;
  const today = dayOf(Date.now());
  const database = await openDatabase(dataDir, null);
  try {
    const known = await courseIds(database.read);
    await database.write(async (db) => {
      const added = await addAccount(db, {
        username,
        email: `${username}@selvedge.example`,
        level: 0,
        firstName: "Noa",
        lastName: "",
        languages: await schoolLanguages(db),
        passwordHash,
        registered: today,
        expire: null,
      });
      if ("taken" in added) throw new Error(`There is ${username} already.`);
      const dates = { subDate: today, subMonths: null, expDate: null };
      for (const key of courseKeys) {
        const id = known.get(key);
        if (id === undefined) throw new Error(`There is no course ${key}.`);
        await subscribe(db, added.id, id, dates);
      }
    });
  } finally {
    await database.close();
  }
  return { username, password: PASSWORD, firstName: "Noa" };
};
