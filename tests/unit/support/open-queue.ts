import type { Outcome } from "../../../src/core/queue.ts";
import { openSignedIn } from "./open-app.ts";

/** A tab with a signed-in person, and the outcomes of their study updates, in order. */
export const openQueue = async (...options: Parameters<typeof openSignedIn>) => {
  const opened = await openSignedIn(...options);
  const outcomes: string[] = [];
  const { queue, school, machine } = opened;
  queue.onOutcome(({ call, lessonId }, outcome: Outcome) =>
    outcomes.push(`${call} ${lessonId} ${outcome}`),
  );
  opened.stopOnSessionEnd();
  opened.sendWhenOnline();
  return {
    ...opened,
    outcomes,
    sent: () => school.requests.filter(({ call }) => /^PUT \/user\/progress/.test(call)),
    /** The requested paths, such as `1/complete`. */
    calls: () =>
      school.requests.flatMap(
        ({ call }) => /^PUT \/user\/progress\/(.*)/.exec(call)?.slice(1) ?? [],
      ),
    kept: () => machine.tabs.keys().filter((key) => key.startsWith("queue.v1/")),
  };
};

export type OpenQueue = Awaited<ReturnType<typeof openQueue>>;

/** Dana on the same machine again: in another tab, or at the next visit. */
export const anotherTab = ({ school, machine }: OpenQueue) =>
  openQueue("dana", { school, machine });
