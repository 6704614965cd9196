import { proxy, subscribe } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { serviceOf } from "../../app-context/service.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { getDeskCounts } from "../../contract/desk.ts";

/** The numbers in the header are not asked for more often. */
const PAUSE_MS = 60_000;

interface DeskCounts {
  readonly hand_ins: number;
  readonly messages: number;
}

/** How much waits at the desk. The header and the queue show the same numbers. */
const create = (app: App) => {
  const { send } = app.transport;
  const { now } = app.machine;
  const state = proxy({
    /** Null while they are not known. */
    counts: null as DeskCounts | null,
    isMissing: false,
  });
  let askedAt = Number.NEGATIVE_INFINITY;

  const show = (counts: DeskCounts): void => {
    askedAt = now();
    state.isMissing = false;
    state.counts = counts;
  };

  const unseen = unseenOf(app);
  // An open app hears them every few seconds, so they are asked for only before that, and at other schools.
  subscribe(unseen.state, () => {
    const { desk } = unseen.state.known;
    if (desk) show(desk);
  });

  return {
    state,
    /** Call it with numbers that another answer has brought. */
    show,

    /** Call it when one has been answered (-1), or its answer has been taken back (1). */
    add(what: keyof DeskCounts, by: 1 | -1): void {
      const { counts } = state;
      if (counts) state.counts = { ...counts, [what]: Math.max(0, counts[what] + by) };
    },

    /** Fetches the numbers, unless that was less than a minute ago. */
    async load(): Promise<void> {
      if (Math.abs(now() - askedAt) < PAUSE_MS) return;
      askedAt = now();
      const answer = await send(getDeskCounts);
      if (answer.ok) show(answer.value);
      else if (answer.failure.kind === "refused" && !state.counts) {
        state.isMissing = answer.failure.status === 404;
      }
    },
  };
};

/** The numbers of the signed-in tutor. */
export const deskCountsOf = (app: App) => serviceOf(app, create);
