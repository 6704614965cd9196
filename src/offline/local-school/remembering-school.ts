import type * as v from "valibot";
import type { Call } from "../../contract/call.ts";
import { type LessonProgress, putComplete, putSession } from "../../contract/progress.ts";
import type { Id } from "../../contract/wire.ts";
import type { Write } from "../../domain/queue.ts";
import { Result } from "../../lib/result.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Transport } from "../../transport/transport.ts";
import { type Answered, isClearNo, isUnchanged } from "./answered.ts";
import { askedName, nameOf } from "./answers.ts";
import { noteStudy } from "./known-study.ts";
import { type Asked, isKept, type OwnCall } from "./own-calls.ts";
import type { Remembered } from "./remembered.ts";

export interface RememberingSchoolOptions {
  school: Pick<Transport, "send">;
  remembered: Remembered;
  now: Clock;
  /** What the sync fetches: after a change the answers that it changes are asked for again. */
  own: () => readonly OwnCall[];
}

const STUDY = new Map<string, Write["call"]>([
  [nameOf(putSession), "session"],
  [nameOf(putComplete), "complete"],
]);

/** What a change changes: everything of the same beginning, such as `user/measurements`. */
const areaOf = ({ path }: Pick<Call, "path">): string => path.split("/").slice(1, 3).join("/");

type OneProgress = { progress: LessonProgress | null };

/**
 * Asks the school, and keeps its answers for when it cannot be reached. It knows what was changed from
 * here, so that no answer from before a change passes for one from after it.
 */
export const createRememberingSchool = (options: RememberingSchoolOptions) => {
  const { school, remembered, now, own } = options;
  /** How often something was changed from here, by what it changes. */
  const changes = new Map<string, number>();
  /** What `changes` was when the answer of that name was asked for. */
  const asOf = new Map<string, number>();
  const underWay = new Map<string, Promise<Answered>>();
  let closed = false;

  const changesOf = (call: Call): number => changes.get(areaOf(call)) ?? 0;
  const noteChange = (call: Call) => {
    const area = areaOf(call);
    changes.set(area, changesOf(call) + 1);
    // What is under way is no answer to whoever asks from now on.
    for (const name of underWay.keys()) if (name.startsWith(`GET /${area}`)) underWay.delete(name);
  };

  /** What the school took; some say no more than that they did. */
  const studiedBy = (call: Write["call"], asked: Asked, { progress }: OneProgress) => {
    const queued = Date.parse(asked.headers?.["x-queued-at"] ?? "");
    const { lessonId } = (asked.params ?? {}) as { lessonId?: Id };
    const time = Number.isNaN(queued) ? now() : queued;
    return { call, time, lessonId: lessonId ?? "", progress };
  };

  const askSchool = async (call: Call, asked: Asked): Promise<Answered> => {
    if (!isKept(call)) return school.send(call, asked);
    const name = askedName(call, asked);
    const known = remembered.get(name, call.answer as v.GenericSchema);
    const before = changesOf(call);
    let tag: string | null = null;
    const answer: Answered = await school.send(call, {
      ...asked,
      headers: { ...asked.headers, ...(known?.tag && { "if-none-match": known.tag }) },
      onTag: (found) => {
        tag = found;
      },
    });
    const said: Answered = known?.tag && isUnchanged(answer) ? Result.ok(known.value) : answer;
    if (closed || before !== changesOf(call)) return said;
    if (said.ok) {
      remembered.put(name, said.value, said === answer ? tag : known?.tag);
      asOf.set(name, before);
    } else if (isClearNo(said.failure)) remembered.letGo(name);
    return said;
  };

  /** Whoever asks the same meanwhile gets the same answer; nobody's giving up ends it for others. */
  const askOnce = (call: Call, { signal: _, onNewer: __, ...asked }: Asked): Promise<Answered> => {
    const name = askedName(call, asked);
    const known = underWay.get(name);
    if (known) return known;
    const asking = askSchool(call, asked).finally(() => {
      if (underWay.get(name) === asking) underWay.delete(name);
    });
    underWay.set(name, asking);
    return asking;
  };

  const change = async (call: Call, asked: Asked): Promise<Answered> => {
    noteChange(call);
    const answer: Answered = await school.send(call, asked);
    // What was asked for meanwhile may speak of the time before or after.
    noteChange(call);
    if (!answer.ok || closed) return answer;
    const study = STUDY.get(nameOf(call));
    if (study) noteStudy(remembered, studiedBy(study, asked, answer.value as OneProgress));
    else {
      for (const each of own()) {
        if (areaOf(each.call) === areaOf(call)) void askOnce(each.call, each.asked);
      }
    }
    return answer;
  };

  /** Of what is reckoned here a change is known already; of anything else it is not. */
  const isOutdated = (call: Call, name: string): boolean =>
    areaOf(call) !== areaOf(putSession) && (asOf.get(name) ?? 0) < changesOf(call);

  return {
    /** Asks, whoever else is asking. */
    ask: askSchool,
    askOnce,
    /** Changes something at the school. */
    change,
    /** How often something was changed from here in what a call is about. */
    changesOf,
    /** Whether something was changed since the answer of that name was asked for. */
    isOutdated,

    /** The session has ended: what comes from now on is nobody's, and is not kept. */
    close() {
      closed = true;
    },
  };
};

export type RememberingSchool = ReturnType<typeof createRememberingSchool>;
