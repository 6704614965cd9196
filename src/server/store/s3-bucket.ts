import { createHmac, hash } from "node:crypto";
import { S3mini, S3ServiceError } from "s3mini";
import type { ByteSpan } from "./store.ts";
import { DamagedFileError, StoreSettingsError, StoreUnavailableError } from "./store-errors.ts";
import type { StoreSettings } from "./store-settings.ts";

/** The timeout until an answer begins. The size of the request's body extends it. */
const ANSWER_TIMEOUT_MS = 10_000;
const MIN_BYTES_PER_MS = 100;
/** The timeout for the next piece of an answer. */
const PIECE_TIMEOUT_MS = 20_000;

const sizeOfBody = (body: unknown): number => {
  if (body instanceof Blob) return body.size;
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength : 0;
};

/** Limits the time until an answer begins. s3mini's own timeout would also abort long downloads. */
const fetchWithTimeout: typeof fetch = async (input, init) => {
  const limit = new AbortController();
  const milliseconds = ANSWER_TIMEOUT_MS + sizeOfBody(init?.body) / MIN_BYTES_PER_MS;
  const timer = setTimeout(() => limit.abort(), milliseconds);
  try {
    return await fetch(input, { ...init, signal: limit.signal });
  } finally {
    clearTimeout(timer);
  }
};

/** Reads the bytes of an answer. @throws Error when no byte comes before the timeout */
async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error("No byte came in time")), PIECE_TIMEOUT_MS);
      const { done, value } = await Promise.race([reader.read(), late]).finally(() =>
        clearTimeout(timer),
      );
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

interface StoreError {
  readonly status: number;
  /** S3's name for it; null where the store gives none, as for a HEAD. */
  readonly code: string | null;
}

const CODE = /<Code>\s*(\w+)\s*<\/Code>/;
/** s3mini's code for an answer in which it finds none. */
const NO_CODE = "Unknown";

/** The error that the store has answered with; null for any other failure. */
const storeErrorOf = (reason: unknown): StoreError | null => {
  const { cause } = (reason ?? {}) as { cause?: unknown };
  const error = [reason, cause].find((one) => one instanceof S3ServiceError);
  if (!error) return null;
  const { status, serviceCode, body } = error;
  // s3mini reads the code only from one media type, and stores send several.
  const code = serviceCode === NO_CODE ? CODE.exec(body ?? "")?.[1] : serviceCode;
  return { status, code: code ?? null };
};

const REFUSED = new Set([400, 401, 403]);

type Sentence = (settings: StoreSettings) => string;

const REGION: Sentence = ({ endpoint, region }) =>
  `The store at ${endpoint} does not take requests for the region ${region}. Correct the region in STORE_URL.`;

/** By S3's error codes. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  InvalidAccessKeyId: ({ endpoint }) =>
    `The store at ${endpoint} does not know the key in AWS_ACCESS_KEY_ID. Correct it.`,
  SignatureDoesNotMatch: ({ endpoint }) =>
    `The store at ${endpoint} refuses the school's signature. Correct AWS_SECRET_ACCESS_KEY: it is not the secret of the key in AWS_ACCESS_KEY_ID.`,
  RequestTimeTooSkewed: ({ endpoint }) =>
    `The store at ${endpoint} refuses this machine's time (${new Date().toISOString()}). Set the clock of this machine.`,
  AuthorizationHeaderMalformed: REGION,
  InvalidRegionName: REGION,
  AccessDenied: ({ endpoint, bucket }) =>
    `The store at ${endpoint} denies the key in AWS_ACCESS_KEY_ID the bucket ${bucket}. Let the key list, read, write and delete there.`,
};

/** Why the store refuses access, as a sentence for the administrator; null for other errors. */
const describeRefusal = ({ status, code }: StoreError, settings: StoreSettings): string | null => {
  const known = code === null ? undefined : SENTENCES[code];
  if (known) return known(settings);
  if (!REFUSED.has(status)) return null;
  const { endpoint, bucket } = settings;
  return `The store at ${endpoint} refuses the school's requests for the bucket ${bucket} (${code ?? status}). Correct AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the region in STORE_URL, and let the key list, read, write and delete there.`;
};

