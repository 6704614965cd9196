import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { shellFilesOf } from "../../../scripts/build/worker-list.ts";

const named = (name: string, text: string, ending: string) =>
  `${name}.${createHash("sha256").update(text).digest("hex").slice(0, 6)}.${ending}`;

const query = (text: string) => `?${createHash("sha256").update(text).digest("hex").slice(0, 6)}`;

test("the worker keeps the page, scripts, styles, flags and texts, each with the hash of its content", () => {
  const main = named("main", "1", "js");
  const zoom = named("zoom", "2", "css");
  const german = named("entry-de-json", "4", "js");
  const english = named("entry-en-json", "5", "js");
  const garments = named("garments-de", "e", "json");
  const kept = { [main]: "1", [zoom]: "2", [german]: "4", [english]: "5", [garments]: "e" };
  const needNetwork = ["openid", "second-factor", "captions", "downloads", "qr-code", "sites-de"];
  const texts = {
    ...{ "index.html": "0", "flags/de.svg": "3", "robots.txt": "6", ...kept },
    ...Object.fromEntries(needNetwork.map((name) => [named(name, name, "js"), name])),
  };
  const { version, files } = shellFilesOf(main, new Map(Object.entries(texts)));
  expect(version).toBe(main);
  const [flag, page] = [`flags/de.svg${query("3")}`, query("0")];
  expect(files).toEqual([german, english, flag, garments, page, main, zoom]);
});

test("a build fails where the hash in a file's name is not that of its content", () => {
  const main = "main.0a1b2c3d.js";
  expect(() => shellFilesOf(main, new Map([[main, "1"]]))).toThrow(main);
});
