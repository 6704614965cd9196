import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Rank, SearchQuery } from "../../domain/lesson-search.ts";
import { chunks } from "../../lib/chunks.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Tables } from "../db/schema.ts";

/** A page to index: its id, its titles, and all of its text, folded. */
type IndexedPage = Pick<Tables["lesson_text"], "id" | "head" | "folded">;

/** Longer tokens are cut to this number of characters. */
export const MAX_TOKEN_LENGTH = 32;

/** Marks tokens that are not parts of words. No word contains it. */
const MARK = "_";

/** PostgreSQL refuses a page whose words take more than 1 MB. */
const MAX_VECTOR_BYTES = 900_000;

/** Replaces the words of a page that has too many of them. No word contains it. */
const TOO_LONG = "*";

const PAGES_AT_ONCE = 50;

const cut = (token: string): string =>
  token.length <= MAX_TOKEN_LENGTH ? token : Array.from(token).slice(0, MAX_TOKEN_LENGTH).join("");

/**
 * Every end of every word of a text: `hem` gives `hem`, `em` and `m`. A part of a word is the start
 * of one of its ends, and both databases find the start of a word by their index. Neither of them
 * has an index for parts of words of one and two letters.
 */
const wordEnds = (folded: string): Set<string> => {
  const ends = new Set<string>();
  for (const word of new Set(folded.split(/\s+/))) {
    const letters = Array.from(word);
    for (let at = 0; at < letters.length; at += 1) {
      ends.add(letters.slice(at, at + MAX_TOKEN_LENGTH).join(""));
    }
  }
  return ends;
};

const inTitle = (part: string): string => cut(`${MARK}${part}`);
const titleStart = (head: string): string => cut(`${MARK}${MARK}${head.replaceAll(" ", MARK)}`);
/** Two words in sequence. */
const pair = (word: string, next: string): string => cut(`${word}${MARK}${next}`);

/** Each word with the one after it. */
const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((next, at) => pair(words[at] ?? "", next));

/** The tokens that titles are ranked by. */
const titleTokens = ({ head }: IndexedPage): string[] => [
  titleStart(head),
  ...Array.from(wordEnds(head), inTitle),
];

/**
 * All tokens of a page. The parts of its words find it. The start of its titles, the words of its
 * titles and each two words in sequence rank it.
 */
const tokensOf = (page: IndexedPage): Set<string> => {
  const tokens = wordEnds(page.folded);
  for (const token of titleTokens(page)) tokens.add(token);
  for (const line of page.folded.split("\n")) {
    for (const token of pairsOf(line.split(" "))) tokens.add(token);
  }
  return tokens;
};

export const clearSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  await (isPostgres(db)
    ? sql`delete from lesson_index`
    : sql`insert into lesson_index (lesson_index) values ('delete-all')`
  ).execute(db);
};

const vectorOf = (page: IndexedPage): string[] => {
  const tokens = [...tokensOf(page)].filter(Boolean);
  const bytes = tokens.reduce((sum, token) => sum + Buffer.byteLength(token) + 4, 0);
  return bytes > MAX_VECTOR_BYTES ? [TOO_LONG, ...titleTokens(page)] : tokens;
};

export const addToSearchIndex = async (
  db: Kysely<Tables>,
  pages: readonly IndexedPage[],
): Promise<void> => {
  for (const some of chunks(pages, PAGES_AT_ONCE)) {
    const rows = isPostgres(db)
      ? some.map((page) => sql`(${page.id}, array_to_tsvector(${vectorOf(page)}::text[]))`)
      : some.map((page) => sql`(${page.id}, ${[...tokensOf(page)].join(" ")})`);
    const id = isPostgres(db) ? sql.ref("id") : sql.ref("rowid");
    await sql`insert into lesson_index (${id}, words) values ${sql.join(rows)}`.execute(db);
  }
};

/** Takes pages out of the index, as they were added. */
export const removeFromSearchIndex = async (
  db: Kysely<Tables>,
  pages: readonly IndexedPage[],
): Promise<void> => {
  for (const some of chunks(pages, PAGES_AT_ONCE)) {
    if (isPostgres(db)) {
      const ids = some.map(({ id }) => id);
      await sql`delete from lesson_index where id = any (${ids}::integer[])`.execute(db);
      continue;
    }
    // The table keeps no texts, so that it is told which words to forget.
    const rows = some.map((page) => sql`('delete', ${page.id}, ${[...tokensOf(page)].join(" ")})`);
    await sql`insert into lesson_index (lesson_index, rowid, words) values ${sql.join(rows)}`.execute(
      db,
    );
  }
};

