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
export const startupError = (
  reason: unknown,
  { port, host }: { port: number; host: string },
): string => {
  if (reason instanceof TlsError) return reason.message;
  const code = reason instanceof Error && "code" in reason ? reason.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${port} is already in use. Set PORT to another port, or stop the program that uses it.`;
  }
  if (code === "EACCES")
    return `You do not have permission to use port ${port}. Set PORT to a higher port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `This machine does not have the address ${host}. Set HOST to one of its addresses.`;
  }
  if (code === "ECONNREFUSED") return "The database at DATABASE_URL does not answer.";
  return `The school could not start: ${reason instanceof Error ? reason.message : String(reason)}`;
};
