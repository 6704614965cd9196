import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { type DraftStep, getDraftSteps, postUndo } from "../../contract/staff-editor.ts";
import { createResource } from "../../core/create-resource.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

/** The latest changes of drafts, and the way back of each. */
export const createUndo = ({ transport: { send } }: App) => {
  const steps = createResource<readonly DraftStep[], CallFailure>({
    async fetch() {
      const answer = await send(getDraftSteps);
      return answer.ok ? { ...answer, value: answer.value.steps } : answer;
    },
  });
  const state = proxy({
    failure: null as CallFailure | null,
    /** Whether the last one was taken back. */
    isDone: false,
  });
  return {
    steps,
    state,
    /** Takes a step back. */
    async undo(id: string): Promise<void> {
      Object.assign(state, { failure: null, isDone: false });
      const answer = await send(postUndo, { params: { id } });
      if (answer.ok) state.isDone = true;
      else state.failure = answer.failure;
      await steps.refresh();
    },
  };
};
