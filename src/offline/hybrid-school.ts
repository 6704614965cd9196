import type * as v from "valibot";
import type { Call } from "../contract/call.ts";
import { getProducts, type Product } from "../contract/content.ts";
import { getMessages } from "../contract/messages.ts";
import { getVideoTexts } from "../contract/video.ts";
import type { Id } from "../contract/wire.ts";
import { accessTo, completedIds } from "../domain/course-standing.ts";
import type { Write } from "../domain/queue.ts";
import { TUTOR_LEVEL } from "../domain/roles.ts";
import { Result } from "../lib/result.ts";
import type { Clock, KeyValue } from "../platform/ports.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { Address, Ask, Send, SendForBytes, Transport } from "../transport/transport.ts";
import type { LocalContent } from "./local-content.ts";
import {
  type Answered,
  isClearNo,
  isFinal,
  isOutOfReach,
  isSame,
} from "./local-school/answered.ts";
import { askedName, createSend, nameOf, unreachable } from "./local-school/answers.ts";
import { captionAnswers } from "./local-school/caption-answers.ts";
import { contentAnswers } from "./local-school/content-answers.ts";
import { derivedAnswers } from "./local-school/derived-answers.ts";
import { assetAddress, fileAnswers } from "./local-school/file-answers.ts";
import { createFileKeeper } from "./local-school/file-keeper.ts";
import type { KeptFiles } from "./local-school/kept-files.ts";
import { knownStudy } from "./local-school/known-study.ts";
import {
  type Asked,
  isKept,
  nameOfOwn,
  type OwnCall,
  ownCalls,
  staysRemembered,
} from "./local-school/own-calls.ts";
import { createRemembered } from "./local-school/remembered.ts";
import { createRememberingSchool } from "./local-school/remembering-school.ts";
import { standingAnswers } from "./local-school/standing-answers.ts";

export interface HybridSchoolOptions {
  content: LocalContent;
  school: Transport;
  storage: KeyValue;
  /** For answers that are files. */
  files: KeptFiles;
  now: Clock;
  /** Who is signed in. */
  personId: Id;
  level: () => number;
  /** The school that the person belongs to. */
  organisationId: () => Id;
  /** The language that is being studied in. */
  language: () => string;
  /** What the school has not heard of yet. */
  queued: () => readonly Write[];
}

/** So long the school is waited for where this machine knows an answer that may be outdated. */
const PATIENCE_MS = 5000;

/** @returns null where nothing has come within that many milliseconds */
const within = async <Value>(milliseconds: number, coming: Promise<Value>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
};

/**
 * The school as one person finds it at this machine.
 *
 * Content comes from the disk; the school is asked for what the disk lacks. What is the person's own
 * comes from the last good answer, or is reckoned from it and the content. It is given at once, and
 * the school is asked behind it: whoever gave `onNewer` is told when the school says something else.
 * After a change the school is asked first, since what is kept here is then outdated.
 */
