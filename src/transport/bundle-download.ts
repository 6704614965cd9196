import * as v from "valibot";
import {
  BUNDLE_TYPE,
  bundleEnd,
  bundleLine,
  getFileBundle,
  MAX_BUNDLE_LINE_BYTES,
} from "../contract/file-bundle.ts";
import { parseJson } from "../lib/parse-json.ts";
import { releaseBytes } from "../lib/release-bytes.ts";
import { Result } from "../lib/result.ts";
import { isUnknownCall } from "./call-failure.ts";
import { type FileFailure, retryAfterSeconds } from "./file-download.ts";
import { createTimeLimit } from "./time-limit.ts";

/** How a bundle can fail. */
export type BundleFailure =
  | Exclude<FileFailure, { kind: "changed" }>
  /** The school does not know the call. */
  | { readonly kind: "unknown" }
  /** The answer is no bundle, or has something else than was asked for. */
  | { readonly kind: "malformed" };

export interface BundleRequest {
  /** Base address of the file server, without a slash at its end. */
  base: string;
  language: string;
  /** The files that are asked for, by name. Sizes are in bytes. */
  files: ReadonlyMap<string, { readonly checksum: string; readonly size: number }>;
  /** Authorizes the request in place of `headers`, so that it needs no CORS preflight. */
  ticket: string | null;
  /** Authorize the request if there is no ticket. */
  headers: Record<string, string>;
  signal: AbortSignal;
  fetch: typeof fetch;
}

interface BundledFile {
  readonly name: string;
  /** Not yet verified. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A bundle whose answer has begun. */
interface FileBundle {
  /**
   * Reads the next file; null at the end. It has the name, the size and the checksum of one of the
   * requested files that has not come yet: anything else fails with `malformed` before its bytes are
   * read. Fails with `timeout` after 30 s without a byte.
   */
  next(): Promise<Result<BundledFile | null, BundleFailure>>;
  cancel(): void;
}

const LINE_FEED = 10;
const utf8 = new TextDecoder();

/** Reads lines and runs of bytes. Both methods return null if the body ends before. */
const createByteReader = (read: () => Promise<Uint8Array<ArrayBuffer> | null>) => {
  let chunk = new Uint8Array(0);
  let at = 0;

  const fill = async (): Promise<boolean> => {
    while (at === chunk.length) {
      const next = await read();
      if (!next) return false;
      releaseBytes(chunk);
      chunk = next;
      at = 0;
    }
    return true;
  };

  return {
    /** @returns the line without its end; the beginning of a line that is too long */
    async line(): Promise<string | null> {
      let line = new Uint8Array(0);
      for (;;) {
        if (!(await fill())) return null;
        const end = chunk.indexOf(LINE_FEED, at);
        const piece = chunk.subarray(at, end < 0 ? chunk.length : end);
        const longer = new Uint8Array(line.length + piece.length);
        longer.set(line);
        longer.set(piece, line.length);
        line = longer;
        at = end < 0 ? chunk.length : end + 1;
        if (end >= 0 || line.length > MAX_BUNDLE_LINE_BYTES) return utf8.decode(line);
      }
    },

    async bytes(size: number): Promise<Uint8Array<ArrayBuffer> | null> {
      const bytes = new Uint8Array(size);
      for (let length = 0; length < size; ) {
        if (!(await fill())) return null;
        const piece = chunk.subarray(at, at + size - length);
        bytes.set(piece, length);
        length += piece.length;
        at += piece.length;
      }
      return bytes;
    },
  };
};

/**
 * Asks for many small files of the tree in one answer. The browser undoes its compression. Never
 * rejects because of the network or the server.
 */
export const openBundle = async (
  request: BundleRequest,
): Promise<Result<FileBundle, BundleFailure>> => {
  const { base, language, ticket } = request;
  const limit = createTimeLimit(request.signal);
  const fail = (failure: BundleFailure): Result<never, BundleFailure> => {
    const reason = limit.abortReason();
    // Aborts the rest of the answer, which nobody would read.
    limit.cancel();
    return Result.fail(reason ? { kind: reason } : failure);
  };
  const query = ticket ? `?${new URLSearchParams({ ticket })}` : "";
  let response: Response;
  try {
    response = await request.fetch(`${base}${getFileBundle.path}${query}`, {
      method: getFileBundle.method,
      headers: ticket
        ? { "content-type": "text/plain" }
        : { "content-type": "application/json", ...request.headers },
      body: JSON.stringify({ language, names: [...request.files.keys()] }),
      signal: limit.signal,
      credentials: "omit",
      cache: "no-store",
    });
  } catch {
    return fail({ kind: "unreachable", begun: false });
  }
  const { status, headers, body } = response;
  if (isUnknownCall(status)) return fail({ kind: "unknown" });
  if (status !== 200 || !body) {
    const retryAfter = retryAfterSeconds(headers.get("retry-after"), Date.now());
    return fail({ kind: "refused", status, retryAfter });
  }
  // For example the page of a captive portal.
  if (headers.get("content-type") !== BUNDLE_TYPE) return fail({ kind: "malformed" });

  const missing = new Map(request.files);
  const source = body.getReader();
  const reader = createByteReader(async () => {
    limit.restart();
    const { value } = await source.read();
    limit.pause();
    return (value as Uint8Array<ArrayBuffer> | undefined) ?? null;
  });
  const cut = () => fail({ kind: "unreachable", begun: true });

  /** Ends the bundle without waiting for the end of the body. */
  const finish = () => {
    limit.restart();
    source.read().then(({ done }) => (done ? limit.stop() : limit.cancel()), limit.cancel);
  };

  const next = async (): Promise<Result<BundledFile | null, BundleFailure>> => {
    const text = await reader.line();
    if (text === null) return cut();
    const line = parseJson(text, v.union([bundleEnd, bundleLine]));
    if (line && "end" in line) {
      if (line.end !== request.files.size - missing.size) return fail({ kind: "malformed" });
      finish();
      return Result.ok(null);
    }
    const wanted = line && missing.get(line.name);
    if (!wanted || wanted.size !== line.size || wanted.checksum !== line.checksum) {
      return fail({ kind: "malformed" });
    }
    missing.delete(line.name);
    const bytes = await reader.bytes(line.size);
    return bytes ? Result.ok({ name: line.name, bytes }) : cut();
  };

  return Result.ok({ next: () => next().catch(cut), cancel: limit.cancel });
};
