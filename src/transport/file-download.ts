import { readFile } from "../contract/local-files.ts";
import { Result } from "../lib/result.ts";
import { retryAfterSeconds } from "./retry-after.ts";
import { createTimeLimit } from "./time-limit.ts";

/** What can go wrong with the bytes of a file. */
export type FileFailure =
  /** No answer: no network, refused, cut off. */
  | { readonly kind: "unreachable" /** Whether an answer had begun. */; readonly begun: boolean }
  /** Nothing came for 30 s. */
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" }
  /** By its ETag this is another file than the one wanted. */
  | { readonly kind: "changed" }
  | { readonly kind: "refused"; readonly status: number; readonly retryAfter: number | null };

export interface FileRequest {
  /** Base address of the file server, without a slash at its end. */
  base: string;
  name: string;
  language: string;
  /** Where a file lies that is none of the tree's; absent: `name` in `language` is asked for. */
  address?: string;
  /** SHA-256 of the bytes, hex: the file's ETag. */
  checksum: string;
  /** Bytes in all; null where that is not known. */
  size: number | null;
  /** Stands for the headers that say who asks: without them there is no preflight. */
  ticket: string | null;
  /** Say who asks, where there is no ticket. */
  headers: Record<string, string>;
  /** So many bytes are there already. */
  from: number;
  signal: AbortSignal;
  fetch: typeof fetch;
}

/** A file on its way. */
export interface ArrivingFile {
  /** Where its bytes begin: 0 where the server starts over. */
  readonly from: number;
  /**
   * The next bytes; null at the end. They are good until the next are asked for: their memory is
   * used again. The limit is for 30 s of silence, not for the whole.
   */
  next(): Promise<Result<Uint8Array<ArrayBuffer> | null, FileFailure>>;
  /** All of it has come: that the server says so too is not waited for. */
  leave(): void;
  /** Nothing more is wanted of it. */
  end(): void;
}

/** A piece is never longer. */
const PIECE_BYTES = 128 * 1024;

const RANGE = /^bytes (\d+)-\d+\/(\d+|\*)$/;
const CHECKSUM = /^(?:W\/)?"([\da-f]{64})"$/;

/** Whether a partial answer goes on right where it was asked to. */
const goesOn = (response: Response, { from, size }: FileRequest): boolean => {
  const [, start, total] = RANGE.exec(response.headers.get("content-range") ?? "") ?? [];
  return Number(start) === from && (total === "*" || size === null || Number(total) === size);
};

/**
 * What reads a body piece by piece, where the engine can do it into the same memory again and again:
 * a large course would else leave all of its bytes behind as garbage.
 * @param size of the body; null where that is not known
 */
const readerOf = (body: ReadableStream<Uint8Array<ArrayBuffer>>, size: number | null) => {
  let own: ReadableStreamBYOBReader;
  try {
    own = body.getReader({ mode: "byob" });
  } catch {
    const reader = body.getReader();
    return { read: () => reader.read(), skip: () => reader.read() };
  }
  // One more than there should be, so that a body that is too long shows.
  let memory = new ArrayBuffer(Math.min((size ?? PIECE_BYTES) + 1, PIECE_BYTES));
  return {
    async read() {
      const { value, done } = await own.read(new Uint8Array(memory));
      if (value) memory = value.buffer;
      return { value, done };
    },
    /** Leaves what was read before as it is. */
    skip: () => own.read(new Uint8Array(1)),
  };
};

const addressOf = ({ base, name, language, ticket }: FileRequest): string => {
  const query = new URLSearchParams({ path: name, language, ...(ticket && { ticket }) });
  return `${base}${readFile.path}?${query}`;
};

/**
 * Asks for a file, or for its rest. `transport` knows calls with an answer as a whole; a file is
 * taken piece by piece, so that it need not fit into memory. Never throws for what a network or a
 * server can do.
 */
export const openFile = async (
  request: FileRequest,
): Promise<Result<ArrivingFile, FileFailure>> => {
  const limit = createTimeLimit(request.signal);
  const { from, checksum } = request;
  const fail = (failure: FileFailure): Result<never, FileFailure> => {
    const cut = limit.cut();
    // Ends what is still to come, which nobody would read.
    limit.cancel();
    return Result.fail(cut ? { kind: cut } : failure);
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
      // Its place is the disk already.
      cache: "no-store",
    });
  } catch {
    return fail({ kind: "unreachable", begun: false });
  }

  const { status, headers, body } = response;
  const partial = status === 206 && goesOn(response, request);
  if (status === 416 || (status === 206 && !partial)) {
    if (from > 0) {
      fail({ kind: "cancelled" });
      return openFile({ ...request, from: 0 });
    }
  }
  if ((status !== 200 && !partial) || !body) {
    const retryAfter = retryAfterSeconds(headers.get("retry-after"), Date.now());
    return fail({ kind: "refused", status, retryAfter });
  }
  const tag = CHECKSUM.exec(headers.get("etag") ?? "")?.[1];
  if (tag && tag !== checksum) return fail({ kind: "changed" });

  const pieces = readerOf(body, request.size);
  const end = () => void fail({ kind: "cancelled" });
  return Result.ok({
    from: partial ? from : 0,
    async next() {
      try {
        limit.restart();
        const { value, done } = await pieces.read();
        limit.hold();
        if (done) limit.settle();
        return Result.ok(done || !value ? null : value);
      } catch {
        return fail({ kind: "unreachable", begun: true });
      }
    },
    leave() {
      limit.restart();
      pieces.skip().then(({ done }) => (done ? limit.settle() : end()), end);
    },
    end,
  });
};
