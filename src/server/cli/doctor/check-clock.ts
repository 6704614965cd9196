import { sql } from "kysely";
import { isPostgres } from "../../db/is-postgres.ts";
import { type Found, found } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** Codes of an authenticator app hold for half a minute, and a header names whole seconds. */
const OFF_MS = 5000;
const WRONG_MS = 60_000;

/** The time of the database's machine; null for a database on this one. */
const timeOfDatabase = async ({ database: { read } }: Patient): Promise<number | null> => {
  if (!isPostgres(read)) return null;
  const { rows } = await sql<{ now: string | number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000) as now`.execute(read);
  return Number(rows[0]?.now);
};

/** The time of the server at the public address, such as a proxy; null if it does not answer. */
const timeOfAddress = async ({ environment, signal }: Patient): Promise<number | null> => {
  if (environment.publicUrl === null) return null;
  try {
    const { headers } = await fetch(`${environment.publicUrl}/health`, { method: "HEAD", signal });
    const time = Date.parse(headers.get("date") ?? "");
    return Number.isNaN(time) ? null : time;
  } catch {
    return null;
  }
};

/** How far a clock is from this one, at the moment at which it tells its time; null if there is none. */
const differenceFrom = async (
  patient: Patient,
  timeOf: (patient: Patient) => Promise<number | null>,
): Promise<number | null> => {
  const time = await timeOf(patient);
  return time === null ? null : Math.abs(patient.clock() - time);
};

/** Compares the clock with those of other machines that the school knows. */
export const checkClock = async (patient: Patient): Promise<Found[]> => {
  const others = [
    await differenceFrom(patient, timeOfDatabase),
    await differenceFrom(patient, timeOfAddress),
  ];
  const differences = others.filter((difference) => difference !== null);
  if (differences.length === 0) return [found("staff-doctor.clock-alone")];
  const most = Math.max(...differences);
  const values = { seconds: Math.round(most / 1000) };
  if (most < OFF_MS) return [found("staff-doctor.clock-fine", values)];
  return [found(most < WRONG_MS ? "staff-doctor.clock-off" : "staff-doctor.clock-wrong", values)];
};
