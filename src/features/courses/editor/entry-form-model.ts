import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import {
  type EntryKind,
  type EntryList,
  getEntries,
  postEntryPreview,
  putEntry,
} from "../../../contract/staff-entries.ts";
import type { FailureTable } from "../../../core/match-failure.ts";
import type { UnsentTexts } from "../../../core/unsent-texts.ts";
import { FALLBACK_LANGUAGE } from "../../../domain/languages.ts";
import { type EntryFields, entryKey } from "../../../domain/source-entry.ts";
import { type CallFailure, codeOf } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";
import { createPreview } from "./create-preview.ts";

/** How often an entry is sent again because others change other entries of the file at the same time. */
const MAX_TRIES = 5;

const fieldsSchema = v.record(v.string(), v.string());

/** What somebody has written and not saved, and the entry as it was then. */
const unsentSchema = v.object({ fields: fieldsSchema, base: fieldsSchema });

/** Why an entry was not saved. */
export const entryMessages = {
  "content/entry_not_editable": "staff-editor.entry-not-editable",
  "content/no_source": "staff-editor.no-source",
  refused: "staff-editor.save-refused",
  else: "staff-editor.not-saved",
} as const satisfies FailureTable;

/** The texts of an entry as the school sends them. */
export const entryFieldsOf = ({ fields }: EntryList["entries"][number]): EntryFields =>
  Object.fromEntries(fields.map(({ name, text }) => [name, text]));

const sent = (fields: EntryFields) =>
  Object.entries(fields).map(([name, text]) => ({ name, text }));

/** Whether two entries have the same texts. An empty text is none. */
const isSame = (one: EntryFields, other: EntryFields): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every(
    (name) => (one[name] ?? "") === (other[name] ?? ""),
  );

interface EntryFormOptions {
  readonly send: Send;
  readonly unsentTexts: UnsentTexts;
  readonly kind: EntryKind;
  readonly list: EntryList;
  /** The position of the entry; null for a new one. */
  readonly at: number | null;
  /** What a new one is about, where each has an unsent text of its own. */
  readonly about?: string;
}

/** The form of one entry. What is not saved stays on this machine. */
export const createEntryForm = ({ send, unsentTexts, kind, list, at, about }: EntryFormOptions) => {
  const entry = at === null ? undefined : list.entries[at];
  const present = entry ? entryFieldsOf(entry) : {};
  const [first = FALLBACK_LANGUAGE] = list.languages;
  const key = entryKey(kind, present, first);
  const unsent = unsentTexts.of(`entry/${kind}/${about ? `new ${about}` : key}`, unsentSchema);
  const kept = unsent.read();
  const state = proxy({
    fields: { ...present, ...kept?.fields } as Record<string, string>,
    /** The entry as the school has it. */
    base: present,
    at,
    checksum: list.checksum,
    /** The key of a term that was saved. */
    term: "",
    isSaving: false,
    failure: null as CallFailure | null,
    /** What somebody else has made of the entry meanwhile, null: nothing. It is empty if it was removed. */
    theirs: (kept && !isSame(kept.base, present) ? present : null) as EntryFields | null,
  });
  const preview = createPreview(() =>
    isSame(state.fields, {})
      ? null
      : send(postEntryPreview, { body: { kind, at: state.at, fields: sent(state.fields) } }),
  );

  /** Finds the entry in the file that somebody else has saved. @returns whether it is the one that was opened */
  const findAgain = async (): Promise<boolean> => {
    const answer = await send(getEntries, { query: { kind } });
    if (!answer.ok) {
      state.failure = answer.failure;
      return false;
    }
    const entries = answer.value.entries.map(entryFieldsOf);
    state.checksum = answer.value.checksum;
    if (state.at === null) return true;
    const isIt = (fields: EntryFields | undefined) =>
      fields && entryKey(kind, fields, first) === key;
    const index = isIt(entries[state.at]) ? state.at : entries.findIndex(isIt);
    const saved = entries[index] ?? {};
    state.at = index < 0 ? null : index;
    if (isSame(saved, state.base)) return true;
    state.theirs = saved;
    return false;
  };

  /**
   * @param fields null removes the entry
   * @param right languages that fit their original as it is
   */
  const put = async (
    fields: EntryFields | null,
    right: readonly string[] = [],
  ): Promise<boolean> => {
    if (state.isSaving) return false;
    Object.assign(state, { isSaving: true, failure: null });
    try {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const { at: position, checksum: replaces } = state;
        const body = {
          ...{ kind, at: position, replaces },
          ...{ fields: fields && sent(fields), right: [...right] },
        };
        const answer = await send(putEntry, { body });
        if (answer.ok) {
          state.term = answer.value.term;
          unsent.clear();
          return true;
        }
        const isLast = tries === MAX_TRIES - 1;
        if (isLast || codeOf(answer.failure) !== "content/conflict") {
          state.failure = answer.failure;
          return false;
        }
        if (!(await findAgain())) return false;
      }
      return false;
    } finally {
      state.isSaving = false;
    }
  };

  return {
    state,
    preview,

    write(name: string, text: string): void {
      state.fields[name] = text;
      if (isSame(state.fields, state.base) && !state.theirs) unsent.clear();
      else unsent.write({ fields: { ...state.fields }, base: { ...state.base } });
      preview.showSoon();
    },

    /** Saves the entry. @returns whether it is saved; if not, nothing that was typed is lost */
    save: () => put({ ...state.fields }),

    /** Saves the entry, and says that a translation fits its original as it is. */
    sayRight: (language: string) => put({ ...state.fields }, [language]),

    /** Removes the entry. @returns whether it is gone */
    remove: () => put(null),

    /** Keeps what somebody else has saved, and drops the own texts. */
    takeTheirs(): void {
      const { theirs } = state;
      if (!theirs) return;
      Object.assign(state, { fields: { ...theirs }, base: { ...theirs }, theirs: null });
      unsent.clear();
      void preview.show();
    },

    /** Saves the own texts in place of what somebody else has saved, which stays in the file's history. */
    keepMine(): Promise<boolean> {
      Object.assign(state, { base: { ...state.theirs }, theirs: null });
      return put({ ...state.fields });
    },
  };
};

export type EntryForm = ReturnType<typeof createEntryForm>;
