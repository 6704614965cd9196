import { readFile } from "node:fs/promises";
import type { HonoRequest } from "hono";
import { storedPath } from "../../db/file-store.ts";
import { negotiateEncoding } from "../accept-encoding.ts";
import { matchesTag, sendRepresentation, VARY } from "../answer.ts";
import { createByteCache } from "../byte-cache.ts";
import type { CatalogueFile } from "../catalogue.ts";
import { Representation } from "../representation.ts";
import { rangeOf, SANDBOX, sendStream } from "./send-stream.ts";

/**
 * Long enough for a student who returns to a lesson within the hour; a corrected file appears after
 * that.
 */
const CACHE_CONTROL = "private, max-age=3600, stale-while-revalidate=86400";
/** The next person at the computer may have other courses, and asks again. */
const VARY_BY_READER = `${VARY}, Authorization, X-License`;
const HEADERS = { "Cache-Control": CACHE_CONTROL, Vary: VARY_BY_READER };
const HEADERS_OF_FORMS = { ...HEADERS, Vary: `${VARY_BY_READER}, Accept` };

type SentFile = Omit<CatalogueFile, "variants">;

const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/(json|xml|javascript))/;
/** A lesson has several small drawings, so what each of them saves adds up. */
const COMPRESSED_FROM = 256;
const MAX_COMPRESSED_BYTES = 512 * 1024;
const MAX_KEPT_BYTES = 8 * 1024 * 1024;
/** For a small file, a stream takes six times the processor time, most of it to collect garbage. */
const MAX_READ_BYTES = 64 * 1024;

/** Sends the content's files: ranges, compressed where that helps, or 304. */
export class FileSender {
  readonly #dataDir: string;
  readonly #kept = createByteCache<Representation>(MAX_KEPT_BYTES);

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /**
   * @param hasForms whether another `Accept` would get another form of the file
   * @throws HttpProblem 416 for a range after the end
   */
  async send(request: HonoRequest, file: SentFile, hasForms = false): Promise<Response> {
    const whole = rangeOf(request, file) === null;
    if (
      whole &&
      this.#isCompressible(file) &&
      negotiateEncoding(request.header("accept-encoding"))
    ) {
      return sendRepresentation(request, await this.#whole(file), {
        "Content-Security-Policy": SANDBOX,
        "Accept-Ranges": "bytes",
        ...HEADERS,
      });
    }
    const path = storedPath(this.#dataDir, file.checksum);
    const isNew = !matchesTag(request.header("if-none-match"), file.checksum);
    const bytes = whole && isNew && file.size <= MAX_READ_BYTES ? await readFile(path) : undefined;
    return sendStream(request, { ...file, path, bytes }, hasForms ? HEADERS_OF_FORMS : HEADERS);
  }

  #isCompressible({ type, size }: SentFile): boolean {
    return size > COMPRESSED_FROM && size <= MAX_COMPRESSED_BYTES && COMPRESSIBLE.test(type);
  }

  async #whole({ checksum, type }: SentFile): Promise<Representation> {
    const known = this.#kept.get(checksum);
    if (known) return known;
    const bytes = await readFile(storedPath(this.#dataDir, checksum));
    const whole = new Representation(type, bytes, checksum);
    this.#kept.set(checksum, whole);
    return whole;
  }
}
