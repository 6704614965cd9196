import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { CA, TLS } from "./support/certificates.ts";
import { send } from "./support/client.ts";
import { ask, openSession } from "./support/http2-client.ts";
import {
  answerOf,
  cancel,
  opening,
  openTls,
  refused,
  request,
  takenBack,
  unfinishedHeaders,
  windowOfStreams,
  windowUpdate,
} from "./support/http2-frames.ts";
import { addLargeFiles } from "./support/large-files.ts";
import { openSchool, PASSWORD, type TestSchool } from "./support/test-school.ts";

/** A connection that is cut may report an error first, on which `once` of Node would reject. */
const closed = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
};

describe("a client that takes its requests back at once", () => {
  const school = openSchool.shared({ tls: TLS, logTo: (text) => log.push(text) });
  const log: string[] = [];

  test("a client that takes its requests back at once is cut off, while /health answers others", async () => {
    const honest = await openSession(school.url);
    const attackers = await Promise.all(Array.from({ length: 8 }, () => openTls(school.url)));
    const requests = Array.from({ length: 4000 }, (_, at) => takenBack(2 * at + 1, "/api/health"));
    const flood = Buffer.concat([opening(), ...requests]);
    const ends = attackers.map((socket) => {
      socket.write(flood);
      return closed(socket);
    });
    for (let time = 1; time <= 5; time += 1) {
      expect((await ask(honest, "/api/health")).status).toBe(200);
    }
    await Promise.all(ends);
    expect((await ask(honest, "/api/health")).status).toBe(200);
    honest.close();
    await school.stop();
    const text = log.join("");
    expect(text.match(/too many requests were taken back/g)?.length).toBe(8);
    // Nearly all of the 32,000 requests have cost nothing.
    expect(text.match(/"path":"\/api\/health"/g)?.length).toBeLessThan(32_000 / 4);
    await school.start();
  });

  test("a client may take back a hundred requests, as somebody who leaves a page does", async () => {
    const socket = await openTls(school.url);
    const requests = Array.from({ length: 100 }, (_, at) => takenBack(2 * at + 1, "/api/health"));
    const honest = await openSession(school.url);
    socket.write(Buffer.concat([opening(), ...requests]));
    for (let time = 1; time <= 5; time += 1) await ask(honest, "/api/health");
    expect(socket.destroyed).toBe(false);
    socket.destroy();
    honest.close();
  });

  test("a household opens at most a thousand requests, whatever its connections", async ({
    skip,
  }) => {
    if (process.platform !== "linux") skip("other systems have one loopback address");
    const open = async (localAddress: string) => {
      const socket = await openTls(school.url, localAddress);
      onTestFinished(() => void socket.destroy());
      let received = Buffer.alloc(0);
      socket.on("data", (bytes: Buffer) => {
        received = Buffer.concat([received, bytes]);
      });
      // Their answers cannot leave, so they stay open.
      socket.write(Buffer.concat([opening(), windowOfStreams(0)]));
      const asks = (streams: readonly number[]) =>
        socket.write(Buffer.concat(streams.map((stream) => request(stream, "/api/health"))));
      const hasHeaders = (stream: number) => received.includes(answerOf(stream));
      return { socket, asks, hasHeaders, isRefused: () => received.includes(refused(1)) };
    };
    const hundred = Array.from({ length: 100 }, (_, at) => 2 * at + 1);
    const sockets = await Promise.all(Array.from({ length: 10 }, () => open("127.0.0.1")));
    for (const { asks } of sockets) asks(hundred);
    await expect.poll(() => sockets.every(({ hasHeaders }) => hasHeaders(199))).toBe(true);
    const [more, other] = [await open("127.0.0.1"), await open("127.0.0.2")];
    for (const { asks } of [more, other]) asks([1]);
    await expect.poll(() => more.isRefused()).toBe(true);
    await expect.poll(() => other.hasHeaders(1)).toBe(true);
    for (const { socket } of sockets) socket.destroy();
    const again = await openSession(school.url);
    await expect
      .poll(() =>
        ask(again, "/api/health").then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    again.close();
  });
});

describe("a slow socket", () => {
  const limits = { headersMs: 200, handshakeMs: 200 };
  const open = (options: Parameters<typeof TestSchool.open>[0] = {}) =>
    openSchool({ limits, ...options });
  const openSocket = async (address: string) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.resume();
    await once(socket, "connect");
    return socket;
  };
  /** Sends a byte again and again, so that the connection is never idle. */
  const trickle = (socket: Socket, byte: string) => {
    const timer = setInterval(() => socket.writable && socket.write(byte), 20);
    socket.once("close", () => clearInterval(timer));
  };

  test("a socket is cut when its headers never end", async () => {
    const school = await open();
    const socket = await openSocket(school.url);
    socket.write("GET /api/health HTTP/1.1\r\nHost: school.example\r\nX-Slow: ");
    trickle(socket, "x");
    await closed(socket);
    expect((await send(`${school.url}/api/health`)).status).toBe(200);
  });

  test("a socket is cut when its TLS handshake never ends", async () => {
    const school = await open({ tls: TLS });
    const silent = await openSocket(school.url);
    const begun = await openSocket(school.url);
    // The beginning of a ClientHello.
    begun.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
    await Promise.all([closed(silent), closed(begun)]);
  });

  test("a socket is cut when its headers never end over HTTP/2, and when it asks for nothing", async () => {
    const school = await open({ tls: TLS });
    const silent = await openTls(school.url);
    silent.write(opening());
    const slow = await openTls(school.url);
    slow.write(Buffer.concat([opening(), unfinishedHeaders("/api/health")]));
    // The length of a continuation frame, a byte at a time.
    trickle(slow, "\0");
    await Promise.all([closed(silent), closed(slow)]);
    const session = await openSession(school.url);
    expect((await ask(session, "/api/health")).status).toBe(200);
    session.close();
  });

  test("a socket is cut when its request never ends, over HTTP/1 and HTTP/2", async () => {
    const plain = await open({ limits: { ...limits, requestMs: 300 } });
    const socket = await openSocket(plain.url);
    socket.write(
      "POST /api/user/login HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n",
    );
    trickle(socket, " ");
    await closed(socket);
    const secure = await open({ tls: TLS, limits: { ...limits, requestMs: 300 } });
    const session = await openSession(secure.url);
    const stream = session.request({
      ":method": "POST",
      ":path": "/api/user/login",
      "content-type": "application/json",
    });
    const timer = setInterval(() => stream.writable && stream.write(" "), 20);
    stream.on("error", () => {});
    await once(stream, "close");
    clearInterval(timer);
    expect(stream.rstCode).not.toBe(0);
    session.destroy();
  });
});

