import { createWriteStream, existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { pipeline } from "node:stream/promises";
import type { Kysely } from "kysely";
import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import { findByUsername } from "../accounts/account-rows.ts";
import { Passwords } from "../accounts/password/passwords.ts";
import { openZipTarget, TargetExistsError } from "../content/export/export-target.ts";
import { courseKeys } from "../content/import-school.ts";
import type { Database } from "../db/open-database.ts";
import type { Account, Tables } from "../db/schema.ts";
import { courseKey } from "../people/change-details.ts";
import { changePerson } from "../people/change-person.ts";
import { exportPerson, recordExport } from "../people/export-person.ts";
import { peopleIds } from "../people/find-people.ts";
import { peopleRows, peopleTitles } from "../people/import/import-file.ts";
import { orderLinkMail } from "../people/links.ts";
import type { CourseDates } from "../people/person-courses.ts";
import { personTables } from "../people/person-tables.ts";
import { readPeople } from "../people/read-people.ts";
import { removePeople } from "../people/removal.ts";
import { stayingInWords, summarizePeople, summaryInWords } from "../people/removal-summary.ts";
import type { Environment } from "../school/settings/environment.ts";
import { openStore } from "../store/open-store.ts";
import { writeTable } from "../tables/write-table.ts";
import {
  commandContext,
  namedCourses,
  namedTaught,
  personError,
  withDatabase,
} from "./command-context.ts";
import { askPassword, CommandError, escapeForTerminal, inColumns, UsageError } from "./terminal.ts";

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** Those of the accounts that there are, with their courses. Fields without a value are null. */
const listedPeople = async (db: Kysely<Tables>, ids: readonly number[]) => {
  const keys = await courseKeys(db);
  const keyOf = (courseId: number) => courseKey(courseId, keys);
  const people = await readPeople(db, ids);
  return people.map(({ account, courses, teaches, lastDay, mailRefused, sameAs }) => ({
    username: account.username,
    email: account.email,
    firstName: account.first_name,
    lastName: account.last_name,
    /** 0 student, 10 tutor, 20 manager, 100 administrator. */
    level: account.level,
    registered: account.registered,
    /** The last day of access. */
    lastDay,
    /** Since when the account is blocked. */
    blocked: iso(account.blocked),
    lastLogin: iso(account.last_login),
    courses: courses.map(({ course_id, sub_date, exp_date, sub_months }) => ({
      key: keyOf(course_id),
      from: sub_date,
      until: exp_date,
      months: sub_months,
    })),
    /** The keys of the courses that a tutor teaches; null for other levels. */
    teaches: teaches === null || teaches === "all" ? teaches : teaches.map(keyOf),
    /** Since when its mail address is known to take no mails. */
    mailRefused: iso(mailRefused),
    /** Another account whose name or mail address looks like this one's. */
    sameAs,
    /** Whether no password has been chosen yet, as after an invitation. */
    noPassword: account.password === "",
  }));
};

type ListedPerson = Awaited<ReturnType<typeof listedPeople>>[number];

/**
 * Writes people as a table that can be imported again.
 * @param xlsx the path of a new workbook; absent: CSV on standard output
 */
const writePeople = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  xlsx: string | undefined,
): Promise<void> => {
  if (xlsx !== undefined && existsSync(xlsx)) {
    throw new CommandError(`${xlsx} already exists. Choose another file, or delete it.`);
  }
  const table = writeTable(
    xlsx === undefined ? "csv" : "xlsx",
    peopleTitles(FALLBACK_LANGUAGE),
    peopleRows(db, ids),
  );
  if (xlsx === undefined) await pipeline(table, process.stdout, { end: false });
  else await pipeline(table, createWriteStream(xlsx, { flags: "wx", mode: 0o600 }));
};

export const knownAccount = async ({ read }: Database, username: string): Promise<Account> => {
  const account = await findByUsername(read, username);
  if (account) return account;
  throw new CommandError(`There is no account "${username}".`);
};

interface Teacher {
  readonly username: string;
  /** Keys of courses. */
  readonly teaches: "all" | readonly string[] | null;
}

/** The courses that somebody teaches, such as `teaches PMB, SWB`; empty for other levels. */
export const taughtInWords = ({ teaches }: Teacher): string => {
  if (teaches === null) return "";
  return `teaches ${teaches === "all" ? "all" : teaches.join(", ") || "no course"}`;
};

