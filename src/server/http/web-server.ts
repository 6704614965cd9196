import { createServer, type RequestListener } from "node:http";
import { createSecureServer, type Http2Session } from "node:http2";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Tls } from "../tls.ts";

const IDLE_MS = 65_000;
const TIMEOUTS = {
  /** A phone's connection that lies idle for less need not be made anew. */
  keepAliveTimeout: IDLE_MS,
  headersTimeout: 20_000,
  /** Ten photos of 2 MB over a line of 256 kbit/s, and some more. */
  requestTimeout: 15 * 60_000,
};
/** By default a connection with twenty downloads of a megabyte and more is cut for its size. */
const MOST_SESSION_MEGABYTES = 256;
/**
 * Some clients reset each stream whose last byte has come before its end was said, and a player
 * that seeks resets one each time: by default a connection is cut after a thousand of them. Whoever
 * only means to keep the server busy resets far more in a second.
 */
const STREAM_RESETS = { streamResetBurst: 20_000, streamResetRate: 2000 };
/** What has been answered gets so long to leave when the server closes. */
const LEAVING_MS = 1000;

export interface WebServer {
  /**
   * @returns where it listens, such as `https://127.0.0.1:8443`
   * @throws the system's error when it cannot listen there
   */
  listen(port: number, host: string): Promise<string>;
  /** Takes another certificate for connections from now on; nothing where there is none. */
  renew(tls: Tls): void;
  /** Takes no more connections and ends those there are; call when all requests are answered. */
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

/** HTTP/2, on which all of a client's requests share one connection, and HTTP/1.1 for the others. */
const secure = (handle: RequestListener, { cert, key }: Tls): Bare => {
  const server = createSecureServer(
    {
      ...TIMEOUTS,
      cert,
      key,
      allowHTTP1: true,
      maxSessionMemory: MOST_SESSION_MEGABYTES,
      ...STREAM_RESETS,
    },
    // Its requests and answers have what those of HTTP/1 have.
    handle as unknown as Parameters<typeof createSecureServer>[1],
  );
  // HTTP/1 has a timeout of its own. A session that is used again just now still ends its streams.
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

/** A server for these requests: HTTP/1.1, or with a certificate TLS and HTTP/2. */
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
      // Sessions are told, and end once their last answer has left.
      const closed = new Promise((done) => server.close(done));
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, LEAVING_MS);
      await closed;
      clearTimeout(timer);
    },
  };
};
