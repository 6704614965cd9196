import type { HonoRequest } from "hono";
import { encodingFor } from "./accept-encoding.ts";
import { reply } from "./reply.ts";
import {
  COMPRESSED_FROM_BYTES,
  compress,
  type Encoding,
  type Representation,
  tagOf,
} from "./representation.ts";

/** Asked again each time, answered with 304 where nothing has changed. */
export const REVALIDATED = "private, no-cache";
/** Local origins are answered by name. */
export const VARY = "Accept-Encoding, Origin";
const JSON_TYPE = "application/json";

/** Whether an `If-None-Match` names the tag; weak comparison, as RFC 9110 asks. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header === `"${tag}"` ||
    header === "*" ||
    header.split(",").some((entry) => entry.trim().replace(/^W\//, "") === `"${tag}"`));

const encodingOf = (request: HonoRequest, bytes: Buffer): Encoding | null =>
  bytes.length > COMPRESSED_FROM_BYTES ? encodingFor(request.header("accept-encoding")) : null;

/**
 * Sends bytes that are kept, compressed as asked, or 304.
 * A compressed answer's tag is weak, since the same tag stands for each encoding.
 * @param more headers beside, or in place of, the usual ones
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
  if (namesTag(request.header("if-none-match"), kept.tag)) {
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
 * Sends JSON that was made for this answer alone, compressed as asked, or 304.
 * @param tag what it means, which may be less than what it says
 */
export const sendTagged = async (
  request: HonoRequest,
  bytes: Buffer,
  tag: string,
): Promise<Response> => {
  const encoding = encodingOf(request, bytes);
  const headers: Record<string, string> = {
    ETag: encoding ? `W/"${tag}"` : `"${tag}"`,
    "Cache-Control": REVALIDATED,
    Vary: VARY,
  };
  return namesTag(request.header("if-none-match"), tag)
    ? reply(null, 304, headers)
    : sendCompressed(bytes, encoding, 200, headers);
};

/**
 * Sends a value read for this person alone, compressed as asked, or 304.
 * @param status 201 for what has been made
 */
export const sendJson = async (
  request: HonoRequest,
  value: unknown,
  status: 200 | 201 = 200,
): Promise<Response> => {
  const bytes = Buffer.from(JSON.stringify(value));
  if (request.method === "GET" || request.method === "HEAD") {
    return sendTagged(request, bytes, tagOf(bytes));
  }
  const headers = { "Cache-Control": "no-store", Vary: VARY };
  return sendCompressed(bytes, encodingOf(request, bytes), status, headers);
};
