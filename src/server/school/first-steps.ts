import { FIRST_STEPS, type FirstStep } from "../../domain/school-setting.ts";
import { readLastBackup } from "../backup/last-backup.ts";
import { scheduleOf } from "../backup/scheduled-backups.ts";
import type { Services } from "../services.ts";
import { ownOrganisation } from "./own-organisation.ts";

/** What a new school needs, and whether it is done. */
export const firstSteps = async ({
  database: { read },
  settings: { current },
  catalogue,
}: Pick<Services, "database" | "settings" | "catalogue">): Promise<
  { readonly name: FirstStep; readonly done: boolean }[]
> => {
  const school = await ownOrganisation(read).select("name").executeTakeFirst();
  const student = await read
    .selectFrom("account")
    .select("id")
    .where("level", "=", 0)
    .limit(1)
    .executeTakeFirst();
  const courses = [...catalogue.current.courses.values()];
  const isDone: Record<FirstStep, boolean> = {
    name: (school?.name ?? "").trim() !== "",
    mail: current.smtpUrl !== null,
    address: current.publicUrl !== null,
    course: courses.some(({ course }) => course.lessonsOrder.length > 0),
    people: student !== undefined,
    backup: scheduleOf(current).times !== "never" || (await readLastBackup(read)) !== null,
  };
  return FIRST_STEPS.map((name) => ({ name, done: isDone[name] }));
};
