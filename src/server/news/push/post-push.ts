import { request } from "node:https";
import type { LookupFunction } from "node:net";

export interface PushNetwork {
  /** Finds the addresses of a name; rejects a name that must not be connected to. */
  readonly lookup: LookupFunction;
  /** Where it is not the usual one. */
  readonly port?: number;
  /** The certificates that are trusted; absent: those of the system. */
  readonly ca?: Buffer;
  /** For how long name, connection, handshake and answer may take together; absent: ten seconds. */
  readonly timeoutMs?: number;
}

export interface PushAnswer {
  readonly status: number;
  /** `Retry-After` as it was sent. */
  readonly retryAfter: string | undefined;
}

interface PushPost {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /**
   * Runs when the connection is there and nothing has been sent. If it rejects, nothing is sent.
   */
  readonly beforeSending: () => Promise<void>;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends a message to a push service. It follows no redirect, and reads nothing of the answer but its head.
 * Rejects if the service cannot be reached or does not answer in time, or with what `beforeSending`
 * rejects with.
 */
export const postPush = (
  { endpoint, headers, body, beforeSending }: PushPost,
  { timeoutMs = TIMEOUT_MS, ...network }: PushNetwork,
): Promise<PushAnswer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(endpoint, {
      method: "POST",
      headers: { ...headers, "Content-Length": body.length },
      // A connection of its own, so that `secureConnect` comes for each message.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...network,
    });
    const fail = (reason: unknown): void => {
      reject(reason);
      outgoing.destroy();
    };
    outgoing.on("error", reject);
    outgoing.on("response", (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] });
      answer.destroy();
    });
    outgoing.once("socket", (socket) =>
      socket.once("secureConnect", () => {
        beforeSending().then(() => outgoing.end(body), fail);
      }),
    );
  });
