/** How long the scripts, messages and styles of a chunk may take to load. */
export const LOAD_LIMIT_MS = 120_000;

/** Rejects with a `ChunkLoadError` when what is loading takes longer than `LOAD_LIMIT_MS`. */
export const withTimeout = <Value>(loading: Promise<Value>): Promise<Value> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => {
      setTimeout(reject, LOAD_LIMIT_MS, new DOMException("took too long", "ChunkLoadError"));
    }),
  ]);
