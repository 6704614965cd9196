import { type Kysely, type RawBuilder, sql } from "kysely";
import { foldText } from "../../domain/search-text.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Account, Tables } from "../db/schema.ts";
import { withAsciiDomain, withUnicodeDomain } from "../mail-address.ts";
import { spellingsOf } from "./name-spellings.ts";

type Named = Pick<Account, "username" | "email" | "first_name" | "last_name">;

/**
 * What people are found and sorted by, folded as `foldText` folds a search: the name as the desk shows it, other
 * spellings of it, the username, and the mail address. Lines separate them, so that a word is found in one.
 */
export const searchTextOf = ({ username, email, first_name, last_name }: Named): string => {
  const name = foldText(`${first_name} ${last_name}`);
  const addresses = new Set([email, withAsciiDomain(email), withUnicodeDomain(email)]);
  const others = [username, ...addresses].map(foldText);
  return [name || foldText(username), spellingsOf(name), ...others].join("\n");
};

/** The part of it that people may be found by who do not see mail addresses. */
export const namesIn = (searchText: string): string => searchText.split("\n", 3).join("\n");

/** What people are sorted by, by Unicode's code points: both databases sort alike. */
export const sortedName = (db: Kysely<Tables>): RawBuilder<string> =>
  isPostgres(db) ? sql`account.search_text collate "C"` : sql`account.search_text`;
