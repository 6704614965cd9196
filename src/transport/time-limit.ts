export const TIME_LIMIT_MS = 30_000;

/** Why the client ended a call. */
export type AbortReason = "timeout" | "cancelled";

/**
 * Aborts a call after 30 s, or when its caller aborts it.
 * - `restart` starts the 30 s again. Transfers call it for each chunk, so that their limit is for
 *   30 s without progress.
 * - `pause` stops the timer until the next `restart`, while nothing is expected from the server.
 * - `stop` ends the limit: the call is complete.
 * - `cancel` aborts the call.
 * - `abortReason` tells why the call was aborted; null if it was not.
 * @param outer the caller's signal
 */
export const createTimeLimit = (outer?: AbortSignal) => {
  const controller = new AbortController();
  let abortReason: AbortReason | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const abort = (reason: AbortReason) => {
    abortReason ??= reason;
    stop();
    controller.abort();
  };
  const cancel = () => abort("cancelled");
  const restart = () => {
    pause();
    timer = setTimeout(abort, TIME_LIMIT_MS, "timeout");
  };
  const pause = () => clearTimeout(timer);
  const stop = () => {
    pause();
    outer?.removeEventListener("abort", cancel);
  };

  outer?.addEventListener("abort", cancel);
  if (outer?.aborted) cancel();
  else restart();
  return {
    signal: controller.signal,
    restart,
    pause,
    stop,
    cancel,
    abortReason: () => abortReason,
  };
};
