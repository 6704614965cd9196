import type * as v from "valibot";
import type { Call } from "../contract/call.ts";
import { getProducts, type Product } from "../contract/content.ts";
import { getMessages } from "../contract/messages.ts";
import { getVideoTexts } from "../contract/video.ts";
import type { Id } from "../contract/wire.ts";
import {
  type CallResult,
  isDefiniteRefusal,
  isUnreachable,
  type RequestOptions,
} from "../core/call-results.ts";
import { completedIds, createAccessCheck } from "../domain/course-status.ts";
import type { Write } from "../domain/queue.ts";
import { TUTOR_LEVEL } from "../domain/roles.ts";
import type { Address } from "../lib/format-address.ts";
import { Result } from "../lib/result.ts";
import type { Clock, KeyValue } from "../platform/ports.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { Prefetch, Send, SendForBytes, Transport } from "../transport/transport.ts";
import type { LocalContent } from "./local-content.ts";
import { createAnswerCache } from "./local-school/answer-cache.ts";
import { type BlobStore, createAttachmentCache } from "./local-school/attachment-cache.ts";
import { createCachingSchool } from "./local-school/caching-school.ts";
import { assetAddress, contentHandlers } from "./local-school/content-handlers.ts";
import { cachedStudy, derivedHandlers, progressHandlers } from "./local-school/derived-answers.ts";
import { callKey, createRouter, requestKey, unreachable } from "./local-school/handlers.ts";
import {
  isCached,
  isPinned,
  type PersonalCall,
  personalCallKey,
  personalCalls,
} from "./local-school/personal-calls.ts";

interface HybridSchoolOptions {
  content: LocalContent;
  school: Transport;
  storage: KeyValue;
  files: BlobStore;
  now: Clock;
  personId: Id;
  level: () => number;
  /** The school that the person belongs to. */
  organisationId: () => Id;
  language: () => string;
  /** Writes that have not reached the school yet. */
  queued: () => readonly Write[];
}

/** How long to wait for the school if this machine has an answer that may be outdated. */
const SCHOOL_TIMEOUT_MS = 5000;

/** Whether this machine's refusal is final: the file is here, so no other source knows better. */
const isAuthoritative = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.code === "";

const isSameResult = (one: CallResult, other: CallResult): boolean =>
  one.ok && other.ok && JSON.stringify(one.value) === JSON.stringify(other.value);

/** @returns null if the promise has not resolved within that many milliseconds */
const within = async <Value>(milliseconds: number, coming: Promise<Value>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
};

/**
 * The school for one person at this machine.
 *
 * Content comes from the disk. The school is asked for what the disk lacks. Personal data comes from
 * the last good answer, or is computed from it and the content. It is returned at once while the
 * school is asked in the background; `onNewer` is called if the school's answer differs. After a
 * change the school is asked first, as the cache is outdated then.
 */
