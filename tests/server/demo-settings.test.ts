import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { tlsFile } from "./support/certificates.ts";
import { send } from "./support/client.ts";
import { type DemoProcess, startDemo } from "./support/demo-process.ts";
import { ask, openSession } from "./support/http2-client.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { writeWebApp } from "./support/web-app.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

/** An address of this machine other than the loopback address. */
const outerAddress = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === "IPv4" && !found.internal)?.address;

describe("npm start accepts the settings of serve", { timeout: 60_000 }, () => {
  let folder: string;
  let demo: DemoProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "school-demo-"));
  });
  afterEach(async () => {
    await demo?.end();
    demo = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const dataDir = () => path.join(folder, "data");
  const open = async (variables: Record<string, string> = {}): Promise<string> => {
    demo = await startDemo(dataDir(), variables);
    return demo.address;
  };
  const login = (address: string, username: string) =>
    send(`${address}/api/user/login`, {
      method: "POST",
      json: { username, password: `demo-${username}`, sessionId: null },
    });

  test("ALLOWED_ORIGINS, PUBLIC_URL and DOWNLOADS_DIR", async () => {
    const downloads = path.join(folder, "installers");
    const webDir = await writeWebApp();
    const address = await open({
      ALLOWED_ORIGINS: "https://school.example",
      PUBLIC_URL: "https://learn.school.example",
      DOWNLOADS_DIR: downloads,
      WEB_DIR: webDir,
    });

    const page = await send(`${address}/tls/`);
    expect(page.headers["content-security-policy"]).toBe("frame-ancestors https://school.example");
    const called = await send(`${address}/api/organizations/1`, {
      headers: { Origin: "https://school.example" },
    });
    expect(called.headers["access-control-allow-origin"]).toBe("https://school.example");

    const json = { emailOrUsername: "student", language: "en" };
    await send(`${address}/api/user/forgot-password`, { method: "POST", json });
    const outbox = path.join(dataDir(), "outbox");
    // The file is there before its content.
    const mails = async () => {
      const names = await readdir(outbox).catch(() => []);
      return Promise.all(names.map((name) => readFile(path.join(outbox, name), "utf8")));
    };
    const link = expect.stringContaining("https://learn.school.example/api/reset/");
    await expect.poll(mails).toEqual([link]);

    await mkdir(downloads);
    await writeFile(path.join(downloads, "learning-space-1.1.2-linux.deb"), "x");
    const { token } = (await login(address, "admin")).json;
    const offered = (await send(`${address}/api/downloads`, { token })).json.downloads;
    expect(offered).toMatchObject([{ system: "linux", version: "1.1.2" }]);
    await rm(webDir, { recursive: true });
  });

  test("TLS_CERT and TLS_KEY", async () => {
    const address = await open({
      TLS_CERT: tlsFile("school.crt"),
      TLS_KEY: tlsFile("school.key"),
    });
    expect(address).toMatch(/^https:/);
    const session = await openSession(address);
    expect((await ask(session, "/api/health")).status).toBe(200);
    session.close();
  });

  test.skipIf(!cluster)("DATABASE_URL: content and accounts are stored there", async () => {
    const databaseUrl = (await cluster?.createDatabase()) ?? "";
    const address = await open({ DATABASE_URL: databaseUrl });
    expect((await login(address, "student")).status).toBe(200);
    expect((await readdir(dataDir())).filter((name) => /sqlite|\.db/.test(name))).toEqual([]);
    const { token } = (await login(address, "admin")).json;
    expect((await send(`${address}/api/products/PM/skeleton`, { token })).status).toBe(200);
  });

  test("without HOST only this machine can connect", async () => {
    const address = await open({ TRUST_PROXY: "1" });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await send(`${address}/api/health`)).status).toBe(200);
    if (!outerAddress) return;
    const outside = address.replace("127.0.0.1", outerAddress);
    await expect(send(`${outside}/api/health`)).rejects.toThrow(/ECONNREFUSED/);
  });

  test("HOST lets other machines connect, and a message says so", async () => {
    const address = await open({ HOST: "0.0.0.0" });
    expect(address).toMatch(/^http:\/\/0\.0\.0\.0:/);
    expect(demo?.text).toContain("Other machines can reach it");
    const { port } = new URL(address);
    const host = outerAddress ?? "127.0.0.1";
    expect((await send(`http://${host}:${port}/api/health`)).status).toBe(200);
  });

  test("an invalid setting is reported, and the server does not start", async () => {
    const starting = startDemo(dataDir(), { PUBLIC_URL: "school" });
    await expect(starting).rejects.toThrow("PUBLIC_URL must be an address such as");
  });
});
