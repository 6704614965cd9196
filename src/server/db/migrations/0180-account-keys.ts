import type { Kysely } from "kysely";
import { renewAccountKeys } from "../../accounts/account-keys.ts";
import type { Tables } from "../schema.ts";

/** Names and mail addresses are compared in one form, which knows both spellings of a domain. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await renewAccountKeys(db);
};
