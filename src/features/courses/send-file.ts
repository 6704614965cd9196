import { sha256 } from "@noble/hashes/sha2.js";
import {
  MAX_ASKED_FILES,
  MAX_SOURCE_PART_BYTES,
  postMissingFiles,
  putSourcePart,
} from "../../contract/staff-content.ts";
import { chunks } from "../../lib/chunks.ts";
import { hex } from "../../lib/hex.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { Result } from "../../lib/result.ts";
import { sleepFor } from "../../lib/sleep-for.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { createUploadFetcher } from "../../transport/send-form.ts";
import type { Send } from "../../transport/transport.ts";

/** Up to this size a file is hashed as a whole, which is many times faster but needs all of its bytes. */
const WHOLE_BYTES = 16 * 1024 * 1024;
/** Larger files are hashed in slices, so that the page stays quick. */
const SLICE = 512 * 1024;

/**
 * The SHA-256 of a file, in lower-case hex. Rejects if it cannot be read any more.
 * @param onRead called with how many bytes of a larger file have been read
 */
export const hashBlob = async (
  file: Blob,
  signal?: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<string> => {
  // Browsers have no Web Crypto at addresses without HTTPS.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle && file.size <= WHOLE_BYTES) {
    const digest = await subtle.digest("SHA-256", await file.arrayBuffer());
    return hex(new Uint8Array(digest));
  }
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += SLICE) {
    signal?.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()));
    onRead(at);
    await yieldToMain();
  }
  return hex(hash.digest());
};

export interface HashedFile {
  readonly file: Blob;
  readonly checksum: string;
}

/** How often a part is tried again after the network has failed, and the first wait, which doubles. */
const TRIES = 4;
const WAIT_MS = 1000;

/** Whether trying again may help: the network has failed, or the school is busy. */
const mayPass = (failure: CallFailure): boolean =>
  failure.kind === "refused"
    ? [429, 502, 503, 504].includes(failure.status)
    : failure.kind !== "cancelled";

/**
 * Asks which files the school has not, and how much of each has arrived.
 * @returns the bytes that are there, by checksum, of those that are missing
 */
const askMissing = async (
  send: Send,
  files: readonly HashedFile[],
  signal: AbortSignal,
): Promise<Result<Map<string, number>, CallFailure>> => {
  const missing = new Map<string, number>();
  const listed = files.map(({ checksum, file }) => ({ checksum, size: file.size }));
  for (const some of chunks(listed, MAX_ASKED_FILES)) {
    const answer = await send(postMissingFiles, { body: { files: some }, signal });
    if (!answer.ok) return answer;
    for (const { checksum, received } of answer.value.missing) missing.set(checksum, received);
  }
  return Result.ok(missing);
};

interface Sending {
  readonly use: "file" | "zip";
  readonly signal: AbortSignal;
  /** Called once it is known what the school has not: with the bytes of it that have arrived, and all of them. */
  readonly onStart: (done: number, total: number) => void;
  /** Called with the bytes that have been sent since the last call; fewer than 0 if some are sent again. */
  readonly onSent: (bytes: number) => void;
}

/**
 * Sends the bytes of a file that the school does not have.
 * @param from how many bytes have arrived
 */
const sendBlob = async (
  send: Send,
  { file, checksum }: HashedFile,
  from: number,
  { use, signal, onSent }: Sending,
): Promise<Result<null, CallFailure>> => {
  let at = from;
  for (let tries = 0; ; ) {
    const part = file.slice(at, at + MAX_SOURCE_PART_BYTES);
    let sent = 0;
    const answer = await send(putSourcePart, {
      params: { checksum },
      query: { at, size: file.size, use },
      body: part as never,
      signal,
      fetcher: createUploadFetcher((progress) => {
        onSent(progress.sent - sent);
        sent = progress.sent;
      }),
    });
    if (answer.ok) {
      onSent(answer.value.received - at - sent);
      at = answer.value.received;
      tries = 0;
      if (at >= file.size) return Result.ok(null);
      continue;
    }
    onSent(-sent);
    tries += 1;
    if (signal.aborted || !mayPass(answer.failure) || tries === TRIES) return answer;
    await sleepFor(WAIT_MS * 2 ** (tries - 1), signal);
  }
};

/** Requests under way; over HTTP/2 a browser sends them all at once. */
const AT_ONCE = 20;

/** Sends the bytes of files that the school does not have, each once. */
export const sendMissing = async (
  send: Send,
  files: readonly HashedFile[],
  options: Partial<Sending> = {},
): Promise<Result<null, CallFailure>> => {
  const nothing = () => {};
  const sending: Sending = {
    ...{ use: "file", signal: new AbortController().signal, onStart: nothing, onSent: nothing },
    ...options,
  };
  const missing = await askMissing(send, files, sending.signal);
  if (!missing.ok) return missing;
  if (sending.signal.aborted) return Result.fail({ kind: "cancelled" });
  const byChecksum = new Map(files.map((file) => [file.checksum, file]));
  const wanted = [...byChecksum.values()].filter(({ checksum }) => missing.value.has(checksum));
  const done = [...missing.value.values()].reduce((sum, received) => sum + received, 0);
  const total = wanted.reduce((sum, { file }) => sum + file.size, 0);
  sending.onStart(done, total);
  let failure: CallFailure | null = null;
  await inParallel(wanted, AT_ONCE, async (file) => {
    if (failure) return;
    const sent = await sendBlob(send, file, missing.value.get(file.checksum) ?? 0, sending);
    if (!sent.ok) failure = sent.failure;
  });
  return failure ? Result.fail(failure) : Result.ok(null);
};

/**
 * Sends the bytes of one file, unless the school has them.
 * @returns what names them in a later call; the failure is null for a file that cannot be read
 */
export const sendFile = async (
  send: Send,
  file: Blob,
): Promise<Result<{ checksum: string; size: number }, CallFailure | null>> => {
  const checksum = await hashBlob(file).catch(() => null);
  if (checksum === null) return Result.fail(null);
  const sent = await sendMissing(send, [{ file, checksum }]);
  return sent.ok ? Result.ok({ checksum, size: file.size }) : sent;
};