export const createHybridSchool = (options: HybridSchoolOptions) => {
  const { content, school, storage, files, now, personId, level, queued } = options;

  const cache = createAnswerCache(storage, now, personId, isPinned);
  const studied = () => cachedStudy(cache, queued());
  const computed = createRouter([
    ...progressHandlers({ content, cache, studied, now }),
    ...derivedHandlers(cache),
  ]);
  const access = (product: Product) => createAccessCheck(product, completedIds(studied()), level());
  const disk = createRouter(contentHandlers({ ...options, access }));
  /** Answers of the school that came after a cached answer was returned, until the next request. */
  const newer = new Map<string, CallResult>();
  let closed = false;

  const syncedCalls = (): readonly PersonalCall[] =>
    personalCalls(options.organisationId(), level());

  const cachingSchool = createCachingSchool({ school, cache, now, syncedCalls });
  const { requestOnce, changesOf } = cachingSchool;

  /** Answers from this machine only. */
  const answerLocally = async (call: Call, request: RequestOptions): Promise<CallResult> => {
    if (computed.handles(call)) return computed.send(call, request);
    const cached = isCached(call)
      ? cache.get(requestKey(call, request), call.answer as v.GenericSchema)
      : null;
    if (cached) return Result.ok(cached.value);
    return disk.handles(call) ? disk.send(call, request) : unreachable;
  };

  const schoolFirst = async (call: Call, request: RequestOptions): Promise<CallResult> => {
    const coming = requestOnce(call, request);
    const answer = await within(SCHOOL_TIMEOUT_MS, coming);
    if (answer && (answer.ok || !isUnreachable(answer.failure))) return answer;
    const local = await answerLocally(call, request);
    return local.ok ? local : coming;
  };

  const cacheFirst = async (
    call: Call,
    request: RequestOptions,
    onNewer: () => void,
  ): Promise<CallResult> => {
    const name = requestKey(call, request);
    const late = newer.get(name);
    if (late) {
      newer.delete(name);
      return late;
    }
    if (cachingSchool.isOutdated(call, name)) return schoolFirst(call, request);
    const local = await answerLocally(call, request);
    if (!local.ok) return requestOnce(call, request);
    const compare = async (): Promise<void> => {
      const before = changesOf(call);
      const answer = await requestOnce(call, request);
      if (closed || isSameResult(answer, local)) return;
      if (!answer.ok && !isDefiniteRefusal(answer.failure)) return;
      // A change began or ended meanwhile, so the answer may be from before it.
      if (before !== changesOf(call)) return compare();
      newer.set(name, answer);
      onNewer();
    };
    void compare();
    return local;
  };

  const diskFirst = async (
    local: CallResult,
    ask: () => Promise<CallResult>,
  ): Promise<CallResult> => {
    if (local.ok || isAuthoritative(local.failure)) return local;
    const answer = await ask();
    const isClosed = local.failure.kind === "refused" && local.failure.status === 403;
    return isClosed && !answer.ok && isUnreachable(answer.failure) ? local : answer;
  };

  const attachments = createAttachmentCache({
    files,
    cache,
    school,
    onRead: () => void requestOnce(getMessages as Call, {}),
  });

  /** Tutors edit captions, so they get the school's latest; everybody else gets those on the disk. */
  const captions = async (request: RequestOptions): Promise<CallResult> => {
    const local = await disk.send(getVideoTexts, request as never);
    const isThere = local.ok && local.value.texts.length > 0;
    return isThere && level() < TUTOR_LEVEL ? local : schoolFirst(getVideoTexts as Call, request);
  };

  const send = async (call: Call, request: RequestOptions = {}): Promise<CallResult> => {
    if (call.method !== "GET") return cachingSchool.change(call, request);
    if (callKey(call) === callKey(getVideoTexts)) return captions(request);
    if (attachments.handles(call)) return attachments.send(call, request);
    // The content on this machine may lack a product that the person has just been given.
    if (!disk.handles(call) || callKey(call) === callKey(getProducts)) {
      return request.onNewer
        ? cacheFirst(call, request, request.onNewer)
        : schoolFirst(call, request);
    }
    return diskFirst(await disk.send(call, request), () => cachingSchool.ask(call, request));
  };

  const sendForBytes = async (call: Call, request: RequestOptions = {}): Promise<CallResult> => {
    if (attachments.handles(call)) return attachments.sendForBytes(call, request);
    if (!disk.handles(call)) return school.sendForBytes(call, request);
    return diskFirst(await disk.sendForBytes(call, request), () =>
      school.sendForBytes(call, request),
    );
  };

  const fetchOne = async (one: PersonalCall, since: number): Promise<CallFailure | null> => {
    const cached = cache.get(personalCallKey(one), one.call.answer as v.GenericSchema);
    if (cached && cached.at >= since) return null;
    const answer = await requestOnce(one.call, one.request);
    if (answer.ok || one.needed === "decoration") return null;
    const { failure } = answer;
    // A school without this call, or with an unknown answer, has nothing to show.
    const isAbsent = isDefiniteRefusal(failure) || (failure.kind === "undecodable" && failure.json);
    return one.needed === "if-offered" && isAbsent ? null : failure;
  };

  const close = (): void => {
    closed = true;
    cachingSchool.close();
  };

  return {
    base: school.base,
    send: send as Send,
    sendForBytes: sendForBytes as SendForBytes,
    assetAddress: assetAddress(options),

    prefetch: ((address: Address) => {
      const isHere = address.path.startsWith("/menu/") && content.state.status !== "none";
      if (!isHere) school.prefetch(address as never);
    }) as Prefetch,

    /**
     * Fetches the personal data that the screens need without a network.
     * @param since milliseconds since 1970: answers cached later are not fetched again
     * @param withFiles whether to fetch attachments of messages and hand-ins too, which are large
     * @returns the first failure of a call that is needed
     */
    async fetchPersonalData(
      signal: AbortSignal,
      since: number,
      withFiles: boolean,
    ): Promise<Result<null, CallFailure>> {
      const failures = await Promise.all(syncedCalls().map((one) => fetchOne(one, since)));
      const failure = failures.find((each) => each !== null);
      if (failure) return Result.fail(failure);
      return withFiles ? attachments.fetchAll(signal) : Result.ok(null);
    },

    /** Ends the session: later answers are not cached. */
    close,

    /** Ends the session and deletes everything that is cached of this person. */
    async forget(): Promise<void> {
      close();
      cache.clear();
      await files.clear();
    },
  } satisfies Transport & Record<string, unknown>;
};

export type HybridSchool = ReturnType<typeof createHybridSchool>;
