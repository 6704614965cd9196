import { COMMAND } from "../../domain/audit.ts";
import { courseIds } from "../content/course-ids.ts";
import type { Database } from "../db/open-database.ts";
import type { PeopleContext } from "../people/change-person.ts";
import { readSchoolDays } from "../school/school-days.ts";

/** Who changes people at the command line, and when. */
export const commandContext = async ({ read }: Database): Promise<PeopleContext> => {
  const now = Date.now();
  return {
    actor: COMMAND,
    now,
    today: (await readSchoolDays(read)).of(now),
    courseKeys: new Map([...(await courseIds(read))].map(([key, id]) => [id, key])),
  };
};
