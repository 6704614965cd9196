import { proxy } from "valtio/vanilla";

/** The glossary entry that is shown in a dialog over the screen; null if none is. */
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