describe("a client that takes none of its answer", () => {
  const limits = { stalledMs: 300, headersMs: 300 };
  /** More than the buffers of two sockets. */
  const FILE_BYTES = 24_000_000;

  test.each([
    ["", {}],
    [" over TLS", { tls: TLS }],
  ])("a client that takes no answer is cut off%s, and may ask again", async (_, options) => {
    const log: string[] = [];
    const school = await openSchool({ limits, logTo: (text) => log.push(text), ...options });
    const { username } = await school.add({ level: 100 });
    const json = { username, password: PASSWORD, sessionId: null };
    const login = await send(`${school.url}/api/user/login`, { json });
    const { token } = login.json;
    await addLargeFiles(school, 1, FILE_BYTES);
    const path = "/api/assets/fetchData?product=PM&title=large-0.webm";
    const { hostname, port } = new URL(school.url);
    const socket =
      "tls" in options
        ? connectTls({ host: hostname, port: Number(port), ca: CA, ALPNProtocols: ["http/1.1"] })
        : connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await expect.poll(() => log.join("")).toMatch(/"path":"\/api\/assets\/fetchData".*"cut":true/);
    const headers = { Range: `bytes=${FILE_BYTES - 9}-` };
    const rest = await send(`${school.url}${path}`, { token, headers });
    expect([rest.status, rest.bytes.length]).toEqual([206, 9]);
  });

  test("a client that takes none of its stream loses it, and others do not lose theirs", async () => {
    const school = await openSchool({ limits, tls: TLS });
    const socket = await openTls(school.url);
    onTestFinished(() => void socket.destroy());
    let received = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
    });
    socket.write(Buffer.concat([opening(), windowOfStreams(0), request(1, "/api/health")]));
    // Keeps the connection from being idle.
    const timer = setInterval(() => socket.write(windowUpdate(0, 1)), 20);
    onTestFinished(() => clearInterval(timer));
    await expect.poll(() => received.includes(cancel(1))).toBe(true);
    const honest = await openSession(school.url);
    expect((await ask(honest, "/api/health")).status).toBe(200);
    honest.close();
  });
});
