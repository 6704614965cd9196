import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, readFile } from "node:fs/promises";
import { request } from "node:https";
import { connect } from "node:net";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import { Log } from "../../src/server/log.ts";
import { Certificate, readTls } from "../../src/server/school/settings/tls.ts";
import { CA, TLS, tlsFile } from "./support/certificates.ts";
import { send } from "./support/client.ts";
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

  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

  test("a school with a certificate tells browsers to use nothing else for a year", async () => {
    expect(school.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    for (const address of ["/tls/", "/api/health", "/api/user/courses"]) {
      const { headers } = await send(school.url + address);
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    }
  });

  test("twenty files of 2 MB are sent at once, each of them whole, while others leave in the middle", async () => {
    const { username } = await school.add({ courses: [{ course: PMB }] });
    const login = { username, password: PASSWORD, sessionId: null };
    const { token } = (await send(`${school.url}/api/user/login`, { json: login })).json;
    const list = await send(`${school.url}/api/files/treelist?metas=1&language=en`, { token });
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
