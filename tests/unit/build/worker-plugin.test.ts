import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { shellFilesOf, versionOf } from "../../../scripts/build/worker-plugin.ts";

const page = (main: string) =>
  `<script type="importmap">{"imports":{}}</script><script type="module" src="/tls/${main}"></script><script type="application/json" id="files">{"files":{}}</script>`;

const integrity = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

test("the worker keeps the page, scripts, styles and flags, and texts by language, each with its integrity", () => {
  const texts = {
    "index.html": page("main.0a1b2c3d.js"),
    "main.0a1b2c3d.js": "1",
    "zoom.0a1b2c3d.css": "2",
    "flags/de.svg": "3",
    "entry-de.0a1b2c3d.json": "4",
    "entry-en.0a1b2c3d.json": "5",
    "robots.txt": "6",
  };
  const { files, texts: byLanguage, page: address } = shellFilesOf(new Map(Object.entries(texts)));
  expect(address).toBe("/tls/");
  expect(files).toEqual([
    ["/tls/", integrity(texts["index.html"])],
    ["/tls/flags/de.svg", integrity("3")],
    ["/tls/main.0a1b2c3d.js", integrity("1")],
    ["/tls/zoom.0a1b2c3d.css", integrity("2")],
  ]);
  expect(byLanguage).toEqual({
    de: [["/tls/entry-de.0a1b2c3d.json", integrity("4")]],
    en: [["/tls/entry-en.0a1b2c3d.json", integrity("5")]],
  });
});

test("a build has another version when any of its files has another name", () => {
  expect(versionOf(page("main.0a1b2c3d.js"))).toMatch(/^[\da-f]{16}$/);
  expect(versionOf(page("main.0a1b2c3d.js"))).toBe(versionOf(page("main.0a1b2c3d.js")));
  expect(versionOf(page("main.0a1b2c3d.js"))).not.toBe(versionOf(page("main.ffffffff.js")));
  expect(() => versionOf("<html>")).toThrow("does not name its files");
});
