import type { SentAnswer } from "../../contract/call.ts";
import type { getPeople, PersonFields } from "../../contract/staff-people.ts";
import type { Catalogue } from "../content/catalogue.ts";
import { recordVersion } from "../record-version.ts";
import type { PersonChanges } from "./change-person.ts";
import type { KnownPerson } from "./read-people.ts";

/** What staff change of a person, in the contract's form. */
export const recordOf = ({ account, courses, lastDay, taught }: KnownPerson): PersonFields => ({
  username: account.username,
  email: account.email,
  first_name: account.first_name,
  last_name: account.last_name,
  level: account.level,
  last_day: lastDay,
  courses: courses.map(({ course_id, sub_date, exp_date }) => ({
    id: course_id,
    from: sub_date,
    until: exp_date,
  })),
  teaches: { all: taught === "all", courses: taught === "all" ? [] : [...taught] },
});

export const versionOf = (person: KnownPerson): string => recordVersion(recordOf(person));

/** The changes that make a wanted record of the present one. What is the same is left alone. */
export const changesTo = (present: PersonFields, wanted: PersonFields): PersonChanges => {
  const had = new Map(present.courses.map((course) => [course.id, course]));
  const kept = new Set(wanted.courses.map(({ id }) => id));
  const given = wanted.courses.filter(({ id, from, until }) => {
    const before = had.get(id);
    return !before || before.from !== from || before.until !== until;
  });
  const isSame = <Name extends keyof PersonFields>(name: Name) => present[name] === wanted[name];
  return {
    ...(!isSame("username") && { username: wanted.username }),
    ...(!isSame("email") && { email: wanted.email }),
    ...(!isSame("first_name") && { firstName: wanted.first_name }),
    ...(!isSame("last_name") && { lastName: wanted.last_name }),
    ...(!isSame("level") && { level: wanted.level }),
    ...(!isSame("last_day") && { lastDay: wanted.last_day }),
    teaches: wanted.teaches.all ? "all" : [...wanted.teaches.courses],
    courses: given,
    removedCourses: present.courses.map(({ id }) => id).filter((id) => !kept.has(id)),
  };
};

type SentPeople = SentAnswer<typeof getPeople>;

/** A time of the database as an ISO date with time. */
export const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** A person in the form of lists. */
export const sentPerson = (person: KnownPerson): SentPeople["people"][number] => {
  const { account, seen, mailRefused } = person;
  const { teaches: _, courses, ...fields } = recordOf(person);
  return {
    ...fields,
    id: account.id,
    registered: account.registered,
    seen: iso(seen),
    courses: [...courses],
    blocked: iso(account.blocked),
    no_password: account.password === "",
    mail_refused: iso(mailRefused),
  };
};

/** The courses of the school in its order. */
export const schoolCourses = ({ courses }: Pick<Catalogue, "courses">): SentPeople["courses"] =>
  [...courses].map(([id, { key, course }]) => ({
    id,
    key,
    title: course.props.title,
    translations: course.props.translations.map(({ language, title }) => ({ language, title })),
  }));
