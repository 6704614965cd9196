import { proxy, ref } from "valtio/vanilla";
import type { Drafting } from "../../app-context/drafting.ts";
import { type DraftFile, writeDraftFile } from "../../contract/draft-file.ts";
import type { Draft } from "../../core/drafts.ts";
import type { DraftAnswer, DraftContext, DraftRequest } from "../../drafting/draft.ts";

/** A draft that goes with a hand-in, as a file. */
export interface SentDraft {
  readonly name: string;
  readonly text: string;
}

export interface DraftCheckOptions {
  drafting: Pick<Drafting, "run">;
  /** Keeps what is typed. */
  stored: Draft<Record<string, string>>;
}

/** What a student has typed for an assignment, and the draft with which it is compared. */
export const createDraftCheck = ({ drafting, stored }: DraftCheckOptions) => {
  const kept = stored.read() ?? {};
  const state = proxy({
    /** The texts of the fields, by the names of the lengths. */
    typed: { ...kept },
    /** Those of fields that have been left: only these are compared. */
    settled: { ...kept },
    answer: null as DraftAnswer | null,
    context: null as DraftContext | null,
    failed: false,
    /** Whether the draft goes with the hand-in. */
    sends: false,
  });
  let latest = 0;

  return {
    state,

    type(name: string, text: string) {
      state.typed[name] = text;
      stored.write({ ...state.typed });
    },

    /** Compares a length: its field has been left. */
    settle(name: string) {
      state.settled[name] = state.typed[name] ?? "";
    },

    setSends(sends: boolean) {
      state.sends = sends;
    },

    /** Drafts. Only the answer to the last request counts. */
    async draft(request: DraftRequest): Promise<void> {
      latest += 1;
      const own = latest;
      const found = await Promise.all([
        drafting.run("draft", request),
        drafting.run("draftContext", request),
      ]).catch(() => null);
      if (own !== latest) return;
      state.failed = found === null;
      state.answer = found && ref(found[0]);
      state.context = found && ref(found[1]);
    },
  };
};

export type DraftCheckModel = ReturnType<typeof createDraftCheck>;

/** The file of a draft. */
export const draftFileOf = (file: DraftFile): SentDraft => ({
  name: `${file.block}.pattern.json`,
  text: writeDraftFile(file),
});
