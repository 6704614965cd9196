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
import { getProducts } from "../contract/content.ts";
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
import { completedIds, isOpenInSome } from "../domain/course-standing.ts";
import type { Write } from "../domain/queue.ts";
import { Result } from "../lib/result.ts";
import type { Clock, KeyValue } from "../platform/ports.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { CallOptions, Send, SendForBytes, Transport } from "../transport/transport.ts";
import type { LocalContent } from "./local-content.ts";
import { askedName, createSend, nameOf, unreachable } from "./local-school/answers.ts";
import { contentAnswers } from "./local-school/content-answers.ts";
import { fileAnswers } from "./local-school/file-answers.ts";
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
  /** How long the school is waited for where this machine knows an answer, in milliseconds. */
  patience?: number;
}

/** Longer than any line takes, and shorter than a person waits for what is at hand. */
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

/** What the content on this machine may lack, for the person has just been given it. */
const SCHOOL_FIRST = [getProducts].map(nameOf);

type OneProgress = { progress: LessonProgress | null };

const STUDY = [putSession, putComplete].map((call) => nameOf(call));

/** Whether no word of the school has come: no network, a portal's page, a server in trouble. */
const isOutOfReach = (failure: CallFailure): boolean =>
  failure.kind === "refused" ? failure.status >= 500 : failure.kind !== "cancelled";

/** What this machine says of a file that it has: no other can say it better. */
const isFinal = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.code === "";

type Options = CallOptions<string, unknown, string>;
type Answered = Result<unknown, CallFailure>;

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
  const { patience = PATIENCE_MS } = options;

  const memory = (person: Id | null) => createRemembered(storage, now, person ?? "nobody");
  const studied = () => knownStudy(memory(personId()), queued());

  const disk = createSend([
    ...contentAnswers({
      content,
      access() {
        const completed = completedIds(studied());
        return (product, lesson) => isOpenInSome(product, lesson, completed, level());
      },
    }),
    ...fileAnswers(options),
  ]);

  const askSchool = async (call: Call, asked: Options): Promise<Answered> => {
    const name = nameOf(call);
    const remembered = memory(personId());
    const answer: Answered = await school.send(call, asked);
    if (!answer.ok) return answer;
    if (KEPT.includes(name)) remembered.put(askedName(call, asked), answer.value);
    const progress = STUDY.includes(name) && (answer.value as OneProgress).progress;
    if (progress) noteStudy(remembered, progress, now());
    return answer;
  };

  /** What this machine says while the school does not. */
  const answerHere = async (call: Call, asked: Options): Promise<Answered> => {
    const remembered = memory(personId());
    const standing = createSend(standingAnswers({ content, remembered, studied, now }));
    if (standing.answers(call)) return standing.send(call, asked);
    if (disk.answers(call)) return disk.send(call, asked);
    if (!KEPT.includes(nameOf(call))) return unreachable;
    const kept = remembered.get(askedName(call, asked), call.answer as v.GenericSchema);
    return kept ? Result.ok(kept.value) : unreachable;
  };

  const schoolFirst = async (call: Call, asked: Options): Promise<Answered> => {
    const asking = askSchool(call, asked);
    const said = await within(patience, asking);
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

  const send = async (call: Call, asked: Options = {}): Promise<Answered> => {
    if (call.method !== "GET") return askSchool(call, asked);
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

    ask(address: string): void {
      const isHere = address.startsWith("/menu/") && content.state.status !== "none";
      if (!isHere) school.ask(address);
    },

    /** Of what the school has answered to this person nothing is left on the machine. */
    forget: () => memory(personId()).clear(),
  } satisfies Transport & { forget: () => void };
};

export type HybridSchool = ReturnType<typeof createHybridSchool>;
