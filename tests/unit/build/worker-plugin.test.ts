import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { shellFilesOf, versionOf } from "../../../scripts/build/worker-plugin.ts";

const page = (main: string) =>
  `<script type="importmap">{"imports":{}}</script><script type="module" src="/tls/${main}"></script><script type="application/json" id="files">{"files":{}}</script>`;

const named = (name: string, text: string, ending: string) =>
  `${name}.${createHash("sha256").update(text).digest("hex").slice(0, 8)}.${ending}`;

const query = (text: string) => `?${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;

test("the worker keeps the page, scripts, styles, flags and texts, each with the hash of its content", () => {
  const main = named("core", "1", "js");
  const zoom = named("zoom", "2", "css");
  const german = named("entry-de", "4", "json");
  const english = named("entry-en", "5", "json");
  const further = named("further", "e", "txt");
  const texts = {
    "index.html": page(main),
    [main]: "1",
    [zoom]: "2",
    "flags/de.svg": "3",
    [german]: "4",
    [english]: "5",
    "robots.txt": "6",
    [further]: "e",
    // No page loads it.
    [named("main", "f", "js")]: "f",
    // Needs a network anyway.
    [named("openid", "7", "js")]: "7",
    [named("openid-de", "8", "json")]: "8",
    [named("second-factor", "a", "js")]: "a",
    [named("captions", "b", "css")]: "b",
    [named("downloads", "c", "js")]: "c",
    [named("qr-code", "d", "js")]: "d",
  };
  const { files, pack } = shellFilesOf(new Map(Object.entries(texts)));
  expect(pack).toBe(further);
  expect(files).toEqual([
    query(texts["index.html"] ?? ""),
    main,
    german,
    english,
    `flags/de.svg${query("3")}`,
    zoom,
  ]);
});

test("a build fails where the hash in a file's name is not that of its content", () => {
  const files = { "index.html": page("core.0a1b2c3d.js"), "core.0a1b2c3d.js": "1" };
  expect(() => shellFilesOf(new Map(Object.entries(files)))).toThrow("core.0a1b2c3d.js");
});

test("a build has another version when any of its files has another name", () => {
  expect(versionOf(page("main.0a1b2c3d.js"))).toMatch(/^[\da-f]{16}$/);
  expect(versionOf(page("main.0a1b2c3d.js"))).toBe(versionOf(page("main.0a1b2c3d.js")));
  expect(versionOf(page("main.0a1b2c3d.js"))).not.toBe(versionOf(page("main.ffffffff.js")));
  expect(() => versionOf("<html>")).toThrow("does not name its files");
});
