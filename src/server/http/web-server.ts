import { createServer, type RequestListener } from "node:http";
import { createSecureServer, type Http2Session } from "node:http2";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Tls } from "../tls.ts";

const IDLE_MS = 65_000;
/** Hono's `timeout` would answer with an error while the handler goes on and may still write. */
const TIMEOUTS = {
  /** A phone keeps its idle connection for this long and need not reconnect. */
  keepAliveTimeout: IDLE_MS,
  headersTimeout: 20_000,
  /** Enough time for ten photos of 2 MB over a line of 256 kbit/s. */
  requestTimeout: 15 * 60_000,
};
/** By default Node closes a session when twenty parallel downloads use more than a megabyte. */
const MAX_SESSION_MEGABYTES = 256;
/**
 * Some clients reset each stream whose last byte arrives before its end flag, and a video player
 * that seeks resets one each time. By default Node closes a connection after a thousand resets. An
 * attacker resets far more streams per second.
 */
const STREAM_RESETS = { streamResetBurst: 20_000, streamResetRate: 2000 };
/** How long sent answers may take to leave the server when it closes. */
const LEAVING_MS = 1000;

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

interface Bare {
  server: Server;
  scheme: "http" | "https";
  renew: WebServer["renew"];
}

const plain = (handle: RequestListener): Bare => ({
  server: createServer(TIMEOUTS, handle),
  scheme: "http",
  renew: () => {},
});

const isSession = (idle: Http2Session | Socket): idle is Http2Session => "goaway" in idle;

/**
 * Serves HTTP/2, on which a client's requests share one connection, and HTTP/1.1 for other clients.
 */
const secure = (handle: RequestListener, { cert, key }: Tls): Bare => {
  const server = createSecureServer(
    {
      ...TIMEOUTS,
      cert,
      key,
      allowHTTP1: true,
      maxSessionMemory: MAX_SESSION_MEGABYTES,
      ...STREAM_RESETS,
    },
    // Node's HTTP/2 compatibility API matches that of HTTP/1.
    handle as unknown as Parameters<typeof createSecureServer>[1],
  );
  // HTTP/1 has its own idle timeout. A session that receives a request just now still finishes its
  // streams.
  server.setTimeout(IDLE_MS);
  server.on("timeout", (idle: Http2Session | Socket) => {
    if (isSession(idle)) idle.close();
  });
  return {
    server,
    scheme: "https",
    renew: (tls) => server.setSecureContext({ cert: tls.cert, key: tls.key }),
  };
};

/** Creates a server: HTTP/1.1, or with a certificate TLS and HTTP/2. */
export const createWebServer = (handle: RequestListener, tls: Tls | null): WebServer => {
  const { server, scheme, renew } = tls ? secure(handle, tls) : plain(handle);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  return {
    renew,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          const { port: given, address, family } = server.address() as AddressInfo;
          const name = family === "IPv6" ? `[${address}]` : address;
          resolve(`${scheme}://${name}:${given}`);
        });
      }),
    close: async () => {
      // Tells HTTP/2 sessions to close; each ends after its last answer.
      const closed = new Promise((done) => server.close(done));
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, LEAVING_MS);
      await closed;
      clearTimeout(timer);
    },
  };
};
