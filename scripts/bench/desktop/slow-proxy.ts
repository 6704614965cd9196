import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

// A slow line on loopback, in its own process: `slow-proxy.ts HOST PORT BITS_PER_SECOND
// ROUND_TRIP_MS` prints the port on which it listens. All connections share the line, as in a
// household. Data waits in the queue, takes time by its size, and then travels for half a round trip.

/** Small enough for connections to alternate, large enough not to be a bottleneck. */
const PIECE_BYTES = 4096;
/** Size of the router's queue. When it is full the sender has to wait. */
const QUEUE_BYTES = 256 * 1024;

interface Piece {
  bytes: Buffer;
  to: Socket;
  due: number;
}

const [host = "127.0.0.1", port = "0", rate = "0", roundTrip = "0"] = process.argv.slice(2);
const bytesPerMs = Number(rate) / 8000;
const oneWay = Number(roundTrip) / 2;

const createDirection = () => {
  const pieces: Piece[] = [];
  const paused = new Set<Socket>();
  let free = 0;
  let waiting = false;

  /** What travels already is not in the queue any more. */
  const queued = () => (free - performance.now()) * bytesPerMs;

  const resume = () => {
    for (const socket of paused) socket.resume();
    paused.clear();
  };

  const deliver = () => {
    waiting = false;
    const now = performance.now();
    let count = 0;
    for (const { bytes, to, due } of pieces) {
      if (due > now) break;
      count += 1;
      if (!to.destroyed) to.write(bytes);
    }
    pieces.splice(0, count);
    wait();
  };

  const wait = () => {
    const [next] = pieces;
    if (!next || waiting) return;
    waiting = true;
    setTimeout(deliver, Math.max(0, next.due - performance.now()));
  };

  return (from: Socket, to: Socket, data: Buffer, soonest: number) => {
    for (let at = 0; at < data.length; at += PIECE_BYTES) {
      const bytes = data.subarray(at, at + PIECE_BYTES);
      free = Math.max(free, performance.now(), soonest) + bytes.length / bytesPerMs;
      pieces.push({ bytes, to, due: free + oneWay });
    }
    const tooMany = queued() - QUEUE_BYTES;
    if (tooMany >= 0) {
      from.pause();
      paused.add(from);
      setTimeout(resume, tooMany / bytesPerMs);
    }
    wait();
  };
};

const up = createDirection();
const down = createDirection();

const server = createServer((client) => {
  // Connecting to this machine takes no time, but over the line it takes a round trip.
  const open = performance.now() + Number(roundTrip);
  const school = connect(Number(port), host);
  client.setNoDelay();
  school.setNoDelay();
  client.on("data", (data: Buffer) => up(client, school, data, open));
  school.on("data", (data: Buffer) => down(school, client, data, 0));
  for (const [one, other] of [
    [client, school],
    [school, client],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => setTimeout(() => other.destroy(), oneWay + 1000).unref());
  }
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
