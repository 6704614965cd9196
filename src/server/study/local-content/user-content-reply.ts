import { pipeline, Readable } from "node:stream";
import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import { chunks } from "../../../lib/chunks.ts";
import type { CatalogueLesson } from "../../content/catalogue.ts";
import type { Tables } from "../../db/schema.ts";
import { matchesTag, negotiateEncoding, taggedHeaders } from "../../http/answer.ts";
import { reply } from "../../http/reply.ts";
import { HttpProblem } from "../../problem.ts";
import { createCompressor } from "../../representation.ts";
import type { ContentShare } from "./content-share.ts";

/** A batch size that does not delay other requests for long. */
const LESSONS_AT_ONCE = 50;

/** The 503 for content that an import has changed, so that its rows do not match the catalogue. */
const changed = () =>
  new HttpProblem(503, "server/overloaded", "The content is being changed; try again soon", {
    headers: { "Retry-After": "3" },
  });

/**
 * Reads the lessons' complete JSON in order, a few at a time.
 * @throws HttpProblem 503 when the content has changed since the catalogue was loaded
 */
async function* lessonRows(
  db: Kysely<Tables>,
  lessons: readonly CatalogueLesson[],
): AsyncGenerator<{ entry: CatalogueLesson; data: string }> {
  for (const some of chunks(lessons, LESSONS_AT_ONCE)) {
    const rows = await db
      .selectFrom("lesson")
      .select(["dbid", "checksum", "data"])
      .where(
        "dbid",
        "in",
        some.map(({ lesson }) => lesson.dbid),
      )
      .execute();
    const byId = new Map(rows.map((row) => [row.dbid, row]));
    for (const entry of some) {
      const row = byId.get(entry.lesson.dbid);
      if (row?.checksum !== entry.checksum) throw changed();
      yield { entry, data: row.data };
    }
  }
}

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
  const headers = taggedHeaders(share.checksum, encoding);
  if (matchesTag(request.header("if-none-match"), share.checksum)) return reply(null, 304, headers);
  headers["Content-Type"] = "application/json";
  if (encoding) headers["Content-Encoding"] = encoding;
  if (request.method === "HEAD") return reply(null, 200, headers);
  const plain = Readable.from(joined(userContentPieces(db, share)), { objectMode: false });
  // The consumer at the end of the pipe receives its errors.
  const sent = encoding ? pipeline(plain, createCompressor(encoding), () => {}) : plain;
  return reply(Readable.toWeb(sent) as ReadableStream, 200, headers);
};