/** What to do for a tutor without courses; empty for others. */
export const hintToTeach = ({ username, teaches }: Teacher): string => {
  if (teaches === null || teaches.length > 0) return "";
  const name = escapeForTerminal(username);
  return `\nA tutor without courses sees no student. Give some: user set ${name} --teaches PMB,SWB or all.`;
};

const courseInWords = ({ key, until }: ListedPerson["courses"][number]): string =>
  until === null ? key : `${key} until ${until}`;

const cellsOf = (person: ListedPerson): string[] => [
  escapeForTerminal(person.username),
  escapeForTerminal(`${person.firstName} ${person.lastName}`.trim()),
  escapeForTerminal(person.email),
  `level ${person.level}`,
  person.courses.map(courseInWords).join(", "),
  taughtInWords(person),
  person.lastDay === null ? "" : `last day ${person.lastDay}`,
  person.blocked === null ? "" : "blocked",
  person.noPassword ? "no password yet" : "",
  person.mailRefused === null ? "" : "takes no mail",
  person.sameAs === null ? "" : `name or email as ${escapeForTerminal(person.sameAs)}`,
];

interface ListOptions {
  csv: boolean;
  /** The path of a new workbook. */
  xlsx?: string;
  course?: string;
  level?: number;
  blocked: boolean;
  search?: string;
}

/** Lists the accounts that match all filters, by name. */
export const listUsers = async (
  environment: Environment,
  { course, csv, xlsx, ...options }: ListOptions,
) => {
  const people = await withDatabase(environment, async (database) => {
    const [id] = course === undefined ? [] : await namedCourses(database, [course]);
    const { search, level, blocked } = options;
    const filter = { search, level, course: id, state: blocked ? ("blocked" as const) : undefined };
    const ids = await peopleIds(database.read, filter, Date.now());
    if (!csv && xlsx === undefined) return listedPeople(database.read, ids);
    await writePeople(database.read, ids, xlsx);
    return null;
  });
  if (!people) return null;
  const text = people.length === 0 ? "There is no such account." : inColumns(people.map(cellsOf));
  return { data: people, text };
};

interface SetOptions {
  json?: boolean;
  username?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  level?: number;
  /** A day, or `never`. */
  lastDay?: string;
  block: boolean;
  unblock: boolean;
  unlink: boolean;
  mailWorks: boolean;
  resetSecondFactor: boolean;
  password: boolean;
  passwordStdin: boolean;
  course: readonly string[];
  from?: string;
  /** A day, or `never`. */
  until?: string;
  months?: number;
  removeCourse: readonly string[];
  teaches?: "all" | readonly string[];
}

const endOf = (given: string): string | null => (given === "never" ? null : given);

const datesIn = ({ from, until, months, course }: SetOptions): CourseDates => {
  const dates = {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until: endOf(until) }),
    ...(months !== undefined && { months }),
  };
  if (Object.keys(dates).length > 0 && course.length === 0) {
    throw new UsageError("--from, --until and --months need a --course.");
  }
  if (until !== undefined && months !== undefined) {
    throw new UsageError("--until and --months cannot be used together.");
  }
  return dates;
};

const isNothingGiven = ({ json: _, course, removeCourse, ...options }: SetOptions): boolean =>
  course.length + removeCourse.length === 0 &&
  Object.values(options).every((value) => value === undefined || value === false);

/** Changes an account and its courses. */
export const setUser = async (username: string, environment: Environment, options: SetOptions) => {
  if (isNothingGiven(options)) {
    throw new UsageError("Say what to change; --help lists the options.");
  }
  if (options.block && options.unblock) {
    throw new UsageError("--block and --unblock cannot be used together.");
  }
  const dates = datesIn(options);
  const { block, unblock, password, passwordStdin, course, removeCourse, lastDay } = options;
  const { email, firstName, lastName, level, teaches } = options;
  const changed = await withDatabase(environment, async (database) => {
    const account = await knownAccount(database, username);
    const asksPassword = password || passwordStdin;
    const passwordHash = asksPassword
      ? await new Passwords().hash(
          await askPassword(passwordStdin, [account.username, account.email]),
        )
      : undefined;
    const changes = {
      ...(options.username !== undefined && { username: options.username }),
      ...(email !== undefined && { email }),
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(level !== undefined && { level }),
      ...(lastDay !== undefined && { lastDay: endOf(lastDay) }),
      ...(passwordHash !== undefined && { passwordHash }),
      ...(teaches !== undefined && { teaches: await namedTaught(database, teaches) }),
      ...((block || unblock) && { blocked: block }),
      unlinked: options.unlink,
      mailWorks: options.mailWorks,
      withoutSecondFactor: options.resetSecondFactor,
      courses: (await namedCourses(database, course)).map((id) => ({ id, ...dates })),
      removedCourses: await namedCourses(database, removeCourse),
    };
    const context = await commandContext(database);
    const problem = await database.write((db) => changePerson(db, account, changes, context));
    if (problem) throw personError(problem);
    return listedPeople(database.read, [account.id]);
  });
  const [person] = changed;
  if (!person) throw new CommandError(`The account "${username}" was removed meanwhile.`);
  const words = cellsOf(person).filter(Boolean).join(", ");
  return { data: person, text: `Changed ${words}.${hintToTeach(person)}` };
};

