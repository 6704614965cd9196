import { LRUCache } from "lru-cache";
import type { S3Bucket } from "./s3-bucket.ts";
import type { AddressOptions, StoreAddress } from "./store.ts";

/**
 * How long the address of a film is valid. It opens the film also for a person who has lost access
 * meanwhile. A player whose address has expired asks for a new one.
 */
const CONTENT_SECONDS = 900;
/**
 * How long the address of a person's upload is valid. A browser follows it at once, but the clocks
 * of school and store may differ a little.
 */
const PRIVATE_SECONDS = 120;
/** How long a browser may cache the redirect to a film. */
const REMEMBERED_SECONDS = 300;
/** A signed address takes half a kilobyte. */
const MAX_ADDRESSES = 20_000;

interface SignedAddress {
  readonly url: string;
  readonly signed: number;
}

/**
 * Presigned URLs of a bucket's objects. Each stays the same for a while, so that browsers can cache
 * its bytes.
 */
export class SignedAddresses {
  readonly #bucket: S3Bucket;
  readonly #known = new LRUCache<string, SignedAddress>({ max: MAX_ADDRESSES });

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
  }

  /** @param name of the object in the bucket */
  of(name: string, { type, disposition, isPrivate }: AddressOptions): StoreAddress {
    const seconds = isPrivate ? PRIVATE_SECONDS : CONTENT_SECONDS;
    const maxAge = isPrivate ? 0 : REMEMBERED_SECONDS;
    const key = JSON.stringify([name, type, disposition, isPrivate]);
    const known = this.#known.get(key);
    const now = Date.now();
    // An address is sent for half of its lifetime, so that the other half is left to use it.
    if (known && now - known.signed < seconds * 500) return { url: known.url, maxAge };
    const url = this.#bucket.sign(name, seconds, {
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
