import { writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Updateable } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Tables } from "../../src/server/db/schema.ts";
import { pngHead } from "./support/photos.ts";
import { openSchool } from "./support/test-school.ts";
import { PAGE, SCRIPT, SCRIPT_NAME, sharedWebApp } from "./support/web-app.ts";

const OWN_ICON = "<svg>the app's</svg>";
const webDir = sharedWebApp({ "favicon.svg": OWN_ICON });
const school = openSchool.shared({ webDir });

// A school without accounts has a page of its own at its plain address.
beforeAll(() => school.add());

test.each(["/", "/tls"])("the web app is the target of %s", async (address) => {
  const { status, headers } = await school.page(address);
  expect([status, headers.location]).toEqual([302, "/tls/"]);
});

test.each(["/tls/", "/tls/lessons/PM/PMB/paper", "/tls/index.html"])(
  "the web app serves its page at %s without caching it",
  async (address) => {
    const answer = await school.page(address);
    expect([answer.status, answer.text]).toEqual([200, PAGE]);
    expect(answer.headers).toMatchObject({
      ...{ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" },
      "content-security-policy": "frame-ancestors 'none'; frame-src 'none'",
    });
    const again = await school.page(address, { "If-None-Match": answer.headers.etag ?? "" });
    expect(again.status).toBe(304);
  },
);

test("the web app serves precompressed files, and caches names with a hash for ever", async () => {
  const address = `/tls/assets/${SCRIPT_NAME}`;
  const plain = await school.page(address);
  expect(plain.text).toBe(SCRIPT);
  expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  for (const [accepted, encoding, unpack] of [
    ["gzip, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ] as const) {
    const { headers, bytes } = await school.page(address, { "Accept-Encoding": accepted });
    expect([headers["content-encoding"], unpack(bytes).toString()]).toEqual([encoding, SCRIPT]);
  }
  const { headers } = await school.page("/tls/robots.txt", { "Accept-Encoding": "br" });
  expect([headers["content-encoding"], headers["cache-control"]]).toEqual([undefined, "no-cache"]);
});

test("the web app serves the page of a new build without a restart", async () => {
  const before = await school.page("/tls/robots.txt");
  await writeFile(path.join(webDir, "robots.txt"), "User-agent: another\n");
  const after = await school.page("/tls/robots.txt");
  expect(after.text).toBe("User-agent: another\n");
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test("the web app does not serve the page in place of a missing script", async () => {
  const answer = await school.page("/tls/assets/main.ffffffffffffffff.js");
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
  expect([302, 400, 404]).toContain((await school.page(address)).status);
});

test("the web app says so when it has not been built", async () => {
  const other = await openSchool({ webDir: path.join(webDir, "nothing") });
  const answer = await other.page("/tls/");
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
    await own.update("setting", { value }, { name });
  }
  await own.server.refresh();
  const { headers } = await own.page("/tls/");
  expect(headers["content-security-policy"]).toBe(
    "frame-ancestors 'none'; frame-src https://player.vimeo.com",
  );
});

const set = (values: Updateable<Tables["organisation"]>) => school.update("organisation", values);
const png = (width: number, height: number) => pngHead(width, height).toString("base64");

const data = (type: string, bytes: string) =>
  `data:${type};base64,${Buffer.from(bytes, "latin1").toString("base64")}`;
const pngData = (width: number, height: number) => `data:image/png;base64,${png(width, height)}`;
const MANIFEST = "/tls/manifest.webmanifest?organisation=1";
const manifest = async () => JSON.parse((await school.page(MANIFEST)).text);
const icons = async (): Promise<{ src: string; sizes: string }[]> => (await manifest()).icons;

test("the manifest has the school's name and colour, and opens the app without the browser's frame", async () => {
  const answer = await school.page(MANIFEST);
  expect(answer.headers["content-type"]).toBe("application/manifest+json");
  expect(JSON.parse(answer.text)).toMatchObject({
    name: expect.stringMatching(/\w/),
    theme_color: "#a03050",
    ...{ display: "standalone", start_url: "/tls/", scope: "/tls/" },
  });
  const known = { "If-None-Match": answer.headers.etag ?? "" };
  expect((await school.page(MANIFEST, known)).status).toBe(304);
  await set({ accent: "" });
  expect((await manifest()).theme_color).toBe("#1f5f8b");
});

test("the manifest has a large logo as it is and at any size, and a small one at any size", async () => {
  const iconsOf = async () =>
    (await icons()).map(({ src, sizes }) => `${src.replace(/&v=[\w-]{8}$/, "&v")} ${sizes}`);
  await set({ logo: png(512, 512), favicon: "" });
  expect(await iconsOf()).toEqual([
    "icon.svg?organisation=1&v any",
    "icon.svg?organisation=1&v any",
    "icon.png?organisation=1&v 512x512",
  ]);
  const icon = await school.page("/tls/icon.png?organisation=1");
  expect(icon.headers["content-type"]).toBe("image/png");
  expect(icon.bytes.toString("base64")).toBe(png(512, 512));
  await set({ logo: pngData(96, 48) });
  expect(await iconsOf()).toContain("icon.png 256x256");
  const svg = await school.page("/tls/icon.svg?organisation=1");
  expect(svg.headers["content-type"]).toBe("image/svg+xml");
  expect(svg.text).toContain('width="300" height="150"');
});

test("the manifest has the title and the short name of a school that has them", async () => {
  await set({ name: "Thimble School", title: "", short_name: "" });
  expect(await manifest()).toMatchObject({ name: "Thimble School" });
  for (const [changes, name, short_name] of [
    [{ title: "Thimble Online", short_name: "Thimble" }, "Thimble Online", "Thimble"],
    [{ title: "Thimble", short_name: "" }, "Thimble", "Thimble"],
  ] as const) {
    await set(changes);
    expect(await manifest()).toMatchObject({ name, short_name });
  }
});

test("the manifest has a school's icon in place of its logo, at another address when it changes", async () => {
  const drawing = "<svg/>";
  await set({ logo: png(512, 512), favicon: data("image/svg+xml", drawing) });
  const [drawn] = await icons();
  const svg = await school.page(`/tls/${drawn?.src}`);
  expect(svg.text).toContain(`href="${data("image/svg+xml", drawing)}"`);
  await set({ favicon: pngData(192, 192) });
  const [other, , raster] = await icons();
  expect(other?.src).not.toBe(drawn?.src);
  expect(raster?.sizes).toBe("192x192");
  expect((await school.page(`/tls/${raster?.src}`)).bytes.toString("base64")).toBe(png(192, 192));
  // Too small to be installed.
  await set({ favicon: pngData(48, 48) });
  expect((await icons())[2]?.sizes).toBe("512x512");
  await set({ favicon: "" });
});

const ICON = "/tls/favicon.svg";
const drawing = `data:image/svg+xml;base64,${Buffer.from("<svg/>").toString("base64")}`;

test("the tab's icon is the app's until the school has one, and the school's at once after a change", async () => {
  await set({ favicon: "" });
  const own = await school.page(ICON);
  expect(own.text).toBe(OWN_ICON);
  expect(own.headers["cache-control"]).toBe("public, max-age=86400");
  await set({ favicon: `data:image/png;base64,${png(48, 48)}` });
  const icon = await school.page(ICON);
  expect(icon.headers["content-type"]).toBe("image/png");
  expect(icon.headers["cache-control"]).toBe("public, max-age=86400");
  expect(icon.bytes.toString("base64")).toBe(png(48, 48));
  const known = { "If-None-Match": icon.headers.etag ?? "" };
  expect((await school.page(ICON, known)).status).toBe(304);
  await set({ favicon: drawing });
  const drawn = await school.page(ICON, known);
  expect([drawn.status, drawn.text]).toEqual([200, "<svg/>"]);
  expect(drawn.headers["content-type"]).toBe("image/svg+xml");
});

test("the tab's icon runs nothing when it is opened as a page", async () => {
  await set({ favicon: drawing });
  const policy = (await school.page(ICON)).headers["content-security-policy"];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("sandbox");
});
