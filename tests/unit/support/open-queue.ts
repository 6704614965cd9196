import type { Outcome } from "../../../src/core/queue.ts";
import { openSignedIn } from "./open-app.ts";

/** A tab with somebody signed in, and what has become of their signs of study, in order. */
export const openQueue = async (...options: Parameters<typeof openSignedIn>) => {
  const opened = await openSignedIn(...options);
  const outcomes: string[] = [];
  const { queue, school, machine } = opened;
  queue.listen(({ call, lessonId }, outcome: Outcome) =>
    outcomes.push(`${call} ${lessonId} ${outcome}`),
  );
  opened.stopOnSessionEnd();
  opened.sendOnceBack();
  return {
    ...opened,
    outcomes,
    /** The requests of signs of study so far. */
    sent: () => school.requests.filter(({ call }) => /^PUT \/user\/progress/.test(call)),
    /** What was asked for, such as `1/complete`. */
    calls: () =>
      school.requests.flatMap(
        ({ call }) => /^PUT \/user\/progress\/(.*)/.exec(call)?.slice(1) ?? [],
      ),
    /** What the machine keeps of the queue, whosever it is. */
    kept: () => machine.tabs.keys().filter((key) => key.startsWith("queue.v1/")),
  };
};

export type OpenQueue = Awaited<ReturnType<typeof openQueue>>;

/** Dana on the same machine once more: in another tab, or at the next visit. */
export const anotherTab = ({ school, machine }: OpenQueue) =>
  openQueue("dana", { school, machine });
