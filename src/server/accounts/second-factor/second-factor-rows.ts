import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { Secret, TOTP } from "otpauth";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Tables } from "../../db/schema.ts";
import type { Services } from "../../services.ts";

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

/**
 * Ends the sessions of staff without a second factor, for a school that requires one; call within a write. Such
 * sessions began before the setting was changed, or at a server that did not know it yet. Sessions of the school's
 * OpenID provider stay, because the provider asks for the second factor.
 */
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

const RECOVERY_CODES = 10;
/** No characters that look alike. 5 bits each, so a code has 80 bits, which one hash protects. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const RECOVERY_CODE = /^[A-HJ-NP-Z2-9]{16}$/;

const newCode = (): string => [...randomBytes(16)].map((byte) => ALPHABET[byte & 31]).join("");

const inGroups = (code: string): string => code.replace(/.{4}(?=.)/g, "$&-");

/** The code in a text, however it is written; null if it is none. */
export const readRecoveryCode = (text: string): string | null => {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return RECOVERY_CODE.test(code) ? code : null;
};

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
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
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

/** The format that authenticator apps support: RFC 6238 with SHA-1, six digits, 30 seconds. */
const TOTP_FORMAT = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** Also accepts the codes before and after the present one, because clocks differ. */
const WINDOW = 1;

const SECRET_BYTES = 20;

const TOTP_CODE = /^\d{6}$/;

/** A new secret for an authenticator app, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address in the QR code for an authenticator app. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...TOTP_FORMAT, secret: Secret.fromBase32(secret), issuer, label }).toString();

export const isTotpCode = (code: string): boolean => TOTP_CODE.test(code);

/**
 * Verifies a code.
 * @param text the code, also with spaces
 * @param now milliseconds since 1970
 * @returns its time step: the number of 30 seconds since 1970; null if it is wrong
 */
export const stepOfCode = (secret: string, text: string, now: number): number | null => {
  const code = text.replace(/\s/g, "");
  if (!isTotpCode(code)) return null;
  const totp = new TOTP({ ...TOTP_FORMAT, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
};

/**
 * Saves the authenticator app of an account in place of an earlier one; call within a write.
 * @param step the time step of the first code, which cannot be used again
 */
export const saveTotp = async (
  db: Kysely<Tables>,
  accountId: number,
  secret: string,
  step: number,
  now: number,
): Promise<void> => {
  const row = { secret, last_step: step, created: now, last_used: null };
  await db
    .insertInto("totp")
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
    .execute();
};
