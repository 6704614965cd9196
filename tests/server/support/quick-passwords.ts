import { createHash } from "node:crypto";
import { type Derivation, Passwords } from "../../../src/server/passwords.ts";

/**
 * Passwords whose hashing costs nothing, for tests of what stands around it.
 * @param seen is told of each hashing
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
