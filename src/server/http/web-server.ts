import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Tls } from "../school/settings/tls.ts";

const IDLE_MS = 65_000;

/** The timeouts for clients. */
export interface WebLimits {
  /** For the headers of a request, from the start of a new connection on. */
  headersMs: number;
  handshakeMs: number;
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
  /**
   * A phone keeps its idle connection for this long and need not reconnect. Longer than what is before the server
   * (`resources/deploy`): who opens a connection should close it, as a call that meets its end has no answer.
   */
  keepAliveTimeout: IDLE_MS,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  /** How often Node checks the timeouts of connections. */
  connectionsCheckingInterval: Math.min(1000, headersMs),
});

/**
 * New connections that may wait until the process takes them. With Node's 511 a busy server loses some of
 * a crowd, and a lost one tries again after a second, then after three, then after seven.
 */
const BACKLOG = 4096;
/** How long the last answers may take to be sent when the server closes. */
const CLOSE_TIMEOUT_MS = 1000;

interface WebServerOptions {
  handle: RequestListener;
  /** The certificate; null for plain HTTP. */
  tls: Tls | null;
  limits: WebLimits;
}

/** Creates a server: HTTP/1.1, with a certificate over TLS. */
export const createWebServer = ({ handle, tls, limits }: WebServerOptions) => {
  const secure =
    tls &&
    createSecureServer(
      { ...timeouts(limits), handshakeTimeout: limits.handshakeMs, cert: tls.cert, key: tls.key },
      handle,
    );
  const server = secure ?? createServer(timeouts(limits), handle);
  const scheme = secure ? "https" : "http";
  // Node destroys a connection on which nothing has moved for this long. Without a listener of our own
  // on each socket: with one, 2 to 4 kB of each request stayed in the heap until its next full collection
  // (measured with 10,000 connections).
  server.setTimeout(limits.stalledMs);
  /** `closeAllConnections` knows none whose handshake is under way. */
  const sockets = new Set<Socket>();
  secure?.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  return {
    /** Uses another certificate for new connections; no effect without TLS. */
    renew: ({ cert, key }: Tls) => secure?.setSecureContext({ cert, key }),
    /**
     * @returns the address it listens on, such as `https://127.0.0.1:8443`
     * @throws the system's error when it cannot listen
     */
    listen: (port: number, host: string) =>
      new Promise<string>((resolve, reject) => {
        server.once("error", reject);
        server.listen({ port, host, backlog: BACKLOG }, () => {
          const { port: given, address, family } = server.address() as AddressInfo;
          const name = family === "IPv6" ? `[${address}]` : address;
          resolve(`${scheme}://${name}:${given}`);
        });
      }),
    /** Refuses new connections and closes existing ones; call when all requests are answered. */
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      const timer = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }, CLOSE_TIMEOUT_MS);
      await closed;
      clearTimeout(timer);
    },
  };
};

export type WebServer = ReturnType<typeof createWebServer>;
