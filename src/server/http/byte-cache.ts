import { LRUCache } from "lru-cache";

/**
 * Keeps what was used last, up to a sum of weights; the rest is forgotten.
 * @param maxBytes the sum of the values' weights
 */
export const createByteCache = <Value extends { readonly weight: number }>(
  maxBytes: number,
): LRUCache<string, Value> =>
  new LRUCache<string, Value>({
    maxSize: maxBytes,
    // The cache takes whole numbers from 1 on alone, and an empty file weighs nothing.
    sizeCalculation: ({ weight }) => Math.max(1, Math.ceil(weight)),
  });
