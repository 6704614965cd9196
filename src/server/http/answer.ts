import type { HonoRequest } from "hono";
import {
  COMPRESSED_FROM_BYTES,
  compress,
  type Encoding,
  etagOf,
  type Representation,
} from "../representation.ts";
import { negotiateEncoding } from "./accept-encoding.ts";
import { reply } from "./reply.ts";

/** Makes the client revalidate each time; unchanged content gets a 304. */
export const REVALIDATED = "private, no-cache";
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
 * Sends cached bytes, compressed with a coding that the client accepts, or 304. A compressed
 * answer's tag is weak, because one tag identifies all encodings.
 * @param more headers that add to or replace the usual ones
 */
export const sendRepresentation = (
  request: HonoRequest,
  kept: Representation,
  more: Record<string, string> = {},
): Response | Promise<Response> => {
  const encoding = encodingOf(request, kept.bytes);
  const ETag = encoding ? `W/"${kept.tag}"` : `"${kept.tag}"`;
  const headers: Record<string, string> = {
    ETag,
    "Cache-Control": REVALIDATED,
    Vary: VARY,
    ...more,
  };
  if (matchesTag(request.header("if-none-match"), kept.tag)) {
    return reply(null, 304, headers);
  }
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
export const sendTagged = async (
  request: HonoRequest,
  bytes: Buffer,
  tag: string,
  cacheControl: string = REVALIDATED,
): Promise<Response> => {
  const encoding = encodingOf(request, bytes);
  const headers: Record<string, string> = {
    ETag: encoding ? `W/"${tag}"` : `"${tag}"`,
    "Cache-Control": cacheControl,
    Vary: VARY,
  };
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
