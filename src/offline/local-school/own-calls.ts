import { getCourses } from "../../contract/account.ts";
import { getActiveAnnouncements } from "../../contract/announcements.ts";
import { getAssignments } from "../../contract/assignments.ts";
import type { Call } from "../../contract/call.ts";
import { getProducts } from "../../contract/content.ts";
import { getMeasurements } from "../../contract/measurements.ts";
import { getMessages } from "../../contract/messages.ts";
import { getNotes } from "../../contract/notes.ts";
import { getOrganisation } from "../../contract/organisation.ts";
import {
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
} from "../../contract/progress.ts";
import { getVideoTexts } from "../../contract/video.ts";
import type { Id } from "../../contract/wire.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import type { CallOptions } from "../../transport/transport.ts";
import { askedName, nameOf } from "./answers.ts";

export type Asked = CallOptions<string, unknown, string>;

/** A call of the sync, for what screens need of a person besides content. */
export interface OwnCall {
  readonly call: Call;
  readonly asked: Asked;
  /**
   * `all`: without it no course can be studied. `if-offered`: a school need not have it.
   * `decoration`: nobody misses it.
   */
  readonly needed: "all" | "if-offered" | "decoration";
}

/** Everything else that the screens ask for is reckoned from these answers and the content. */
const ALL = [getProducts, getCourses, getProgress];
const IF_OFFERED = [getAssignments, getMeasurements, getNotes, getMessages];
const DECORATION = [getOrganisation, getActiveAnnouncements];
/** Kept when a screen has asked for it. */
const ASKED_BY_SCREENS = [getPreviousLesson, getNextLesson, getToday, getVideoTexts];

const namesOf = (calls: readonly unknown[]) =>
  calls.map((call) => nameOf(call as Pick<Call, "method" | "path">));

const STAYS = new Set(namesOf([...ALL, ...IF_OFFERED, ...DECORATION]));
const KEPT = new Set([...STAYS, ...namesOf(ASKED_BY_SCREENS)]);

/** Whether the school's last answer to a call is kept on this machine. */
export const isKept = (call: Pick<Call, "method" | "path">): boolean => KEPT.has(nameOf(call));

/** Whether a remembered answer is one that the sync fetches, and no other may push out. */
export const staysRemembered = (name: string): boolean =>
  [...STAYS].some((call) => name === call || name.startsWith(`${call} `));

/** The calls that the sync makes for one person: a fixed number. */
export const ownCalls = (organisationId: Id, level: number): readonly OwnCall[] => {
  const own = (calls: readonly unknown[], needed: OwnCall["needed"], asked: Asked = {}) =>
    calls.map((call): OwnCall => ({ call: call as Call, asked, needed }));
  return [
    ...own(ALL, "all"),
    ...own(IF_OFFERED, "if-offered"),
    ...(level >= TUTOR_LEVEL
      ? own([getAssignments], "if-offered", { query: { state: "uploaded" } })
      : []),
    ...own(DECORATION, "decoration", { params: { id: organisationId } }),
  ];
};

export const nameOfOwn = ({ call, asked }: OwnCall): string => askedName(call, asked);
