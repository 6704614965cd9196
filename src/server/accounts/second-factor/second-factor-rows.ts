import type { Kysely } from "kysely";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";

/** The passkeys of an account, the oldest first. */
export const passkeysOf = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom("passkey")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created")
    .orderBy("id")
    .execute();

/** The authenticator app of an account; undefined when there is none. */
export const totpOf = (db: Kysely<Tables>, accountId: number) =>
  db.selectFrom("totp").selectAll().where("account_id", "=", accountId).executeTakeFirst();

/** How many recovery codes an account has left. */
export const countRecoveryCodes = async (
  db: Kysely<Tables>,
  accountId: number,
): Promise<number> => {
  const { count } = await db
    .selectFrom("recovery_code")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Whether an account has a passkey or an authenticator app. */
export const hasSecondFactor = async (db: Kysely<Tables>, accountId: number): Promise<boolean> =>
  (await totpOf(db, accountId)) !== undefined || (await passkeysOf(db, accountId)).length > 0;

/** Removes everything of an account's second factor; call within a write. */
export const removeSecondFactors = async (db: Kysely<Tables>, accountId: number): Promise<void> => {
  for (const table of ["passkey", "totp", "recovery_code", "second_step"] as const) {
    await db.deleteFrom(table).where("account_id", "=", accountId).execute();
  }
};

/** Ends the sessions of staff without a second factor; call within a write. */
export const endSessionsOfStaff = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom("token")
    .where("account_id", "in", (staff) =>
      staff.selectFrom("account").select("id").where("level", ">=", TUTOR_LEVEL),
    )
    .where("account_id", "not in", (keys) => keys.selectFrom("passkey").select("account_id"))
    .where("account_id", "not in", (apps) => apps.selectFrom("totp").select("account_id"))
    .where("hash", "not in", (known) => known.selectFrom("openid_session").select("token_hash"))
    .execute();
};

/**
 * Ends the sessions of staff without a second factor, if the school requires one. Such sessions
 * began before the setting was changed, or at a server that did not know it yet. Sessions of the
 * school's OpenID provider stay, because the provider asks for the second factor.
 */
export const endSessionsWithoutSecondFactor = ({ write }: Database): Promise<void> =>
  write(endSessionsOfStaff);
