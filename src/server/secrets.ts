import { hash, randomBytes } from "node:crypto";

/*
 * What lets somebody in, what the database has of it, and what names its holder to others: three types, so
 * that one in the place of another does not compile.
 */

declare const kind: unique symbol;

/** Whoever shows it is let in. It goes to its owner alone. */
export type Secret = string & { readonly [kind]: "secret" };

/** The SHA-256 of a random secret, hex, under which the database finds it. It opens nothing. */
export type SecretHash = string & { readonly [kind]: "hash" };

/** The name of a session or a licence in what others may see. It opens nothing, and is no part of a secret. */
export type Handle = string & { readonly [kind]: "handle" };

/** A new random secret, of 256 bits: a single fast hash protects it. */
export const createSecret = (): Secret => randomBytes(32).toString("base64url") as Secret;

/** A secret that somebody has sent; whether it is one shows when it is looked for. */
export const asSecret = (sent: string): Secret => sent as Secret;

export const hashOf = (secret: Secret): SecretHash => hash("sha256", secret) as SecretHash;

export const createHandle = (): Handle => randomBytes(16).toString("base64url") as Handle;
