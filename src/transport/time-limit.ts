export const TIME_LIMIT_MS = 30_000;

/** Why a call was ended from this side. */
export type Cut = "timeout" | "cancelled";

/**
 * Ends a call after 30 s, or when its caller gives up.
 * `restart` begins the time anew, for transfers whose limit is for silence; `hold` stops it until
 * then, while the other side is not asked for anything; `settle` ends it all, and `cancel` the call.
 */
export const createTimeLimit = (outer?: AbortSignal) => {
  const controller = new AbortController();
  let cut: Cut | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = (why: Cut) => {
    cut ??= why;
    settle();
    controller.abort();
  };
  const cancel = () => end("cancelled");
  const restart = () => {
    hold();
    timer = setTimeout(end, TIME_LIMIT_MS, "timeout");
  };
  const hold = () => clearTimeout(timer);
  const settle = () => {
    hold();
    outer?.removeEventListener("abort", cancel);
  };

  outer?.addEventListener("abort", cancel);
  if (outer?.aborted) cancel();
  else restart();
  return { signal: controller.signal, restart, hold, settle, cancel, cut: () => cut };
};
