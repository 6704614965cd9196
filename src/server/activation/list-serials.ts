import { type Kysely, sql } from "kysely";
import { courseKeys } from "../content/import-school.ts";
import type { Tables } from "../db/schema.ts";

interface SerialFilter {
  /** A part of the note, of the owner's name, or of the number. */
  readonly search?: string;
  /** Absent: the oldest come first, and all of them. */
  readonly page?: { readonly skip: number; readonly limit: number };
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Lists serial numbers with their seats and the people registered. */
export const listSerials = async (
  read: Kysely<Tables>,
  { search = "", page }: SerialFilter = {},
) => {
  const part = `%${escapeLike(search)}%`;
  const keys = await courseKeys(read);
  const rows = await read
    .selectFrom("serial_number")
    .leftJoin("account", "account.id", "serial_number.account_id")
    .leftJoin("registration", "registration.serial", "serial_number.serial")
    .select(["serial_number.serial", "name", "seats", "courses", "revoked", "username"])
    .select(["account_id", "full_name", "serial_number.created"])
    .select((row) => {
      const own = row
        .selectFrom("activation")
        .whereRef("activation.serial", "=", "serial_number.serial");
      const machines = own.select(({ fn }) => fn.count("computer_id").distinct().as("machines"));
      return [
        machines.as("taken"),
        machines.where("until", "is not", null).as("by_file"),
        own.select(({ fn }) => fn.max("until").as("until")).as("latest_end"),
      ];
    })
    .$if(search !== "", (list) =>
      list.where(
        // SQLite lowers only the letters of English, so it lowers both sides alike.
        sql<boolean>`(lower(serial_number.name) like lower(${part}) escape '\\'
          or lower(coalesce(account.username, '')) like lower(${part}) escape '\\'
          or serial_number.serial like lower(${part}) escape '\\')`,
      ),
    )
    .orderBy("serial_number.created", page ? "desc" : "asc")
    .orderBy("serial_number.serial")
    .$if(page !== undefined, (list) => list.offset(page?.skip ?? 0).limit(page?.limit ?? 0))
    .execute();
  return rows.map((row) => ({
    serial: row.serial,
    name: row.name,
    seats: row.seats,
    seatsTaken: Number(row.taken),
    /** Seats taken by licence files, and the last day on which one of them is valid. */
    byFile: Number(row.by_file),
    until: row.latest_end,
    /** Keys of courses; null for all courses of the school, or of the owner. */
    courses:
      row.courses === null
        ? null
        : (JSON.parse(row.courses) as number[]).map((id) => keys.get(id) ?? "?"),
    isRevoked: row.revoked !== null,
    /** That of the student who owns the number. */
    username: row.username,
    registeredBy: row.full_name,
    /** Milliseconds since 1970. */
    created: Number(row.created),
  }));
};

/** A serial number with its state. Fields without a value are null. */
export type ListedSerial = Awaited<ReturnType<typeof listSerials>>[number];
