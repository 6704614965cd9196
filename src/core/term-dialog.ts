import { proxy } from "valtio/vanilla";

/** Which entry of the glossary lies over the screen. */
export const createTermDialog = () => {
  const state = proxy({ term: null as string | null });
  return {
    state,
    open(term: string) {
      state.term = term;
    },
    close() {
      state.term = null;
    },
  };
};

export type TermDialog = ReturnType<typeof createTermDialog>;
