import {
  getPersonZip,
  type PeopleAction,
  type PersonFields,
  postPeopleAction,
  previewRemoval,
  putPerson,
  removePeople as removePeopleCall,
} from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { Send, SendForBytes } from "../../transport/transport.ts";

/** What each action is called, and what it does. */
export const ACTIONS = {
  block: ["staff-people.block", "staff-people.block-help"],
  unblock: ["staff-people.unblock", "staff-people.unblock-help"],
  "sign-out": ["staff-people.sign-out", "staff-people.sign-out-help"],
  "reset-password": ["staff-people.reset-password", "staff-people.reset-password-help"],
  invite: ["staff-people.invite", "staff-people.invite-help"],
  "reset-second-factor": [
    "staff-people.reset-second-factor",
    "staff-people.reset-second-factor-help",
  ],
  "mail-works": ["staff-people.mail-works", "staff-people.mail-works-help"],
  unlink: ["staff-people.unlink", "staff-people.unlink-help"],
  "set-level": ["staff-people.set-level", "staff-people.set-level-help"],
  "give-course": ["staff-people.give-course", "staff-people.give-course-help"],
  "take-course": ["staff-people.take-course", "staff-people.take-course-help"],
} as const satisfies Record<PeopleAction, readonly [name: MessageId, help: MessageId]>;

/** The actions for several people. The others are for one, whose page says when they make sense. */
export const FOR_SEVERAL = [
  "give-course",
  "take-course",
  "set-level",
  "invite",
  "reset-password",
  "sign-out",
  "block",
  "unblock",
] as const satisfies readonly PeopleAction[];

/** Why a change is refused, or was not sent. */
export const peopleMessages = {
  "person/above": "staff-people.refused-above",
  "person/level_too_high": "staff-people.refused-level",
  "person/last_administrator": "staff-people.refused-last",
  "person/self": "staff-people.refused-self",
  "person/changed": "staff-people.refused-changed",
  "person/blocked": "staff-people.refused-blocked",
  "person/has_password": "staff-people.refused-has-password",
  "person/not_found": "staff.not-found",
  "person/username_taken": "staff-people.username-taken",
  "person/email_taken": "staff-people.email-taken",
  "course/not_found": "staff-people.course-gone",
  "session/not_allowed": "staff.not-allowed",
  else: "staff-people.not-sent",
} as const satisfies FailureTable;

interface ActionDetails {
  readonly level: number | null;
  readonly course: number | null;
  readonly until: string | null;
}

const numbersOf = (people: ReadonlyMap<Id, string>): number[] => [...people.keys()].map(Number);

/** Does something to people. */
export const act = (
  send: Send,
  people: ReadonlyMap<Id, string>,
  action: PeopleAction,
  details: ActionDetails,
) => send(postPeopleAction, { body: { people: numbersOf(people), action, ...details } });

/** Changes a person whose version is `replaces`. */
export const savePerson = (send: Send, id: Id, fields: PersonFields, replaces: string) => {
  const courses = fields.courses.map((course) => ({ ...course }));
  const teaches = { ...fields.teaches, courses: [...fields.teaches.courses] };
  return send(putPerson, { params: { id }, body: { ...fields, courses, teaches, replaces } });
};

/** What goes and what stays when people are removed, and who of them cannot be removed. */
export const readRemoval = (send: Send, people: ReadonlyMap<Id, string>) =>
  send(previewRemoval, { body: { people: numbersOf(people) } });

/** Removes people for good, if these are as many of them as somebody was shown. */
export const removePeople = (send: Send, people: ReadonlyMap<Id, string>, count: number) =>
  send(removePeopleCall, { body: { people: numbersOf(people), count } });

/** Everything about a person as a zip. */
export const fetchZip = (send: SendForBytes, id: Id) => send(getPersonZip, { params: { id } });
