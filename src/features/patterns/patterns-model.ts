import { proxy, ref } from "valtio/vanilla";
import type { Drafting } from "../../app-context/drafting.ts";
import type { DraftAnswer, DraftRequest } from "../../drafting/draft.ts";

/** The draft on the screen. */
export const createPatterns = (drafting: Pick<Drafting, "run">) => {
  const state = proxy({ answer: null as DraftAnswer | null, failed: false });
  let latest = 0;

  return {
    state,
    /** Drafts. Only the answer to the last request is shown. */
    async draft(request: DraftRequest): Promise<void> {
      latest += 1;
      const own = latest;
      const answer = await drafting.run("draft", request).catch(() => null);
      if (own !== latest) return;
      state.failed = answer === null;
      if (answer) state.answer = ref(answer);
    },
  };
};
