import { addMonths } from "../../domain/calendar.ts";
import { teachesCourses } from "../../domain/roles.ts";
import { addAccount, findByUsername, setPassword, subscribe } from "../db/accounts.ts";
import { schoolLanguages } from "../db/import-school.ts";
import { readSchoolDays } from "../db/school-days.ts";
import { setTaughtCourses } from "../db/taught-courses.ts";
import type { Environment } from "../environment.ts";
import { Passwords } from "../passwords.ts";
import { askPassword } from "./ask-password.ts";
import { CommandError, takenError } from "./errors.ts";
import { namedCourses, namedTaught } from "./named-courses.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { hintToTeach, taughtInWords } from "./taught-in-words.ts";
import { withDatabase } from "./with-database.ts";

interface AddOptions extends JsonOption {
  email: string;
  level: number;
  firstName: string;
  lastName: string;
  /** Keys of courses. */
  course: readonly string[];
  months?: number;
  teaches?: "all" | readonly string[];
  passwordStdin: boolean;
}

/** Adds an account. Its courses start today. */
export const addUser = async (
  username: string,
  options: AddOptions,
  environment: Environment,
): Promise<number> => {
  const { email, level, firstName, lastName, months = null, teaches = [] } = options;
  const password = await askPassword(options.passwordStdin, [username, email]);
  await withDatabase(environment, async (database) => {
    const today = (await readSchoolDays(database.read)).of(Date.now());
    const courses = await namedCourses(database, options.course);
    const taught = await namedTaught(database, teaches);
    const passwordHash = await new Passwords().hash(password);
    const dates = {
      subDate: today,
      subMonths: months,
      expDate: months === null ? null : addMonths(today, months),
    };
    await database.write(async (db) => {
      const added = await addAccount(db, {
        username,
        email,
        level,
        firstName,
        lastName,
        languages: await schoolLanguages(db),
        passwordHash,
        registered: today,
        expire: null,
      });
      if ("taken" in added) throw takenError(added);
      for (const course of courses) await subscribe(db, added.id, course, dates);
      await setTaughtCourses(db, added.id, taught);
    });
  });
  const person = { username, level, teaches: teachesCourses(level) ? teaches : null };
  const courses = options.course.length > 0 ? `with ${options.course.join(", ")}` : "";
  const words = [username, `level ${level}`, courses, taughtInWords(person)].filter(Boolean);
  printResult(
    options,
    { ...person, email, courses: options.course },
    `Added ${words.join(", ")}.${hintToTeach(person)}`,
  );
  return 0;
};

/** Sets a password and ends all sessions of the account. */
export const changeUserPassword = async (
  username: string,
  options: JsonOption & { passwordStdin: boolean },
  environment: Environment,
): Promise<number> => {
  const password = await askPassword(options.passwordStdin, [username]);
  await withDatabase(environment, async (database) => {
    const account = await findByUsername(database.read, username);
    if (!account) throw new CommandError(`There is no account "${username}".`);
    const hash = await new Passwords().hash(password);
    await database.write((db) => setPassword(db, account.id, hash));
  });
  printResult(
    options,
    { username },
    `Changed the password of ${username}, and signed them out everywhere.`,
  );
  return 0;
};
