import { LRUCache } from "lru-cache";

/**
 * Creates a least-recently-used cache.
 * @param maxBytes the maximum sum of the values' weights
 */
export const createByteCache = <Value extends { readonly weight: number }>(
  maxBytes: number,
): LRUCache<string, Value> =>
  new LRUCache<string, Value>({
    maxSize: maxBytes,
    // lru-cache requires a positive integer, but an empty file has weight 0.
    sizeCalculation: ({ weight }) => Math.max(1, Math.ceil(weight)),
  });
