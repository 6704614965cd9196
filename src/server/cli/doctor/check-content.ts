import { findDamagedFiles } from "../../store/check-files.ts";
import { type Found, found } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** How many missing files are named. */
const NAMED = 5;

/** Whether there is something to study, and whether all files are there that the database names. */
export const checkContent = async ({ database, store }: Patient): Promise<Found[]> => {
  const { read } = database;
  const { count } = await read
    .selectFrom("lesson")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const { files, damaged } = await findDamagedFiles(database, store, false);
  const missing = await Promise.all(damaged.slice(0, NAMED).map((key) => store.describe(key)));
  return [
    Number(count) === 0
      ? found("staff-doctor.content-none")
      : found("staff-doctor.content-fine", { lessons: Number(count), files }),
    ...(missing.length > 0
      ? [
          found("staff-doctor.content-missing", {
            count: damaged.length,
            files: missing.join(", "),
          }),
        ]
      : []),
  ];
};
