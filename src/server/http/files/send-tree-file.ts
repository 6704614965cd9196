import { readFile } from "node:fs/promises";
import type { HonoRequest } from "hono";
import { storedPath } from "../../db/file-store.ts";
import { namesTag } from "../answer.ts";
import type { CatalogueFile } from "../catalogue.ts";
import { reply } from "../reply.ts";
import { rangeOf, sendStream, streamedHeaders } from "./send-stream.ts";

/**
 * The app keeps these files itself: a browser's cache would hold every byte twice. And whoever
 * stands in between leaves them as they are, so that an offset into them stays one.
 */
const CACHE_CONTROL = "private, no-store, no-transform";

/** One read of the disk costs less than a stream. */
const MOST_AT_ONCE_BYTES = 128 * 1024;

/**
 * Sends a file of the tree for use without a network: its very bytes, never compressed, or a range
 * of them, or 304.
 * @throws HttpProblem 416 for a range behind the end
 */
export const sendTreeFile = async (
  request: HonoRequest,
  dataDir: string,
  file: CatalogueFile,
): Promise<Response> => {
  const stored = { ...file, path: storedPath(dataDir, file.checksum) };
  const more = { "Cache-Control": CACHE_CONTROL };
  const plain =
    request.method === "GET" &&
    file.size <= MOST_AT_ONCE_BYTES &&
    rangeOf(request, file) === null &&
    !namesTag(request.header("if-none-match"), file.checksum);
  if (!plain) return sendStream(request, stored, more);
  const headers = { ...streamedHeaders(stored), ...more, "Content-Type": file.type };
  return reply(await readFile(stored.path), 200, headers);
};
