import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tlsFile } from "../server/support/certificates.ts";
import { ask, openSession } from "../server/support/http2-client.ts";
import * as http2 from "../server/support/http2-frames.ts";
import fc from "../support/fast-check.ts";
import { expectWell } from "./support/expect-well.ts";
import { isLong } from "./support/is-long.ts";
import { type PreparedSchool, prepareSchool } from "./support/prepared-school.ts";

const CONNECTIONS = isLong ? 50 : 8;
/** Node ends a connection after some ten thousand frames of no use. */
const FRAMES = isLong ? 50_000 : 20_000;
const RUNS = isLong ? 5000 : 60;
const HEALTH = "/api/health";

const many = (make: (at: number) => Buffer, count = FRAMES): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => make(at)));
/** A stream of a client has an odd number. */
const streamAt = (at: number) => 2 * at + 1;

/** What follows a request on its stream. */
const after = (request: Buffer, flood: Buffer): Buffer => Buffer.concat([request, flood]);
const body = () => http2.requestWithBody(1, "/api/user/login");
const reset = (at: number) =>
  after(http2.request(streamAt(at), HEALTH), http2.windowUpdate(streamAt(at), 0));

/** What clients send once they have opened a connection. */
const FLOODS: [string, () => Buffer][] = [
  [
    "headers that go on and on",
    () =>
      after(
        http2.unfinishedHeaders(HEALTH),
        many((at) => http2.continuation(1, http2.field(`x-${at}`, "y"))),
      ),
  ],
  [
    "headers that go on without a byte",
    () =>
      after(
        http2.unfinishedHeaders(HEALTH),
        many(() => http2.continuation(1, Buffer.alloc(0))),
      ),
  ],
  ["settings", () => many(http2.emptySettings)],
  ["settings of windows", () => many(http2.windowOfStreams)],
  ["receipts for settings", () => many(http2.settingsReceived)],
  ["pings", () => many(http2.ping)],
  ["priorities", () => many((at) => http2.priority(streamAt(at + 1), 1))],
  [
    "empty pieces of a body",
    () =>
      after(
        body(),
        many(() => http2.data(1, Buffer.alloc(0))),
      ),
  ],
  [
    "single bytes of a body",
    () =>
      after(
        body(),
        many(() => http2.data(1, Buffer.from(" "))),
      ),
  ],
  ["unknown frames", () => many(() => http2.frame(0xee, 0xff, 1, Buffer.alloc(3)))],
  ["a window without an end", () => many(() => http2.windowUpdate(0, 0x7fffffff), 2)],
  ["a window that does not open", () => http2.windowUpdate(0, 0)],
  [
    "requests with broken names",
    () => many((at) => http2.frame(1, 5, streamAt(at), http2.field("Upper", "y")), 4000),
  ],
  ["requests that it makes the school reset", () => many(reset, 4000)],
  [
    "more requests than may be open",
    () => many((at) => http2.requestWithBody(streamAt(at), "/api/user/login"), 4000),
  ],
];

/** A frame in which anything may be wrong, sometimes also its length. */
const hostileFrame = fc
  .record({
    type: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 10 }) }, fc.nat({ max: 255 })),
    flags: fc.nat({ max: 255 }),
    stream: fc.oneof(fc.constantFrom(0, 1, 2, 3, 0x7fffffff, 0xffffffff), fc.nat({ max: 200 })),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(
        Buffer.from([0x82, 0x87, 0x84]),
        http2.field(":path", HEALTH),
        // A table of 2^31 bytes, an index that there is not, a text longer than the frame.
        Buffer.from([0x3f, 0xe1, 0xff, 0xff, 0xff, 0x07]),
        Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]),
        Buffer.from([0x00, 0x7f, 0xff, 0xff, 0x0f]),
        Buffer.alloc(16_384),
        Buffer.alloc(16_385),
      ),
    ),
    length: fc.option(fc.nat({ max: 0xffffff }), { freq: 8, nil: undefined }),
  })
  .map(({ type, flags, stream, payload, length }) => {
    const bytes = http2.frame(type, flags, stream, payload);
    if (length !== undefined) bytes.writeUIntBE(length, 0, 3);
    return bytes;
  });

describe("a school under HTTP/2 that no browser speaks", { timeout: 600_000 }, () => {
  let school: PreparedSchool;
  beforeAll(async () => {
    const settings = { TLS_CERT: tlsFile("school.crt"), TLS_KEY: tlsFile("school.key") };
    school = await prepareSchool(undefined, settings);
  });
  afterAll(() => school.close());

  /** A connection that is cut may report an error first, on which `once` of Node would reject. */
  const closed = async (socket: TLSSocket) => {
    if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  };
  /** From an address of their own, because a household has a limit. Only Linux has more than one. */
  const stranger = process.platform === "linux" ? "127.0.0.2" : undefined;
  const open = () => http2.openTls(school.served.address, stranger);

  const noHttp2 = () => Buffer.alloc(FRAMES, "GET / HTTP/1.1\r\n");
  test.each([
    ["no HTTP/2 at all", noHttp2] as const,
    ...FLOODS.map(([name, flood]) => [name, () => after(http2.opening(), flood())] as const),
  ])("clients that send %s are cut off, others answered", async (_, flood) => {
    const honest = await openSession(school.served.address);
    const bytes = flood();
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, open));
    for (const socket of sockets) socket.write(bytes);
    const ends = Promise.all(sockets.map(closed));
    expect((await ask(honest, HEALTH)).status).toBe(200);
    await ends;
    expect((await ask(honest, HEALTH)).status).toBe(200);
    honest.close();
  });

  test("a school answers others while clients send windows", async () => {
    const honest = await openSession(school.served.address);
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, open));
    const request = [http2.opening(), http2.requestWithBody(1, "/api/user/login")];
    const windows = Buffer.concat([...request, many(() => http2.windowUpdate(0, 1))]);
    for (const socket of sockets) socket.write(windows);
    for (let time = 1; time <= 10; time += 1) {
      expect((await ask(honest, HEALTH)).status).toBe(200);
    }
    for (const socket of sockets) socket.destroy();
    honest.close();
  });

  test("a school keeps little of what clients ask for and do not take", async () => {
    const honest = await openSession(school.served.address);
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, open));
    const requests = many((at) => http2.request(streamAt(at), "/tls/"), 100);
    for (const socket of sockets) {
      socket.write(Buffer.concat([http2.opening(), http2.windowOfStreams(0), requests]));
    }
    for (let time = 1; time <= 10; time += 1) {
      expect((await ask(honest, HEALTH)).status).toBe(200);
    }
    for (const socket of sockets) socket.destroy();
    honest.close();
  });

  test("a school survives every row of broken frames, and closes the connection", async () => {
    const honest = await openSession(school.served.address);
    const rows = fc.array(hostileFrame, { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(rows, async (frames) => {
        const socket = await open();
        socket.end(Buffer.concat([http2.opening(), ...frames]));
        await closed(socket);
        expect((await ask(honest, HEALTH)).status).toBe(200);
      }),
      { numRuns: RUNS, endOnFailure: !isLong },
    );
    honest.close();
  });

  test("a school stays healthy and small under hostile frames, and logs no failure", async () => {
    expectWell("HTTP/2 frames", await school.served.end());
  });
});
