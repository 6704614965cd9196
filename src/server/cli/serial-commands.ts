import { COMMAND } from "../../domain/audit.ts";
import { courseIds } from "../db/course-ids.ts";
import type { Database } from "../db/open-database.ts";
import { issueSerialNumber, revokeSerialNumber } from "../db/serial-numbers.ts";
import type { Environment } from "../environment.ts";
import { CommandError } from "./errors.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";
import { inColumns } from "./in-columns.ts";
import { namedCourses } from "./named-courses.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { withDatabase } from "./with-database.ts";

export const MAX_NAME_LENGTH = 100;

const seatsInWords = (seats: number): string => (seats === 1 ? "1 seat" : `${seats} seats`);

interface IssueOptions extends JsonOption {
  seats: number;
  /** Keys of courses; empty for all of the school's courses. */
  course: readonly string[];
  name: string;
}

/** Issues a serial number and prints it. */
export const issueSerial = async (
  options: IssueOptions,
  environment: Environment,
): Promise<number> => {
  const { seats, name } = options;
  const serial = await withDatabase(environment, async (database) => {
    const named = await namedCourses(database, options.course);
    const courses = named.length > 0 ? [...new Set(named)] : null;
    return database.write((db) =>
      issueSerialNumber(db, { name, seats, courses }, COMMAND, Date.now()),
    );
  });
  const courses = options.course.length > 0 ? options.course.join(", ") : "all courses";
  printResult(
    options,
    { serial, seats, name, courses: options.course.length > 0 ? options.course : null },
    `Issued ${serial}: ${seatsInWords(seats)}, ${courses}.`,
  );
  return 0;
};

/** A serial number with its state. Fields without a value are null. */
interface ListedSerial {
  serial: string;
  name: string;
  seats: number;
  seatsTaken: number;
  /** Seats taken by licence files. */
  byFile: number;
  /** The last day on which a licence file is valid. */
  until: string | null;
  /** Keys of courses; null for all courses of the school, or of the owner. */
  courses: string[] | null;
  isRevoked: boolean;
  /** The student who owns the number. */
  username: string | null;
  registeredBy: string | null;
}

const readSerials = async ({ read }: Database): Promise<ListedSerial[]> => {
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
  return rows.map((row) => ({
    serial: row.serial,
    name: row.name,
    seats: row.seats,
    seatsTaken: Number(row.taken),
    byFile: Number(row.by_file),
    until: row.latest_end,
    courses:
      row.courses === null
        ? null
        : (JSON.parse(row.courses) as number[]).map((id) => keys.get(id) ?? "?"),
    isRevoked: row.revoked !== null,
    username: row.username,
    registeredBy: row.full_name,
  }));
};

const cellsOf = (row: ListedSerial): string[] => [
  row.serial,
  `${row.seatsTaken} of ${seatsInWords(row.seats)}`,
  row.until === null ? "" : `${row.byFile} by file, until ${row.until}`,
  row.courses?.join(", ") || (row.username === null ? "all courses" : "own courses"),
  row.isRevoked ? "revoked" : "",
  row.username === null ? escapeForTerminal(row.name) : `${escapeForTerminal(row.username)}'s own`,
  row.registeredBy === null ? "" : `registered by ${escapeForTerminal(row.registeredBy)}`,
];

/** Lists all serial numbers, oldest first. */
export const listSerials = async (
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const rows = await withDatabase(environment, readSerials);
  const text =
    rows.length === 0 ? "There are no serial numbers yet." : inColumns(rows.map(cellsOf));
  printResult(options, rows, text);
  return 0;
};

/** Revokes a serial number. */
export const revokeSerial = async (
  serial: string,
  options: JsonOption,
  environment: Environment,
): Promise<number> => {
  const done = await withDatabase(environment, (database) =>
    database.write((db) => revokeSerialNumber(db, serial, COMMAND, Date.now())),
  );
  if (done === "unknown") throw new CommandError(`There is no serial number "${serial}".`);
  const said = done === "revoked" ? "Revoked" : "Already revoked:";
  const revoked = serial.toLowerCase();
  printResult(options, { serial: revoked, changed: done === "revoked" }, `${said} ${revoked}.`);
  return 0;
};
