import { readFile } from "../contract/local-files.ts";
import { Result } from "../lib/result.ts";
import { createTimeLimit } from "./time-limit.ts";

/**
 * Reads a `Retry-After` header, which holds seconds or a date.
 * @param now milliseconds since 1970
 * @returns seconds to wait from now; null if the header is missing or invalid
 */
export const retryAfterSeconds = (header: string | null, now: number): number | null => {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  // `Date.parse` takes `-5` for a date, so a date must contain a letter.
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
};

export type FileFailure =
  /** There is no network, or the connection was refused or cut. */
  | { readonly kind: "unreachable" /** Whether an answer had begun. */; readonly begun: boolean }
  /** No byte came for 30 s. */
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" }
  /** The ETag belongs to another version of the file. */
  | { readonly kind: "changed" }
  | { readonly kind: "refused"; readonly status: number; readonly retryAfter: number | null };

export interface FileRequest {
  /** Base address of the file server, without a slash at its end. */
  base: string;
  name: string;
  language: string;
  /** The address of a file outside the tree; absent: `name` in `language` is requested. */
  address?: string;
  /** Asks for films themselves in place of their smaller forms. */
  form?: "whole" | undefined;
  /** SHA-256 of the bytes, hex: the file's ETag. */
  checksum: string;
  /** Bytes of the whole file; null if unknown. */
  size: number | null;
  /** Authorizes the request in place of `headers`, so that it needs no CORS preflight. */
  ticket: string | null;
  /** Authorize the request if there is no ticket. */
  headers: Record<string, string>;
  /** The number of bytes that this machine has already: the download starts there. */
  from: number;
  signal: AbortSignal;
  fetch: typeof fetch;
}

/** A download whose answer has begun. */
interface FileDownload {
  /** Offset of the first byte: 0 if the server sends the file from its start. */
  readonly from: number;
  /**
   * Reads the next chunk; null at the end. The chunk is valid until the next call, which reuses its
   * memory. Fails with `timeout` after 30 s without a byte; there is no limit for the whole.
   */
  next(): Promise<Result<Uint8Array<ArrayBuffer> | null, FileFailure>>;
  /** Call it when all bytes have come, to end the download without waiting for its last chunk. */
  finish(): void;
  cancel(): void;
}

const MAX_CHUNK_BYTES = 128 * 1024;

const RANGE = /bytes (\d+)-\d+\/(\d+|\*)/;
const CHECKSUM = /"([\da-f]{64})"/;

/** Whether a partial answer starts at the requested offset of the expected file. */
const isRequestedRange = (response: Response, { from, size }: FileRequest): boolean => {
  const range = response.headers.get("content-range")?.match(RANGE);
  if (!range) return false;
  const [, start, total] = range;
  return Number(start) === from && (total === "*" || size === null || Number(total) === size);
};

/**
 * Reads a body in chunks. If the engine supports it, all chunks share one buffer: otherwise every
 * byte of a large course would become garbage.
 * @param size bytes of the file; null if unknown
 */
const createChunkReader = (body: ReadableStream<Uint8Array<ArrayBuffer>>, size: number | null) => {
  let byobReader: ReadableStreamBYOBReader;
  try {
    byobReader = body.getReader({ mode: "byob" });
  } catch {
    const reader = body.getReader();
    return { read: () => reader.read(), skip: () => reader.read() };
  }
  // One byte more than expected, so that a body that is too long is noticed.
  let buffer = new ArrayBuffer(Math.min((size ?? MAX_CHUNK_BYTES) + 1, MAX_CHUNK_BYTES));
  return {
    async read() {
      const { value, done } = await byobReader.read(new Uint8Array(buffer));
      if (value) buffer = value.buffer;
      return { value, done };
    },
    /** Reads a byte without touching the chunk that was read before. */
    skip: () => byobReader.read(new Uint8Array(1)),
  };
};

const addressOf = ({ base, name, language, ticket, form }: FileRequest): string => {
  const query = new URLSearchParams({
    ...{ path: name, language },
    ...(ticket && { ticket }),
    ...(form && { form }),
  });
  return `${base}${readFile.path}?${query}`;
};

/**
 * Starts the download of a file, or of the rest of it. Unlike the calls of `createTransport` it
 * gives the answer in chunks, so that the file need not fit into memory. Never rejects because of
 * the network or the server.
 */
export const openDownload = async (
  request: FileRequest,
): Promise<Result<FileDownload, FileFailure>> => {
  const limit = createTimeLimit(request.signal);
  const { from, checksum } = request;
  const fail = (failure: FileFailure): Result<never, FileFailure> => {
    const reason = limit.abortReason();
    // Aborts the rest of the answer, which nobody would read.
    limit.cancel();
    return Result.fail(reason ? { kind: reason } : failure);
  };
  let response: Response;
  try {
    response = await request.fetch(request.address ?? addressOf(request), {
      headers: {
        ...(!request.ticket && request.headers),
        ...(from > 0 && { range: `bytes=${from}-`, "if-range": `"${checksum}"` }),
      },
      signal: limit.signal,
      credentials: "omit",
      // The file is stored on the disk, so a cached copy would be a second one.
      cache: "no-store",
    });
  } catch {
    return fail({ kind: "unreachable", begun: false });
  }

  const { status, headers, body } = response;
  const partial = status === 206 && isRequestedRange(response, request);
  if (status === 416 || (status === 206 && !partial)) {
    if (from > 0) {
      limit.cancel();
      return openDownload({ ...request, from: 0 });
    }
  }
  if ((status !== 200 && !partial) || !body) {
    const retryAfter = retryAfterSeconds(headers.get("retry-after"), Date.now());
    return fail({ kind: "refused", status, retryAfter });
  }
  const tag = headers.get("etag")?.match(CHECKSUM)?.[1];
  if (tag && tag !== checksum) return fail({ kind: "changed" });

  const reader = createChunkReader(body, request.size);
  return Result.ok({
    from: partial ? from : 0,
    async next() {
      try {
        limit.restart();
        const { value, done } = await reader.read();
        limit.pause();
        if (done) limit.stop();
        return Result.ok(done || !value ? null : value);
      } catch {
        return fail({ kind: "unreachable", begun: true });
      }
    },
    finish() {
      limit.restart();
      reader.skip().then(({ done }) => (done ? limit.stop() : limit.cancel()), limit.cancel);
    },
    cancel: limit.cancel,
  });
};
