import type { SchoolServer } from "./school-server.ts";

/**
 * Serves until SIGTERM or SIGINT, then finishes requests in progress and exits with 0. A second
 * signal ends the process at once.
 */
export const runUntilSignal = (server: SchoolServer): void => {
  let closing = false;
  const end = () => {
    if (closing) process.exit(1);
    closing = true;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
};
