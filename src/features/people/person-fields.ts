import type { FieldErrors } from "../../app-context/use-form.ts";
import { MAX_NAME, type PersonFields, type PersonPage } from "../../contract/staff-people.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import type { MessageId } from "../../i18n/message-id.ts";

/** What a form of a person has, in the contract's form. */
export const fieldsOf = ({ person, teaches }: PersonPage): PersonFields => ({
  username: person.username,
  email: person.email,
  first_name: person.first_name,
  last_name: person.last_name,
  level: person.level,
  last_day: person.last_day,
  courses: person.courses.map(({ id, from, until }) => ({ id: Number(id), from, until })),
  teaches: { all: teaches.all, courses: teaches.courses.map(Number) },
});

/** The most characters of a first or a last name. */
export const NAME_LENGTH = MAX_NAME;

export const NO_FIELDS: PersonFields = {
  username: "",
  email: "",
  first_name: "",
  last_name: "",
  level: 0,
  last_day: null,
  courses: [],
  teaches: { all: false, courses: [] },
};

/** The fields of a form, each with what it is called. */
export const FIELD_NAMES = {
  first_name: "staff-people.first-name",
  last_name: "staff-people.last-name",
  username: "staff-people.username",
  email: "staff-people.email",
  level: "staff-people.level",
  last_day: "staff-people.last-day",
  courses: "staff-people.courses",
  teaches: "staff-people.teaches",
} as const satisfies Record<keyof PersonFields, MessageId>;

export type FieldName = keyof PersonFields;

export const differingFields = (one: PersonFields, other: PersonFields): FieldName[] =>
  (Object.keys(FIELD_NAMES) as FieldName[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );

/** What is wrong with a form, by its elements' own constraints and by what spans several of them. */
export const errorsOf = (form: HTMLFormElement, fields: PersonFields): FieldErrors<FieldName> => {
  const errors: Partial<Record<FieldName, MessageId>> = {};
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement) || element.validity.valid) continue;
    const name = element.name as FieldName;
    if (!(name in FIELD_NAMES)) continue;
    const isMissing = element.validity.valueMissing;
    if (name === "email") {
      errors.email = isMissing ? "staff-people.required" : "staff-people.email-wrong";
    } else if (name === "courses" || name === "last_day") {
      errors[name] = "staff-people.day-wrong";
    } else errors[name] = "staff-people.required";
  }
  const isReversed = fields.courses.some(
    ({ from, until }) => from !== null && until !== null && until < from,
  );
  if (isReversed) errors.courses = "staff-people.days-reversed";
  return errors;
};

export const REFUSED_FIELDS = {
  "person/username_taken": "username",
  "person/email_taken": "email",
  "person/level_too_high": "level",
  "person/last_administrator": "level",
  "course/not_found": "courses",
  else: null,
} as const satisfies FailureTable<never, FieldName | null>;
