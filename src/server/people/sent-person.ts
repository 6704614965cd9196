import type { SentAnswer } from "../../contract/call.ts";
import type { getPeople } from "../../contract/staff-people.ts";
import type { Catalogue } from "../content/catalogue.ts";
import type { KnownPerson } from "./read-people.ts";

type SentPeople = SentAnswer<typeof getPeople>;

/** A time of the database as an ISO date with time. */
export const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** A person in the form of lists. */
export const sentPerson = (person: KnownPerson): SentPeople["people"][number] => {
  const { account, courses, seen, lastDay, mailRefused } = person;
  return {
    id: account.id,
    username: account.username,
    first_name: account.first_name,
    last_name: account.last_name,
    email: account.email,
    level: account.level,
    registered: account.registered,
    seen: iso(seen),
    last_day: lastDay,
    courses: courses.map(({ course_id, sub_date, exp_date }) => ({
      id: course_id,
      from: sub_date,
      until: exp_date,
    })),
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
