import { proxy } from "valtio/vanilla";
import type { Connectivity } from "../platform/ports.ts";

/**
 * Whether there is a network: as the machine says at start and whenever it changes its mind,
 * on after any answer, off after any call without one.
 */
export const createNetwork = (connectivity: Connectivity) => {
  const state = proxy({ online: true });
  return {
    state,
    boot() {
      state.online = connectivity.isOnline();
      connectivity.subscribe((online) => {
        state.online = online;
      });
    },
    reached(answered: boolean) {
      state.online = answered;
    },
  };
};

export type Network = ReturnType<typeof createNetwork>;
