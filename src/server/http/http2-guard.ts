import {
  constants,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import type { Log } from "../log.ts";
import { networksOf } from "./network-key.ts";
import { OpenStreams } from "./open-streams.ts";

/**
 * How many requests a client may take back before it has got any of their answer, and in which time. Somebody
 * who leaves a page takes back a few dozen; an attacker thousands, each of which costs the school work.
 */
const RESETS = 200;
const RESETS_MS = 10_000;

/**
 * How many pieces of a body may come in how small an average size. Browsers send pieces of kilobytes;
 * each piece of a byte takes as much work and memory as one of a hundred.
 */
const SMALL_PIECES = 1000;
const SMALL_PIECE_BYTES = 64;

export interface Http2Limits {
  /** The time for a new connection to bring the headers of its first request. */
  headersMs: number;
  /** How long a connection stays open without a request. */
  idleMs: number;
  /** The time for a request to arrive as a whole. */
  requestMs: number;
  /** The time for the client to take a further byte of an answer. */
  stalledMs: number;
  /** How many streams a household may have open. */
  streams: number;
}

/** Counts a client's takebacks. */
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
    return count > RESETS;
  };
};

/**
 * Ends a session whose client sends bytes without ever completing the headers of a request. Such
 * bytes keep a session from being idle, so only requests count here. HTTP/1 in Node does the same.
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
 * Cancels a stream whose client takes none of its answer, such as one that keeps its window closed. A
 * client that does not even take the cancelling loses its connection.
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

/** Calls back when a body comes in very many very small pieces. */
const watchPieces = (stream: ServerHttp2Stream, end: () => void) => {
  let pieces = 0;
  let bytes = 0;
  const push = stream.push.bind(stream);
  // Node hands each piece to `push`. A listener for data would take the body from who reads it.
  stream.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
    if (piece) {
      pieces += 1;
      bytes += piece.length;
      if (pieces === SMALL_PIECES) {
        if (bytes < SMALL_PIECES * SMALL_PIECE_BYTES) end();
        pieces = 0;
        bytes = 0;
      }
    }
    return push(piece, encoding);
  };
};

/** Tells whether a turn of the event loop has passed: an answer leaves the server at the end of one. */
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
 * Guards an HTTP/2 server against clients that start requests only to take them back (rapid reset),
 * and against requests and answers that never end. HTTP/1 has limits of its own in Node.
 *
 * Node itself ends connections with broken frames, and those that are flooded with settings, pings,
 * priorities, unknown or empty frames, or with headers that go on and on. It takes any number of
 * window updates: reading one costs less than decrypting it, and nothing of it is kept.
 */
export const guardHttp2 = (server: Http2SecureServer, limits: Http2Limits, log: Log): void => {
  const turns = createTurns();
  const openStreams = new OpenStreams(limits.streams);
  // Comes right before the session of the same connection, which hides its socket.
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
    // Comes before Node's own listener, which hands the request to the listener for requests.
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
