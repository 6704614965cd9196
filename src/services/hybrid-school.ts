import type * as v from "valibot";
import { getCourses } from "../contract/account.ts";
import { getActiveAnnouncements } from "../contract/announcements.ts";
import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
} from "../contract/assignments.ts";
import type { Call } from "../contract/call.ts";
import { getProducts, type Product } from "../contract/content.ts";
import { getDefaultMeasurement, getMeasurements } from "../contract/measurements.ts";
import { getOrganisation } from "../contract/organisation.ts";
import {
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
  type LessonProgress,
  putComplete,
  putSession,
} from "../contract/progress.ts";
import { getVideoTexts } from "../contract/video.ts";
import type { Id } from "../contract/wire.ts";
import { accessTo, completedIds } from "../domain/course-standing.ts";
import type { Write } from "../domain/queue.ts";
import { TUTOR_LEVEL } from "../domain/roles.ts";
import { Result } from "../lib/result.ts";
import type { Clock, KeyValue } from "../platform/ports.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { CallOptions, Send, SendForBytes, Transport } from "../transport/transport.ts";
import type { LocalContent } from "./local-content.ts";
import { askedName, createSend, nameOf, unreachable } from "./local-school/answers.ts";
import { captionAnswers } from "./local-school/caption-answers.ts";
import { contentAnswers } from "./local-school/content-answers.ts";
import { assetAddress, fileAnswers } from "./local-school/file-answers.ts";
import { knownStudy, noteStudy } from "./local-school/known-study.ts";
import { createRemembered } from "./local-school/remembered.ts";
import { standingAnswers } from "./local-school/standing-answers.ts";

export interface HybridSchoolOptions {
  content: LocalContent;
  school: Transport;
  storage: KeyValue;
  now: Clock;
  /** Who is signed in; null: nobody. */
  personId: () => Id | null;
  level: () => number;
  /** The language that is being studied in. */
  language: () => string;
  /** What the school has not heard of yet. */
  queued: () => readonly Write[];
}

/** So long the school is waited for where this machine knows an answer. */
const PATIENCE_MS = 5000;

/** What the school answers to a person, and this machine repeats where the school is out of reach. */
const KEPT = [
  getActiveAnnouncements,
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getCourses,
  getDefaultMeasurement,
  getMeasurements,
  getNextLesson,
  getOrganisation,
  getPreviousLesson,
  getProgress,
  getToday,
  getUploadedAssignments,
  getVideoTexts,
].map((call) => nameOf(call as Pick<Call, "method" | "path">));

const CAPTIONS = nameOf(getVideoTexts);

/** What the content on this machine may lack, for the person has just been given it. */
const SCHOOL_FIRST = [getProducts].map(nameOf);

const STUDY = new Map<string, Write["call"]>([
  [nameOf(putSession), "session"],
  [nameOf(putComplete), "complete"],
]);

/** Whether no word of the school has come: no network, a portal's page, a server in trouble. */
const isOutOfReach = (failure: CallFailure): boolean =>
  failure.kind === "refused" ? failure.status >= 500 : failure.kind !== "cancelled";

/** What this machine says of a file that it has: no other can say it better. */
const isFinal = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.code === "";

type Options = CallOptions<string, unknown, string>;
type Answered = Result<unknown, CallFailure>;
type OneProgress = { progress: LessonProgress | null };

/** @returns null where nothing has come within that many milliseconds */
const within = async <Value>(milliseconds: number, coming: Promise<Value>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
};

/**
 * The school, with this machine before it for content, and behind it for what is the person's own:
 * where the school cannot be reached, its last good answer holds, or one that is reckoned here.
 */
