import * as v from "valibot";
import type { Call } from "../contract/call.ts";
import { getProgress, lessonProgress, putComplete, putSession } from "../contract/progress.ts";
import { id } from "../contract/wire.ts";
import {
  areaOf,
  type CallResult,
  isDefiniteRefusal,
  isNotModified,
  isUnreachable,
  type RequestOptions,
} from "../core/call-results.ts";
import type { Address } from "../lib/format-address.ts";
import { parseJson } from "../lib/parse-json.ts";
import { Result } from "../lib/result.ts";
import type { Clock } from "../platform/ports.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { Transport } from "../transport/transport.ts";
import type { AnswerStore, StoredEntry } from "./answer-store.ts";
import { type KeptAnswer, keptAnswer, keptFile, keptFileOf } from "./kept-calls.ts";

/**
 * Adds a completed lesson to an answer with the person's progress.
 * @param answer as JSON
 * @param now milliseconds since 1970
 * @returns null if the answer or the id is damaged, or if the lesson was completed before
 */
export const withCompletion = (answer: string, lessonId: unknown, now: number) => {
  const kept = parseJson(answer, getProgress.answer as v.GenericSchema<unknown, Progress>);
  const lesson = v.safeParse(id, lessonId);
  if (!kept || !lesson.success) return null;
  const before = kept.progress.find(({ lesson_id }) => lesson_id === lesson.output);
  if (before?.completed) return null;
  const row = v.safeParse(lessonProgress, {
    lesson_id: lesson.output,
    ...before,
    completed: new Date(now).toISOString(),
  });
  if (!row.success) return null;
  return { progress: [...kept.progress.filter((each) => each !== before), row.output] };
};

interface Progress {
  readonly progress: readonly v.InferOutput<typeof lessonProgress>[];
}

/** An answer that the school has confirmed so recently is not asked for again. */
const FRESH_MS = 5_000;
/** After this time without an answer of the school a kept one is shown. */
const ANSWER_TIMEOUT_MS = 3_000;
/** The school lets browsers use a file for so long. */
const FILE_FRESH_MS = 3_600_000;

/** A lesson that is not active yet is one whose predecessor was completed without a network a moment ago. */
const isFinal = (failure: CallFailure): boolean =>
  isDefiniteRefusal(failure) &&
  !(failure.kind === "refused" && failure.code === "lesson/not_active");

const after = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, null));

const asJson = (value: unknown): Blob =>
  new Blob([JSON.stringify(value)], { type: "application/json" });

interface KeptSchoolOptions {
  school: Transport;
  store: AnswerStore;
  now: Clock;
}

/**
 * The school, with the answers that this browser keeps. A kept answer is given at once, and the school
 * is asked in the background: `onNewer` is called when it has a newer one. After a change made here,
 * the school is asked first, unless the change only says which lesson is open.
 */
