import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { EntryKind } from "../../../contract/staff-entries.ts";
import { LANGUAGES } from "../../../domain/languages.ts";
import { type EntryFields, entryPath, fieldsInLanguage } from "../../../domain/source-entry.ts";
import type { Tables } from "../../db/schema.ts";

/*
 * From which original the translation of an entry was made, such as of a term. Both are in one file, so they are
 * noted by what they say, in the table of translations: the path is that of the file with the language.
 */

const rowPath = (kind: EntryKind, language: string): string => `${entryPath(kind)}#${language}`;

/** Names what an entry says in a language; null if it says nothing there. */
const textHash = (kind: EntryKind, fields: EntryFields, language: string): string | null => {
  const texts = fieldsInLanguage(kind, language).map((name) => (fields[name] ?? "").trim());
  return texts.some(Boolean) ? hash("sha256", JSON.stringify(texts)) : null;
};

interface ChangedEntry {
  readonly kind: EntryKind;
  /** The school's first language. */
  readonly first: string;
  /** The entry as it was, and as it is now; null: there is none. */
  readonly before: EntryFields | null;
  readonly after: EntryFields | null;
  /** Languages in which it fits its original as both are now. */
  readonly right: readonly string[];
}

/** Notes from which originals the translations of an entry are; call within the write that changes it. */
export const noteEntry = async (
  db: Kysely<Tables>,
  { kind, first, before, after, right }: ChangedEntry,
): Promise<void> => {
  const hashOf = (fields: EntryFields | null, language: string) =>
    fields && textHash(kind, fields, language);
  for (const language of LANGUAGES.filter((each) => each !== first)) {
    const path = rowPath(kind, language);
    const [was, is] = [hashOf(before, language), hashOf(after, language)];
    const isKept = was === is && !right.includes(language);
    if (was !== null && was !== is) {
      await db
        .deleteFrom("source_translation")
        .where("path", "=", path)
        .where("checksum", "=", was)
        .execute();
    }
    const original = hashOf(isKept ? before : after, first);
    if (is === null || original === null) continue;
    await db
      .insertInto("source_translation")
      .values({ path, checksum: is, original, size: 0 })
      .onConflict((conflict) => {
        const same = conflict.columns(["path", "checksum"]);
        // Of a translation that was there before anything was noted, the original was this one.
        return isKept ? same.doNothing() : same.doUpdateSet({ original });
      })
      .execute();
  }
};

/**
 * The languages of each entry whose original says something else now than when they were saved. Entries of which
 * nothing is known have none.
 */
export const outdatedEntries = async (
  db: Kysely<Tables>,
  { kind, first }: { readonly kind: EntryKind; readonly first: string },
  entries: readonly EntryFields[],
): Promise<string[][]> => {
  const rows = await db
    .selectFrom("source_translation")
    .selectAll()
    .where("path", "like", `${entryPath(kind)}#%`)
    .execute();
  const made = new Map(
    rows.map(({ path, checksum, original }) => [`${path} ${checksum}`, original]),
  );
  return entries.map((fields) => {
    // The original of a translation may be a translation itself by now, where the school took another first language.
    const present = new Set(LANGUAGES.map((language) => textHash(kind, fields, language)));
    return LANGUAGES.filter((language) => {
      const is = language === first ? null : textHash(kind, fields, language);
      const original = is === null ? undefined : made.get(`${rowPath(kind, language)} ${is}`);
      return original !== undefined && !present.has(original);
    });
  });
};