export const createHybridSchool = (options: HybridSchoolOptions) => {
  const { content, school, storage, files, now, personId, level, queued } = options;

  const remembered = createRemembered(storage, now, personId, staysRemembered);
  const studied = () => knownStudy(remembered, queued());
  const reckoned = createSend([
    ...standingAnswers({ content, remembered, studied, now }),
    ...derivedAnswers(remembered),
  ]);
  const access = (product: Product) => accessTo(product, completedIds(studied()), level());
  const disk = createSend([
    ...contentAnswers({ content, access }),
    ...captionAnswers({ content, access }),
    ...fileAnswers(options),
  ]);
  /** What the school said after an answer of this machine was given, until somebody asks again. */
  const newer = new Map<string, Answered>();
  let closed = false;

  const own = (): readonly OwnCall[] => ownCalls(options.organisationId(), level());

  const asking = createRememberingSchool({ school, remembered, now, own });
  const { askOnce, changesOf } = asking;

  /** What this machine says while the school does not. */
  const answerHere = async (call: Call, asked: Asked): Promise<Answered> => {
    if (reckoned.answers(call)) return reckoned.send(call, asked);
    const kept = isKept(call)
      ? remembered.get(askedName(call, asked), call.answer as v.GenericSchema)
      : null;
    if (kept) return Result.ok(kept.value);
    return disk.answers(call) ? disk.send(call, asked) : unreachable;
  };

  const schoolFirst = async (call: Call, asked: Asked): Promise<Answered> => {
    const coming = askOnce(call, asked);
    const said = await within(PATIENCE_MS, coming);
    if (said && (said.ok || !isOutOfReach(said.failure))) return said;
    const own = await answerHere(call, asked);
    return own.ok ? own : coming;
  };

  const hereFirst = async (call: Call, asked: Asked, onNewer: () => void): Promise<Answered> => {
    const name = askedName(call, asked);
    const late = newer.get(name);
    if (late) {
      newer.delete(name);
      return late;
    }
    if (asking.isOutdated(call, name)) return schoolFirst(call, asked);
    const given = await answerHere(call, asked);
    if (!given.ok) return askOnce(call, asked);
    const compare = async (): Promise<void> => {
      const before = changesOf(call);
      const said = await askOnce(call, asked);
      if (closed || isSame(said, given)) return;
      if (!said.ok && !isClearNo(said.failure)) return;
      // Said before the change or after it: nobody knows.
      if (before !== changesOf(call)) return compare();
      newer.set(name, said);
      onNewer();
    };
    void compare();
    return given;
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

  const keeper = createFileKeeper({
    files,
    remembered,
    school,
    onRead: () => void askOnce(getMessages as Call, {}),
  });

  /** A tutor reads what tutors have just written; others what came with the lessons. */
  const captions = async (asked: Asked): Promise<Answered> => {
    const own = await disk.send(getVideoTexts, asked as never);
    const isThere = own.ok && own.value.texts.length > 0;
    return isThere && level() < TUTOR_LEVEL ? own : schoolFirst(getVideoTexts as Call, asked);
  };

  const send = async (call: Call, asked: Asked = {}): Promise<Answered> => {
    if (call.method !== "GET") return asking.change(call, asked);
    if (nameOf(call) === nameOf(getVideoTexts)) return captions(asked);
    if (keeper.answers(call)) return keeper.send(call, asked);
    // The content on this machine may lack what the person has just been given.
    if (!disk.answers(call) || nameOf(call) === nameOf(getProducts)) {
      return asked.onNewer ? hereFirst(call, asked, asked.onNewer) : schoolFirst(call, asked);
    }
    return diskFirst(await disk.send(call, asked), () => asking.ask(call, asked));
  };

  const sendForBytes = async (call: Call, asked: Asked = {}): Promise<Answered> => {
    if (keeper.answers(call)) return keeper.sendForBytes(call, asked);
    if (!disk.answers(call)) return school.sendForBytes(call, asked);
    return diskFirst(await disk.sendForBytes(call, asked), () => school.sendForBytes(call, asked));
  };

  const fetchOne = async (one: OwnCall, since: number): Promise<CallFailure | null> => {
    const known = remembered.get(nameOfOwn(one), one.call.answer as v.GenericSchema);
    if (known && known.at >= since) return null;
    const said = await askOnce(one.call, one.asked);
    if (said.ok || one.needed === "decoration") return null;
    const { failure } = said;
    // A school that does not have it, or has something else there, has nothing to show either.
    const isAbsent = isClearNo(failure) || (failure.kind === "undecodable" && failure.json);
    return one.needed === "if-offered" && isAbsent ? null : failure;
  };

  const close = (): void => {
    closed = true;
    asking.close();
  };

  return {
    base: school.base,
    send: send as Send,
    sendForBytes: sendForBytes as SendForBytes,
    assetAddress: assetAddress(options),

    ask: ((address: Address) => {
      const isHere = address.path.startsWith("/menu/") && content.state.status !== "none";
      if (!isHere) school.ask(address as never);
    }) as Ask,

    /**
     * Fetches what the screens need of the person without a network.
     * @param since milliseconds since 1970: an answer that was given later is good enough
     * @param withFiles whether the files of messages and hand-ins are to come too, which are large
     */
    async fetchOwn(
      signal: AbortSignal,
      since: number,
      withFiles: boolean,
    ): Promise<Result<null, CallFailure>> {
      const failures = await Promise.all(own().map((one) => fetchOne(one, since)));
      const failure = failures.find((each) => each !== null);
      if (failure) return Result.fail(failure);
      return withFiles ? keeper.fetchAll(signal) : Result.ok(null);
    },

    /** The session has ended: what comes from now on is nobody's. */
    close,

    /** Of what the school has answered to the person nothing is left on the machine. */
    async forget(): Promise<void> {
      close();
      remembered.clear();
      await files.clear();
    },
  } satisfies Transport & Record<string, unknown>;
};

export type HybridSchool = ReturnType<typeof createHybridSchool>;
