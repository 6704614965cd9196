import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/*
 * A secret gives access, its hash is stored in the database, and a handle names its holder in
 * addresses. They are three types, so that mixing them up is a compile error.
 */

declare const kind: unique symbol;

/** Gives access to everybody who has it. Sent only to its owner. */
export type Secret = string & { readonly [kind]: "secret" };

/** The SHA-256 of a random secret, hex, by which the database finds it. It gives no access. */
export type SecretHash = string & { readonly [kind]: "hash" };

/**
 * Names a session or a licence where others may see it. It gives no access and is no part of a
 * secret.
 */
export type Handle = string & { readonly [kind]: "handle" };

/** A new random secret, of 256 bits: a single fast hash protects it. */
export const createSecret = (): Secret => randomBytes(32).toString("base64url") as Secret;

/** Treats a sent text as a secret. It is not validated. */
export const asSecret = (sent: string): Secret => sent as Secret;

export const hashOf = (secret: Secret): SecretHash => hash("sha256", secret) as SecretHash;

export const createHandle = (): Handle => randomBytes(16).toString("base64url") as Handle;

/** Whether two texts are the same. It takes the same time for every text that is as long. */
export const isSameText = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
