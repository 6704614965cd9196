import { parseArgs } from "node:util";
import { addMonths, dayOf } from "../../domain/calendar.ts";
import { addAccount, findByUsername, setPassword, subscribe } from "../db/accounts.ts";
import { schoolLanguages } from "../db/import-school.ts";
import type { Environment } from "../environment.ts";
import { Passwords } from "../passwords.ts";
import { askPassword } from "./ask-password.ts";
import { namedCourses } from "./named-courses.ts";
import { CommandError, UsageError } from "./usage.ts";
import { wholeNumber } from "./whole-number.ts";
import { withDatabase } from "./with-database.ts";

const parsed = (words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        level: { type: "string", default: "0" },
        email: { type: "string" },
        "first-name": { type: "string", default: "" },
        "last-name": { type: "string", default: "" },
        course: { type: "string", multiple: true, default: [] },
        months: { type: "string" },
        "password-stdin": { type: "boolean", default: false },
      },
    });
  } catch (reason) {
    throw new UsageError(reason instanceof Error ? reason.message : String(reason));
  }
};

const nameIn = (positionals: readonly string[]): string => {
  const [name, more] = positionals;
  if (name === undefined || name.trim() === "") throw new UsageError("NAME is missing.");
  if (more !== undefined) throw new UsageError(`"${more}" is one word too many.`);
  return name.trim();
};

/** Adds an account, with courses from today on. */
export const addUser = async (
  words: readonly string[],
  environment: Environment,
): Promise<number> => {
  const { values, positionals } = parsed(words);
  const username = nameIn(positionals);
  const { email } = values;
  if (email === undefined) throw new UsageError("--email is missing.");
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError("--email must be a mail address.");
  const level = wholeNumber(values.level, "--level");
  const months = values.months === undefined ? null : wholeNumber(values.months, "--months");
  const password = await askPassword(values["password-stdin"]);
  const today = dayOf(Date.now());
  await withDatabase(environment, async (database) => {
    const courses = await namedCourses(database, values.course);
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
        firstName: values["first-name"],
        lastName: values["last-name"],
        languages: await schoolLanguages(db),
        passwordHash,
        registered: today,
        expire: null,
      });
      if ("taken" in added) {
        throw new CommandError(`There is an account with this ${added.taken} already.`);
      }
      for (const course of courses) await subscribe(db, added.id, course, dates);
    });
  });
  const with_ = values.course.length > 0 ? `, with ${values.course.join(", ")}` : "";
  console.log(`Added ${username}, level ${level}${with_}.`);
  return 0;
};

/** Sets a password and ends all that the account is signed in to. */
export const changeUserPassword = async (
  words: readonly string[],
  environment: Environment,
): Promise<number> => {
  const { values, positionals } = parsed(words);
  const username = nameIn(positionals);
  const password = await askPassword(values["password-stdin"]);
  await withDatabase(environment, async (database) => {
    const account = await findByUsername(database.read, username);
    if (!account) throw new CommandError(`There is no account "${username}".`);
    const hash = await new Passwords().hash(password);
    await database.write((db) => setPassword(db, account.id, hash));
  });
  console.log(`Changed the password of ${username}, and signed them out everywhere.`);
  return 0;
};
