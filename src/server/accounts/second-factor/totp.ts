import type { Kysely } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { Tables } from "../../db/schema.ts";

/** The format that authenticator apps support: RFC 6238 with SHA-1, six digits, 30 seconds. */
const FORMAT = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** Also accepts the codes before and after the present one, because clocks differ. */
const WINDOW = 1;

const SECRET_BYTES = 20;

const CODE = /^\d{6}$/;

/** A new secret for an authenticator app, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address in the QR code for an authenticator app. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...FORMAT, secret: Secret.fromBase32(secret), issuer, label }).toString();

/** Whether a text has the form of a code. */
export const isTotpCode = (code: string): boolean => CODE.test(code);

/**
 * Verifies a code.
 * @param now milliseconds since 1970
 * @returns its time step: the number of 30 seconds since 1970; null if it is wrong
 */
export const stepOfCode = (secret: string, code: string, now: number): number | null => {
  const totp = new TOTP({ ...FORMAT, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
};

interface NewTotp {
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
