import type { SchoolServer } from "./school-server.ts";

/** Ctrl-C reaches the server twice under npm: from the terminal, and from npm, which hands it on. */
const SAME_KEY_MS = 500;

/**
 * Serves until SIGTERM or SIGINT, then finishes requests in progress and exits with 0. A second
 * signal ends the process at once.
 */
export const runUntilSignal = (server: SchoolServer): void => {
  let closingSince: number | null = null;
  const end = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (closingSince !== null) {
      if (signal === "SIGINT" && now - closingSince < SAME_KEY_MS) return;
      process.exit(1);
    }
    closingSince = now;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
};
