import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

const BYTES_PER_SECOND = 400_000 / 8;
/** Half of the time that a request and its answer take to travel. */
const ONE_WAY_MS = 200;
/** So much arrives at a time. */
const PIECE_BYTES = 2500;

/** A line to a school that becomes slow, for all browsers: Firefox has no slow line of its own. */
export interface ThrottledLine extends AsyncDisposable {
  readonly url: string;
  /** From now on 400 ms and 400 kbit/s, which all connections share. */
  slowDown(): void;
}

/** @param target the school's address */
export const openThrottledLine = async (target: string): Promise<ThrottledLine> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSlow = false;
  /** When the line is free again. */
  let free = 0;

  const slow = (takesTurns: boolean) =>
    new Transform({
      async transform(bytes: Buffer, _, done) {
        const began = performance.now();
        if (!isSlow) return done(null, bytes);
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          const piece = bytes.subarray(at, at + PIECE_BYTES);
          const now = performance.now();
          if (takesTurns) {
            free = Math.max(free, now) + (piece.length / BYTES_PER_SECOND) * 1000;
          }
          const arrives = Math.max(began + ONE_WAY_MS, takesTurns ? free : now);
          await pause(Math.max(0, arrives - now));
          this.push(piece);
        }
        done();
      },
    });

  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => sockets.delete(socket));
    }
    near.once("close", () => far.destroy());
    far.once("close", () => near.end());
    near.pipe(slow(false)).pipe(far);
    far.pipe(slow(true)).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    slowDown() {
      isSlow = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
