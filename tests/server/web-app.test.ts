import { writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { send } from "./support/client.ts";
import { openSchool } from "./support/test-school.ts";
import { PAGE, SCRIPT, SCRIPT_NAME, sharedWebApp } from "./support/web-app.ts";

const webDir = sharedWebApp();
const school = openSchool.shared({ webDir });

// A school without accounts has a page of its own at its plain address.
beforeAll(() => school.add());

const get = (address: string, headers: Record<string, string> = {}) =>
  send(school.url, { rawPath: address, headers });

test.each(["/", "/tls"])("the web app is the target of %s", async (address) => {
  const { status, headers } = await get(address);
  expect([status, headers.location]).toEqual([302, "/tls/"]);
});

test.each(["/tls/", "/tls/lessons/PM/PMB/paper", "/tls/index.html"])(
  "the web app serves its page at %s without caching it",
  async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(PAGE);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["content-security-policy"]).toBe(
      "frame-ancestors 'none'; frame-src 'none'",
    );
    const again = await get(address, { "If-None-Match": answer.headers.etag ?? "" });
    expect(again.status).toBe(304);
  },
);

test("the web app serves precompressed files, and caches names with a hash for ever", async () => {
  const address = `/tls/assets/${SCRIPT_NAME}`;
  const plain = await get(address);
  expect(plain.text).toBe(SCRIPT);
  expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  for (const [accepted, encoding, unpack] of [
    ["gzip, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ] as const) {
    const { headers, bytes } = await get(address, { "Accept-Encoding": accepted });
    expect([headers["content-encoding"], unpack(bytes).toString()]).toEqual([encoding, SCRIPT]);
  }
  const { headers } = await get("/tls/robots.txt", { "Accept-Encoding": "br" });
  expect([headers["content-encoding"], headers["cache-control"]]).toEqual([undefined, "no-cache"]);
});

test("the web app serves the page of a new build without a restart", async () => {
  const before = await get("/tls/robots.txt");
  await writeFile(path.join(webDir, "robots.txt"), "User-agent: another\n");
  const after = await get("/tls/robots.txt");
  expect(after.text).toBe("User-agent: another\n");
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test("the web app does not serve the page in place of a missing script", async () => {
  const answer = await get("/tls/assets/main.ffffffffffffffff.js");
  expect(answer.status).toBe(404);
  expect(answer.headers["content-type"]).toBe("application/problem+json");
});

test.each([
  "/tls/.secret",
  "/tls/%2e%2e/%2e%2e/etc/passwd",
  "/tls/..\\..\\etc",
  "/tls/%5c..%5c",
  "/tls/%00",
  "/tls/%zz",
  "/tls/C:/x",
])("the web app serves no file of the machine at %s", async (address) => {
  expect([302, 400, 404]).toContain((await get(address)).status);
});

test("the web app says so when it has not been built", async () => {
  const other = await openSchool({ webDir: path.join(webDir, "nothing") });
  const answer = await send(`${other.url}/tls/`);
  expect(answer.status).toBe(404);
  expect(answer.json.detail).toBe("The web app has not been built yet");
});

test("the page may have the players of films at other companies only if the content allows it", async () => {
  const own = await openSchool({ webDir });
  await own.add();
  for (const [name, value] of [
    ["outside_films", "vimeo"],
    ["content_version", "another"],
  ] as const) {
    await own.database.write((db) =>
      db.updateTable("setting").set({ value }).where("name", "=", name).execute(),
    );
  }
  await own.server.refresh();
  const { headers } = await send(own.url, { rawPath: "/tls/" });
  expect(headers["content-security-policy"]).toBe(
    "frame-ancestors 'none'; frame-src https://player.vimeo.com",
  );
});
