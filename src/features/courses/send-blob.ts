import {
  MAX_ASKED_FILES,
  MAX_SOURCE_PART_BYTES,
  postMissingFiles,
  putSourcePart,
} from "../../contract/staff-content.ts";
import { chunks } from "../../lib/chunks.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { createUploadFetcher } from "../../transport/send-form.ts";
import type { Send } from "../../transport/transport.ts";

/** A file with its checksum. */
export interface HashedFile {
  readonly file: Blob;
  readonly checksum: string;
}

/** How often a part is tried again after the network has failed, and the first wait, which doubles. */
const TRIES = 4;
const WAIT_MS = 1000;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Whether trying again may help: the network has failed, or the school is busy. */
const mayPass = (failure: CallFailure): boolean =>
  failure.kind === "refused"
    ? [429, 502, 503, 504].includes(failure.status)
    : failure.kind !== "cancelled";

/**
 * Asks which files the school has not, and how much of each has arrived.
 * @returns the bytes that are there, by checksum, of those that are missing
 */
export const askMissing = async (
  send: Send,
  files: readonly HashedFile[],
  signal: AbortSignal,
): Promise<Result<Map<string, number>, CallFailure>> => {
  const missing = new Map<string, number>();
  const asked = files.map(({ checksum, file }) => ({ checksum, size: file.size }));
  for (const some of chunks(asked, MAX_ASKED_FILES)) {
    const answer = await send(postMissingFiles, { body: { files: some }, signal });
    if (!answer.ok) return answer;
    for (const { checksum, received } of answer.value.missing) missing.set(checksum, received);
  }
  return Result.ok(missing);
};

/**
 * Sends the bytes of a file that the school does not have.
 * @param from how many bytes have arrived
 * @param onSent called with the bytes that have been sent since the last call; fewer than 0 if some are sent again
 */
export const sendBlob = async (
  send: Send,
  { file, checksum }: HashedFile,
  { use, from, signal }: { use: "file" | "zip"; from: number; signal: AbortSignal },
  onSent: (bytes: number) => void,
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
    await wait(WAIT_MS * 2 ** (tries - 1), signal);
  }
};
