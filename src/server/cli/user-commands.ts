import { teachesCourses } from "../../domain/roles.ts";
import { findByUsername } from "../accounts/account-rows.ts";
import { Passwords } from "../accounts/password/passwords.ts";
import { addPerson } from "../people/add-person.ts";
import { changePerson } from "../people/change-person.ts";
import { orderLinkMail } from "../people/links.ts";
import type { Environment } from "../school/settings/environment.ts";
import { CommandError, takenError, UsageError, withDatabase } from "./command-context.ts";
import { namedCourses, namedTaught } from "./named-courses.ts";
import { commandContext } from "./people-commands.ts";
import { hintToTeach, taughtInWords } from "./taught-in-words.ts";
import { askPassword, type JsonOption, printResult } from "./terminal.ts";

interface AddOptions extends JsonOption {
  email: string;
  level: number;
  firstName: string;
  lastName: string;
  /** Keys of courses. */
  course: readonly string[];
  months?: number;
  teaches?: "all" | readonly string[];
  invite: boolean;
  passwordStdin: boolean;
}

/** Adds an account. Its courses start today. */
export const addUser = async (
  username: string,
  options: AddOptions,
  environment: Environment,
): Promise<number> => {
  const { email, level, firstName, lastName, months, teaches = [] } = options;
  if (options.invite && options.passwordStdin) {
    throw new UsageError("--invite and --password-stdin cannot be used together.");
  }
  const password = options.invite
    ? null
    : await askPassword(options.passwordStdin, [username, email]);
  await withDatabase(environment, async (database) => {
    const courses = await namedCourses(database, options.course);
    const taught = await namedTaught(database, teaches);
    const passwordHash = password === null ? "" : await new Passwords().hash(password);
    const context = await commandContext(database);
    await database.write(async (db) => {
      const added = await addPerson(
        db,
        {
          ...{ username, email, firstName, lastName, level, passwordHash, teaches: taught },
          courses: courses.map((id) => ({ id, months })),
        },
        context,
      );
      if ("taken" in added) throw takenError(added);
      if (!options.invite) return;
      const invited = { id: added.id, username, blocked: null, password: "" };
      await orderLinkMail(db, invited, "invitation", context);
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
    const passwordHash = await new Passwords().hash(password);
    const context = await commandContext(database);
    await database.write((db) => changePerson(db, account, { passwordHash }, context));
  });
  printResult(
    options,
    { username },
    `Changed the password of ${username}, and signed them out everywhere.`,
  );
  return 0;
};
