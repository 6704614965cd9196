import { parseArgs } from "node:util";
import { courseIds } from "../db/course-ids.ts";
import type { Database } from "../db/open-database.ts";
import { issueSerialNumber, revokeSerialNumber } from "../db/serial-numbers.ts";
import type { Environment } from "../environment.ts";
import { namedCourses } from "./named-courses.ts";
import { shown } from "./shown.ts";
import { CommandError, UsageError } from "./usage.ts";
import { wholeNumber } from "./whole-number.ts";
import { withDatabase } from "./with-database.ts";

const LONGEST_NAME = 100;

const parsed = (words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
      options: {
        seats: { type: "string" },
        course: { type: "string", multiple: true, default: [] },
        name: { type: "string", default: "" },
      },
    }).values;
  } catch (reason) {
    throw new UsageError(reason instanceof Error ? reason.message : String(reason));
  }
};

const seatsInWords = (seats: number): string => (seats === 1 ? "1 seat" : `${seats} seats`);

/** Makes a serial number and says it. */
export const issueSerial = async (
  words: readonly string[],
  environment: Environment,
): Promise<number> => {
  const values = parsed(words);
  if (values.seats === undefined) throw new UsageError("--seats is missing.");
  const seats = wholeNumber(values.seats, "--seats");
  if (seats === 0) throw new UsageError("--seats must be 1 or more.");
  const name = values.name.trim();
  if ([...name].length > LONGEST_NAME) {
    throw new UsageError(`--name may have ${LONGEST_NAME} characters.`);
  }
  const serial = await withDatabase(environment, async (database) => {
    const named = await namedCourses(database, values.course);
    const courses = named.length > 0 ? [...new Set(named)] : null;
    return database.write((db) => issueSerialNumber(db, { name, seats, courses }, Date.now()));
  });
  const courses = values.course.length > 0 ? values.course.join(", ") : "all courses";
  console.log(`Issued ${serial}: ${seatsInWords(seats)}, ${courses}.`);
  return 0;
};

const listed = async ({ read }: Database): Promise<string[][]> => {
  const keys = new Map([...(await courseIds(read))].map(([key, id]) => [id, key]));
  const rows = await read
    .selectFrom("serial_number")
    .leftJoin("account", "account.id", "serial_number.account_id")
    .leftJoin("registration", "registration.serial", "serial_number.serial")
    .select(["serial_number.serial", "name", "seats", "courses", "revoked", "username"])
    .select(["account_id", "full_name"])
    .select((row) =>
      row
        .selectFrom("activation")
        .select((inner) => inner.fn.count("computer_id").distinct().as("taken"))
        .whereRef("activation.serial", "=", "serial_number.serial")
        .as("taken"),
    )
    .select((row) =>
      row
        .selectFrom("activation")
        .select((inner) => inner.fn.count("computer_id").distinct().as("by_file"))
        .whereRef("activation.serial", "=", "serial_number.serial")
        .where("until", "is not", null)
        .as("by_file"),
    )
    .select((row) =>
      row
        .selectFrom("activation")
        .select((inner) => inner.fn.max("until").as("latest_end"))
        .whereRef("activation.serial", "=", "serial_number.serial")
        .as("latest_end"),
    )
    .orderBy("serial_number.created")
    .orderBy("serial_number.serial")
    .execute();
  return rows.map((row) => {
    const ids: number[] = row.courses === null ? [] : JSON.parse(row.courses);
    const some = ids.map((id) => keys.get(id) ?? "?").join(", ");
    const all = row.account_id === null ? "all courses" : "own courses";
    return [
      row.serial,
      `${Number(row.taken)} of ${seatsInWords(row.seats)}`,
      row.latest_end === null ? "" : `${Number(row.by_file)} by file, until ${row.latest_end}`,
      some || all,
      row.revoked === null ? "" : "revoked",
      row.username === null ? shown(row.name) : `${shown(row.username)}'s own`,
      row.full_name === null ? "" : `registered by ${shown(row.full_name)}`,
    ];
  });
};

/** Lists all serial numbers, the oldest first. */
export const listSerials = async (environment: Environment): Promise<number> => {
  const rows = await withDatabase(environment, listed);
  if (rows.length === 0) {
    console.log("There are no serial numbers yet.");
    return 0;
  }
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, at) => cell.padEnd(widths?.[at] ?? 0));
    console.log(
      cells
        .filter((cell) => cell !== "")
        .join("  ")
        .trimEnd(),
    );
  }
  return 0;
};

/** Takes a serial number back. */
export const revokeSerial = async (serial: string, environment: Environment): Promise<number> => {
  const done = await withDatabase(environment, (database) =>
    database.write((db) => revokeSerialNumber(db, serial, Date.now())),
  );
  if (done === "unknown") throw new CommandError(`There is no serial number "${serial}".`);
  const said = done === "revoked" ? "Revoked" : "It was revoked before:";
  console.log(`${said} ${serial.toLowerCase()}.`);
  return 0;
};
