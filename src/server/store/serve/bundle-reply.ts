import { pipeline, Readable } from "node:stream";
import type { HonoRequest } from "hono";
import {
  BUNDLE_TYPE,
  MAX_BUNDLE_BYTES,
  MAX_BUNDLED_FILE_BYTES,
} from "../../../contract/file-bundle.ts";
import { Gate, type LimitKey } from "../../gate.ts";
import { negotiateEncoding, VARY } from "../../http/answer.ts";
import { reply } from "../../http/reply.ts";
import { HttpProblem } from "../../problem.ts";
import { createCompressor } from "../../representation.ts";
import type { FileOfTree } from "../../study/local-content/file-trees.ts";
import { contentFile, type Store } from "../store.ts";

/** The app has three under way at once, and a person may have two machines. */
const PER_ACCOUNT = 6;
/** A compressor takes a few megabytes until its client has received the answer. */
const PER_SERVER = 32;

/** 512 kB: similar drawings lie near each other, and each client takes less memory. */
const BROTLI_WINDOW = 19;

/** As for single files: the app stores the files itself, and a proxy must not change the bytes. */
const CACHE_CONTROL = "private, no-store, no-transform";

type NamedFile = FileOfTree & { readonly name: string };

/** The files that fit into one answer. */
const fitting = (files: readonly NamedFile[]): NamedFile[] => {
  let bytes = 0;
  return files.filter(({ size }) => {
    if (size > MAX_BUNDLED_FILE_BYTES || bytes + size > MAX_BUNDLE_BYTES) return false;
    bytes += size;
    return true;
  });
};

/** The school's copy; null when it is missing or damaged. */
const readStored = async (store: Store, file: FileOfTree): Promise<Buffer | null> => {
  const bytes = await store.read(contentFile(file.checksum)).catch(() => null);
  return bytes?.length === file.size ? bytes : null;
};

async function* framesOf(store: Store, files: readonly NamedFile[]): AsyncGenerator<Buffer> {
  let sent = 0;
  for (const file of files) {
    // Read before its line is sent, so that a damaged copy can be left out.
    const bytes = await readStored(store, file);
    if (!bytes) continue;
    const { name, size, checksum } = file;
    yield Buffer.concat([Buffer.from(`${JSON.stringify({ name, size, checksum })}\n`), bytes]);
    sent += 1;
  }
  yield Buffer.from(`${JSON.stringify({ end: sent })}\n`);
}

const busy = (code: "account/too_many_requests" | "server/overloaded", status: 429 | 503) =>
  new HttpProblem(status, code, "Too many bundles at once; ask for the files one by one", {
    headers: { "Retry-After": "2" },
  });

/** Sends many small files in one answer. See the contract's `file-bundle.ts` for its form. */
export const createBundleSender = (store: Store) => {
  const accounts = new Gate(PER_ACCOUNT);
  const server = new Gate(PER_SERVER);

  /** @returns a function that leaves; it may be called twice */
  const enter = (key: LimitKey): (() => void) => {
    if (!accounts.tryEnter(key)) throw busy("account/too_many_requests", 429);
    if (!server.tryEnter("")) {
      accounts.leave(key);
      throw busy("server/overloaded", 503);
    }
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      accounts.leave(key);
      server.leave("");
    };
  };

  /**
   * @param files that the reader may have; those that do not fit are left out
   * @param key whose bundles count together
   * @throws HttpProblem 429 or 503 when too many are under way
   */
  return (request: HonoRequest, files: readonly NamedFile[], key: LimitKey | null): Response => {
    const leave = enter(key ?? "");
    const encoding = negotiateEncoding(request.header("accept-encoding"));
    const frames = Readable.from(framesOf(store, fitting(files)), { objectMode: false });
    const body = encoding
      ? pipeline(frames, createCompressor(encoding, BROTLI_WINDOW), leave)
      : frames;
    if (!encoding) frames.once("close", leave);
    return reply(Readable.toWeb(body) as ReadableStream, 200, {
      "Content-Type": BUNDLE_TYPE,
      "Cache-Control": CACHE_CONTROL,
      Vary: VARY,
      ...(encoding && { "Content-Encoding": encoding }),
    });
  };
};
