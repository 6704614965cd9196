import { ReadableStream } from "node:stream/web";
import { createTarDecoder } from "modern-tar";

/** The tar file ends before its end mark. */
export class TarCutError extends Error {}

/** The bytes are not a tar file. */
export class TarDamagedError extends Error {}

export interface TarEntry {
  name: string;
  size: number;
  /** Its bytes. What the caller leaves unread is skipped. */
  bytes: AsyncIterable<Uint8Array>;
}

/** An error of the source has a code; one of modern-tar has a message alone. */
const toTarError = (reason: unknown): unknown => {
  if (!(reason instanceof Error) || "code" in reason) return reason;
  const TarError = reason.message.includes("truncated") ? TarCutError : TarDamagedError;
  return new TarError(reason.message, { cause: reason });
};

async function* withTarErrors<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (reason) {
    throw toTarError(reason);
  }
}

/**
 * The files of a tar stream, in order.
 * @throws TarCutError or TarDamagedError; also the stream's own error
 */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const decoder = createTarDecoder({ strict: true });
  // An error of the stream is also that of the entries.
  ReadableStream.from(stream)
    .pipeTo(decoder.writable)
    .catch(() => {});
  for await (const { header, body } of withTarErrors(decoder.readable)) {
    yield { name: header.name, size: header.size, bytes: withTarErrors(body) };
    // The decoder waits until the body has been read.
    await body.cancel();
  }
}
