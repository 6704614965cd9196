import { createServer, type RequestListener } from "node:http";
import { createSecureServer, type Http2Session } from "node:http2";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Log } from "../log.ts";
import type { Tls } from "../school/settings/tls.ts";
import { guardHttp2 } from "./http2-guard.ts";
import { STREAMS_OF_A_HOUSEHOLD } from "./open-streams.ts";

const IDLE_MS = 65_000;

/** The timeouts for clients. */
export interface WebLimits {
  /** For the headers of a request, from the start of a new connection on. */
  headersMs: number;
  /** For the handshake of TLS. */
  handshakeMs: number;
  /** For a complete request. */
  requestMs: number;
  /** For accepting more bytes of an answer. */
  stalledMs: number;
}

/** Hono's `timeout` would answer with an error while the handler continues and may still write. */
export const WEB_LIMITS: WebLimits = {
  headersMs: 10_000,
  handshakeMs: 10_000,
  /** Enough time for ten photos of 2 MB over a line of 256 kbit/s. */
  requestMs: 15 * 60_000,
  /** A browser whose video was paused for longer asks for the rest of it again. */
  stalledMs: 5 * 60_000,
};

const timeouts = ({ headersMs, requestMs }: WebLimits) => ({
  /** A phone keeps its idle connection for this long and need not reconnect. */
  keepAliveTimeout: IDLE_MS,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  /** How often Node checks the timeouts of connections. */
  connectionsCheckingInterval: Math.min(1000, headersMs),
});

/**
 * By default Node closes a session when twenty parallel downloads use more than a megabyte. It also
 * keeps counting the last piece of an answer that was reset. This limit is enough for four thousand
 * of them.
 */
const MAX_SESSION_MEGABYTES = 512;
/**
 * Some clients reset each stream whose last byte arrives before its end flag, and a video player
 * that seeks resets one each time. By default Node closes a connection after a thousand resets.
 * Streams that are reset before their answer begins are counted apart, in `http2-guard.ts`.
 */
const STREAM_LIMITS = {
  streamResetBurst: 5000,
  streamResetRate: 500,
  /** A page opens far fewer at once; the least that RFC 9113 recommends. */
  settings: { maxConcurrentStreams: 100 },
};
/**
 * New connections that may wait until the process takes them. With Node's 511 a busy server loses some of
 * a crowd, and a lost one tries again after a second, then after three, then after seven.
 */
const BACKLOG = 4096;
/** How long the last answers may take to be sent when the server closes. */
const CLOSE_TIMEOUT_MS = 1000;

export interface WebServer {
  /**
   * @returns the address it listens on, such as `https://127.0.0.1:8443`
   * @throws the system's error when it cannot listen
   */
  listen(port: number, host: string): Promise<string>;
  /** Uses another certificate for new connections; no effect without TLS. */
  renew(tls: Tls): void;
  /** Refuses new connections and closes existing ones; call when all requests are answered. */
  close(): Promise<void>;
}

export interface WebServerOptions {
  handle: RequestListener;
  /** The certificate; null for plain HTTP. */
  tls: Tls | null;
  limits: WebLimits;
  /** Whether the clients are proxies, each with the requests of many people. */
  isBehindProxy: boolean;
  log: Log;
}

interface Bare {
  server: Server;
  scheme: "http" | "https";
  renew: WebServer["renew"];
  /** Closes all connections at once. */
  cut: () => void;
}

const plain = ({ handle, limits }: WebServerOptions): Bare => {
  const server = createServer(timeouts(limits), handle);
  // Node destroys a connection on which nothing has moved for this long.
  server.setTimeout(limits.stalledMs);
  // Without a listener of our own on each socket: with one, 2 to 4 kB of each request stayed in the
  // heap until its next full collection (measured with 10,000 connections).
  return { server, scheme: "http", renew: () => {}, cut: () => server.closeAllConnections() };
};

const isSession = (idle: Http2Session | Socket): idle is Http2Session => "goaway" in idle;

/**
 * Serves HTTP/2, on which a client's requests share one connection, and HTTP/1.1 for other clients.
 */
const secure = (
  { handle, limits, isBehindProxy, log }: WebServerOptions,
  { cert, key }: Tls,
): Bare => {
  const server = createSecureServer(
    {
      ...timeouts(limits),
      handshakeTimeout: limits.handshakeMs,
      cert,
      key,
      allowHTTP1: true,
      maxSessionMemory: MAX_SESSION_MEGABYTES,
      ...STREAM_LIMITS,
    },
    // Node's HTTP/2 compatibility API matches that of HTTP/1.
    handle as unknown as Parameters<typeof createSecureServer>[1],
  );
  const streams = isBehindProxy ? Number.POSITIVE_INFINITY : STREAMS_OF_A_HOUSEHOLD;
  guardHttp2(server, { ...limits, idleMs: IDLE_MS, streams }, log);
  server.setTimeout(limits.stalledMs);
  server.on("session", (session) => session.setTimeout(IDLE_MS));
  server.on("timeout", (idle: Http2Session | Socket) => {
    // A session that receives a request just now still finishes its streams.
    if (isSession(idle)) idle.close();
    else idle.destroy();
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return {
    server,
    scheme: "https",
    renew: (tls) => server.setSecureContext({ cert: tls.cert, key: tls.key }),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

/** Creates a server: HTTP/1.1, or with a certificate TLS and HTTP/2. */
export const createWebServer = (options: WebServerOptions): WebServer => {
  const { tls } = options;
  const { server, scheme, renew, cut } = tls ? secure(options, tls) : plain(options);

  return {
    renew,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen({ port, host, backlog: BACKLOG }, () => {
          const { port: given, address, family } = server.address() as AddressInfo;
          const name = family === "IPv6" ? `[${address}]` : address;
          resolve(`${scheme}://${name}:${given}`);
        });
      }),
    close: async () => {
      // Tells HTTP/2 sessions to close; each ends after its last answer.
      const closed = new Promise((done) => server.close(done));
      const timer = setTimeout(cut, CLOSE_TIMEOUT_MS);
      await closed;
      clearTimeout(timer);
    },
  };
};
