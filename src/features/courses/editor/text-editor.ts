import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import {
  deleteSourceText,
  getSourceText,
  MAX_SOURCE_TEXT_BYTES,
  postTextPreview,
  putSourceText,
} from "../../../contract/staff-editor.ts";
import { getLessonText, postLessonPreview, putLessonText } from "../../../contract/staff-lesson.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import type { UnsentTexts } from "../../../core/unsent-texts.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import type { HeadFields } from "../../../domain/text-head.ts";
import { Result } from "../../../lib/result.ts";
import { type CallFailure, codeOf } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";
import { createPreview } from "./create-preview.ts";

/** What somebody writes: what the form has, and the text. */
export interface Written {
  /** Empty for a text without a form. */
  readonly fields: HeadFields;
  readonly text: string;
}

/** A text as the school has it. */
export interface Stored extends Written {
  /** Null: the school has none. */
  readonly checksum: string | null;
}

export const saveMessages = {
  "too-long": "staff-editor.too-long",
  "content/no_source": "staff-editor.no-source",
  "content/head_not_editable": "staff-text.not-editable",
  refused: "staff-editor.save-refused",
  else: "staff-editor.not-saved",
} as const satisfies FailureTable<"too-long">;

const isConflict = (failure: CallFailure): boolean => codeOf(failure) === "content/conflict";

/** Whether the school was not reached, so that the same may work later. */
const isUnreached = ({ kind }: CallFailure): boolean =>
  kind === "unreachable" || kind === "timeout";

/** The waits before what was not sent is sent again. */
const WAITS_MS = [5_000, 15_000, 60_000] as const;

/** Whether two texts with their forms are the same. An empty field is none. */
export const isSame = (one: Written, other: Written): boolean =>
  one.text === other.text &&
  [...Object.keys(one.fields), ...Object.keys(other.fields)].every(
    (name) => (one.fields[name] ?? "") === (other.fields[name] ?? ""),
  );

const sent = (fields: HeadFields) => Object.entries(fields).map(([name, text]) => ({ name, text }));

/** What somebody has written and not saved, what it is to replace, and whether it is to be saved by itself. */
const unsentSchema = v.object({
  fields: v.record(v.string(), v.string()),
  text: v.string(),
  replaces: v.nullable(v.string()),
  isWanted: v.boolean(),
});

interface TextEditorOptions {
  readonly send: Send;
  readonly unsentTexts: UnsentTexts;
  /** The path of the text in the author's folder. */
  readonly path: string;
}

