import { timingSafeEqual } from "node:crypto";
import type { KeyedHash } from "../accounts/hashing-key.ts";

declare const kind: unique symbol;

/**
 * Stands in the links of a person's mails, and opens nothing but the choice of when they come. It is
 * computed, so it does not end, and the database need not know it.
 */
export type ChoiceKey = string & { readonly [kind]: "choice key" };

const KIND = "news choice";

export const choiceKeyOf = (hash: KeyedHash, accountId: number): ChoiceKey =>
  `${accountId}-${hash(KIND, String(accountId))}` as ChoiceKey;

/** Whose key it is; null for one that the school has not made. The person may have been removed. */
export const ownerOf = (hash: KeyedHash, sent: string): number | null => {
  const [, id] = /^([1-9]\d{0,14})-[\w-]{22}$/.exec(sent) ?? [];
  if (id === undefined) return null;
  // It takes the same time for every key that is as long.
  const expected = Buffer.from(choiceKeyOf(hash, Number(id)));
  const given = Buffer.from(sent);
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(id) : null;
};
