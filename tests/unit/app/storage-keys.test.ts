import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { rowOf, STORAGE_KEYS } from "../../support/storage-keys.ts";

const SOURCE = path.join(import.meta.dirname, "../../../src");

/** The app's source, without that of the server, by path. */
const sources = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("server/"))
  .map((name) => [name, readFileSync(path.join(SOURCE, name), "utf8")] as const);

/** A text that names a version, as every key does. */
const VERSIONED = /["'`]([a-z][a-z.-]*(?:\$\{\w+\}\.)?\.?v\d+(?:[./]\$\{[^}]*\})?)/g;

test("every key under which the app stores something has an owner in the table", () => {
  const found = new Set<string>();
  for (const [, text] of sources) {
    for (const [, key = ""] of text.matchAll(VERSIONED)) {
      found.add(key.replace(/\$\{[^}]*\}/, "ID"));
    }
  }
  const unknown = [...found].filter((key) => !rowOf(STORAGE_KEYS, key));
  expect(unknown).toEqual([]);
  // And no row is left of a key that is gone.
  expect(Object.keys(STORAGE_KEYS).filter((row) => ![...found].some((key) => key === row))).toEqual(
    [],
  );
});

test("the app stores nothing in other places of the browser", () => {
  const places: Readonly<Record<string, RegExp>> = {
    indexedDB: /^$/,
    sessionStorage: /^(platform\/|app\/embedded\/)/,
    localStorage: /^(platform\/web\/|early\/|app\/embedded\/)/,
    "document.cookie": /^platform\/web\//,
    "window.name": /^$/,
    // It stores nothing: a window tells the page that has opened it what a provider has answered.
    BroadcastChannel: /^features\/staff\/school\/openid-sign-in\.ts$/,
  };
  for (const [place, mayUse] of Object.entries(places)) {
    const users = sources.filter(([, text]) => new RegExp(`\\b${place}\\b`).test(text));
    const others = users.map(([name]) => name).filter((name) => !mayUse.test(name));
    expect([place, others]).toEqual([place, []]);
  }
});
