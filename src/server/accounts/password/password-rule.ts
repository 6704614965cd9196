import { readFile } from "node:fs/promises";
import path from "node:path";
import { isPasswordTooShort } from "../../../domain/password.ts";
import { normalize } from "../../normalize.ts";
import { normalizeName } from "../account-names.ts";

/** Why a password is not accepted as a new one. */
export type PasswordProblem = "too-short" | "too-common";

const LIST = path.join(import.meta.dirname, "common-passwords.txt");

/** Read for each new password: that is rare, and the list need not stay in memory. */
const isCommon = async (folded: string): Promise<boolean> => {
  const list = await readFile(LIST, "utf8");
  return !folded.includes("\n") && list.includes(`\n${folded}\n`);
};

/**
 * Checks a new password.
 * @param names the person's own names and addresses, which are guessed first
 * @returns null for a good one
 */
export const passwordProblem = async (
  password: string,
  names: readonly string[] = [],
): Promise<PasswordProblem | null> => {
  if (isPasswordTooShort(normalize(password, "NFKC"))) return "too-short";
  const folded = normalizeName(password);
  if (names.some((name) => normalizeName(name) === folded)) return "too-common";
  return (await isCommon(folded)) ? "too-common" : null;
};
