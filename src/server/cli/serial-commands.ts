import { COMMAND } from "../../domain/audit.ts";
import { type ListedSerial, listSerials as listAllSerials } from "../activation/list-serials.ts";
import { issueSerialNumber, revokeSerialNumber } from "../activation/serial-numbers.ts";
import type { Environment } from "../school/settings/environment.ts";
import { namedCourses, withDatabase } from "./command-context.ts";
import { collect, positiveNumber, shortName } from "./options.ts";
import type { SchoolCommand } from "./school-command.ts";
import { CommandError, counted, escapeForTerminal, inColumns } from "./terminal.ts";

interface IssueOptions {
  seats: number;
  /** Keys of courses; empty for all of the school's courses. */
  course: readonly string[];
  name: string;
}

const issueSerial = async (environment: Environment, options: IssueOptions) => {
  const { seats, name } = options;
  const serial = await withDatabase(environment, async (database) => {
    const named = await namedCourses(database, options.course);
    const courses = named.length > 0 ? [...new Set(named)] : null;
    return database.write((db) =>
      issueSerialNumber(db, { name, seats, courses }, COMMAND, Date.now()),
    );
  });
  const courses = options.course.length > 0 ? options.course.join(", ") : "all courses";
  return {
    data: { serial, seats, name, courses: options.course.length > 0 ? options.course : null },
    text: `Issued ${serial}: ${counted(seats, "seat")}, ${courses}.`,
  };
};

const cellsOf = (row: ListedSerial): string[] => [
  row.serial,
  `${row.seatsTaken} of ${counted(row.seats, "seat")}`,
  row.until === null ? "" : `${row.byFile} by file, until ${row.until}`,
  row.courses?.join(", ") || (row.username === null ? "all courses" : "own courses"),
  row.isRevoked ? "revoked" : "",
  row.username === null ? escapeForTerminal(row.name) : `${escapeForTerminal(row.username)}'s own`,
  row.registeredBy === null ? "" : `registered by ${escapeForTerminal(row.registeredBy)}`,
];

const listSerials = async (environment: Environment) => {
  const rows = await withDatabase(environment, ({ read }) => listAllSerials(read));
  const text =
    rows.length === 0 ? "There are no serial numbers yet." : inColumns(rows.map(cellsOf));
  const listed = rows.map((row) => ({ ...row, created: new Date(row.created).toISOString() }));
  return { data: listed, text };
};

const revokeSerial = async (serial: string, environment: Environment) => {
  const done = await withDatabase(environment, (database) =>
    database.write((db) => revokeSerialNumber(db, serial, COMMAND, Date.now())),
  );
  if (done === "unknown") throw new CommandError(`There is no serial number "${serial}".`);
  const words = done === "revoked" ? "Revoked" : "Already revoked:";
  const revoked = serial.toLowerCase();
  return { data: { serial: revoked, changed: done === "revoked" }, text: `${words} ${revoked}.` };
};

export const declareSerials = (program: SchoolCommand): void => {
  const serial = program
    .command("serial")
    .description("Issue, list and revoke serial numbers of the desktop app.");
  serial
    .command("issue")
    .description("Issue a serial number that activates the desktop app.")
    .requiredOption("--seats <n>", "the number of machines that it can activate", positiveNumber)
    .option("--course <key>", "only for this course; may be given several times", collect, [])
    .option("--name <words>", "a note for the list, such as the class", shortName, "")
    .answer(issueSerial);
  serial
    .command("list")
    .description("List all serial numbers, with the seats taken and the people registered.")
    .answer(listSerials);
  serial
    .command("revoke")
    .description("Revoke a serial number. Its apps are locked at their next contact.")
    .argument("<number>", "the serial number")
    .answer(revokeSerial);
};
