import type { HonoRequest } from "hono";
import * as v from "valibot";
import { MAX_BODY_BYTES, NO_NULL } from "../body-limits.ts";
import { HttpProblem, invalid } from "../problem.ts";

const tooLarge = (maxBytes: number) =>
  new HttpProblem(413, "request/too_large", `The body may have at most ${maxBytes} bytes`);

/**
 * Copies the pieces into one buffer: kept pieces of one byte would take a hundred times their size.
 */
const readCounted = async (body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> => {
  let bytes = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of body) {
    const end = length + chunk.length;
    if (end > maxBytes) throw tooLarge(maxBytes);
    if (end > bytes.length) {
      bytes = Buffer.concat([bytes.subarray(0, length)], Math.min(2 * end, maxBytes));
    }
    bytes.set(chunk, length);
    length = end;
  }
  return bytes.subarray(0, length);
};

/**
 * Reads the body's bytes. Hono's `bodyLimit` makes a web stream of every body first, and the limit
 * of a chunked body would apply before the person is known.
 * @throws HttpProblem 413
 */
export const readBytes = async (
  request: HonoRequest,
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer> => {
  const declared = request.header("content-length");
  if (declared !== undefined) {
    if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
    return Buffer.from(await request.arrayBuffer());
  }
  return request.raw.body ? readCounted(request.raw.body, maxBytes) : Buffer.alloc(0);
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

const malformed = (detail: string) => new HttpProblem(400, "request/malformed", detail);

/** More than any body of the contract has: the longest one names 20,000 files. */
const MAX_VALUES = 100_000;
const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,');
const OPENING = new Set(Buffer.from("[{"));
const CLOSING = new Set(Buffer.from("]}"));

/**
 * Measures JSON before it is parsed: objects in each other, or millions of them, cost a hundred times as much
 * as their bytes.
 * @throws HttpProblem 422
 */
const assertMeasured = (json: Uint8Array): void => {
  let depth = 0;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.has(byte)) depth -= 1;
    if (depth > MAX_DEPTH) throw invalid("", `must be at most ${MAX_DEPTH} levels deep`);
    if (values > MAX_VALUES) throw invalid("", `must have at most ${MAX_VALUES} values`);
  }
};

/**
 * Checks that no text of a decoded body contains a null character.
 * @throws HttpProblem 422 that names the field
 */
export const assertNoNull = (value: unknown, path = ""): void => {
  if (typeof value === "string") {
    if (value.includes("\0")) throw invalid(path, NO_NULL);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      assertNoNull(field, path ? `${path}.${name}` : name);
      if (name.includes("\0")) throw invalid(path, NO_NULL);
    }
  }
};

const messageOf = (issue: v.BaseIssue<unknown>): string => {
  const missing = issue.received === "undefined" || issue.received === "null";
  return missing ? "is required" : `must be ${issue.expected ?? "valid"}`;
};

const JSON_TYPES: readonly string[] = ["application/json"];

/**
 * Reads, decodes and validates the body.
 * @param options the types that the request may state, and the largest body
 * @throws HttpProblem 400 when it is not JSON, 413, 415, or 422 with the first invalid field
 */
export const readJson = async <Body>(
  request: HonoRequest,
  schema: v.GenericSchema<unknown, Body>,
  {
    types = JSON_TYPES,
    maxBytes,
  }: { types?: readonly string[]; maxBytes?: number | undefined } = {},
): Promise<Body> => {
  const type = request.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== undefined && !types.includes(type)) {
    throw new HttpProblem(415, "request/wrong_type", "The body must be application/json");
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) throw malformed("The body is empty");
  if (type === undefined) {
    throw new HttpProblem(415, "request/wrong_type", "The body must be application/json");
  }
  assertMeasured(bytes);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw malformed("The body is not JSON in UTF-8");
  }
  // The first fault refuses the body. A fault for each wrong element would cost more than all else.
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  throw new HttpProblem(422, "request/invalid", "The request is invalid", {
    errors: result.issues.map((issue) => ({
      path: v.getDotPath(issue) ?? "",
      message: messageOf(issue),
    })),
  });
};
