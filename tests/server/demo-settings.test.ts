import { request } from "node:https";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CA, tlsFile } from "./support/certificates.ts";
import { send } from "./support/client.ts";
import { type DemoProcess, startDemo } from "./support/demo-process.ts";
import { outerAddress } from "./support/outer-address.ts";
import { sharedFolder } from "./support/temporary-folder.ts";
import { sharedWebApp } from "./support/web-app.ts";

const webDir = sharedWebApp();
const dataDir = path.join(sharedFolder(), "data");
let demo: DemoProcess;
/** For this machine, which the certificate is for. */
let address: string;
// One demo takes them all.
beforeAll(async () => {
  demo = await startDemo(dataDir, {
    ALLOWED_ORIGINS: "https://school.example",
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

test("npm start accepts the settings of serve ALLOWED_ORIGINS, TLS_CERT and TLS_KEY", async () => {
  expect(address).toMatch(/^https:/);
  const page = await send(`${address}/tls/`);
  expect(page.headers["content-security-policy"]).toBe(
    "frame-ancestors https://school.example; frame-src 'none'",
  );
  const called = await send(`${address}/api/organizations/1`, {
    headers: { Origin: "https://school.example" },
  });
  expect(called.headers["access-control-allow-origin"]).toBe("https://school.example");
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
