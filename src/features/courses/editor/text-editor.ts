import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import {
  refusalCode,
  type StaffFailure,
  staffFailureOf,
} from "../../../app-context/staff-failure.ts";
import {
  deleteSourceText,
  getSourceText,
  MAX_SOURCE_TEXT_BYTES,
  type OpenedText,
  postTextPreview,
  putSourceText,
  type ShownText,
} from "../../../contract/staff-editor.ts";
import type { Drafts } from "../../../core/drafts.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";

/** How long somebody pauses before the page beside the text follows. */
const PAUSE_MS = 400;

/** What somebody has written and not saved, and what it is to replace. */
const draftSchema = v.object({ text: v.string(), replaces: v.nullable(v.string()) });

/** Why a text was not saved. */
export type SaveFailure = "no-connection" | "refused" | "too-long" | "no-source";

const saveFailureOf = (failure: CallFailure): SaveFailure => {
  if (failure.kind !== "refused" || failure.status >= 500) return "no-connection";
  return failure.code === "content/no_source" ? "no-source" : "refused";
};

const isConflict = (failure: CallFailure): boolean => refusalCode(failure) === "content/conflict";

export interface TextEditorOptions {
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
    failure: null as StaffFailure | null,
    text: "",
    /** The text as the school has it. */
    saved: "",
    /** Its checksum; null: the school has none. */
    checksum: null as string | null,
    isSaving: false,
    /** Whether it was saved, and nothing was written since. */
    isSaved: false,
    saveFailure: null as SaveFailure | null,
    /** What somebody else has saved meanwhile; null: nothing. */
    theirs: null as OpenedText | null,
    /** The text as students would see it; null until the school has shown it. */
    shown: null as ShownText | null,
    /** Whether the school could not show it. */
    isNotShown: false,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let previews = 0;

  const preview = async (): Promise<void> => {
    previews += 1;
    const mine = previews;
    const answer = await send(postTextPreview, { body: { path, text: state.text } });
    if (mine !== previews) return;
    if (answer.ok) state.shown = ref(answer.value) as ShownText;
    state.isNotShown = !answer.ok;
  };

  const previewSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void preview(), PAUSE_MS);
  };

  const fetchText = () => send(getSourceText, { query: { path } });

  const load = async (): Promise<void> => {
    state.failure = null;
    const answer = await fetchText();
    if (!answer.ok) {
      state.failure = staffFailureOf(answer.failure);
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
    void preview();
  };

  const write = (text: string): void => {
    state.text = text;
    state.isSaved = false;
    if (text === state.saved && !state.theirs) draft.clear();
    else draft.write({ text, replaces: state.checksum });
    previewSoon();
  };

  const settle = (text: string, checksum: string | null): void => {
    Object.assign(state, { saved: text, checksum, theirs: null, isSaved: true });
    if (state.text === text) draft.clear();
    else draft.write({ text: state.text, replaces: checksum });
  };

  const onConflict = async (): Promise<void> => {
    const answer = await fetchText();
    if (answer.ok) state.theirs = ref(answer.value) as OpenedText;
    else state.saveFailure = "no-connection";
  };

  const save = async (): Promise<void> => {
    const { text } = state;
    if (state.isSaving) return;
    if (text.length > MAX_SOURCE_TEXT_BYTES) {
      state.saveFailure = "too-long";
      return;
    }
    Object.assign(state, { isSaving: true, saveFailure: null });
    const answer = await send(putSourceText, { body: { path, text, replaces: state.checksum } });
    state.isSaving = false;
    if (answer.ok) settle(text, answer.value.checksum);
    else if (isConflict(answer.failure)) await onConflict();
    else state.saveFailure = saveFailureOf(answer.failure);
  };

  return {
    path,
    state,
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
      void preview();
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
      else state.saveFailure = saveFailureOf(answer.failure);
      return answer.ok;
    },

    stop(): void {
      clearTimeout(timer);
      previews += 1;
    },
  };
};

export type TextEditor = ReturnType<typeof createTextEditor>;
