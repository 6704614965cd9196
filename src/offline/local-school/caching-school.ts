import type * as v from "valibot";
import type { Call } from "../../contract/call.ts";
import { type LessonProgress, putComplete, putSession } from "../../contract/progress.ts";
import type { Id } from "../../contract/wire.ts";
import {
  areaOf,
  type CallResult,
  isDefiniteRefusal,
  isNotModified,
  type RequestOptions,
} from "../../core/call-results.ts";
import type { Write } from "../../domain/queue.ts";
import { Result } from "../../lib/result.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Transport } from "../../transport/transport.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { recordStudy } from "./derived-answers.ts";
import { callKey, requestKey } from "./handlers.ts";
import { isCached, type PersonalCall } from "./personal-calls.ts";

interface CachingSchoolOptions {
  school: Pick<Transport, "send">;
  cache: AnswerCache;
  now: Clock;
  /** The calls of the sync. After a change, those that it affects are made again. */
  syncedCalls: () => readonly PersonalCall[];
}

const STUDY = new Map<string, Write["call"]>([
  [callKey(putSession), "session"],
  [callKey(putComplete), "complete"],
]);

type OneProgress = { progress: LessonProgress | null };

/**
 * Sends calls to the school and caches the answers. Counts the changes made from this machine, so
 * that an answer from before a change is not taken for one from after it.
 */
export const createCachingSchool = (options: CachingSchoolOptions) => {
  const { school, cache, now, syncedCalls } = options;
  /** Number of changes made from this machine, by area. */
  const changes = new Map<string, number>();
  /** The number of changes when the cached answer of that key was requested. */
  const asOf = new Map<string, number>();
  const underWay = new Map<string, Promise<CallResult>>();
  let closed = false;

  const changesOf = (call: Call): number => changes.get(areaOf(call)) ?? 0;
  const noteChange = (call: Call) => {
    const area = areaOf(call);
    changes.set(area, changesOf(call) + 1);
    // Later requests must not share a request that was sent before the change.
    for (const name of underWay.keys()) if (name.startsWith(`GET /${area}`)) underWay.delete(name);
  };

  /** The study that the school accepted. Some schools send no progress with it. */
  const studiedBy = (call: Write["call"], request: RequestOptions, { progress }: OneProgress) => {
    const queued = Date.parse(request.headers?.["x-queued-at"] ?? "");
    const { lessonId } = (request.params ?? {}) as { lessonId?: Id };
    const time = Number.isNaN(queued) ? now() : queued;
    return { call, time, lessonId: lessonId ?? "", progress };
  };

  const requestFromSchool = async (call: Call, request: RequestOptions): Promise<CallResult> => {
    if (!isCached(call, request)) return school.send(call, request);
    const name = requestKey(call, request);
    const cached = cache.get(name, call.answer as v.GenericSchema);
    const before = changesOf(call);
    let tag: string | null = null;
    const sent: CallResult = await school.send(call, {
      ...request,
      headers: { ...request.headers, ...(cached?.tag && { "if-none-match": cached.tag }) },
      onEtag: (etag) => {
        tag = etag;
      },
    });
    const answer: CallResult = cached?.tag && isNotModified(sent) ? Result.ok(cached.value) : sent;
    if (closed || before !== changesOf(call)) return answer;
    if (answer.ok) {
      cache.put(name, answer.value, answer === sent ? tag : cached?.tag);
      asOf.set(name, before);
    } else if (isDefiniteRefusal(answer.failure)) cache.evict(name);
    return answer;
  };

  /** Shares one request among equal calls. Aborting one of them does not abort the others. */
  const requestOnce = (
    call: Call,
    { signal: _, onNewer: __, ...request }: RequestOptions,
  ): Promise<CallResult> => {
    const name = requestKey(call, request);
    const running = underWay.get(name);
    if (running) return running;
    const asking = requestFromSchool(call, request).finally(() => {
      if (underWay.get(name) === asking) underWay.delete(name);
    });
    underWay.set(name, asking);
    return asking;
  };

  const change = async (call: Call, request: RequestOptions): Promise<CallResult> => {
    noteChange(call);
    const answer: CallResult = await school.send(call, request);
    // A request during the change may have been answered before it or after it.
    noteChange(call);
    if (!answer.ok || closed) return answer;
    const study = STUDY.get(callKey(call));
    if (study) recordStudy(cache, studiedBy(study, request, answer.value as OneProgress));
    else {
      for (const each of syncedCalls()) {
        if (areaOf(each.call) === areaOf(call)) void requestOnce(each.call, each.request);
      }
    }
    return answer;
  };

  /** Progress is computed with local changes, so it is never outdated. */
  const isOutdated = (call: Call, name: string): boolean =>
    areaOf(call) !== areaOf(putSession) && (asOf.get(name) ?? 0) < changesOf(call);

  return {
    /** Sends a request without sharing it. */
    ask: requestFromSchool,
    requestOnce,
    /** Sends a write, then refreshes the cached answers that it affects. */
    change,
    /** Number of changes made from this machine in the area of a call. */
    changesOf,
    /** Whether something was changed since the answer of that key was requested. */
    isOutdated,

    /** Ends the session: later answers are not cached. */
    close() {
      closed = true;
    },
  };
};
