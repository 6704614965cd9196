import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Tables } from "./schema.ts";

/** A page to index: its id, and all of its text, folded. */
export type IndexedPage = Pick<Tables["lesson_text"], "id" | "folded">;

/** Longer parts of words are cut to this number of characters. */
export const MAX_TOKEN_LENGTH = 32;

/** PostgreSQL refuses a page whose words take more than 1 MB. */
const MAX_VECTOR_BYTES = 900_000;

/** In place of the words of a page that has too many of them. No word contains it. */
const TOO_LONG = "*";

const PAGES_AT_ONCE = 50;

const isPostgres = <Any>(db: Kysely<Any>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Every end of every word of a text: `hem` gives `hem`, `em` and `m`. A part of a word is the start
 * of one of its ends, and both databases find the start of a word by their index. Neither of them
 * has an index for parts of words of one and two letters.
 */
export const wordEnds = (folded: string): Set<string> => {
  const ends = new Set<string>();
  for (const word of new Set(folded.split(/\s+/))) {
    const letters = Array.from(word);
    for (let at = 0; at < letters.length; at += 1) {
      ends.add(letters.slice(at, at + MAX_TOKEN_LENGTH).join(""));
    }
  }
  return ends;
};

/** Creates the empty index: a full-text table of SQLite, or a `tsvector` with a GIN index. */
export const createSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  if (isPostgres(db)) {
    await sql`create table lesson_index (id integer primary key, words tsvector not null)`.execute(
      db,
    );
    await sql`create index lesson_index_words on lesson_index using gin (words)`.execute(db);
    return;
  }
  // The texts are in `lesson_text`, and neither places nor numbers of words are needed.
  await sql`create virtual table lesson_index using fts5 (
    words, content = '', detail = none, columnsize = 0, tokenize = 'ascii', prefix = '1 2 3'
  )`.execute(db);
};

/** Empties the index. */
export const clearSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  await (isPostgres(db)
    ? sql`delete from lesson_index`
    : sql`insert into lesson_index (lesson_index) values ('delete-all')`
  ).execute(db);
};

const vectorOf = ({ folded }: IndexedPage): string[] => {
  const words = [...wordEnds(folded)].filter(Boolean);
  const bytes = words.reduce((sum, word) => sum + Buffer.byteLength(word) + 4, 0);
  return bytes > MAX_VECTOR_BYTES ? [TOO_LONG] : words;
};

/** Adds pages to the index. */
export const addToSearchIndex = async (
  db: Kysely<Tables>,
  pages: readonly IndexedPage[],
): Promise<void> => {
  for (let from = 0; from < pages.length; from += PAGES_AT_ONCE) {
    const some = pages.slice(from, from + PAGES_AT_ONCE);
    const rows = isPostgres(db)
      ? some.map((page) => sql`(${page.id}, array_to_tsvector(${vectorOf(page)}::text[]))`)
      : some.map((page) => sql`(${page.id}, ${[...wordEnds(page.folded)].join(" ")})`);
    const id = isPostgres(db) ? sql.ref("id") : sql.ref("rowid");
    await sql`insert into lesson_index (${id}, words) values ${sql.join(rows)}`.execute(db);
  }
};

/** Fills the index with the pages that the database has. Few texts are in memory at a time. */
export const rebuildSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  await clearSearchIndex(db);
  for (let last = 0; ; ) {
    const pages = await db
      .selectFrom("lesson_text")
      .select(["id", "folded"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(PAGES_AT_ONCE)
      .execute();
    await addToSearchIndex(db, pages);
    const end = pages.at(-1);
    if (!end) return;
    last = end.id;
  }
};

/** Words hold letters and digits only, so they need no escaping in either query language. */
const cut = (word: string): string => Array.from(word).slice(0, MAX_TOKEN_LENGTH).join("");

const inPostgres = (db: Kysely<Tables>, words: readonly string[]) => {
  const query = words.map((word) => `'${cut(word)}':*`).join(" & ");
  const texts = words.map((word) => `%${word}%`);
  return sql<{ ids: string | null }>`select string_agg(id::text, ',') as ids from (
    select id from lesson_index where words @@ ${query}::tsquery
    union all
    select id from lesson_index join lesson_text using (id)
      where words @@ ${`'${TOO_LONG}'`}::tsquery and folded like all (${texts}::text[])
  ) found`.execute(db);
};

const inSqlite = (db: Kysely<Tables>, words: readonly string[]) => {
  const query = words.map((word) => `"${cut(word)}"*`).join(" AND ");
  return sql<{ ids: string | null }>`
    select group_concat(rowid) as ids from lesson_index where lesson_index match ${query}`.execute(
    db,
  );
};

/** Those of some pages that contain a text, whatever is before and after it. */
export const pagesContaining = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  text: string,
): Promise<number[]> => {
  if (isPostgres(db)) {
    const { rows } = await sql<{ id: number }>`select id from lesson_text
      where id = any (${ids}::integer[]) and position(${text} in folded) > 0`.execute(db);
    return rows.map(({ id }) => id);
  }
  // SQLite compares at each character, which takes four times as long as reading the texts.
  const { rows } = await sql<IndexedPage>`select id, folded from lesson_text
    where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
  return rows.flatMap(({ id, folded }) => (folded.includes(text) ? [id] : []));
};

/**
 * The ids of the pages that contain every word, whole or as a part of a word. They come as one
 * value, because a row for each costs more than finding it.
 * @param words folded, none of them empty. Of longer words than `MAX_TOKEN_LENGTH` the rest is not
 * looked at.
 */
export const findPages = async (
  db: Kysely<Tables>,
  words: readonly string[],
): Promise<number[]> => {
  const { rows } = await (isPostgres(db) ? inPostgres(db, words) : inSqlite(db, words));
  const ids = rows[0]?.ids;
  return JSON.parse(`[${ids ?? ""}]`);
};