/** Fills the index with the pages of the database. Reads a few texts at a time. */
export const rebuildSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  await clearSearchIndex(db);
  for (let last = 0; ; ) {
    const pages = await db
      .selectFrom("lesson_text")
      .select(["id", "head", "folded"])
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

/** Lists of pages, as their ids with commas between them. Null for none. */
interface Found {
  /** Those with all words. */
  readonly all: string | null;
  /** Those with the words in sequence. */
  readonly sequence: string | null;
  /** Those with all words in their titles. */
  readonly titles: string | null;
  /** Those whose titles start with the query. */
  readonly starts: string | null;
}

/** A token to look for, or the start of one. Tokens need no escaping in either query language. */
interface Term {
  readonly token: string;
  readonly isStart: boolean;
}

type Terms = Readonly<Record<keyof Found, readonly Term[]>>;

const startsWith = (token: string): Term => ({ token, isStart: true });

/** The terms that the pages of each list contain. A list without terms stays empty. */
const termsOf = ({ wanted, words }: SearchQuery): Terms => ({
  all: words.map((word) => startsWith(cut(word))),
  // The last word may still be typed. A single word is no sequence.
  sequence: pairsOf(words).map((token, at) => ({ token, isStart: at === words.length - 2 })),
  titles: words.map((word) => startsWith(inTitle(word))),
  starts: [startsWith(titleStart(wanted))],
});

const inPostgres = (db: Kysely<Tables>, words: readonly string[], terms: Terms) => {
  const matching = (list: keyof Found) => {
    const matches = terms[list].map(({ token, isStart }) => `'${token}'${isStart ? ":*" : ""}`);
    return sql`select id from lesson_index where words @@ ${matches.join(" & ")}::tsquery`;
  };
  const texts = words.map((word) => `%${word}%`);
  const tooLong = sql`select id from lesson_index join lesson_text using (id)
    where words @@ ${`'${TOO_LONG}'`}::tsquery and folded like all (${texts}::text[])`;
  const listed = (ids: RawBuilder<unknown>) =>
    sql`(select string_agg(id::text, ',') from (${ids}) found)`;
  return sql<Found>`select
    ${listed(sql`${matching("all")} union all ${tooLong}`)} as "all",
    ${listed(matching("sequence"))} as sequence,
    ${listed(matching("titles"))} as titles,
    ${listed(matching("starts"))} as starts`.execute(db);
};

const inSqlite = (db: Kysely<Tables>, terms: Terms) => {
  const listed = (list: keyof Found) => {
    if (terms[list].length === 0) return sql`null`;
    const matches = terms[list].map(({ token, isStart }) => `"${token}"${isStart ? "*" : ""}`);
    return sql`(select group_concat(rowid) from lesson_index
      where lesson_index match ${matches.join(" AND ")})`;
  };
  return sql<Found>`select
    ${listed("all")} as "all",
    ${listed("sequence")} as sequence,
    ${listed("titles")} as titles,
    ${listed("starts")} as starts`.execute(db);
};

/** The pages, among the given ones, that contain a text, also as a part of a word. */
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
  const { rows } = await sql<Pick<IndexedPage, "id" | "folded">>`select id, folded from lesson_text
    where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
  return rows.flatMap(({ id, folded }) => (folded.includes(text) ? [id] : []));
};

const idsIn = (list: string | null): number[] => JSON.parse(`[${list ?? ""}]`);

/**
 * The ranks of the pages that contain every word, whole or as a part of a word, by their ids. The
 * ids come as one value, because a row for each costs more than finding it.
 * @param query with at least one word. Of words that are longer than `MAX_TOKEN_LENGTH` the rest is
 * not looked at. A sequence counts from the start of its first word.
 */
export const findPages = async (
  db: Kysely<Tables>,
  query: SearchQuery,
): Promise<Map<number, Rank>> => {
  const terms = termsOf(query);
  const { rows } = await (isPostgres(db)
    ? inPostgres(db, query.words, terms)
    : inSqlite(db, terms));
  const [found] = rows;
  const ranks = new Map<number, Rank>();
  if (!found) return ranks;
  // Any page with a single word has all words in sequence.
  const lowest = query.words.length === 1 ? 2 : 3;
  for (const id of idsIn(found.all)) ranks.set(id, lowest);
  const better = [
    [2, found.sequence],
    [1, found.titles],
    [0, found.starts],
  ] as const;
  for (const [rank, list] of better) {
    for (const id of idsIn(list)) if (ranks.has(id)) ranks.set(id, rank);
  }
  return ranks;
};
