import { DatabaseUnavailableError } from "../db/database-unavailable.ts";
import { isStorageFull } from "../db/sqlite-file.ts";
import type { Log } from "../log.ts";
import { OverloadedError } from "../overloaded-error.ts";
import { HttpProblem } from "../problem.ts";
import { DamagedFileError, StoreUnavailableError } from "../store/store-errors.ts";

/** PostgreSQL rejects text with a zero character. */
const NOT_TEXT = "22021";

/**
 * Whether the client disconnected before its request was complete, which is no error of the server.
 */
const isCutOff = (reason: unknown): boolean =>
  reason instanceof Error &&
  reason.message === "aborted" &&
  "code" in reason &&
  reason.code === "ECONNRESET";

/** Those who were refused do not come back together. */
const SPREAD_SECONDS = 4;

const after = (seconds: number) => ({ headers: { "Retry-After": String(seconds) } });

/**
 * Converts the error of a request to its answer. Logs errors that an administrator must know.
 * @param id the request's id in the log
 */
export const asProblem = (reason: unknown, log: Log, id: string | undefined): HttpProblem => {
  if (reason instanceof HttpProblem) return reason;
  if (reason instanceof OverloadedError) {
    const detail = "Too many requests are waiting; try again soon";
    return new HttpProblem(
      503,
      "server/overloaded",
      detail,
      after(1 + Math.floor(Math.random() * SPREAD_SECONDS)),
    );
  }
  if (reason instanceof DatabaseUnavailableError) {
    log.warn("The database is away", { id, reason: reason.message });
    const detail = "The school's database does not answer; try again soon";
    return new HttpProblem(503, "server/database_away", detail, after(5));
  }
  if (reason instanceof StoreUnavailableError) {
    log.warn("The store is away", { id, reason: reason.message });
    const detail = "The school's files are out of reach; try again soon";
    return new HttpProblem(503, "server/store_away", detail, after(5));
  }
  if (reason instanceof DamagedFileError) {
    log.error("A file of the school is missing or damaged", reason, { id });
    return new HttpProblem(404, "asset/not_found", "The school has lost this file");
  }
  if (isStorageFull(reason)) {
    log.warn("The disk is full", { id });
    return new HttpProblem(507, "server/storage_full", "The school has no storage space left");
  }
  if (isCutOff(reason)) {
    return new HttpProblem(400, "request/malformed", "The request was cut off");
  }
  if ((reason as { code?: unknown } | null)?.code === NOT_TEXT) {
    return new HttpProblem(422, "request/invalid", "The request contains a null character");
  }
  log.error("A request failed", reason, { id });
  return new HttpProblem(500, "server/unexpected_error", "Something went wrong on the server");
};
