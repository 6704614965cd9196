import { proxy } from "valtio/vanilla";
import type { Connectivity } from "../platform/ports.ts";

/**
 * Whether there is a network. The machine tells it at the start and on every change; a call with an
 * answer sets it to true, a call without one to false.
 * @param onBack called when it changes from false to true
 */
export const createNetwork = (connectivity: Connectivity, onBack: () => void) => {
  const state = proxy({ online: true });

  const set = (online: boolean) => {
    const back = online && !state.online;
    state.online = online;
    if (back) onBack();
  };

  return {
    state,
    boot() {
      state.online = connectivity.isOnline();
      connectivity.subscribe(set);
    },
    /** Call it after every call to the school, with whether an answer came. */
    reached: set,
  };
};

export type Network = ReturnType<typeof createNetwork>;
