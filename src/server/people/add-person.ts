import type { Kysely } from "kysely";
import { addMonths } from "../../domain/calendar.ts";
import type { Language } from "../../domain/languages.ts";
import type { TakenName } from "../accounts/account-names.ts";
import { addAccount } from "../accounts/account-rows.ts";
import { recordChange } from "../audit/record-change.ts";
import { schoolLanguages } from "../content/import-school.ts";
import type { Tables } from "../db/schema.ts";
import { setTaughtCourses, type TaughtCourses } from "../desk/viewer.ts";
import { storeChoice } from "../news/news-choice.ts";
import { taughtDetails } from "./change-details.ts";
import type { PeopleContext } from "./change-person.ts";
import { changeCourses, type GivenCourse } from "./person-courses.ts";

interface NewPerson {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly level: number;
  /** The last day of access; absent or null: no end. */
  readonly lastDay?: string | null;
  /** Their courses; those without dates start today. */
  readonly courses: readonly GivenCourse[];
  readonly teaches: TaughtCourses;
  /** The hash of the password; empty for somebody who is to choose one by an invitation. */
  readonly passwordHash: string;
  /** The language of mails until the person's app tells theirs; absent: the school's first one. */
  readonly language?: Language;
}

/**
 * Adds a person with their courses, and records who has done it; call within a write.
 * @returns the id, or which name is not free, and then nothing is added
 */
export const addPerson = async (
  db: Kysely<Tables>,
  person: NewPerson,
  context: PeopleContext,
): Promise<{ readonly id: number } | TakenName> => {
  const { username, level, lastDay = null, courses, teaches, language } = person;
  const added = await addAccount(db, {
    ...person,
    languages: await schoolLanguages(db),
    registered: context.today,
    expire: lastDay === null ? null : addMonths(lastDay, 1),
  });
  if ("taken" in added) return added;
  const { id } = added;
  const given = await changeCourses(db, id, courses, [], context);
  if (teaches === "all" || teaches.length > 0) await setTaughtCourses(db, id, teaches);
  if (language !== undefined) await storeChoice(db, id, { language });
  const { actor, now, courseKeys } = context;
  await recordChange(db, now, {
    ...{ actor, action: "added", kind: "person", subject: id, name: username },
    details: {
      level,
      ...(lastDay !== null && { last_day: lastDay }),
      ...given,
      ...taughtDetails([], teaches, courseKeys),
    },
  });
  return added;
};
