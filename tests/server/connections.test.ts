import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, readFile } from "node:fs/promises";
import { request } from "node:https";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { Log } from "../../src/server/log.ts";
import { openCertificate, readTls } from "../../src/server/school/settings/tls.ts";
import { CA, TLS, tlsFile } from "./support/certificates.ts";
import { send } from "./support/client.ts";
import { addLargeFiles } from "./support/large-files.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { openSchool, PMB } from "./support/test-school.ts";

const TWO_MEGABYTES = 2_000_000;

const school = openSchool.shared({ tls: TLS });
let files: Map<string, string>;
beforeAll(async () => {
  files = await addLargeFiles(school, 20, TWO_MEGABYTES);
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("a school with a certificate tells browsers to use nothing else for a year", async () => {
  expect(school.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  for (const address of ["/tls/", "/api/health", "/api/user/courses"]) {
    const { headers } = await send(school.url + address);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  }
});

test("twenty files of 2 MB are sent at once, each of them whole, while others leave in the middle", async () => {
  const { token } = await school.student({ course: PMB });
  const list = await school.call("/files/treelist?metas=1&language=en", { token });
  const { metas, ticket } = list.json;
  const addressOf = (name: string) =>
    `${school.url}/api/files/read?path=${name}&language=en&ticket=${ticket}`;
  const leave = async (name: string) => {
    const [answer] = await once(request(addressOf(name), { ca: CA }).end(), "response");
    await once(answer, "data");
    answer.destroy();
  };
  const leaving = Promise.all([...files.keys()].map(leave));
  const answers = await Promise.all(
    [...files].map(async ([name, checksum]) => {
      expect(metas[name]).toEqual({ checksum, size: TWO_MEGABYTES });
      const { status, bytes } = await send(addressOf(name));
      return [status, sha256(bytes) === checksum];
    }),
  );
  await leaving;
  expect(answers).toEqual(Array.from(files, () => [200, true]));
});

test("a school with a certificate survives connections that are not TLS", async () => {
  const { port } = new URL(school.url);
  const versions = { maxVersion: "TLSv1.1", minVersion: "TLSv1" } as const;
  const socket = connectTls({ port: Number(port), host: "127.0.0.1", ...versions });
  await once(socket, "error");
  expect((await send(`${school.url}/api/health`)).status).toBe(200);
});

test("a school with a certificate closes at once, whoever is in the middle of a handshake", async () => {
  const socket = connect(Number(new URL(school.url).port), "127.0.0.1");
  await once(socket, "connect");
  const closed = once(socket, "close");
  await school.stop();
  await closed;
  await school.start();
});

const proxies = { trustedProxies: 1 };
test.each([
  ["behind a proxy with one", { ...proxies, publicUrl: "https://school.example" }, true],
  ["behind a proxy without one", { ...proxies, publicUrl: "http://school.example" }, false],
  ["without a trusted proxy", { publicUrl: "https://school.example" }, false],
  ["without a public address", {}, false],
])("a school asks browsers for HTTPS only where it has it: %s", async (_, options, asks) => {
  const school = await openSchool(options);
  const { headers } = await school.call("/health");
  expect(headers["strict-transport-security"]).toBe(asks ? "max-age=31536000" : undefined);
});

test.each([
  ["nothing.crt", "school.key", "There is no file "],
  ["school.key", "school.key", "school.key is not a certificate in PEM format."],
  ["school.crt", "school.crt", "school.crt is not a private key in PEM format."],
  ["school.crt", "other.key", "does not belong to the certificate in "],
  ["other.crt", "locked.key", "locked.key has a passphrase"],
  [".", "school.key", "cannot be read (EISDIR)."],
])("a certificate in %s with a key in %s is refused: %s", async (cert, key, sentence) => {
  const read = await readTls({ certFile: tlsFile(cert), keyFile: tlsFile(key) });
  expect(read).toEqual({ ok: false, failure: expect.stringContaining(sentence) });
});

test("a certificate is reloaded when its files change, and kept while they are invalid", async () => {
  const folder = temporaryFolder();
  const own = { certFile: path.join(folder, "a.crt"), keyFile: path.join(folder, "a.key") };
  const put = async (certificate: string, key: string) => {
    await copyFile(tlsFile(`${certificate}.crt`), own.certFile);
    await copyFile(tlsFile(`${key}.key`), own.keyFile);
  };
  await put("school", "school");
  const certificate = await openCertificate(own, new Log("silent"));
  expect(await certificate.renewed()).toBeNull();
  await put("other", "school");
  expect(await certificate.renewed()).toBeNull();
  await put("other", "other");
  const renewed = await certificate.renewed();
  expect(renewed?.cert).toEqual(await readFile(tlsFile("other.crt")));
  expect(await certificate.renewed()).toBeNull();
});

/** A connection that is cut may report an error first, on which `once` of Node would reject. */
const closed = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
};

const limits = { headersMs: 200, handshakeMs: 200 };
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
  const school = await openSchool({ limits: { ...limits, requestMs: 300 } });
  const socket = await openSocket(school.url);
  socket.write(begun);
  // The connection is never idle.
  const timer = setInterval(() => socket.writable && socket.write(byte), 20);
  await closed(socket);
  clearInterval(timer);
  expect((await send(`${school.url}/api/health`)).status).toBe(200);
});

test("a socket is cut when its TLS handshake never ends", async () => {
  const school = await openSchool({ limits, tls: TLS });
  const silent = await openSocket(school.url);
  const begun = await openSocket(school.url);
  // The beginning of a ClientHello.
  begun.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
  await Promise.all([closed(silent), closed(begun)]);
});

const stalling = { stalledMs: 300, headersMs: 300 };
/** More than the buffers of two sockets. */
const FILE_BYTES = 24_000_000;

test.each([
  ["", {}],
  [" over TLS", { tls: TLS }],
])("a client that takes no answer is cut off%s, and may ask again", async (_, options) => {
  const school = await openSchool({ limits: stalling, isLogged: true, ...options });
  const { token } = await school.signedIn({ level: 100 });
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
  await expect.poll(() => school.log).toMatch(/"path":"\/api\/assets\/fetchData".*"cut":true/);
  const headers = { Range: `bytes=${FILE_BYTES - 9}-` };
  const rest = await send(`${school.url}${path}`, { token, headers });
  expect([rest.status, rest.bytes.length]).toEqual([206, 9]);
});
