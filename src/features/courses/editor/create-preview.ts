import { proxy, ref } from "valtio/vanilla";
import type { ShownText } from "../../../contract/staff-editor.ts";
import type { Result } from "../../../lib/result.ts";

/** How long somebody pauses before what is shown follows. */
const PAUSE_MS = 400;

/**
 * What somebody writes, as students would see it.
 * @param fetch has the school show what is written now; null if there is nothing to show
 */
export const createPreview = (fetch: () => Promise<Result<ShownText, unknown>> | null) => {
  const state = proxy({
    /** Null until the school has shown it. */
    shown: null as ShownText | null,
    isNotShown: false,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const show = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    const answer = await fetch();
    if (!answer || mine !== latest) return;
    if (answer.ok) state.shown = ref(answer.value) as ShownText;
    state.isNotShown = !answer.ok;
  };
  return {
    state,
    show,

    showSoon(): void {
      clearTimeout(timer);
      timer = setTimeout(() => void show(), PAUSE_MS);
    },

    stop(): void {
      clearTimeout(timer);
      latest += 1;
    },
  };
};
