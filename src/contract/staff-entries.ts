import * as v from "valibot";
import { call } from "./call.ts";
import { checksum, MAX_SOURCE_TEXT_BYTES, shownText } from "./staff-editor.ts";
import { boundedList, type DeepReadonly, flag, list, text } from "./wire.ts";

/*
 * Announcements, terms of the glossary and questions of the FAQ, edited by a form, only at our school and for
 * managers and above (403 for others). They stay in the author's files (`src/domain/source-entry.ts`). A change
 * writes only what has changed there, in the draft (`staff-content.ts`).
 */

export const ENTRY_KINDS = ["announcement", "term", "question"] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One text of an entry, by its place in the file, such as `de.answer`. */
const field = v.object({
  name: v.pipe(v.string(), v.maxLength(60)),
  text: v.pipe(v.string(), v.maxLength(MAX_SOURCE_TEXT_BYTES)),
});

const entryList = v.object({
  /** False for a school whose content has no folder yet. */
  source: flag,
  /** Whether the form can read the file. If not, it is edited as text. */
  readable: flag,
  checksum,
  languages: list(v.string()),
  /** In the file's order, each with the texts that are not empty. */
  entries: list(
    v.object({
      fields: list(field),
      /** Languages whose original says something else now than when they were saved. */
      outdated: list(v.string()),
    }),
  ),
});

export type EntryList = DeepReadonly<v.InferOutput<typeof entryList>>;

/** The entries of a kind as they are in the draft, or without one as they are published. */
export const getEntries = call.get("/staff/entries", {
  level: 20,
  query: ["kind"],
  answer: entryList,
});

/** The most fields of an entry: its texts in all languages. */
const MAX_FIELDS = 1000;

const change = {
  kind: v.picklist(ENTRY_KINDS),
  /** The entry's position in the file, from 0; null for a new one, which comes last. */
  at: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
};

/**
 * Changes, adds or removes an entry. `fields` has all texts of the entry; null removes it. 409 `content/conflict`
 * if the file is not what it `replaces` any more, 422 `content/entry_not_editable` if the file is written in a way
 * in which more than the entry would change; nothing is changed then. The checksum is null if no file is left; `term`
 * is the key of a term, which the school has given to a new one.
 */
export const putEntry = call.put("/staff/entries", {
  level: 20,
  maxBytes: 2 * MAX_SOURCE_TEXT_BYTES,
  body: v.object({
    ...change,
    fields: v.nullable(boundedList(field, MAX_FIELDS)),
    replaces: checksum,
    /** Languages of which somebody says that they fit their original as it is. */
    right: v.optional(boundedList(v.pipe(v.string(), v.maxLength(10)), 50), []),
  }),
  answer: v.object({ checksum, term: text }),
});

/** Shows an entry that is not saved as students would see it, with what is wrong in its file. */
export const postEntryPreview = call.post("/staff/entries/preview", {
  level: 20,
  maxBytes: 2 * MAX_SOURCE_TEXT_BYTES,
  body: v.object({ ...change, fields: boundedList(field, MAX_FIELDS) }),
  answer: shownText,
});