export const createKeptSchool = ({ school, store, now }: KeptSchoolOptions) => {
  /** Number of changes made from this page, by area. */
  const changes = new Map<string, number>();
  /** That number when the kept answer at an address was asked for. */
  const asOf = new Map<string, number>();
  /** When the school confirmed the answer at an address. */
  const confirmed = new Map<string, number>();
  const underWay = new Map<string, Promise<CallResult>>();
  /** The addresses that video players use, by those in the store. */
  const players = new Map<string, string>();

  const changesOf = (call: Pick<Call, "path">): number => changes.get(areaOf(call)) ?? 0;

  const decode = async (call: Call, entry: StoredEntry | null): Promise<CallResult | null> => {
    if (!entry || typeof call.answer === "string") return null;
    try {
      const decoded = v.safeParse(
        call.answer as v.GenericSchema,
        JSON.parse(await entry.body.text()),
      );
      return decoded.success ? Result.ok(decoded.output) : null;
    } catch {
      return null;
    }
  };

  /** Asks the school, and keeps its answer. @param known the kept answer */
  const askSchool = async (
    call: Call,
    request: RequestOptions,
    { shelf, address, inAllLanguages }: KeptAnswer,
    known: StoredEntry | null,
  ): Promise<CallResult> => {
    const before = changesOf(call);
    let tag: string | null = null;
    const answer: CallResult = await school.send(call, {
      ...request,
      ...(known?.tag && { headers: { ...request.headers, "if-none-match": known.tag } }),
      onEtag: (found) => {
        tag = found;
      },
    });
    // An answer from before a change must not be kept as one from after it.
    if (before !== changesOf(call)) return answer;
    if (isNotModified(answer) && known) {
      confirmed.set(address, now());
      asOf.set(address, before);
      const value = await decode(call, known);
      if (value) return value;
    } else if (answer.ok) {
      confirmed.set(address, now());
      asOf.set(address, before);
      await store.put(shelf, address, { body: asJson(answer.value), tag });
    } else if (isFinal(answer.failure)) {
      await store.evict(address);
      if (inAllLanguages) await store.evict(inAllLanguages);
    }
    return answer;
  };

  const findAnswer = async ({ address, inAllLanguages }: KeptAnswer): Promise<StoredEntry | null> =>
    (await store.find(address)) ?? (inAllLanguages ? store.find(inAllLanguages) : null);

  /** Shares one request among equal calls. */
  const askOnce = (
    call: Call,
    { signal: _, onNewer: __, ...request }: RequestOptions,
    kept: KeptAnswer,
    known: StoredEntry | null,
  ): Promise<CallResult> => {
    const running = underWay.get(kept.address);
    if (running) return running;
    const asking = askSchool(call, request, kept, known).finally(() => {
      if (underWay.get(kept.address) === asking) underWay.delete(kept.address);
    });
    underWay.set(kept.address, asking);
    return asking;
  };

  const isFresh = (address: string): boolean => {
    const age = now() - (confirmed.get(address) ?? Number.NEGATIVE_INFINITY);
    return age >= 0 && age < FRESH_MS;
  };

  const read = async (
    call: Call,
    request: RequestOptions,
    kept: KeptAnswer,
  ): Promise<CallResult> => {
    const entry = await findAnswer(kept);
    const decoded = await decode(call, entry);
    if (!decoded) return askOnce(call, request, kept, null);
    const isOutdated = (asOf.get(kept.address) ?? 0) < changesOf(call);
    if (!isOutdated) {
      if (!isFresh(kept.address)) void compare(call, request, kept, entry, decoded);
      return decoded;
    }
    // On a line that is there but carries nothing, nobody should wait for half a minute.
    const fresh = askOnce(call, request, kept, entry);
    const answer = await Promise.race([fresh, after(ANSWER_TIMEOUT_MS)]);
    if (answer && (answer.ok || !isUnreachable(answer.failure))) return answer;
    return decoded;
  };

  /** Asks the school in the background, and tells the caller if it says something else. */
  const compare = async (
    call: Call,
    request: RequestOptions,
    kept: KeptAnswer,
    entry: StoredEntry | null,
    known: CallResult,
  ): Promise<void> => {
    const answer = await askOnce(call, request, kept, entry);
    const isOther = answer.ok
      ? known.ok && JSON.stringify(answer.value) !== JSON.stringify(known.value)
      : isFinal(answer.failure);
    if (isOther) request.onNewer?.();
  };

  /** Notes a completed lesson in the kept progress: the network may be gone before it is fetched again. */
  const keepCompletion = async (lessonId: unknown): Promise<void> => {
    const kept = keptAnswer({ method: "GET", path: "/user/progress" });
    const entry = kept && (await store.find(kept.address));
    const value = entry && withCompletion(await entry.body.text(), lessonId, now());
    if (value) await store.put("base", kept.address, { body: asJson(value), tag: null });
  };

  const change = async (call: Call, request: RequestOptions): Promise<CallResult> => {
    // An open lesson changes so little that nobody should wait for the school before the next answer.
    const isSmall = call.path === putSession.path;
    const note = () => {
      confirmed.clear();
      if (isSmall) return;
      changes.set(areaOf(call), changesOf(call) + 1);
      underWay.clear();
    };
    note();
    const answer: CallResult = await school.send(call, request);
    // A request during the change may have been answered before it or after it.
    note();
    if (answer.ok && call.path === putComplete.path) {
      await keepCompletion((request.params as Record<string, unknown> | undefined)?.lessonId);
    }
    return answer;
  };

  const send = (call: Call, request: RequestOptions = {}): Promise<CallResult> => {
    if (call.method !== "GET") return change(call, request);
    const kept = keptAnswer(call, request);
    return kept ? read(call, request, kept) : school.send(call, request);
  };

  /** Keeps a file, unless it is empty or the page of a captive portal. */
  const keepFile = async (address: string, body: Blob, tag: string | null): Promise<void> => {
    const isFile = body.size > 0 && !body.type.startsWith("text/html");
    if (isFile) await store.put("read", address, { body, tag });
  };

  const fetchFile = async (
    call: Call,
    request: RequestOptions,
    address: string,
    known: StoredEntry | null,
  ): Promise<Result<Blob, CallFailure>> => {
    let tag: string | null = null;
    const answer = await school.sendForBytes(call, {
      ...request,
      ...(known?.tag && { headers: { ...request.headers, "if-none-match": known.tag } }),
      onEtag: (found) => {
        tag = found;
      },
    });
    if (answer.ok) await keepFile(address, answer.value, tag);
    else if (isNotModified(answer) && known) {
      await store.put("read", address, known);
      return Result.ok(known.body);
    } else if (!answer.ok && isFinal(answer.failure)) await store.evict(address);
    return answer;
  };

  const sendForBytes = async (
    call: Call,
    request: RequestOptions = {},
  ): Promise<Result<Blob, CallFailure>> => {
    const address = keptFileOf(call, request);
    if (!address) return school.sendForBytes(call, request);
    const entry = await store.find(address);
    if (entry) {
      const age = now() - entry.time;
      // With a clock that was set back the file looks as if it came from the future.
      if (age < 0 || age > FILE_FRESH_MS) void fetchFile(call, request, address, entry);
      return Result.ok(entry.body);
    }
    const answer = await fetchFile(call, request, address, null);
    if (answer.ok || !isUnreachable(answer.failure)) return answer;
    // A kept chapter has one variant of each picture.
    const other = await store.findAnyVariant(address);
    return other ? Result.ok(other.body) : answer;
  };

  return {
    send: send as Transport["send"],
    sendForBytes: sendForBytes as Transport["sendForBytes"],

    /** Whether an answer is kept, so that nothing has to be prefetched. */
    async has({ path, params, query }: Address): Promise<boolean> {
      const kept = keptAnswer({ method: "GET", path }, { params, query } as RequestOptions);
      return kept !== null && (await findAnswer(kept)) !== null;
    },

    /** An address of a kept asset, for a video player. It lasts as long as the page. */
    async assetAddress(product: string, title: string): Promise<string | null> {
      const address = keptFile("asset", product, title);
      const playing = players.get(address);
      if (playing) return playing;
      const entry = await store.findAnyVariant(address);
      if (!entry) return null;
      const url = URL.createObjectURL(entry.body);
      players.set(address, url);
      return url;
    },

    /** Keeps an answer that was fetched before the store was open. */
    async keep(call: Call, request: RequestOptions, value: unknown): Promise<void> {
      if (value instanceof Blob) {
        const address = keptFileOf(call, request);
        if (address) await keepFile(address, value, null);
        return;
      }
      const kept = keptAnswer(call, request);
      if (kept) await store.put(kept.shelf, kept.address, { body: asJson(value), tag: null });
    },
  };
};
