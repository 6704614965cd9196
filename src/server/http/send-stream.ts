import type { Readable } from "node:stream";
import type { HonoRequest } from "hono";
import { HttpProblem } from "../problem.ts";
import type { ByteSpan } from "../store/store.ts";
import { DamagedFileError, isDamagedFile } from "../store/store-errors.ts";
import { matchesTag, VARY } from "./answer.ts";
import { parseByteRange } from "./byte-range.ts";
import { NOT_FRAMED, reply } from "./reply.ts";
import { streamReply } from "./stream-reply.ts";

/** Authors write the content, so a file opened as a page may not run scripts or load anything. */
export const SANDBOX = `sandbox; default-src 'none'; style-src 'unsafe-inline'; ${NOT_FRAMED}`;

interface StreamedFile {
  /** Its bytes, or a part of them. */
  open: (range: ByteSpan | null) => Readable | Promise<Readable>;
  type: string;
  size: number;
  /** SHA-256, hex: the entity tag. */
  checksum: string;
  /** All bytes of a file that has been read already. */
  bytes?: Buffer | undefined;
}

type Ranged = Pick<StreamedFile, "size" | "checksum">;

/**
 * The range that the request asks for; null for the whole file.
 * @throws HttpProblem 416 for a range after the end
 */
export const rangeOf = (request: HonoRequest, { size, checksum }: Ranged): ByteSpan | null => {
  const condition = request.header("if-range");
  if (condition !== undefined && condition !== `"${checksum}"`) return null;
  const range = parseByteRange(request.header("range"), size);
  if (range !== "unsatisfiable") return range;
  throw new HttpProblem(416, "request/invalid", "The range begins after the end of the file", {
    headers: { "Content-Range": `bytes */${size}` },
  });
};

/**
 * Waits until the first bytes can be read: a stream of the disk reports a missing file only then.
 * @throws DamagedFileError when the store does not have the file
 */
const opened = async (bytes: Readable): Promise<Readable> => {
  try {
    await new Promise((resolve, reject) => {
      bytes.once("readable", resolve).once("error", reject);
    });
    return bytes;
  } catch (reason) {
    if (!isDamagedFile(reason)) throw reason;
    throw new DamagedFileError("A file is missing in the store", { isMissing: true });
  }
};

/**
 * Sends a file's bytes unchanged, or a range, or 304. Hono's `serveStatic` knows ranges, but neither
 * `If-Range` nor entity tags.
 * @param more headers in addition to the usual ones
 * @throws HttpProblem 416 for a range after the end
 * @throws Error, before anything is sent, when the file cannot be opened
 */
export const sendStream = async (
  request: HonoRequest,
  file: StreamedFile,
  more: Record<string, string>,
): Promise<Response> => {
  const range = rangeOf(request, file);
  const headers: Record<string, string> = {
    "Content-Security-Policy": SANDBOX,
    "Accept-Ranges": "bytes",
    ETag: `"${file.checksum}"`,
    Vary: VARY,
    ...more,
  };
  if (matchesTag(request.header("if-none-match"), file.checksum)) {
    return reply(null, 304, headers);
  }
  headers["Content-Type"] = file.type;
  headers["Content-Length"] = String(range ? range.last - range.first + 1 : file.size);
  if (range) headers["Content-Range"] = `bytes ${range.first}-${range.last}/${file.size}`;
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || file.size === 0) return reply(null, status, headers);
  if (!range && file.bytes) return reply(file.bytes, status, headers);
  return streamReply(await opened(await file.open(range)), status, headers);
};
