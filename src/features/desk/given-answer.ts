import { proxy } from "valtio/vanilla";
import { deleteDeskAnswer } from "../../contract/desk.ts";
import type { Id } from "../../contract/wire.ts";
import { TOLD_AFTER_MS } from "../../domain/answer-told.ts";
import type { Send } from "../../transport/transport.ts";
import type { Decision, Work } from "./work.ts";

/** An answer that the student is told of in a moment. */
export interface GivenAnswer {
  readonly id: Id;
  readonly student: string;
  readonly decision: Decision;
  /** Whether it was the first answer. */
  readonly isFirst: boolean;
}

/** The last answer, which can be taken back for some seconds, whatever is on the screen by then. */
export const createGivenAnswer = (send: Send) => {
  const state = proxy({
    last: null as GivenAnswer | null,
    busy: false,
    /** Why it could not be taken back. */
    failure: null as "told" | "no-connection" | null,
  });
  let work: Work | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const endIn = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (state.busy) return endIn(milliseconds);
      state.last = null;
      state.failure = null;
      work = null;
    }, milliseconds);
  };

  return {
    state,

    give(given: GivenAnswer, of: Work): void {
      state.last = given;
      state.failure = null;
      work = of;
      endIn(TOLD_AFTER_MS);
    },

    /** Takes the answer back. @returns the hand-in to go back to; null if that is no longer possible */
    async undo(): Promise<Id | null> {
      const { last } = state;
      const of = work;
      if (!last || !of || state.busy) return null;
      state.busy = true;
      state.failure = null;
      const answer = await send(deleteDeskAnswer, { params: { id: last.id } });
      state.busy = false;
      if (!answer.ok) {
        const isTold = answer.failure.kind === "refused" && answer.failure.status < 500;
        state.failure = isTold ? "told" : "no-connection";
        endIn(TOLD_AFTER_MS);
        return null;
      }
      of.takeBack(answer.value.hand_in);
      clearTimeout(timer);
      state.last = null;
      return last.id;
    },
  };
};