interface ObjectHead {
  readonly size: number;
  readonly tag: string;
}

/** An object whose download has begun. */
interface OpenedObject extends ObjectHead {
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** A larger object is sent in parts of this size. */
const PART_BYTES = 8 * 1024 * 1024;
const LISTED_AT_ONCE = 1000;

/** The system's code of a network error, such as `ENOTFOUND`. */
const networkCodeOf = (reason: unknown): string | null => {
  const { cause, code } = (reason ?? {}) as { cause?: { code?: unknown }; code?: unknown };
  const found = cause?.code ?? code;
  return typeof found === "string" ? found : null;
};

const ALGORITHM = "AWS4-HMAC-SHA256";
/** In an address, all but letters, digits and `-_.~` is encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const RANGE = /^bytes (\d+-\d+)\/(\d+)$/;

/** A bucket in an S3-compatible store. Names are relative to the school's prefix. */
export class S3Bucket {
  /** The bucket's address without the keys, for messages. */
  readonly address: string;
  /** The origin of the addresses that it signs. */
  readonly origin: string;
  readonly #client: S3mini;
  readonly #settings: StoreSettings;

  constructor(settings: StoreSettings) {
    const { bucket, prefix, endpoint, region, cdn, accessKeyId, secretAccessKey } = settings;
    this.#settings = settings;
    this.address = `s3://${bucket}/${prefix}`.replace(/\/$/, "");
    this.origin = cdn ?? new URL(endpoint).origin;
    this.#client = new S3mini({
      accessKeyId,
      secretAccessKey,
      endpoint: `${endpoint}/${bucket}`,
      region,
      minPartSize: PART_BYTES,
      fetch: fetchWithTimeout,
    });
  }

  /**
   * Checks the settings with a request to the store.
   * @throws StoreSettingsError, or StoreUnavailableError when the store does not answer
   */
  async check(): Promise<void> {
    const { bucket, endpoint } = this.#settings;
    try {
      const nothing = `${this.#settings.prefix}nothing/`;
      const found = await this.#client.listObjectsPaged("/", nothing, 1);
      if (found) return;
    } catch (reason) {
      if (networkCodeOf(reason) === "ENOTFOUND") {
        throw new StoreSettingsError(
          `There is no machine at ${endpoint}. Correct the endpoint in STORE_URL.`,
        );
      }
      const refusal = this.#refusalOf(reason);
      if (refusal !== null) throw new StoreSettingsError(refusal);
      throw this.#toSafeError(reason, "");
    }
    throw new StoreSettingsError(
      `The store at ${endpoint} has no bucket ${bucket}. Create it, or correct STORE_URL.`,
    );
  }

  /** Stores an object. @returns its entity tag */
  async put(name: string, bytes: Blob | Uint8Array, checksum: string): Promise<string> {
    try {
      const size = sizeOfBody(bytes);
      const { headers } = await this.#client.putAnyObject(
        this.#key(name),
        bytes,
        "application/octet-stream",
        undefined,
        { "x-amz-meta-sha256": checksum },
        size,
      );
      const tag = this.#client.sanitizeETag(headers.get("etag") ?? "");
      return tag === "" ? ((await this.head(name))?.tag ?? "") : tag;
    } catch (reason) {
      throw this.#toSafeError(reason, name);
    }
  }

  /** @throws DamagedFileError when there is none */
  async get(name: string, span: ByteSpan | null = null): Promise<OpenedObject> {
    try {
      const response = span
        ? await this.#client.getObjectRaw(this.#key(name), false, span.first, span.last + 1)
        : await this.#client.getObjectRaw(this.#key(name));
      const [, range, total] = RANGE.exec(response.headers.get("content-range") ?? "") ?? [];
      if (span && range !== `${span.first}-${span.last}`) {
        void response.body?.cancel();
        throw new StoreUnavailableError(`The store of ${this.address} sends another range.`);
      }
      return {
        size: Number(total ?? response.headers.get("content-length")),
        tag: this.#client.sanitizeETag(response.headers.get("etag") ?? ""),
        pieces: this.#pieces(response, name),
      };
    } catch (reason) {
      throw this.#toSafeError(reason, name);
    }
  }

  async *#pieces(response: Response, name: string): AsyncGenerator<Uint8Array> {
    try {
      yield* piecesOf(response);
    } catch (reason) {
      throw this.#toSafeError(reason, name);
    }
  }

  /** @returns null when there is none */
  async head(name: string): Promise<ObjectHead | null> {
    try {
      const tag = await this.#client.getEtag(this.#key(name));
      if (tag === null) return null;
      return { tag, size: await this.#client.getContentLength(this.#key(name)) };
    } catch (reason) {
      if (storeErrorOf(reason)?.status === 404) return null;
      throw this.#toSafeError(reason, name);
    }
  }

  async delete(name: string): Promise<void> {
    try {
      await this.#client.deleteObject(this.#key(name));
    } catch (reason) {
      if (storeErrorOf(reason)?.status !== 404) throw this.#toSafeError(reason, name);
    }
  }

  async *list(folder: string): AsyncGenerator<{ name: string; modified: number }> {
    const { prefix } = this.#settings;
    let token: string | undefined;
    try {
      do {
        const page = await this.#client.listObjectsPaged(
          "/",
          `${prefix}${folder}/`,
          LISTED_AT_ONCE,
          token,
        );
        for (const { Key, LastModified } of page?.objects ?? []) {
          yield { name: Key.slice(prefix.length), modified: LastModified.getTime() };
        }
        token = page?.nextContinuationToken;
      } while (token);
    } catch (reason) {
      throw this.#toSafeError(reason, folder);
    }
  }

  /**
   * A presigned URL. Anybody who has it can download the object until it expires. s3mini's own has quotes, brackets
   * and asterisks in a form that stores reject; `tests/server/support/check-signature.ts` verifies these.
   * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
   * @param parameters of the URL, such as `response-content-type`
   */
  sign(name: string, seconds: number, parameters: Record<string, string>): string {
    const { bucket, endpoint, cdn, region, accessKeyId, secretAccessKey } = this.#settings;
    const { host, origin } = new URL(endpoint);
    const now = Temporal.Now.instant().toString({ smallestUnit: "second" });
    const time = now.replace(/[:-]/g, "");
    const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
    const query = Object.entries({
      ...parameters,
      "X-Amz-Algorithm": ALGORITHM,
      "X-Amz-Credential": [accessKeyId, ...scope].join("/"),
      "X-Amz-Date": time,
      "X-Amz-Expires": String(seconds),
      "X-Amz-SignedHeaders": "host",
    })
      .map((pair) => pair.map(encoded).join("="))
      .toSorted()
      .join("&");
    const path = `/${bucket}/${this.#key(name)}`.split("/").map(encoded).join("/");
    const request = ["GET", path, query, `host:${host}`, "", "host", "UNSIGNED-PAYLOAD"].join("\n");
    const toSign = [ALGORITHM, time, scope.join("/"), hash("sha256", request)].join("\n");
    const key = scope.reduce<string | Buffer>(
      (before, part) => createHmac("sha256", before).update(part).digest(),
      `AWS4${secretAccessKey}`,
    );
    const signature = createHmac("sha256", key).update(toSign).digest("hex");
    return `${cdn ?? origin}${path}?${query}&X-Amz-Signature=${signature}`;
  }

  #key(name: string): string {
    return this.#settings.prefix + name;
  }

  #refusalOf(reason: unknown): string | null {
    const error = storeErrorOf(reason);
    return error && describeRefusal(error, this.#settings);
  }

  /** Converts an error to one whose message has no keys and no signed addresses. */
  #toSafeError(reason: unknown, name: string): unknown {
    if (reason instanceof StoreUnavailableError || reason instanceof DamagedFileError)
      return reason;
    const { status, code } = storeErrorOf(reason) ?? {};
    if (status === 404 && code === "NoSuchKey") {
      return new DamagedFileError(`${this.address}/${name} is missing`, { isMissing: true });
    }
    const why = code ?? status ?? networkCodeOf(reason) ?? "no answer";
    return new StoreUnavailableError(
      this.#refusalOf(reason) ?? `The store of ${this.address} does not answer (${why}).`,
    );
  }
}
