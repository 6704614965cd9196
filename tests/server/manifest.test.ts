import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send } from "./support/client.ts";
import { TestSchool } from "./support/test-school.ts";
import { writeWebApp } from "./support/web-app.ts";

/** A PNG of that size, as far as its head tells. */
const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(33);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
};

describe("the manifest of the web app", () => {
  let school: TestSchool;
  let webDir: string;
  beforeAll(async () => {
    webDir = await writeWebApp();
    school = await TestSchool.open({ webDir });
  });
  afterAll(async () => {
    await school.close();
    await rm(webDir, { recursive: true });
  });

  const get = (rawPath: string, headers: Record<string, string> = {}) =>
    send(school.url, { rawPath, headers });

  const set = (values: { logo: string } | { accent: string }) =>
    school.database.write((db) => db.updateTable("organisation").set(values).execute());
  const setLogo = (logo: string) => set({ logo });

  test("has the school's name and colour, and opens the app without the browser's frame", async () => {
    const answer = await get("/tls/manifest.webmanifest?organisation=1");
    expect(answer.headers["content-type"]).toBe("application/manifest+json");
    expect(JSON.parse(answer.text)).toMatchObject({
      name: expect.stringMatching(/\w/),
      theme_color: "#a03050",
      display: "standalone",
      start_url: "/tls/",
      scope: "/tls/",
    });
    const again = await get("/tls/manifest.webmanifest?organisation=1", {
      "If-None-Match": answer.headers.etag ?? "",
    });
    expect(again.status).toBe(304);
    await set({ accent: "" });
    const own = await get("/tls/manifest.webmanifest?organisation=1");
    expect(JSON.parse(own.text).theme_color).toBe("#1f5f8b");
  });

  test("has a large logo as it is and at any size, and a small one at any size", async () => {
    const iconsOf = async () => {
      const answer = await get("/tls/manifest.webmanifest?organisation=1");
      return JSON.parse(answer.text).icons.map(
        ({ src, sizes }: { src: string; sizes: string }) => `${src} ${sizes}`,
      );
    };
    await setLogo(png(512, 512));
    expect(await iconsOf()).toEqual([
      "icon.svg?organisation=1 any",
      "icon.svg?organisation=1 any",
      "icon.png?organisation=1 512x512",
    ]);
    const icon = await get("/tls/icon.png?organisation=1");
    expect(icon.headers["content-type"]).toBe("image/png");
    expect(icon.bytes.toString("base64")).toBe(png(512, 512));
    await setLogo(`data:image/png;base64,${png(96, 48)}`);
    expect(await iconsOf()).toContain("icon.png 256x256");
    const svg = await get("/tls/icon.svg?organisation=1");
    expect(svg.headers["content-type"]).toBe("image/svg+xml");
    expect(svg.text).toContain('width="300" height="150"');
  });

  test.each(["", "?organisation=99", "?organisation=none"])(
    "is the one of the build for an organisation that the school does not have: %j",
    async (query) => {
      // This build has none.
      expect((await get(`/tls/manifest.webmanifest${query}`)).status).toBe(404);
    },
  );
});