/** Asks on the terminal. @returns false for any answer but yes, and where there is no terminal */
const isConfirmed = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D are no answer, and the question would wait for one forever.
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    const typed = lines.question(`${question} [y/N] `).catch(() => "");
    return /^y(es)?$/i.test((await Promise.race([typed, closed])).trim());
  } finally {
    lines.close();
  }
};

/** Removes an account with everything that belongs to the person. */
export const removeUser = async (
  username: string,
  environment: Environment,
  options: { yes: boolean },
) => {
  const { account, summary } = await withDatabase(environment, async (database) => {
    const account = await knownAccount(database, username);
    const tables = await personTables({ written: false });
    const summary = await summarizePeople(database.read, tables, [account.id]);
    const name = escapeForTerminal(account.username);
    const what = `${name} and everything of this person would be removed for good: ${summaryInWords(summary)}.${stayingInWords(summary)}`;
    if (!options.yes && !(await isConfirmed(`${what}\nRemove it?`))) {
      throw new CommandError(
        `${what}\nNothing has been removed. Run it again with --yes if that is what you want.`,
      );
    }
    const context = await commandContext(database);
    const store = await openStore(environment, database);
    const removed = await removePeople(database, store, [account.id], async () => context);
    const [refused] = removed.refused;
    if (refused?.account) throw personError("last-administrator");
    if (refused) throw new CommandError(`The account "${username}" was removed meanwhile.`);
    return { account, summary: removed.summary };
  });
  return {
    data: { username: account.username, ...summary },
    text: `Removed ${escapeForTerminal(account.username)}: ${summaryInWords(summary)}.${stayingInWords(summary)}`,
  };
};

/** Writes everything about a person to a new zip file. */
export const exportUser = async (username: string, given: string, environment: Environment) => {
  const file = path.resolve(given);
  const { account, exported } = await withDatabase(environment, async (database) => {
    const account = await knownAccount(database, username);
    try {
      const target = await openZipTarget(file, 0o600);
      const store = await openStore(environment, database);
      const { actor, now } = await commandContext(database);
      const exported = await exportPerson(database.read, store, account, target);
      await database.write((db) => recordExport(db, account, { actor, now }));
      return { account, exported };
    } catch (reason) {
      if (reason instanceof TargetExistsError) throw new CommandError(reason.message);
      throw reason;
    }
  });
  const { missing } = exported;
  return {
    data: { username: account.username, path: file, ...exported },
    text: `Exported ${escapeForTerminal(account.username)} to ${given}: files: ${exported.files}. Open index.html in it.`,
    ...(missing.length > 0 && {
      note: `Files that are missing in the school: ${missing.join(", ")}`,
    }),
  };
};

/** Mails a person without a password a link on which they choose one. */
export const inviteUser = async (username: string, environment: Environment) => {
  const account = await withDatabase(environment, async (database) => {
    const account = await knownAccount(database, username);
    const context = await commandContext(database);
    const refused = await database.write((db) => orderLinkMail(db, account, "invitation", context));
    const name = escapeForTerminal(account.username);
    if (refused === "blocked") throw new CommandError(`${name} is blocked.`);
    if (refused === "has-password") {
      throw new CommandError(
        `${name} has a password already. A forgotten one is changed by the link of the sign-in form.`,
      );
    }
    return account;
  });
  return {
    data: { username: account.username, email: account.email },
    text: `The server mails an invitation to ${escapeForTerminal(account.email)} within seconds.`,
  };
};
