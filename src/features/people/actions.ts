import { refusalCode } from "../../app-context/staff-failure.ts";
import { type PeopleAction, postPeopleAction, type Removal } from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { Result } from "../../lib/result.ts";
import type { Send } from "../../transport/transport.ts";

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

/** Why a change is refused, by the code of the school. */
const REFUSALS: Readonly<Record<string, MessageId>> = {
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
};

/** The message for a code of the school; that nothing could be sent for all others. */
export const refusalMessage = (code: string): MessageId =>
  REFUSALS[code] ?? "staff-people.not-sent";

export interface ActionDone {
  readonly done: number;
  readonly refused: Removal["refused"];
}

/** What comes with some actions. */
export interface ActionDetails {
  readonly level?: number;
  readonly course?: number;
  readonly until?: string | null;
}

/** Does something to people. @returns the code of the reason if nothing is done */
export const act = async (
  send: Send,
  people: readonly Id[],
  action: PeopleAction,
  { level, course, until }: ActionDetails = {},
): Promise<Result<ActionDone, string>> => {
  const answer = await send(postPeopleAction, {
    body: {
      people: people.map(Number),
      action,
      level: level ?? null,
      course: course ?? null,
      until: until ?? null,
    },
  });
  return answer.ok ? answer : Result.fail(refusalCode(answer.failure));
};
