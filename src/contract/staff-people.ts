import * as v from "valibot";
import { call } from "./call.ts";
import { defineList, pageQuery, tableQuery } from "./list.ts";
import { cursor } from "./page.ts";
import { boundedList, type DeepReadonly, date, day, flag, id, list, text } from "./wire.ts";

export const PEOPLE_LIST = defineList({
  filters: {
    search: "words",
    course: "id",
    level: "number",
    state: ["active", "blocked", "no-password", "no-mail"],
    /** Who has not been here for so many days, or never. */
    unseen: ["30", "90", "never"],
    /** Whose account or course ends in this month or in the next one. */
    ending: ["this-month", "next-month"],
  },
  sorts: ["name", "level", "seen", "registered", "until"],
  pageLength: 50,
});

export const MAX_NAME = 500;
export const MAX_PEOPLE = 2_000;
/** The most people whom one call removes: it is one transaction, and takes 20 ms for each on PostgreSQL. */
export const MAX_REMOVED = 1_000;

/** A course of the school, for filters and forms. */
export const schoolCourse = v.object({
  id,
  key: text,
  title: text,
  translations: list(v.object({ language: v.string(), title: text })),
});

/** The courses that somebody teaches: all, or those with these ids. */
const taught = v.object({ all: flag, courses: v.array(id) });

const heldCourse = v.object({ id, from: date, until: date });

const listedPerson = v.object({
  id,
  username: text,
  first_name: text,
  last_name: text,
  email: text,
  level: v.number(),
  registered: date,
  /** When somebody was here last: signed in, or studied. */
  seen: date,
  /** The last day of access; null: no end. */
  last_day: date,
  courses: v.array(heldCourse),
  /** Since when. */
  blocked: date,
  /** Whether no password has been chosen yet, as after an invitation. */
  no_password: flag,
  /** Since when the mail address takes no mails. */
  mail_refused: date,
});

export type ListedPerson = DeepReadonly<v.InferOutput<typeof listedPerson>>;
export type SchoolCourse = DeepReadonly<v.InferOutput<typeof schoolCourse>>;

/** A page of people. `search`: words of names and addresses in any spelling and order. 403 below level 20. */
export const getPeople = call.get("/staff/people", {
  level: 20,
  query: pageQuery(PEOPLE_LIST),
  answer: v.object({
    people: v.array(listedPerson),
    /** How many there are on all pages. */
    total: v.number(),
    courses: v.array(schoolCourse),
    cursor,
  }),
});

/** The people of the list as a table, by username. The titles are in `language`. Importing it again changes nothing. */
export const getPeopleTable = call.get("/staff/people-table", {
  level: 20,
  query: tableQuery(PEOPLE_LIST),
  answer: "bytes",
});

/** What staff change of a person. */
const FIELDS = {
  username: v.string(),
  email: v.string(),
  first_name: v.pipe(v.string(), v.maxLength(MAX_NAME)),
  last_name: v.pipe(v.string(), v.maxLength(MAX_NAME)),
  level: v.number(),
  last_day: v.nullable(day),
  courses: v.array(
    v.object({
      id: v.number(),
      /** Null: today for a new course. */
      from: v.nullable(day),
      /** Null: no end. */
      until: v.nullable(day),
    }),
  ),
  teaches: v.object({ all: v.boolean(), courses: v.array(v.number()) }),
} as const;

const personFields = v.object(FIELDS);

export type PersonFields = DeepReadonly<v.InferInput<typeof personFields>>;

const personPage = v.object({
  person: listedPerson,
  teaches: taught,
  courses: v.array(schoolCourse),
  /** Identifies what `PUT` changes, as it is now. */
  version: v.string(),
  /** Whether the person stands above the caller, who may change nothing then. */
  above: flag,
  /** How many sessions there are. */
  sessions: v.number(),
  second_factor: flag,
  /** Whether an account of the school's provider belongs to it. */
  linked: flag,
  /** Until when the invitation that was mailed last can be used; null: there is none. */
  invited_until: date,
  /** Whether a mail with a link waits to be sent. */
  mail_waits: flag,
  /** Another account whose name or address looks like this one's; empty: none. */
  same_as: text,
});

export type PersonPage = DeepReadonly<v.InferOutput<typeof personPage>>;

