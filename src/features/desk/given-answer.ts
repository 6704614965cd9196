import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { deleteDeskAnswer } from "../../contract/desk.ts";
import { type Id, id } from "../../contract/wire.ts";
import { createStored } from "../../core/stored.ts";
import { PUBLISHED_AFTER_MS } from "../../domain/hand-in-answer.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Decision, Work, WorkCache } from "./work.ts";

/** An answer that the school does not have yet. */
interface OpenAnswer {
  readonly id: Id;
  readonly student: string;
}

/** An answer that the student is told of in a moment. */
interface GivenAnswer extends OpenAnswer {
  readonly decision: Decision;
  readonly isFirst: boolean;
}

const storedAnswer = v.object({ id, isFirst: v.boolean() });

/**
 * The last answer, which can be taken back for some seconds, whatever is on the screen by then, also after
 * the page has been loaded again.
 */
export const createGivenAnswer = (app: App, workCache: WorkCache) => {
  const { send } = app.transport;
  const { storage, now } = app.machine;
  const stored = createStored(storage, `desk-given.v1/${personIdOf(app)}`, storedAnswer);
  const state = proxy({
    last: null as GivenAnswer | null,
    busy: false,
    /** Why it could not be taken back. */
    failure: null as CallFailure | null,
    /** The answers that are being sent. */
    sending: [] as OpenAnswer[],
    /** The last answer that could not be sent. */
    unsent: null as OpenAnswer | null,
  });
  let work: Work | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const endIn = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (state.busy) return endIn(milliseconds);
      stored.clear();
      state.last = null;
      state.failure = null;
      work = null;
    }, milliseconds);
  };

  const show = (given: GivenAnswer, of: Work, milliseconds: number): void => {
    state.last = given;
    state.failure = null;
    work = of;
    endIn(milliseconds);
  };

  return {
    state,

    /**
     * Sends the answer of a work. It goes on when the person leaves the work.
     * @param replaces whether it is to take the place of another answer
     * @returns whether the school has it
     */
    async send(of: Work, decision: Decision, replaces = false): Promise<boolean> {
      const { value, busy } = of.state;
      if (!value || busy) return false;
      const open: OpenAnswer = { id: of.id, student: value.student.name };
      const isFirst = value.hand_in.state === "uploaded";
      state.sending.push(open);
      if (state.unsent?.id === of.id) state.unsent = null;
      // The page may be loaded again before the response is here.
      stored.write({ id: of.id, isFirst });
      const hasArrived = await of.answer(decision, replaces);
      state.sending = state.sending.filter(({ id }) => id !== of.id);
      if (hasArrived) show({ ...open, decision, isFirst }, of, PUBLISHED_AFTER_MS);
      else if (of.state.problem?.kind !== "missing") state.unsent = open;
      return hasArrived;
    },

    /** Shows the answer again that was given before the page was loaded, for as long as is left. */
    async resume(): Promise<void> {
      const kept = state.last ? null : stored.read();
      if (!kept) return;
      const of = workCache.of(kept.id);
      if (!of.state.value) await of.load();
      const { hand_in, student } = of.state.value ?? {};
      const left = Math.min(Date.parse(hand_in?.undo_until ?? "") - now(), PUBLISHED_AFTER_MS);
      // Another answer may have been given meanwhile.
      if (!hand_in || !student || state.last) return;
      if (hand_in.state === "uploaded" || !(left > 0)) return stored.clear();
      show({ ...kept, student: student.name, decision: hand_in.state }, of, left);
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
        state.failure = answer.failure;
        endIn(PUBLISHED_AFTER_MS);
        return null;
      }
      of.takeBack(answer.value.hand_in);
      clearTimeout(timer);
      stored.clear();
      state.last = null;
      return last.id;
    },
  };
};
