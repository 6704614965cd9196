import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";

export interface NewTotp {
  readonly accountId: number;
  readonly secret: string;
  /** The time step of the first code, which cannot be used again. */
  readonly step: number;
  readonly now: number;
}

/** Saves the authenticator app of an account in place of an earlier one; call within a write. */
export const saveTotp = async (
  db: Kysely<Tables>,
  { accountId, secret, step, now }: NewTotp,
): Promise<void> => {
  const row = { secret, last_step: step, created: now, last_used: null };
  await db
    .insertInto("totp")
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
    .execute();
};
