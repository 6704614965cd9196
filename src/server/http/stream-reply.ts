import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { recyclePiece } from "../store/file-pieces.ts";
import { ALWAYS, reply } from "./reply.ts";

interface Held {
  readonly bytes: Readable;
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** The error codes of an answer whose client has disconnected, before or while it was sent. */
const DISCONNECTED = new Set([
  "ECONNRESET",
  "EPIPE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_UNABLE_TO_PIPE",
]);

const held = new WeakMap<Response, Held>();

/**
 * An answer whose bytes are written directly to the connection. A web stream would copy them once
 * more, which made twenty downloads take half as long again.
 */
export const streamReply = (
  bytes: Readable,
  status: number,
  headers: Record<string, string>,
): Response => {
  // Its own headers are never sent; `sendStreamReply` sends those that are held.
  const answer = reply(null, status);
  held.set(answer, { bytes, status, headers: { ...ALWAYS, ...headers } });
  return answer;
};

/** Resolves when the bytes have been sent, or the client has disconnected. */
const write = (outgoing: ServerResponse, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    outgoing.write(piece, (reason) => (reason ? reject(reason) : resolve()));
  });

const send = async (bytes: Readable, outgoing: ServerResponse): Promise<void> => {
  // Ends the loop and closes the file, even while a write is waiting.
  outgoing.once("close", () => bytes.destroy());
  for await (const piece of bytes as AsyncIterable<Uint8Array>) {
    await write(outgoing, piece);
    recyclePiece(piece);
  }
  outgoing.end();
};

/**
 * Sends an answer of `streamReply`. Aborts the connection if reading fails, so that the client
 * notices the missing bytes.
 * @param onError is called when bytes cannot be read
 * @returns false for any other answer
 */
export const sendStreamReply = (
  answer: Response,
  outgoing: ServerResponse,
  onError: (reason: unknown) => void,
): boolean => {
  const found = held.get(answer);
  if (!found) return false;
  const { bytes, status, headers } = found;
  outgoing.writeHead(status, headers);
  send(bytes, outgoing).catch((reason) => {
    outgoing.destroy(reason);
    if (!DISCONNECTED.has(reason.code ?? "")) onError(reason);
  });
  return true;
};
