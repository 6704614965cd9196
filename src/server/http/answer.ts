import type { HonoRequest } from "hono";
import {
  COMPRESSED_FROM_BYTES,
  compress,
  type Encoding,
  etagOf,
  type Representation,
} from "../representation.ts";
import { reply } from "./reply.ts";

/** The server's order of preference among encodings that a client accepts equally. */
const OFFERED: readonly Encoding[] = ["br", "zstd", "gzip"];

// Hono's parser takes a malformed weight for the highest one. Its `accepts` helper knows no `*`, and
// follows the client's order between equal weights.
const weights = (header: string): Map<string, number> => {
  const found = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    found.set(name, Number.isNaN(weight) ? 0 : weight);
  }
  return found;
};

const chosen = (header: string): Encoding | null => {
  const found = weights(header);
  const rest = found.get("*") ?? 0;
  let best: Encoding | null = null;
  let most = 0;
  for (const encoding of OFFERED) {
    const weight = found.get(encoding) ?? rest;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
};

export const acceptsGzip = (header = ""): boolean => {
  const found = weights(header);
  return (found.get("gzip") ?? found.get("*") ?? 0) > 0;
};

const KEPT = 100;
const known = new Map<string, Encoding | null>();

/**
 * The content coding for an `Accept-Encoding`; null for none. Cached, because browsers send few
 * different values.
 */
export const negotiateEncoding = (header: string | undefined): Encoding | null => {
  if (!header) return null;
  const before = known.get(header);
  if (before !== undefined) return before;
  const encoding = chosen(header);
  if (known.size >= KEPT) known.clear();
  known.set(header, encoding);
  return encoding;
};

/** Makes the client revalidate each time; unchanged content gets a 304. */
const REVALIDATED = "private, no-cache";
/** Leaves no copy in the browser, where the next person at a shared computer could read it. */
export const NOT_STORED = "no-store";
/** The answer varies by origin, because it names an allowed local origin. */
export const VARY = "Accept-Encoding, Origin";
const JSON_TYPE = "application/json";

/**
 * Whether an `If-None-Match` contains the tag. Uses weak comparison, as RFC 9110 requires. Hono's
 * `etag` hashes each answer again, and only after it was made.
 */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header === `"${tag}"` ||
    header === "*" ||
    header.split(",").some((entry) => entry.trim().replace(/^W\//, "") === `"${tag}"`));

const encodingOf = (request: HonoRequest, bytes: Buffer): Encoding | null =>
  bytes.length > COMPRESSED_FROM_BYTES
    ? negotiateEncoding(request.header("accept-encoding"))
    : null;

/**
 * The headers of an answer with an entity tag. That of a compressed answer is weak, because one tag identifies all
 * encodings.
 */
export const taggedHeaders = (
  tag: string,
  encoding: Encoding | null,
  cacheControl = REVALIDATED,
): Record<string, string> => ({
  ETag: encoding ? `W/"${tag}"` : `"${tag}"`,
  "Cache-Control": cacheControl,
  Vary: VARY,
});

/**
 * Sends cached bytes, compressed with a coding that the client accepts, or 304.
 * @param more headers that add to or replace the usual ones
 */
export const sendRepresentation = (
  request: HonoRequest,
  kept: Representation,
  more: Record<string, string> = {},
): Response | Promise<Response> => {
  const encoding = encodingOf(request, kept.bytes);
  const headers = { ...taggedHeaders(kept.tag, encoding), ...more };
  if (matchesTag(request.header("if-none-match"), kept.tag)) return reply(null, 304, headers);
  headers["Content-Type"] = kept.type;
  if (!encoding) return reply(kept.bytes, 200, headers);
  headers["Content-Encoding"] = encoding;
  const body = kept.in(encoding);
  return body instanceof Promise
    ? body.then((bytes) => reply(bytes, 200, headers))
    : reply(body, 200, headers);
};

const sendCompressed = async (
  bytes: Buffer,
  encoding: Encoding | null,
  status: number,
  headers: Record<string, string>,
): Promise<Response> => {
  const typed = { ...headers, "Content-Type": JSON_TYPE };
  return encoding
    ? reply(await compress(bytes, encoding, false), status, {
        ...typed,
        "Content-Encoding": encoding,
      })
    : reply(bytes, status, typed);
};

/**
 * Sends JSON made for this answer only, compressed with a coding that the client accepts, or 304.
 * @param tag identifies the meaning, so that parts without meaning may differ
 * @param cacheControl `NOT_STORED` for what belongs to one person
 */
const sendTagged = async (
  request: HonoRequest,
  bytes: Buffer,
  tag: string,
  cacheControl = REVALIDATED,
): Promise<Response> => {
  const encoding = encodingOf(request, bytes);
  const headers = taggedHeaders(tag, encoding, cacheControl);
  return matchesTag(request.header("if-none-match"), tag)
    ? reply(null, 304, headers)
    : sendCompressed(bytes, encoding, 200, headers);
};

/**
 * Sends a value for this person only, compressed with a coding that the client accepts, or 304. No
 * browser stores it.
 * @param status 201 for a created resource
 */
export const sendJson = async (
  request: HonoRequest,
  value: unknown,
  status: 200 | 201 = 200,
): Promise<Response> => {
  const bytes = Buffer.from(JSON.stringify(value));
  if (request.method === "GET" || request.method === "HEAD") {
    return sendTagged(request, bytes, etagOf(bytes), NOT_STORED);
  }
  const headers = { "Cache-Control": NOT_STORED, Vary: VARY };
  return sendCompressed(bytes, encodingOf(request, bytes), status, headers);
};

/** An answer other than fresh JSON with status 200. */
export class TypedAnswer<Value> {
  /** The type of the body; exists for the type checker only. */
  declare readonly value: Value;
  readonly send: (request: HonoRequest) => Response | Promise<Response>;

  constructor(send: TypedAnswer<Value>["send"]) {
    this.send = send;
  }
}

/** JSON with status 201. */
export const created = <Value>(value: Value): TypedAnswer<Value> =>
  new TypedAnswer((request) => sendJson(request, value, 201));

/**
 * JSON with status 200, or 204 for null, that also sets a cookie.
 * @param cookie the value of `Set-Cookie`
 */
export const withCookie = <Value>(value: Value, cookie: string): TypedAnswer<Value> =>
  new TypedAnswer(async (request) => {
    const answer = value === null ? reply(null, 204) : await sendJson(request, value);
    answer.headers.append("Set-Cookie", cookie);
    return answer;
  });

/** JSON with status 200 that a page of any site may read. */
export const forEverySite = <Value>(value: Value): TypedAnswer<Value> =>
  new TypedAnswer(async (request) => {
    const answer = await sendJson(request, value);
    answer.headers.set("Access-Control-Allow-Origin", "*");
    return answer;
  });

/** Cached bytes that are sent many times. */
export const cached = <Value>(representation: Representation<Value>): TypedAnswer<Value> =>
  new TypedAnswer((request) => sendRepresentation(request, representation));

/** JSON of the school's content, which a browser may keep and revalidate. */
export const content = <Value>(value: Value): TypedAnswer<Value> => {
  const bytes = Buffer.from(JSON.stringify(value));
  return new TypedAnswer((request) => sendTagged(request, bytes, etagOf(bytes)));
};

/**
 * JSON whose entity tag identifies its meaning, so that parts without meaning may differ.
 * @param value bytes when the JSON is already serialized
 */
export const tagged = <Value>(value: Value | Buffer, tag: string): TypedAnswer<Value> => {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  return new TypedAnswer((request) => sendTagged(request, bytes, tag));
};
