import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { CA, tlsFile } from "./support/certificates.ts";
import { send } from "./support/client.ts";
import { type DemoProcess, startDemo } from "./support/demo-process.ts";
import { ask, openSession } from "./support/http2-client.ts";
import { outerAddress } from "./support/outer-address.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { sharedFolder } from "./support/temporary-folder.ts";
import { sharedWebApp } from "./support/web-app.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

const folder = sharedFolder();
const webDir = sharedWebApp();
let databaseUrl: string | undefined;
let demo: DemoProcess;
/** For this machine, which the certificate is for. */
let address: string;
// One demo takes them all.
beforeAll(async () => {
  databaseUrl = await cluster?.createDatabase();
  demo = await startDemo(dataDir(), {
    ALLOWED_ORIGINS: "https://school.example",
    PUBLIC_URL: "https://learn.school.example",
    DOWNLOADS_DIR: downloads(),
    WEB_DIR: webDir,
    HOST: "0.0.0.0",
    TLS_CERT: tlsFile("school.crt"),
    TLS_KEY: tlsFile("school.key"),
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  address = demo.address.replace("0.0.0.0", "127.0.0.1");
});
afterAll(async () => {
  await demo.end();
});

const dataDir = () => path.join(folder, "data");
const downloads = () => path.join(folder, "installers");
const login = (username: string) =>
  send(`${address}/api/user/login`, {
    json: { username, password: `demo-${username}`, sessionId: null },
  });

test("npm start accepts the settings of serve ALLOWED_ORIGINS, PUBLIC_URL and DOWNLOADS_DIR", async () => {
  const page = await send(`${address}/tls/`);
  expect(page.headers["content-security-policy"]).toBe("frame-ancestors https://school.example");
  const called = await send(`${address}/api/organizations/1`, {
    headers: { Origin: "https://school.example" },
  });
  expect(called.headers["access-control-allow-origin"]).toBe("https://school.example");

  const json = { emailOrUsername: "student", language: "en" };
  await send(`${address}/api/user/forgot-password`, { json });
  const outbox = path.join(dataDir(), "outbox");
  // The file is there before its content.
  const mails = async () => {
    const names = await readdir(outbox).catch(() => []);
    return Promise.all(names.map((name) => readFile(path.join(outbox, name), "utf8")));
  };
  const link = expect.stringContaining("https://learn.school.example/api/reset/");
  await expect.poll(mails).toEqual([link]);

  await mkdir(downloads());
  await writeFile(path.join(downloads(), "learning-space-1.1.2-linux.deb"), "x");
  const { token } = (await login("admin")).json;
  const offered = (await send(`${address}/api/downloads`, { token })).json.downloads;
  expect(offered).toMatchObject([{ system: "linux", version: "1.1.2" }]);
});

test("npm start accepts the settings of serve TLS_CERT and TLS_KEY", async () => {
  expect(address).toMatch(/^https:/);
  const session = await openSession(address);
  expect((await ask(session, "/api/health")).status).toBe(200);
  session.close();
});

test.skipIf(!cluster)(
  "npm start accepts the settings of serve DATABASE_URL: content and accounts are stored there",
  async () => {
    const { token } = (await login("admin")).json;
    expect((await send(`${address}/api/products/PM/skeleton`, { token })).status).toBe(200);
    expect((await login("student")).status).toBe(200);
    expect((await readdir(dataDir())).filter((name) => /sqlite|\.db/.test(name))).toEqual([]);
    const database = await openDatabase(dataDir(), databaseUrl ?? "");
    const accounts = await database.read.selectFrom("account").select("username").execute();
    await database.close();
    expect(accounts.map(({ username }) => username)).toEqual(
      expect.arrayContaining(["student", "admin"]),
    );
  },
);

test("npm start accepts the settings of serve HOST lets other machines connect, and a message says so", async () => {
  expect(demo.address).toMatch(/^https:\/\/0\.0\.0\.0:/);
  expect(demo.text).toContain("Other machines can reach it");
  const { port } = new URL(address);
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>();
  // The certificate is for another address than this.
  const options = { ca: CA, checkServerIdentity: () => undefined };
  request(`https://${outerAddress() ?? "127.0.0.1"}:${port}/api/health`, options, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  })
    .on("error", reject)
    .end();
  expect(await status).toBe(200);
});

test("npm start accepts the settings of serve an invalid setting is reported, and the server does not start", async () => {
  const starting = startDemo(path.join(folder, "other"), { PUBLIC_URL: "school" });
  await expect(starting).rejects.toThrow("PUBLIC_URL must be an address such as");
});
