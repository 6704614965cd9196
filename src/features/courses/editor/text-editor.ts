import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import {
  deleteSourceText,
  getSourceText,
  MAX_SOURCE_TEXT_BYTES,
  type OpenedText,
  postTextPreview,
  putSourceText,
} from "../../../contract/staff-editor.ts";
import type { Drafts } from "../../../core/drafts.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import { type CallFailure, codeOf } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";
import { createPreview } from "./create-preview.ts";

/** What somebody has written and not saved, and what it is to replace. */
const draftSchema = v.object({ text: v.string(), replaces: v.nullable(v.string()) });

/** Why a text was not saved. */
export const saveMessages = {
  "too-long": "staff-editor.too-long",
  "content/no_source": "staff-editor.no-source",
  refused: "staff-editor.save-refused",
  else: "staff-editor.not-saved",
} as const satisfies FailureTable<"too-long">;

const isConflict = (failure: CallFailure): boolean => codeOf(failure) === "content/conflict";

interface TextEditorOptions {
  readonly send: Send;
  readonly drafts: Drafts;
  /** The path of the text in the author's folder. */
  readonly path: string;
}

/** One text that is being edited. What is not saved stays on this machine. */
export const createTextEditor = ({ send, drafts, path }: TextEditorOptions) => {
  const draft = drafts.draft(`text/${path}`, draftSchema);
  const state = proxy({
    /** Whether it was fetched. */
    isOpen: false,
    failure: null as CallFailure | null,
    text: "",
    /** The text as the school has it. */
    saved: "",
    /** Its checksum; null: the school has none. */
    checksum: null as string | null,
    isSaving: false,
    /** Whether it was saved, and nothing was written since. */
    isSaved: false,
    saveFailure: null as Failure<"too-long"> | null,
    /** What somebody else has saved meanwhile; null: nothing. */
    theirs: null as OpenedText | null,
  });
  const preview = createPreview(() => send(postTextPreview, { body: { path, text: state.text } }));

  const fetchText = () => send(getSourceText, { query: { path } });

  const load = async (): Promise<void> => {
    state.failure = null;
    const answer = await fetchText();
    if (!answer.ok) {
      state.failure = answer.failure;
      return;
    }
    const { text, checksum } = answer.value;
    const kept = draft.read();
    Object.assign(state, { text, saved: text, checksum });
    if (kept && kept.text !== text) {
      state.text = kept.text;
      // It was written over another text than the school has now.
      if (kept.replaces !== checksum) {
        state.checksum = kept.replaces;
        state.theirs = ref(answer.value) as OpenedText;
      }
    }
    state.isOpen = true;
    void preview.show();
  };

  const write = (text: string): void => {
    state.text = text;
    state.isSaved = false;
    if (text === state.saved && !state.theirs) draft.clear();
    else draft.write({ text, replaces: state.checksum });
    preview.showSoon();
  };

  const settle = (text: string, checksum: string | null): void => {
    Object.assign(state, { saved: text, checksum, theirs: null, isSaved: true });
    if (state.text === text) draft.clear();
    else draft.write({ text: state.text, replaces: checksum });
  };

  const onConflict = async (): Promise<void> => {
    const answer = await fetchText();
    if (answer.ok) state.theirs = ref(answer.value) as OpenedText;
    else state.saveFailure = answer.failure;
  };

  const save = async (): Promise<void> => {
    const { text } = state;
    if (state.isSaving) return;
    if (text.length > MAX_SOURCE_TEXT_BYTES) {
      state.saveFailure = { kind: "too-long" };
      return;
    }
    Object.assign(state, { isSaving: true, saveFailure: null });
    const answer = await send(putSourceText, { body: { path, text, replaces: state.checksum } });
    state.isSaving = false;
    if (answer.ok) settle(text, answer.value.checksum);
    else if (isConflict(answer.failure)) await onConflict();
    else state.saveFailure = answer.failure;
  };

  return {
    path,
    state,
    preview,
    load,
    write,
    save,

    /** Keeps what somebody else has saved, and drops the own text. */
    takeTheirs(): void {
      const { theirs } = state;
      if (!theirs) return;
      state.text = theirs.text;
      settle(theirs.text, theirs.checksum);
      state.isSaved = false;
      void preview.show();
    },

    /** Saves the own text in place of what somebody else has saved, which stays in the history. */
    async keepMine(): Promise<void> {
      const { theirs } = state;
      if (!theirs) return;
      Object.assign(state, { checksum: theirs.checksum, saved: theirs.text, theirs: null });
      await save();
    },

    /** Removes the file. @returns whether it is gone */
    async remove(): Promise<boolean> {
      if (state.checksum === null) {
        draft.clear();
        return true;
      }
      const query = { path, replaces: state.checksum };
      const answer = await send(deleteSourceText, { query });
      if (answer.ok) draft.clear();
      else if (isConflict(answer.failure)) await onConflict();
      else state.saveFailure = answer.failure;
      return answer.ok;
    },
  };
};

export type TextEditor = ReturnType<typeof createTextEditor>;
