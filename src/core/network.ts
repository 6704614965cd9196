import { proxy } from "valtio/vanilla";
import type { Connectivity } from "../platform/ports.ts";

/**
 * Whether there is a network: as the machine says at start and whenever it changes its mind,
 * on after any answer, off after any call without one.
 * @param onBack told when the network is there again
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
    /** After every call: whether an answer came. */
    reached: set,
  };
};

export type Network = ReturnType<typeof createNetwork>;
