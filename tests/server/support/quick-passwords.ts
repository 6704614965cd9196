import { createHash } from "node:crypto";
import { type Derivation, Passwords } from "../../../src/server/accounts/password/passwords.ts";

/**
 * Password hashing without cost, for tests that do not test hashing.
 * @param seen is called for each hashing
 */
export const quickPasswords = (seen: (parameters: Derivation) => void = () => {}): Passwords =>
  new Passwords(async (parameters) => {
    seen(parameters);
    return createHash("sha256")
      .update(parameters.nonce)
      .update(parameters.message)
      .digest()
      .subarray(0, parameters.tagLength);
  });
