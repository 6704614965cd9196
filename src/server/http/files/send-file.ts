import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { HonoRequest } from "hono";
import { storedPath } from "../../db/file-store.ts";
import { encodingFor } from "../accept-encoding.ts";
import { namesTag, sendRepresentation, VARY } from "../answer.ts";
import type { CatalogueFile } from "../catalogue.ts";
import { LeastLatelyUsed } from "../least-lately-used.ts";
import { HttpProblem } from "../problem.ts";
import { reply } from "../reply.ts";
import { COMPRESSED_FROM_BYTES, Representation } from "../representation.ts";
import { type ByteRange, byteRange } from "./byte-range.ts";

/** A student comes back to a lesson within the hour; a mended figure is seen after it. */
const CACHE_CONTROL = "private, max-age=3600, stale-while-revalidate=86400";

/** Content is written by authors: as a page of its own it may run and load nothing. */
export const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/(json|xml|javascript))/;
const MOST_COMPRESSED_BYTES = 512 * 1024;
const MOST_KEPT_BYTES = 8 * 1024 * 1024;

const rangeOf = (request: HonoRequest, file: CatalogueFile) => {
  const condition = request.header("if-range");
  if (condition !== undefined && condition !== `"${file.checksum}"`) return null;
  return byteRange(request.header("range"), file.size);
};

const stream = (path: string, range: ByteRange | null): ReadableStream =>
  Readable.toWeb(
    createReadStream(path, range ? { start: range.first, end: range.last } : {}),
  ) as ReadableStream;

/** Sends the files of the content: with ranges, compressed where that helps, or 304. */
export class FileSender {
  readonly #dataDir: string;
  readonly #kept = new LeastLatelyUsed<Representation>(MOST_KEPT_BYTES);

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** @throws HttpProblem 416 for a range behind the end */
  async send(request: HonoRequest, file: CatalogueFile): Promise<Response> {
    const range = rangeOf(request, file);
    const headers: Record<string, string> = {
      "Content-Security-Policy": SANDBOX,
      "Accept-Ranges": "bytes",
      "Cache-Control": CACHE_CONTROL,
    };
    if (range === "unsatisfiable") {
      throw new HttpProblem(416, "request/invalid", "The range lies behind the end", {
        headers: { "Content-Range": `bytes */${file.size}` },
      });
    }
    if (!range && this.#isCompressible(file) && encodingFor(request.header("accept-encoding"))) {
      return sendRepresentation(request, await this.#whole(file), headers);
    }
    headers.ETag = `"${file.checksum}"`;
    headers.Vary = VARY;
    if (namesTag(request.header("if-none-match"), file.checksum)) {
      return reply(null, 304, headers);
    }
    headers["Content-Type"] = file.type;
    headers["Content-Length"] = String(range ? range.last - range.first + 1 : file.size);
    if (range) headers["Content-Range"] = `bytes ${range.first}-${range.last}/${file.size}`;
    const empty = request.method === "HEAD" || file.size === 0;
    const body = empty ? null : stream(storedPath(this.#dataDir, file.checksum), range);
    return reply(body, range ? 206 : 200, headers);
  }

  #isCompressible({ type, size }: CatalogueFile): boolean {
    return size > COMPRESSED_FROM_BYTES && size <= MOST_COMPRESSED_BYTES && COMPRESSIBLE.test(type);
  }

  async #whole({ checksum, type }: CatalogueFile): Promise<Representation> {
    const known = this.#kept.get(checksum);
    if (known) return known;
    const bytes = await readFile(storedPath(this.#dataDir, checksum));
    const whole = new Representation(type, bytes, checksum);
    this.#kept.set(checksum, whole);
    return whole;
  }
}
