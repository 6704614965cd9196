import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { StoreSettings } from "../../../src/server/store/store-settings.ts";
import { checkSignature } from "./check-signature.ts";

const BUCKET = "school";
const KEY = "STORE-KEY";

interface StoredObject {
  readonly bytes: Buffer;
  /** The entity tag, with its quotes. */
  readonly tag: string;
  readonly modified: Date;
}

/** The headers of an answer that the address of a file may ask for. */
const OVERRIDES = ["content-type", "cache-control", "content-disposition"];

const objectOf = (bytes: Buffer): StoredObject => ({
  bytes,
  tag: `"${createHash("md5").update(bytes).digest("hex")}"`,
  modified: new Date(),
});

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface Reply {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

const xml = (text: string, status = 200): Reply => ({
  status,
  headers: { "Content-Type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
});

const error = (status: number, code: string): Reply =>
  xml(`<Error><Code>${code}</Code></Error>`, status);

/**
 * An S3-compatible store on this machine: what the school asks of one, in memory. It checks signatures.
 */
export class S3Server {
  /** By how much its clock is ahead of this machine's. */
  clockAheadMs = 0;
  readonly #objects = new Map<string, StoredObject>();
  /** The parts of each upload by their numbers. */
  readonly #uploads = new Map<string, Map<number, Buffer>>();
  readonly #server = createServer((request, response) => {
    this.#answer(request).then(
      ({ status, headers, body }) =>
        response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body),
      // A client that leaves in the middle of its request needs no answer.
      () => response.destroy(),
    );
  });

  static async start(): Promise<S3Server> {
    const s3 = new S3Server();
    s3.#server.listen(0, "127.0.0.1");
    await once(s3.#server, "listening");
    return s3;
  }

  async stop(): Promise<void> {
    await new Promise((done) => this.#server.close(done));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** @param prefix of the school's keys, ending in a slash */
  of(prefix: string): { settings: StoreSettings; variables: Record<string, string> } {
    const url = this.variables.STORE_URL?.replace("?", `/${prefix}?`) ?? "";
    return {
      settings: { ...this.settings, prefix },
      variables: { ...this.variables, STORE_URL: url },
    };
  }

  get settings(): StoreSettings {
    const { endpoint } = this;
    const account = { region: "eu-central-1", accessKeyId: KEY, secretAccessKey: KEY };
    return { bucket: BUCKET, prefix: "", endpoint, cdn: null, ...account };
  }

  /** The environment variables of a school that keeps its files here. */
  get variables(): Record<string, string> {
    return {
      STORE_URL: `s3://${BUCKET}?endpoint=${encodeURIComponent(this.endpoint)}&region=eu-central-1`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: KEY,
    };
  }

  async keys(): Promise<string[]> {
    return [...this.#objects.keys()].toSorted();
  }

  async read(key: string): Promise<Buffer> {
    const object = this.#objects.get(key);
    if (!object) throw new Error(`There is no object ${key}`);
    return object.bytes;
  }

  /** Changes an object's bytes as somebody who may write to the bucket does: its tag changes, too. */
  async replace(key: string, bytes: Buffer): Promise<void> {
    this.#objects.set(key, objectOf(bytes));
  }

  /** Changes an object's bytes as a failing disk does: the store does not notice it. */
  async damage(key: string, bytes: Buffer): Promise<void> {
    const { tag } = this.#objects.get(key) ?? objectOf(bytes);
    this.#objects.set(key, { ...objectOf(bytes), tag });
  }

  /** Puts empty objects there at once, past the server. */
  async add(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#objects.set(key, objectOf(Buffer.alloc(0)));
  }

  async remove(key: string): Promise<void> {
    this.#objects.delete(key);
  }

  async #answer(request: IncomingMessage): Promise<Reply> {
    const body = await buffer(request);
    const { host } = new URL(this.endpoint);
    const now = Date.now() + this.clockAheadMs;
    const refusal = await checkSignature(request, this.settings, host, now);
    if (refusal) return error(refusal.status, refusal.code);
    const { pathname, searchParams } = new URL(request.url ?? "/", this.endpoint);
    const [, bucket, ...names] = pathname.split("/").map(decodeURIComponent);
    if (bucket !== BUCKET) return error(404, "NoSuchBucket");
    const key = names.join("/");
    if (key === "") return this.#list(searchParams);
    const isUpload = searchParams.has("uploads") || searchParams.has("uploadId");
    if (isUpload) return this.#upload(request.method ?? "", key, searchParams, body);
    switch (request.method) {
      case "PUT":
        return { status: 200, headers: { ETag: this.#store(key, body) } };
      case "DELETE":
        this.#objects.delete(key);
        return { status: 204 };
      default:
        return this.#read(key, searchParams, request.headers.range);
    }
  }

  /** @returns its tag */
  #store(key: string, bytes: Buffer): string {
    const object = objectOf(bytes);
    this.#objects.set(key, object);
    return object.tag;
  }

  #list(query: URLSearchParams): Reply {
    const prefix = query.get("prefix") ?? "";
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64url").toString();
    const objects = [...this.#objects]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const page = objects.slice(0, Number(query.get("max-keys") ?? 1000));
    const contents = page.map(
      ([key, { bytes, tag, modified }]) =>
        `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified>` +
        `<ETag>${tag}</ETag><Size>${bytes.length}</Size></Contents>`,
    );
    const isCut = page.length < objects.length;
    const next = Buffer.from(page.at(-1)?.[0] ?? "").toString("base64url");
    return xml(
      `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>` +
        (isCut ? `<NextContinuationToken>${next}</NextContinuationToken>` : "") +
        `${contents.join("")}</ListBucketResult>`,
    );
  }

  /** Begins, fills, ends or drops an upload in parts. */
  #upload(method: string, key: string, query: URLSearchParams, body: Buffer): Reply {
    const id = query.get("uploadId");
    if (id === null) {
      const begun = randomUUID();
      this.#uploads.set(begun, new Map());
      return xml(
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = this.#uploads.get(id);
    if (!parts) return error(404, "NoSuchUpload");
    if (method === "PUT") {
      parts.set(Number(query.get("partNumber")), body);
      return { status: 200, headers: { ETag: objectOf(body).tag } };
    }
    this.#uploads.delete(id);
    if (method === "DELETE") return { status: 204 };
    const inOrder = [...parts].toSorted(([one], [other]) => one - other);
    const tag = this.#store(key, Buffer.concat(inOrder.map(([, bytes]) => bytes)));
    return xml(
      `<CompleteMultipartUploadResult><ETag>${tag}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  #read(key: string, query: URLSearchParams, range = ""): Reply {
    const object = this.#objects.get(key);
    if (!object) return error(404, "NoSuchKey");
    const { bytes, tag, modified } = object;
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
    const first = Number(from ?? 0);
    const last = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, bytes.length - 1);
    if (from !== undefined && first > last) return error(416, "InvalidRange");
    const overrides = OVERRIDES.flatMap((name) => {
      const value = query.get(`response-${name}`);
      return value === null ? [] : [[name, value]];
    });
    return {
      status: from === undefined ? 200 : 206,
      headers: {
        "content-type": "application/octet-stream",
        "Content-Length": last + 1 - first,
        ...(from !== undefined && { "Content-Range": `bytes ${first}-${last}/${bytes.length}` }),
        "Accept-Ranges": "bytes",
        "Last-Modified": modified.toUTCString(),
        ETag: tag,
        ...Object.fromEntries(overrides),
      },
      body: bytes.subarray(first, last + 1),
    };
  }
}
