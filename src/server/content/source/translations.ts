import { type Kysely, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { LANGUAGES } from "../../../domain/languages.ts";
import { sourceTextPath, sourceTextPlace } from "../../../domain/source-text.ts";
import { hasSameBody } from "../../../domain/translation-start.ts";
import { chunks } from "../../../lib/chunks.ts";
import type { Tables } from "../../db/schema.ts";
import type { Store } from "../../store/store.ts";
import type { SourceFile } from "./source-rows.ts";
import { tryReadText } from "./source-text.ts";

/*
 * From which original a translation was made: noted when it gets its bytes, or when somebody says that it is right. The
 * files themselves say nothing of it.
 */

const ROWS_AT_ONCE = 200;

type Files = ReadonlyMap<string, SourceFile>;

/** The file that a translation translates; null for a text that is no translation. */
export const originalOf = (path: string): string | null => {
  const place = sourceTextPlace(path);
  if (!place || place.language === "") return null;
  const original = sourceTextPath(place, "", "");
  return original === path ? null : original;
};

/** The translations of an original that a folder has. */
export const translationsOf = (path: string, files: Files): string[] => {
  const place = sourceTextPlace(path);
  if (!place || place.language === "" || sourceTextPath(place, "", "") !== path) return [];
  const stem = path.slice(0, -"md".length);
  return LANGUAGES.map((language) => `${stem}${language}.md`).filter((each) => files.has(each));
};

interface Made {
  readonly path: string;
  readonly checksum: string;
  readonly original: string;
  readonly size: number;
}

/** @param isNewer whether it takes the place of what was noted of the same bytes */
const note = async (db: Kysely<Tables>, made: readonly Made[], isNewer: boolean): Promise<void> => {
  for (const some of chunks(made, ROWS_AT_ONCE)) {
    await db
      .insertInto("source_translation")
      .values(some)
      .onConflict((conflict) =>
        isNewer
          ? conflict.columns(["path", "checksum"]).doUpdateSet(({ ref }) => ({
              original: ref("excluded.original"),
              size: ref("excluded.size"),
            }))
          : conflict.columns(["path", "checksum"]).doNothing(),
      )
      .execute();
  }
};

const madeFrom = (translation: SourceFile, original: SourceFile): Made => ({
  ...{ path: translation.path, checksum: translation.checksum },
  ...{ original: original.checksum, size: original.size },
});

/**
 * Notes from which originals translations were made; call within the write that changes files.
 * @param paths the files that it changes
 */
export const noteTranslations = async (
  db: Kysely<Tables>,
  paths: readonly string[],
  { before, after }: { readonly before: Files; readonly after: Files },
): Promise<void> => {
  const changed = new Set(paths);
  const fresh = paths.flatMap((path) => {
    const [translation, original] = [after.get(path), after.get(originalOf(path) ?? "")];
    return translation && original ? [madeFrom(translation, original)] : [];
  });
  // Of translations that were there before anything was noted, the original was this one.
  const known = paths.flatMap((path) => {
    const original = before.get(path);
    if (!original) return [];
    return translationsOf(path, after).flatMap((each) => {
      const translation = after.get(each);
      return translation && !changed.has(each) ? [madeFrom(translation, original)] : [];
    });
  });
  await note(db, known, false);
  await note(db, fresh, true);
};

/** Notes that a translation fits its original as both are now; call within a write. */
export const noteSameMeaning = (
  db: Kysely<Tables>,
  translation: SourceFile,
  original: SourceFile,
): Promise<void> => note(db, [madeFrom(translation, original)], true);

const comparisons = new LRUCache<string, boolean>({ max: 5000 });

/** Whether two originals, by their checksums, say the same to a translator. */
const saysTheSame = async (store: Store, one: string, other: string): Promise<boolean> => {
  const key = `${one} ${other}`;
  const known = comparisons.get(key);
  if (known !== undefined) return known;
  const [before, now] = [await tryReadText(store, one), await tryReadText(store, other)];
  const isSame = before !== null && now !== null && hasSameBody(before, now);
  comparisons.set(key, isSame);
  return isSame;
};

/**
 * The translations whose original says something else now than when they were made, by path, with the checksum of the
 * original from which they were made. Texts of which nothing is known are not among them, nor those of an original that
 * is a translation itself now, because the school took another first language.
 * @param only one translation; absent: all
 */
export const outdatedTranslations = async (
  { db, store }: { readonly db: Kysely<Tables>; readonly store: Store },
  files: Files,
  only?: string,
): Promise<Map<string, string>> => {
  const all = db.selectFrom("source_translation").selectAll();
  const rows = await (only === undefined ? all : all.where("path", "=", only)).execute();
  const isThere = async (original: string, siblings: readonly string[]): Promise<boolean> => {
    for (const path of siblings) {
      const sibling = files.get(path);
      if (sibling && (await saysTheSame(store, original, sibling.checksum))) return true;
    }
    return false;
  };
  const outdated = new Map<string, string>();
  for (const { path, checksum, original } of rows) {
    const now = files.get(originalOf(path) ?? "");
    if (files.get(path)?.checksum !== checksum || !now || now.checksum === original) continue;
    const others = translationsOf(now.path, files).filter((each) => each !== path);
    if (!(await isThere(original, [now.path, ...others]))) outdated.set(path, original);
  }
  return outdated;
};

/** Forgets what was noted of bytes that no folder and no history has; call within a write. */
export const sweepTranslations = async (db: Kysely<Tables>): Promise<void> => {
  const isNamed = (column: string) =>
    sql<boolean>`exists (select 1 from ${sql.table(column.split(".")[0] ?? "")}
      where ${sql.ref(column)} = source_translation.checksum)`;
  const names = ["source_file.checksum", "source_change.before", "source_change.after"];
  await db
    .deleteFrom("source_translation")
    // Those of entries go with their texts.
    .where("path", "not like", "%#%")
    .where(({ and, not }) => and(names.map((column) => not(isNamed(column)))))
    .execute();
};
