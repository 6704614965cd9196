import type { SchoolServer } from "./school-server.ts";

/** Under npm, Ctrl-C may reach the server twice: from the terminal, and forwarded by npm. */
const SAME_KEY_MS = 500;

/**
 * Serves until SIGTERM or SIGINT, then finishes requests in progress and exits with 0. The same
 * signal again ends the process at once. A different signal does not, because `end-with-parent.mjs`
 * sends one when npm's shell has ended after Ctrl-C.
 */
export const runUntilSignal = (server: Pick<SchoolServer, "close">): void => {
  let first: { readonly signal: NodeJS.Signals; readonly time: number } | null = null;
  const end = (signal: NodeJS.Signals) => {
    const time = performance.now();
    if (first) {
      const isSameKey = signal === "SIGINT" && time - first.time < SAME_KEY_MS;
      if (signal === first.signal && !isSameKey) process.exit(1);
      return;
    }
    first = { signal, time };
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
};
