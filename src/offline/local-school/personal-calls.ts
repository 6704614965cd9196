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
import type { RequestOptions } from "../../core/call-results.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { callKey, requestKey } from "./handlers.ts";

/** A call of the sync, for personal data that the screens need besides content. */
export interface PersonalCall {
  readonly call: Call;
  readonly request: RequestOptions;
  /**
   * `all`: no course can be studied without it. `if-offered`: a school may not have it.
   * `decoration`: the app works without it.
   */
  readonly needed: "all" | "if-offered" | "decoration";
}

/** The screens' other personal data is computed from these answers and the content. */
const ALL = [getProducts, getCourses, getProgress];
const IF_OFFERED = [getAssignments, getMeasurements, getNotes, getMessages];
const DECORATION = [getOrganisation, getActiveAnnouncements];
/** Cached when a screen asks for them. The sync does not fetch them. */
const ASKED_BY_SCREENS = [getPreviousLesson, getNextLesson, getToday, getVideoTexts];

const namesOf = (calls: readonly unknown[]) =>
  calls.map((call) => callKey(call as Pick<Call, "method" | "path">));

const STAYS = new Set(namesOf([...ALL, ...IF_OFFERED, ...DECORATION]));
const KEPT = new Set([...STAYS, ...namesOf(ASKED_BY_SCREENS)]);

/** Whether a request is for a part of a list that others do not ask for: it is not cached. */
const isLaterPage = ({ query }: RequestOptions): boolean =>
  query?.before !== undefined || query?.thread !== undefined || query?.limit !== undefined;

/** Whether the last answer to a call is cached on this machine. */
export const isCached = (
  call: Pick<Call, "method" | "path">,
  request: RequestOptions = {},
): boolean => KEPT.has(callKey(call)) && !isLaterPage(request);

/** Whether a cached answer is one that the sync fetches, and is never evicted. */
export const isPinned = (name: string): boolean =>
  [...STAYS].some((call) => name === call || name.startsWith(`${call} `));

/** The calls that the sync makes for one person. Their number is fixed. */
export const personalCalls = (organisationId: Id, level: number): readonly PersonalCall[] => {
  const callsOf = (
    calls: readonly unknown[],
    needed: PersonalCall["needed"],
    request: RequestOptions = {},
  ) => calls.map((call): PersonalCall => ({ call: call as Call, request, needed }));
  return [
    ...callsOf(ALL, "all"),
    ...callsOf(IF_OFFERED, "if-offered"),
    ...(level >= TUTOR_LEVEL
      ? callsOf([getAssignments], "if-offered", { query: { state: "uploaded" } })
      : []),
    ...callsOf(DECORATION, "decoration", { params: { id: organisationId } }),
  ];
};

/** The cache key of a call of the sync. */
export const personalCallKey = ({ call, request }: PersonalCall): string =>
  requestKey(call, request);