/** One text that is being edited. What is not saved stays on this machine, and is sent once there is a network. */
export const createTextEditor = ({ send, unsentTexts, path }: TextEditorOptions) => {
  const unsent = unsentTexts.of(`written/${path}`, unsentSchema);
  const place = sourceTextPlace(path);
  const isMarkdown = place?.kind === "lesson" || place?.kind === "instruction";
  const state = proxy({
    /** Whether it was fetched. */
    isOpen: false,
    failure: null as CallFailure | null,
    /** Whether it is edited as it is in the file, because no form can show it. */
    isRaw: !isMarkdown,
    hasForm: false,
    languages: [] as readonly string[],
    fields: {} as HeadFields,
    text: "",
    /** Changes when the text was not changed by the person who writes it. */
    replaced: 0,
    saved: ref({ fields: {}, text: "" }) as Written,
    /** Its checksum; null: the school has none. */
    checksum: null as string | null,
    isSaving: false,
    /** Whether it was saved, and nothing was written since. */
    isSaved: false,
    /** Whether it is sent once the school can be reached. */
    waits: false,
    saveFailure: null as Failure<"too-long"> | null,
    /** What somebody else has saved meanwhile; null: nothing. */
    theirs: null as Stored | null,
  });

  const written = (): Written => ({ fields: { ...state.fields }, text: state.text });

  const preview = createPreview(() => {
    const { text } = state;
    return state.isRaw
      ? send(postTextPreview, { body: { path, text } })
      : send(postLessonPreview, { body: { path, fields: sent(state.fields), body: text } });
  });

  /** The text as the school has it, or had it earlier, by its checksum. */
  const fetchStored = async (earlier?: string): Promise<Result<Stored, CallFailure>> => {
    const query = earlier === undefined ? { path } : { path, checksum: earlier };
    if (!isMarkdown) {
      const answer = await send(getSourceText, { query });
      return answer.ok ? Result.ok({ ...answer.value, fields: {} }) : answer;
    }
    const answer = await send(getLessonText, { query });
    if (!answer.ok) return answer;
    const { body: text, checksum, languages, readable, form } = answer.value;
    const fields = Object.fromEntries(answer.value.fields.map((each) => [each.name, each.text]));
    if (earlier === undefined) {
      Object.assign(state, { isRaw: !readable, hasForm: form && readable, languages });
    }
    return Result.ok({ fields, text, checksum });
  };

  /** Shows a text that the person has not written. */
  const replace = ({ fields, text }: Written): void => {
    Object.assign(state, { fields: { ...fields }, text, replaced: state.replaced + 1 });
  };

  const load = async (): Promise<void> => {
    state.failure = null;
    const answer = await fetchStored();
    if (!answer.ok) {
      state.failure = answer.failure;
      return;
    }
    const { checksum } = answer.value;
    const kept = unsent.read();
    Object.assign(state, { saved: ref(answer.value), checksum });
    replace(answer.value);
    if (kept && !isSame(kept, answer.value)) {
      replace(kept);
      // It was written over another text than the school has now.
      if (kept.replaces !== checksum) {
        state.checksum = kept.replaces;
        state.theirs = ref(answer.value);
      } else if (kept.isWanted) void save();
    }
    state.isOpen = true;
    void preview.show();
  };

  const keep = (): void => {
    const now = written();
    if (isSame(now, state.saved) && !state.theirs && state.checksum !== null) unsent.clear();
    else unsent.write({ ...now, replaces: state.checksum, isWanted: state.waits });
  };

  const changed = (): void => {
    state.isSaved = false;
    keep();
    preview.showSoon();
  };

  const settle = (now: Written, checksum: string | null): void => {
    Object.assign(state, { saved: ref(now), checksum, theirs: null, isSaved: true, waits: false });
    keep();
  };

  const onConflict = async (mine: Written): Promise<void> => {
    const answer = await fetchStored();
    if (!answer.ok) state.saveFailure = answer.failure;
    // The answer to an earlier attempt was lost.
    else if (isSame(mine, answer.value)) settle(mine, answer.value.checksum);
    else state.theirs = ref(answer.value);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  /** Sends it again later, as long as the text is open. The unsent text remembers it for the next time. */
  const saveLater = (): void => {
    state.waits = true;
    keep();
    clearTimeout(timer);
    timer = setTimeout(() => void save(), WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]);
    tries += 1;
  };

  const save = async (): Promise<void> => {
    const now = written();
    if (state.isSaving || state.theirs) return;
    clearTimeout(timer);
    if (now.text.length > MAX_SOURCE_TEXT_BYTES) {
      state.saveFailure = { kind: "too-long" };
      return;
    }
    Object.assign(state, { isSaving: true, saveFailure: null });
    const replaces = state.checksum;
    const body = { path, replaces };
    const answer = state.isRaw
      ? await send(putSourceText, { body: { ...body, text: now.text } })
      : await send(putLessonText, { body: { ...body, fields: sent(now.fields), body: now.text } });
    state.isSaving = false;
    if (answer.ok) {
      tries = 0;
      settle(now, answer.value.checksum);
      // Its form can be shown once its mistakes are gone.
      if (isMarkdown && state.isRaw) await load();
    } else if (isUnreached(answer.failure)) saveLater();
    else {
      state.waits = false;
      if (isConflict(answer.failure)) await onConflict(now);
      else state.saveFailure = answer.failure;
      keep();
    }
  };

  return {
    path,
    state,
    preview,
    load,
    save,

    write(text: string): void {
      if (text === state.text) return;
      state.text = text;
      changed();
    },

    writeField(name: string, text: string): void {
      state.fields = { ...state.fields, [name]: text };
      changed();
    },

    writeFields(fields: HeadFields): void {
      state.fields = { ...state.fields, ...fields };
      changed();
    },

    /** Call it once there is a network again. */
    saveWaiting(): void {
      if (state.waits) void save();
    },

    /** Puts a text in place of the present one that the person has not typed. */
    begin(text: string): void {
      replace({ fields: state.fields, text });
      changed();
    },

    /** Puts a text as it was in an earlier version in place of the present one. @returns whether it could be fetched */
    async returnTo(earlier: string): Promise<boolean> {
      const answer = await fetchStored(earlier);
      if (!answer.ok) return false;
      replace(answer.value);
      changed();
      return true;
    },

    /** Keeps what somebody else has saved, and drops the own text. */
    takeTheirs(): void {
      const { theirs } = state;
      if (!theirs) return;
      replace(theirs);
      settle(theirs, theirs.checksum);
      state.isSaved = false;
      void preview.show();
    },

    /** Saves the own text in place of what somebody else has saved, which stays in the history. */
    async keepMine(): Promise<void> {
      const { theirs } = state;
      if (!theirs) return;
      Object.assign(state, { checksum: theirs.checksum, saved: ref(theirs), theirs: null });
      await save();
    },

    /** Removes the file. @returns whether it is gone */
    async remove(): Promise<boolean> {
      if (state.checksum === null) {
        unsent.clear();
        return true;
      }
      const query = { path, replaces: state.checksum };
      const answer = await send(deleteSourceText, { query });
      if (answer.ok) unsent.clear();
      else if (isConflict(answer.failure)) await onConflict(written());
      else state.saveFailure = answer.failure;
      return answer.ok;
    },

    stop(): void {
      clearTimeout(timer);
      preview.stop();
    },
  };
};

export type TextEditor = ReturnType<typeof createTextEditor>;
