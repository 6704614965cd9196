import { uuid } from "../lib/uuid.ts";
import type { RandomHex } from "../platform/ports.ts";

/**
 * Idempotency keys of one kind of request. Repeated as it was, as after a lost answer, a request has its key again,
 * so that it is done once.
 */
export const createRequestKeys = (randomHex: RandomHex) => {
  let last = { json: "", key: "" };
  return {
    headersFor(request: unknown): { "idempotency-key": string } {
      const json = JSON.stringify(request);
      if (last.json !== json) last = { json, key: uuid(randomHex) };
      return { "idempotency-key": last.key };
    },

    /** The request was answered: the same one is another from then on. */
    forget() {
      last = { json: "", key: "" };
    },
  };
};
