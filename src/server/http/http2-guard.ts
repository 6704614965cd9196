import {
  constants,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import { networksOf } from "../accounts/network-key.ts";
import type { Log } from "../log.ts";
import { OpenStreams } from "./open-streams.ts";

/**
 * How many requests a client may reset before any part of their answers was sent, and in which
 * time. A browser that leaves a page resets a few dozen. An attacker resets thousands, each of
 * which costs work.
 */
const MAX_RESETS = 200;
const RESETS_MS = 10_000;

/**
 * A body is refused if the average of this many pieces is smaller than this size. Browsers send
 * pieces of kilobytes. A piece of one byte takes as much work and memory as one of a hundred.
 */
const COUNTED_PIECES = 1000;
const MIN_PIECE_BYTES = 64;

export interface Http2Limits {
  /** The timeout for the headers of a new connection's first request. */
  headersMs: number;
  /** How long a connection stays open without a request. */
  idleMs: number;
  /** The timeout for a complete request. */
  requestMs: number;
  /** The timeout for the client to accept more bytes of an answer. */
  stalledMs: number;
  /** The maximum number of open streams of a household. */
  streams: number;
}

/**
 * Counts a client's resets.
 * @returns a function that counts one, and tells whether there are too many
 */
const createResetCount = () => {
  let since = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since > RESETS_MS) {
      since = now;
      count = 0;
    }
    count += 1;
    return count > MAX_RESETS;
  };
};

/**
 * Ends a session whose client never completes the headers of a request. Its bytes keep the session
 * from being idle, so only requests count here. Node does the same for HTTP/1.
 */
const watchHeaders = (session: ServerHttp2Session, { headersMs, idleMs }: Http2Limits) => {
  const first = setTimeout(() => session.destroy(), headersMs).unref();
  let open = 0;
  const idle = setTimeout(() => {
    if (open === 0) session.close();
  }, idleMs).unref();
  session.once("close", () => {
    clearTimeout(first);
    clearTimeout(idle);
  });
  return (stream: ServerHttp2Stream) => {
    clearTimeout(first);
    open += 1;
    stream.once("close", () => {
      open -= 1;
      idle.refresh();
    });
  };
};

/**
 * Cancels a stream whose client accepts no bytes of its answer, for example with a closed window.
 * Closes the connection if the client does not accept the cancellation either.
 */
const watchProgress = (
  stream: ServerHttp2Stream,
  { stalledMs, headersMs }: Http2Limits,
  end: () => void,
) => {
  stream.setTimeout(stalledMs, () => {
    stream.close(constants.NGHTTP2_CANCEL);
    const timer = setTimeout(end, headersMs).unref();
    stream.once("close", () => clearTimeout(timer));
  });
};

/** Calls back when a body arrives in many very small pieces. */
const watchPieces = (stream: ServerHttp2Stream, end: () => void) => {
  let pieces = 0;
  let bytes = 0;
  const push = stream.push.bind(stream);
  // Node passes each piece to `push`. A listener for `data` would consume the body.
  stream.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
    if (piece) {
      pieces += 1;
      bytes += piece.length;
      if (pieces === COUNTED_PIECES) {
        if (bytes < COUNTED_PIECES * MIN_PIECE_BYTES) end();
        pieces = 0;
        bytes = 0;
      }
    }
    return push(piece, encoding);
  };
};

/** Numbers the turns of the event loop. An answer leaves the server at the end of a turn. */
const createTurns = () => {
  let turn = 0;
  let isCounted = false;
  return () => {
    if (!isCounted) {
      isCounted = true;
      setImmediate(() => {
        turn += 1;
        isCounted = false;
      });
    }
    return turn;
  };
};

/**
 * Protects an HTTP/2 server against clients that start requests only to reset them (rapid reset),
 * and against requests and answers that never end. Node has its own limits for HTTP/1.
 *
 * Node itself closes connections with broken frames, with floods of settings, pings, priorities,
 * unknown or empty frames, and with endless headers. It accepts any number of window updates:
 * reading one costs less than decrypting it, and nothing of it is stored.
 */
export const guardHttp2 = (server: Http2SecureServer, limits: Http2Limits, log: Log): void => {
  const turns = createTurns();
  const openStreams = new OpenStreams(limits.streams);
  // Emitted right before the session of the same connection, which hides its socket.
  let connected: TLSSocket | undefined;
  server.prependListener("secureConnection", (socket) => {
    connected = socket;
  });
  server.on("session", (session) => {
    const socket = connected;
    const household = networksOf(socket?.remoteAddress ?? "").household;
    const isTooMany = createResetCount();
    const watch = watchHeaders(session, limits);
    const end = (code: number) => {
      session.destroy(undefined, code);
      // A destroyed session still reads, and waits until its client closes the connection.
      setImmediate(() => socket?.destroy());
    };
    // Runs before Node's own listener, which emits the request.
    session.prependListener("stream", (stream) => {
      if (openStreams.tryOpen(household)) stream.once("close", () => openStreams.close(household));
      else stream.close(constants.NGHTTP2_REFUSED_STREAM);
    });
    session.on("stream", (stream) => {
      watch(stream);
      watchProgress(stream, limits, () => end(constants.NGHTTP2_CANCEL));
      const begun = turns();
      if (!stream.endAfterHeaders) {
        const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limits.requestMs);
        timer.unref();
        for (const event of ["end", "close"]) stream.once(event, () => clearTimeout(timer));
        watchPieces(stream, () => {
          log.warn("connection closed: a body came in very many very small pieces");
          end(constants.NGHTTP2_ENHANCE_YOUR_CALM);
        });
      }
      stream.once("close", () => {
        if (stream.rstCode === constants.NGHTTP2_NO_ERROR || session.destroyed) return;
        const hasAnswer = stream.headersSent && turns() > begun;
        if (hasAnswer || !isTooMany()) return;
        log.warn("connection closed: too many requests were taken back");
        end(constants.NGHTTP2_ENHANCE_YOUR_CALM);
      });
    });
  });
};
