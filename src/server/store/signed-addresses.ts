import { LRUCache } from "lru-cache";
import type { S3Bucket } from "./s3-bucket.ts";
import type { AddressOptions, StoreAddress } from "./store.ts";

/**
 * For how long the address of a film is valid. It opens the film also for somebody who has lost the right to it
 * meanwhile; a player whose address has ended asks for another one.
 */
const CONTENT_SECONDS = 900;
/**
 * For how long the address of something that a person has sent is valid: a browser follows it at once, and the clocks
 * of school and store may differ a little.
 */
const PRIVATE_SECONDS = 120;
/** For how long a browser may remember the redirect to a film. */
const REMEMBERED_SECONDS = 300;
/** A signed address takes half a kilobyte. */
const MAX_ADDRESSES = 20_000;

interface SignedAddress {
  readonly url: string;
  readonly signed: number;
}

/** Addresses at which a bucket sends its objects. Each stays the same for a while, so that caches find its bytes. */
export class SignedAddresses {
  readonly #bucket: S3Bucket;
  readonly #known = new LRUCache<string, SignedAddress>({ max: MAX_ADDRESSES });

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
  }

  /** @param name of the object in the bucket */
  async of(name: string, { type, disposition, isPrivate }: AddressOptions): Promise<StoreAddress> {
    const seconds = isPrivate ? PRIVATE_SECONDS : CONTENT_SECONDS;
    const maxAge = isPrivate ? 0 : REMEMBERED_SECONDS;
    const key = JSON.stringify([name, type, disposition, isPrivate]);
    const known = this.#known.get(key);
    const now = Date.now();
    // Whoever gets it has at least half of its time.
    if (known && now - known.signed < seconds * 500) return { url: known.url, maxAge };
    const url = await this.#bucket.sign(name, seconds, {
      "response-content-type": type,
      "response-cache-control": isPrivate
        ? "private, no-store"
        : `private, max-age=${CONTENT_SECONDS}, immutable`,
      ...(disposition !== undefined && { "response-content-disposition": disposition }),
    });
    this.#known.set(key, { url, signed: now });
    return { url, maxAge };
  }
}
