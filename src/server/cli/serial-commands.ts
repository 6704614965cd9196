import { COMMAND } from "../../domain/audit.ts";
import { type ListedSerial, listSerials as listAllSerials } from "../activation/list-serials.ts";
import { issueSerialNumber, revokeSerialNumber } from "../activation/serial-numbers.ts";
import type { Environment } from "../school/settings/environment.ts";
import { CommandError, withDatabase } from "./command-context.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";
import { namedCourses } from "./named-courses.ts";
import { inColumns, type JsonOption, printResult } from "./terminal.ts";

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
  const rows = await withDatabase(environment, ({ read }) => listAllSerials(read));
  const text =
    rows.length === 0 ? "There are no serial numbers yet." : inColumns(rows.map(cellsOf));
  const listed = rows.map((row) => ({ ...row, created: new Date(row.created).toISOString() }));
  printResult(options, listed, text);
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
