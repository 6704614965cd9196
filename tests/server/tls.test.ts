import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, readFile } from "node:fs/promises";
import { constants } from "node:http2";
import { request } from "node:https";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import { Log } from "../../src/server/log.ts";
import { Certificate } from "../../src/server/school/settings/certificate.ts";
import { readTls } from "../../src/server/school/settings/tls.ts";
import { CA, TLS, tlsFile } from "./support/certificates.ts";
import { send } from "./support/client.ts";
import { ask, openSession } from "./support/http2-client.ts";
import { addLargeFiles } from "./support/large-files.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { openSchool, PASSWORD, PMB } from "./support/test-school.ts";

const TWO_MEGABYTES = 2_000_000;

describe("a school with a certificate", () => {
  const school = openSchool.shared({ tls: TLS });
  let files: Map<string, string>;
  beforeAll(async () => {
    files = await addLargeFiles(school, 20, TWO_MEGABYTES);
  });

  const signIn = async (): Promise<string> => {
    const { username } = await school.add({ courses: [{ course: PMB }] });
    const session = await openSession(school.url);
    const { status, bytes } = await ask(
      session,
      "/api/user/login",
      { ":method": "POST", "content-type": "application/json" },
      JSON.stringify({ username, password: PASSWORD, sessionId: null }),
    );
    session.close();
    expect(status).toBe(200);
    return JSON.parse(bytes.toString()).token;
  };

  test("a school with a certificate tells browsers to use nothing else for a year", async () => {
    expect(school.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const session = await openSession(school.url);
    for (const address of ["/tls/", "/api/health", "/api/user/courses"]) {
      const { headers } = await ask(session, address);
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    }
    session.close();
  });

  test("twenty files of 2 MB are sent over one connection at once, each of them whole", async () => {
    const authorization = `Bearer ${await signIn()}`;
    const session = await openSession(school.url);
    expect(session.alpnProtocol).toBe("h2");
    const list = await ask(session, "/api/files/treelist?metas=1&language=en", { authorization });
    const { metas, ticket } = JSON.parse(list.bytes.toString());
    const answers = await Promise.all(
      [...files].map(async ([name, checksum]) => {
        expect(metas[name]).toEqual({ checksum, size: TWO_MEGABYTES });
        const address = `/api/files/read?path=${name}&language=en&ticket=${ticket}`;
        const { status, bytes } = await ask(session, address);
        return [status, createHash("sha256").update(bytes).digest("hex") === checksum];
      }),
    );
    expect(answers).toEqual(Array.from(files, () => [200, true]));
    expect(session.destroyed).toBe(false);
    session.close();
  });

  test("files are sent whole while others, by HTTP/1.1 and HTTP/2, leave in the middle of theirs", async () => {
    const authorization = `Bearer ${await signIn()}`;
    const [session, leaving] = [await openSession(school.url), await openSession(school.url)];
    const addressOf = (name: string) => `/api/files/read?path=${name}&language=en`;
    const leaveStream = async (name: string) => {
      const stream = leaving.request({ ":path": addressOf(name), authorization });
      await once(stream, "data");
      stream.close(constants.NGHTTP2_CANCEL);
      await once(stream, "close");
    };
    const leaveConnection = async (name: string) => {
      const asked = request(school.url + addressOf(name), { ca: CA, headers: { authorization } });
      const [answer] = await once(asked.end(), "response");
      await once(answer, "data");
      answer.destroy();
    };
    const arrivesWhole = async ([name, checksum]: [string, string]) => {
      const { bytes } = await ask(session, addressOf(name), { authorization });
      return createHash("sha256").update(bytes).digest("hex") === checksum;
    };
    const names = [...files.keys()];
    const [whole] = await Promise.all([
      Promise.all([...files].map(arrivesWhole)),
      ...names.slice(0, 10).map(leaveStream),
      ...names.slice(10).map(leaveConnection),
    ]);
    expect(whole).toEqual(Array.from(files, () => true));
    session.close();
    leaving.close();
  });

  test("a client that cancels more than a thousand answers keeps its connection", async () => {
    const authorization = `Bearer ${await signIn()}`;
    const session = await openSession(school.url);
    const breakOff = async () => {
      const stream = session.request({
        ":path": "/api/files/read?path=assets/PM/large-1.webm&language=en",
        authorization,
      });
      await once(stream, "response");
      stream.close(constants.NGHTTP2_CANCEL);
      await once(stream, "close");
    };
    // Node ends the connection of a client that cancels a thousand streams that cost something.
    for (let left = 1200; left > 0; left -= 20) {
      await Promise.all(Array.from({ length: 20 }, breakOff));
    }
    expect((await ask(session, "/api/health")).status).toBe(200);
    session.close();
  });

  test("a school with a certificate serves HTTP/1.1 clients", async () => {
    expect((await send(`${school.url}/api/health`)).status).toBe(200);
  });

  test("a school with a certificate survives connections that are not TLS", async () => {
    const { port } = new URL(school.url);
    const socket = connectTls({
      port: Number(port),
      host: "127.0.0.1",
      maxVersion: "TLSv1.1",
      minVersion: "TLSv1",
    });
    await once(socket, "error");
    const session = await openSession(school.url);
    expect((await ask(session, "/api/health")).status).toBe(200);
    session.close();
  });

  test("a school that closes finishes running requests over HTTP/2, and refuses new ones", async () => {
    const authorization = `Bearer ${await signIn()}`;
    const session = await openSession(school.url);
    const [name, checksum] = [...files][0] ?? [];
    const stream = session.request({
      ":path": `/api/files/read?path=${name}&language=en`,
      authorization,
    });
    await once(stream, "response");
    const stopped = school.stop();
    const refused = await ask(session, "/api/health");
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBeDefined();
    // The client was told to use another connection for new requests.
    expect(session.closed).toBe(true);
    const hash = createHash("sha256");
    for await (const chunk of stream) hash.update(chunk as Buffer);
    expect(hash.digest("hex")).toBe(checksum);
    await stopped;
    if (!session.destroyed) await once(session, "close");
    await school.start();
  });
});

describe("a school without a certificate of its own", () => {
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
});

describe("a certificate", () => {
  test.each([
    ["nothing.crt", "school.key", "There is no file "],
    ["school.crt", "nothing.key", "There is no file "],
    ["school.key", "school.key", "school.key is not a certificate in PEM format."],
    ["school.crt", "school.crt", "school.crt is not a private key in PEM format."],
    ["school.crt", "other.key", "does not belong to the certificate in "],
    ["other.crt", "locked.key", "locked.key has a passphrase"],
    ["other.crt", "locked-pkcs8.key", "has a passphrase"],
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
    const certificate = await Certificate.open(own, new Log("silent"));
    expect(await certificate.renewed()).toBeNull();
    await put("other", "school");
    expect(await certificate.renewed()).toBeNull();
    await put("other", "other");
    const renewed = await certificate.renewed();
    expect(renewed?.cert).toEqual(await readFile(tlsFile("other.crt")));
    expect(await certificate.renewed()).toBeNull();
  });
});
