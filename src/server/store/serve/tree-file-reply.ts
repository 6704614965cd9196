import type { HonoRequest } from "hono";
import { matchesTag } from "../../http/answer.ts";
import type { ByteRange } from "../../http/byte-range.ts";
import { reply } from "../../http/reply.ts";
import { rangeOf, sendStream, streamedHeaders } from "../../http/send-stream.ts";
import type { FileOfTree } from "../../study/local-content/file-trees.ts";
import { contentFile, type Store } from "../store.ts";
import { DamagedFileError } from "../store-errors.ts";

/**
 * `no-store`, because the app stores these files itself and a browser cache would store them twice.
 * `no-transform`, because a proxy that changed the bytes would break offsets.
 */
const CACHE_CONTROL = "private, no-store, no-transform";

/** Reading a small file at once costs less than a stream. */
const MAX_BUFFERED_BYTES = 128 * 1024;

const assertSize = (size: number | null, { size: named, checksum }: FileOfTree): void => {
  if (size === null) {
    throw new DamagedFileError(`The stored file ${checksum} is missing`, { isMissing: true });
  }
  if (size !== named)
    throw new Error(`The stored file ${checksum} has ${size} bytes, not ${named}`);
};

/**
 * Sends a file of the tree for offline use: its bytes uncompressed, or a range of them, or 304.
 * @throws HttpProblem 416 for a range after the end
 * @throws Error, before anything is sent, when the school's copy is missing or truncated
 */
export const sendTreeFile = async (
  request: HonoRequest,
  store: Store,
  file: FileOfTree,
): Promise<Response> => {
  const key = contentFile(file.checksum);
  const stored = { ...file, open: (range: ByteRange | null) => store.stream(key, range) };
  const more = { "Cache-Control": CACHE_CONTROL };
  const isWhole =
    request.method === "GET" &&
    file.size <= MAX_BUFFERED_BYTES &&
    rangeOf(request, file) === null &&
    !matchesTag(request.header("if-none-match"), file.checksum);
  if (!isWhole) {
    assertSize(await store.sizeOf(key), file);
    return sendStream(request, stored, more);
  }
  const bytes = await store.read(key);
  assertSize(bytes.length, file);
  const headers = { ...streamedHeaders(stored), ...more, "Content-Type": file.type };
  return reply(bytes, 200, headers);
};
