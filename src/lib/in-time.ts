/** Scripts, messages and styles of a part of the app have so long to arrive. */
export const LOAD_LIMIT_MS = 120_000;

/** The same, but rejected with a `ChunkLoadError` when it takes longer than that. */
export const inTime = <Value>(loading: Promise<Value>): Promise<Value> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => {
      setTimeout(reject, LOAD_LIMIT_MS, new DOMException("took too long", "ChunkLoadError"));
    }),
  ]);
