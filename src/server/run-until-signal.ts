import type { SchoolServer } from "./school-server.ts";
import { TlsError } from "./tls.ts";

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

/** A sentence that says why a server could not start. */
export const startingProblem = (
  reason: unknown,
  { port, host }: { port: number; host: string },
): string => {
  if (reason instanceof TlsError) return reason.message;
  const code = reason instanceof Error && "code" in reason ? reason.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use already. Set PORT to another one, or end what uses it.`;
  }
  if (code === "EACCES")
    return `Port ${port} may not be used by this account. Set PORT to a higher one.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `This machine has no address ${host}. Set HOST to one that it has.`;
  }
  if (code === "ECONNREFUSED") return "The database at DATABASE_URL does not answer.";
  return `The school could not start: ${reason instanceof Error ? reason.message : String(reason)}`;
};
