import { finished, pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";
import { acceptsGzip, matchesTag, NOT_STORED, VARY } from "../http/answer.ts";
import { reply } from "../http/reply.ts";
import { etagOf } from "../representation.ts";
import { type Store, sentFile } from "../store/store.ts";
import { DamagedFileError } from "../store/store-errors.ts";

/** The files of a message, in the order in which they were chosen. */
export const attachmentsOf = async (db: Kysely<Tables>, messageId: number) => {
  const rows = await db
    .selectFrom("message_file")
    .select(["name", "type", "size", "stored"])
    .where("message_id", "=", messageId)
    .orderBy("position")
    .execute();
  return rows.map(({ stored, ...file }) => ({
    ...file,
    key: sentFile(stored),
    // Its bytes never change.
    checksum: etagOf(stored),
  }));
};

/** A file of a message, in the store. */
export type AttachmentFile = Awaited<ReturnType<typeof attachmentsOf>>[number];

/** The size of the pieces that are read from a file. A multiple of three, because of base64. */
const PIECE_BYTES = 48 * 1024;

/** A file's base64, piece by piece. */
async function* base64Of(store: Store, { key }: AttachmentFile): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of (await store.stream(key)) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString("base64", 0, whole);
    rest = Buffer.from(bytes.subarray(whole));
  }
  yield rest.toString("base64");
}

async function* jsonOf(store: Store, files: readonly AttachmentFile[]): AsyncGenerator<string> {
  let start = '{"attachments":[';
  for (const file of files) {
    const { name, type, size } = file;
    yield `${start}${JSON.stringify({ name, type, size }).slice(0, -1)},"data":"`;
    yield* base64Of(store, file);
    start = '"},';
  }
  yield files.length > 0 ? '"}]}' : `${start}]}`;
}

/** The fastest level: photos in base64 shrink by a quarter at every level. */
const GZIP_LEVEL = 1;

/**
 * Sends the files of a message as JSON in base64. Reads and encodes them piece by piece while the
 * client receives them.
 * @param onEnd called once, when the answer has been sent or the client has disconnected
 * @throws the store's error, before anything is sent, when a file is missing
 */
export const sendAsJson = async (
  request: HonoRequest,
  store: Store,
  files: readonly AttachmentFile[],
  onEnd: () => void,
): Promise<Response> => {
  const tag = etagOf(JSON.stringify(files.map(({ name, checksum }) => [name, checksum])));
  const gzip = acceptsGzip(request.header("accept-encoding"));
  const headers: Record<string, string> = {
    ETag: gzip ? `W/"${tag}"` : `"${tag}"`,
    "Cache-Control": NOT_STORED,
    Vary: VARY,
  };
  if (matchesTag(request.header("if-none-match"), tag)) {
    onEnd();
    return reply(null, 304, headers);
  }
  for (const { key } of files) {
    if ((await store.sizeOf(key)) !== null) continue;
    throw new DamagedFileError(`${await store.describe(key)} is missing`);
  }
  headers["Content-Type"] = "application/json";
  if (gzip) headers["Content-Encoding"] = "gzip";
  if (request.method === "HEAD") {
    onEnd();
    return reply(null, 200, headers);
  }
  const json = Readable.from(jsonOf(store, files), {
    objectMode: false,
    highWaterMark: PIECE_BYTES,
  });
  const body = gzip ? pipeline(json, createGzip({ level: GZIP_LEVEL }), onEnd) : json;
  if (!gzip) finished(json, onEnd);
  return reply(Readable.toWeb(body) as ReadableStream, 200, headers);
};
