import { pipeline, Readable } from "node:stream";
import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import { negotiateEncoding } from "../../http/accept-encoding.ts";
import { matchesTag, REVALIDATED, VARY } from "../../http/answer.ts";
import { reply } from "../../http/reply.ts";
import { createCompressor } from "../../representation.ts";
import type { ContentShare } from "./content-share.ts";
import { lessonRows } from "./lesson-rows.ts";

const CHUNK_CHARACTERS = 64 * 1024;

/**
 * The answer's text in pieces, because all lessons of a school together may not fit in memory.
 * @throws HttpProblem 503 when the content has changed since the catalogue was loaded
 */
export async function* userContentPieces(
  db: Kysely<Tables>,
  { products }: ContentShare,
): AsyncGenerator<string> {
  yield '{"content":{"products":{';
  for (const [index, { product, before, lessons, after }] of products.entries()) {
    yield `${index > 0 ? "," : ""}${JSON.stringify(product.key)}:${before}`;
    let separator = "";
    for await (const { entry, data } of lessonRows(db, lessons)) {
      yield `${separator}${JSON.stringify(entry.lesson.key)}:${data}`;
      separator = ",";
    }
    yield after;
  }
  yield "}}}";
}

/** Joins small pieces, because each piece costs as much as a large one. */
async function* joined(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let pending = "";
  for await (const text of texts) {
    pending += text;
    if (pending.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(pending);
    pending = "";
  }
  yield Buffer.from(pending);
}

/**
 * Streams all content of a share from the database, compressed with a coding that the client
 * accepts, or sends 304. An import in between aborts the answer, so that no client mixes old and
 * new content.
 */
export const sendUserContent = (
  request: HonoRequest,
  db: Kysely<Tables>,
  share: ContentShare,
): Response => {
  const encoding = negotiateEncoding(request.header("accept-encoding"));
  const headers: Record<string, string> = {
    ETag: encoding ? `W/"${share.checksum}"` : `"${share.checksum}"`,
    "Cache-Control": REVALIDATED,
    Vary: VARY,
  };
  if (matchesTag(request.header("if-none-match"), share.checksum)) return reply(null, 304, headers);
  headers["Content-Type"] = "application/json";
  if (encoding) headers["Content-Encoding"] = encoding;
  if (request.method === "HEAD") return reply(null, 200, headers);
  const plain = Readable.from(joined(userContentPieces(db, share)), { objectMode: false });
  // The consumer at the end of the pipe receives its errors.
  const sent = encoding ? pipeline(plain, createCompressor(encoding), () => {}) : plain;
  return reply(Readable.toWeb(sent) as ReadableStream, 200, headers);
};
