import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CA, tlsFile } from "./support/certificates.ts";
import { send } from "./support/client.ts";
import { type DemoProcess, startDemo } from "./support/demo-process.ts";
import { outerAddress } from "./support/outer-address.ts";
import { sharedFolder } from "./support/temporary-folder.ts";
import { sharedWebApp } from "./support/web-app.ts";

const folder = sharedFolder();
const webDir = sharedWebApp();
const dataDir = path.join(folder, "data");
const downloads = path.join(folder, "installers");
let demo: DemoProcess;
/** For this machine, which the certificate is for. */
let address: string;
// One demo takes them all.
beforeAll(async () => {
  demo = await startDemo(dataDir, {
    ALLOWED_ORIGINS: "https://school.example",
    PUBLIC_URL: "https://learn.school.example",
    DOWNLOADS_DIR: downloads,
    WEB_DIR: webDir,
    HOST: "0.0.0.0",
    TLS_CERT: tlsFile("school.crt"),
    TLS_KEY: tlsFile("school.key"),
  });
  address = demo.address.replace("0.0.0.0", "127.0.0.1");
});
afterAll(async () => {
  await demo.end();
});

test("npm start accepts the settings of serve ALLOWED_ORIGINS, PUBLIC_URL, DOWNLOADS_DIR, TLS_CERT and TLS_KEY", async () => {
  expect(address).toMatch(/^https:/);
  const page = await send(`${address}/tls/`);
  expect(page.headers["content-security-policy"]).toBe(
    "frame-ancestors https://school.example; frame-src 'none'",
  );
  const called = await send(`${address}/api/organizations/1`, {
    headers: { Origin: "https://school.example" },
  });
  expect(called.headers["access-control-allow-origin"]).toBe("https://school.example");

  const json = { emailOrUsername: "student", language: "en" };
  await send(`${address}/api/user/forgot-password`, { json });
  const outbox = path.join(dataDir, "outbox");
  // The file is there before its content.
  const mails = async () => {
    const names = await readdir(outbox).catch(() => []);
    return Promise.all(names.map((name) => readFile(path.join(outbox, name), "utf8")));
  };
  const link = expect.stringContaining("https://learn.school.example/api/reset/");
  await expect.poll(mails).toEqual([link]);

  await mkdir(downloads);
  await writeFile(path.join(downloads, "learning-space-1.1.2-linux.deb"), "x");
  const login = { username: "admin", password: "demo-admin", sessionId: null };
  const { token } = (await send(`${address}/api/user/login`, { json: login })).json;
  const offered = (await send(`${address}/api/downloads`, { token })).json.downloads;
  expect(offered).toMatchObject([{ system: "linux", version: "1.1.2" }]);
});

test("npm start accepts HOST, which lets other machines connect, and a message says so", async () => {
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