export const createHybridSchool = (options: HybridSchoolOptions) => {
  const { content, school, storage, now, personId, level, queued } = options;

  const memory = (person: Id | null) => createRemembered(storage, now, person ?? "nobody");
  const studied = () => knownStudy(memory(personId()), queued());

  const access = (product: Product) => accessTo(product, completedIds(studied()), level());
  const disk = createSend([
    ...contentAnswers({ content, access }),
    ...captionAnswers({ content, access }),
    ...fileAnswers(options),
  ]);

  /** What the school took; some say no more than that they did. */
  const studiedBy = (call: Write["call"], asked: Options, { progress }: OneProgress) => {
    const queued = Date.parse(asked.headers?.["x-queued-at"] ?? "");
    const { lessonId } = (asked.params ?? {}) as { lessonId?: Id };
    const time = Number.isNaN(queued) ? now() : queued;
    return { call, time, lessonId: lessonId ?? "", progress };
  };

  const askSchool = async (call: Call, asked: Options): Promise<Answered> => {
    const name = nameOf(call);
    const remembered = memory(personId());
    const answer: Answered = await school.send(call, asked);
    if (!answer.ok) return answer;
    if (KEPT.includes(name)) remembered.put(askedName(call, asked), answer.value);
    const write = STUDY.get(name);
    if (write) noteStudy(remembered, studiedBy(write, asked, answer.value as OneProgress));
    return answer;
  };

  /** What this machine says while the school does not. */
  const answerHere = async (call: Call, asked: Options): Promise<Answered> => {
    const remembered = memory(personId());
    const standing = createSend(standingAnswers({ content, remembered, studied, now }));
    if (standing.answers(call)) return standing.send(call, asked);
    const isKept = KEPT.includes(nameOf(call));
    const kept = isKept
      ? remembered.get(askedName(call, asked), call.answer as v.GenericSchema)
      : null;
    if (kept) return Result.ok(kept.value);
    return disk.answers(call) ? disk.send(call, asked) : unreachable;
  };

  const schoolFirst = async (call: Call, asked: Options): Promise<Answered> => {
    const asking = askSchool(call, asked);
    const said = await within(PATIENCE_MS, asking);
    if (said && (said.ok || !isOutOfReach(said.failure))) return said;
    const own = await answerHere(call, asked);
    return own.ok ? own : asking;
  };

  const diskFirst = async (
    own: Answered,
    askInstead: () => Promise<Answered>,
  ): Promise<Answered> => {
    if (own.ok || isFinal(own.failure)) return own;
    const said = await askInstead();
    const isClosed = own.failure.kind === "refused" && own.failure.status === 403;
    return isClosed && !said.ok && isOutOfReach(said.failure) ? own : said;
  };

  /** A tutor reads what tutors have just written; others what came with the lessons. */
  const captions = async (asked: Options): Promise<Answered> => {
    const own = await disk.send(getVideoTexts, asked as never);
    const isThere = own.ok && own.value.texts.length > 0;
    return isThere && level() < TUTOR_LEVEL ? own : schoolFirst(getVideoTexts, asked);
  };

  const send = async (call: Call, asked: Options = {}): Promise<Answered> => {
    if (call.method !== "GET") return askSchool(call, asked);
    if (nameOf(call) === CAPTIONS) return captions(asked);
    if (!disk.answers(call) || SCHOOL_FIRST.includes(nameOf(call))) return schoolFirst(call, asked);
    return diskFirst(await disk.send(call, asked), () => askSchool(call, asked));
  };

  const sendForBytes = async (call: Call, asked: Options = {}): Promise<Answered> => {
    if (!disk.answers(call)) return school.sendForBytes(call, asked);
    return diskFirst(await disk.sendForBytes(call, asked), () => school.sendForBytes(call, asked));
  };

  return {
    base: school.base,
    send: send as Send,
    sendForBytes: sendForBytes as SendForBytes,
    assetAddress: assetAddress(options),

    ask(address: string): void {
      const isHere = address.startsWith("/menu/") && content.state.status !== "none";
      if (!isHere) school.ask(address);
    },

    /** Of what the school has answered to a person nothing is left on the machine. */
    forget: (person: Id) => memory(person).clear(),
  } satisfies Transport & { forget: (person: Id) => void };
};

export type HybridSchool = ReturnType<typeof createHybridSchool>;
