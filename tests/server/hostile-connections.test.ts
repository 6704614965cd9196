import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { CA, TLS } from "./support/certificates.ts";
import { send } from "./support/client.ts";
import { addLargeFiles } from "./support/large-files.ts";
import { openSchool, PASSWORD, type TestSchool } from "./support/test-school.ts";

/** A connection that is cut may report an error first, on which `once` of Node would reject. */
const closed = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
};

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
  test.each([
    ["headers", "GET /api/health HTTP/1.1\r\nHost: school.example\r\nX-Slow: ", "x"],
    [
      "body",
      "POST /api/user/login HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n",
      " ",
    ],
  ])("a socket is cut when the %s of its request never ends", async (_, begun, byte) => {
    const school = await open({ limits: { ...limits, requestMs: 300 } });
    const socket = await openSocket(school.url);
    socket.write(begun);
    // The connection is never idle.
    const timer = setInterval(() => socket.writable && socket.write(byte), 20);
    await closed(socket);
    clearInterval(timer);
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
        ? connectTls({ host: hostname, port: Number(port), ca: CA })
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
});
