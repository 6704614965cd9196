import type { Kysely } from "kysely";
import { SCHOOL } from "../../../domain/audit.ts";
import { withoutInvisible, withoutMarks } from "../../../lib/without-invisible.ts";
import { renewAccountKeys, renewLikenesses } from "../../accounts/account-keys.ts";
import { findTakenName } from "../../accounts/account-names.ts";
import { endMailedLinks } from "../../accounts/account-rows.ts";
import { renewSearchTexts } from "../../accounts/account-search.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Account, Tables } from "../schema.ts";

const CLEAN = {
  username: withoutInvisible,
  email: withoutInvisible,
  first_name: withoutMarks,
  last_name: withoutMarks,
} as const satisfies Partial<Record<keyof Account, (text: string) => string>>;

const FIELDS = Object.keys(CLEAN) as (keyof typeof CLEAN)[];

/** A text whose invisible signs are named, such as `anna[U+200B]@school.example`. */
const withSignsNamed = (text: string): string =>
  text.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|[^\S ]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `[U+${code}]`;
  });

/**
 * Takes invisible signs off the names and mail addresses of people, and records it. A name that
 * another account has, or nothing of which would be left, stays: only the school can decide it.
 */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  const accounts = await db
    .selectFrom("account")
    .select(["id", ...FIELDS])
    .orderBy("id")
    .execute();
  for (const account of accounts) {
    const cleaned: Partial<Record<(typeof FIELDS)[number], string>> = {};
    const details: Record<string, [string, string]> = {};
    for (const field of FIELDS) {
      const text = CLEAN[field](account[field]);
      if (text === account[field] || text === "") continue;
      const isName = field === "username" || field === "email";
      if (isName && (await findTakenName(db, { [field]: text }, account.id))) continue;
      cleaned[field] = text;
      details[field] = [withSignsNamed(account[field]), text];
    }
    if (Object.keys(cleaned).length === 0) continue;
    await db.updateTable("account").set(cleaned).where("id", "=", account.id).execute();
    if (cleaned.username !== undefined || cleaned.email !== undefined) {
      await endMailedLinks(db, [account.id]);
    }
    await recordChange(db, Date.now(), {
      ...{ actor: SCHOOL, action: "changed", kind: "person", subject: account.id },
      ...{ name: cleaned.username ?? account.username, details },
    });
  }
  // The keys of names have no invisible signs any more either, and one i.
  await renewAccountKeys(db);
  await renewLikenesses(db);
  await renewSearchTexts(db);
};
