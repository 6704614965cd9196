import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import type { Services } from "../../services.ts";
import { countRecoveryCodes } from "./second-factor-rows.ts";

const CODES = 10;
/** No characters that look alike. 5 bits each, so a code has 80 bits, which one hash protects. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE = /^[A-HJ-NP-Z2-9]{16}$/;

const newCode = (): string => [...randomBytes(16)].map((byte) => ALPHABET[byte & 31]).join("");

const inGroups = (code: string): string => code.replace(/.{4}(?=.)/g, "$&-");

/** The code in a text, however it is written; null if it is none. */
export const readRecoveryCode = (text: string): string | null => {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(code) ? code : null;
};

/** The hash of a code, as it is stored. */
export const recoveryHash = (
  { keyedHash }: Pick<Services, "keyedHash">,
  accountId: number,
  code: string,
): string => keyedHash("recovery code", `${accountId}\n${code}`);

/** Replaces the recovery codes of an account; call within a write. @returns the new codes */
export const replaceRecoveryCodes = async (
  services: Pick<Services, "keyedHash">,
  db: Kysely<Tables>,
  accountId: number,
): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, newCode);
  await db.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
  await db
    .insertInto("recovery_code")
    .values(
      codes.map((code) => ({
        account_id: accountId,
        hash: recoveryHash(services, accountId, code),
      })),
    )
    .execute();
  return codes.map(inGroups);
};

/**
 * Creates an account's first recovery codes; call within a write.
 * @returns none if it has some already
 */
export const firstRecoveryCodes = async (
  services: Pick<Services, "keyedHash">,
  db: Kysely<Tables>,
  accountId: number,
): Promise<string[]> =>
  (await countRecoveryCodes(db, accountId)) > 0
    ? []
    : replaceRecoveryCodes(services, db, accountId);
