import type { Send } from "../../../src/transport/transport.ts";

/**
 * Sends like the desktop app, which has older answers on its machine: `newer` tells all callers that
 * the school has newer ones.
 */
export const withNewerAnswers = (send: Send) => {
  const told: (() => void)[] = [];
  const sendOnce: Send = (call, options) => {
    if (options?.onNewer) told.push(options.onNewer);
    return send(call, options);
  };
  return {
    send: sendOnce,
    newer() {
      for (const tell of told.splice(0)) tell();
    },
  };
};