/** One person with all that can be changed. 404 `person/not_found`. */
export const getPerson = call.get("/staff/people/:id", { level: 20, answer: personPage });

/** A person has a few courses, and a school a few hundred. */
const MAX_PERSON_BYTES = 64 * 1024;

/**
 * Adds a person, who has no password until they choose one. `invite` mails them the link for it, in
 * `language` if that is given. 409 `person/username_taken`, `person/email_taken`; 403
 * `person/level_too_high`; 404 `course/not_found`.
 */
export const postPerson = call.post("/staff/people", {
  level: 20,
  maxBytes: MAX_PERSON_BYTES,
  repeatable: true,
  body: v.object({
    ...FIELDS,
    invite: v.boolean(),
    language: v.nullish(v.string(), null),
  }),
  answer: v.object({ id }),
});

/**
 * Changes a person. 409 `person/changed` if somebody else has changed them since `replaces` was sent;
 * then nothing is changed. Also as `postPerson`, 403 `person/above`, 409 `person/last_administrator`.
 */
export const putPerson = call.put("/staff/people/:id", {
  level: 20,
  maxBytes: MAX_PERSON_BYTES,
  body: v.object({ ...FIELDS, replaces: v.string() }),
  answer: v.object({ version: v.string() }),
});

const PEOPLE_ACTIONS = [
  "block",
  "unblock",
  "sign-out",
  "reset-password",
  "invite",
  "reset-second-factor",
  "mail-works",
  "unlink",
  "set-level",
  "give-course",
  "take-course",
] as const;

export type PeopleAction = (typeof PEOPLE_ACTIONS)[number];

/** Each person has a few bytes. */
const MAX_ACTION_BYTES = 64 * 1024;

/** Somebody to whom it is not done; `code` is that of the reason. */
const refusedPerson = v.object({ id, name: text, code: v.string() });

/**
 * Does the same to one or several people, at most 2,000. `level` comes with `set-level`; `course` with
 * the actions of courses, `until` with `give-course`. Those who may not be changed are named with the
 * code of the reason; the others are changed. A call for one person has that code as its own answer.
 * 409 `person/self`: nobody blocks themselves, nor resets their own second factor.
 */
export const postPeopleAction = call.post("/staff/people/actions", {
  level: 20,
  maxBytes: MAX_ACTION_BYTES,
  body: v.object({
    people: boundedList(v.number(), MAX_PEOPLE),
    action: v.picklist(PEOPLE_ACTIONS),
    level: v.nullish(v.number(), null),
    course: v.nullish(v.number(), null),
    /** The last day; null: no end. */
    until: v.nullish(day, null),
  }),
  answer: v.object({
    done: v.number(),
    refused: v.array(refusedPerson),
  }),
});

/** Something of people, such as `note`, and how much of it there is. */
const counted = v.array(v.object({ what: v.string(), count: v.number() }));

const removal = v.object({
  /** How many people are removed. */
  people: v.number(),
  /** What is deleted with them, files included. */
  goes: counted,
  /** What stays without their names. */
  stays: counted,
  refused: v.array(refusedPerson),
});

export type Removal = DeepReadonly<v.InferOutput<typeof removal>>;

const removedPeople = boundedList(v.number(), MAX_REMOVED);

/**
 * What would go and what would stay if these people were removed together, and who of them cannot be removed:
 * oneself, the last administrator, and those who stand above oneself. Errors as `postPeopleAction`.
 */
export const previewRemoval = call.post("/staff/people/removals/preview", {
  level: 20,
  maxBytes: MAX_ACTION_BYTES,
  body: v.object({ people: removedPeople }),
  answer: removal,
});

/**
 * Removes people for good, all in one, and says what has gone and what has stayed. `count` is how many could be
 * removed when somebody looked. 409 `person/changed` if these are more or fewer now; then nobody is removed.
 */
export const removePeople = call.post("/staff/people/removals", {
  level: 20,
  maxBytes: MAX_ACTION_BYTES,
  body: v.object({ people: removedPeople, count: v.number() }),
  answer: removal,
});

/** Everything about a person as a zip file. 403 `person/above`, 404 `person/not_found`. */
export const getPersonZip = call.get("/staff/people/:id/zip", { level: 20, answer: "bytes" });
