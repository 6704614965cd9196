import { expect, test } from "vitest";
import {
  dictionaryPolicy,
  sharedDictionaryOf,
} from "../../../src/server/http/web-app/dictionaries.ts";

const hashed = (name: string) => name.replace("*", "0a1b2c3d");

const NAMES = [
  "index.html",
  ...["core-*.js", "inside.*.js", "zoom.*.js", "inside.*.css", "zoom.*.css"].map(hashed),
  ...["entry-en.*.json", "inside-en.*.json", "inside-de.*.json", "zoom-de.*.json"].map(hashed),
  "worker.js",
  "flags/de.svg",
];

test.each([
  ["zoom.*.js", "inside.*.js"],
  ["zoom.*.css", "inside.*.css"],
  ["zoom-de.*.json", "inside-de.*.json"],
  ["inside.*.css", "index.html"],
  ["inside.*.js", "core-*.js"],
  ["core-*.js", null],
  ["inside-de.*.json", null],
  ["index.html", null],
  ["worker.js", null],
  ["flags/de.svg", null],
])("%s is compressed with what a browser has by then: %s", (name, expected) => {
  expect(sharedDictionaryOf(hashed(name), NAMES)).toBe(expected && hashed(expected));
});

test("a build without such a file compresses the others alone", () => {
  expect(sharedDictionaryOf(hashed("zoom.*.js"), [hashed("zoom.*.js")])).toBeNull();
});

/** The longest pattern that fits an address names the dictionary that a browser uses. */
const dictionaryFor = (name: string, slots: readonly string[]) => {
  const fitting = slots.filter((slot) => {
    const [, match = ""] = /^match="(.*)"$/.exec(dictionaryPolicy(slot)) ?? [];
    return new URLPattern({ pathname: match }).test({ pathname: `/tls/${hashed(name)}` });
  });
  const longest = (slot: string) => dictionaryPolicy(slot).length;
  return fitting.sort((a, b) => longest(b) - longest(a))[0];
};

test.each([
  ["zoom.*.js", ["zoom.*.js", "inside.*.js", "index.html"], "zoom.*.js"],
  ["zoom.*.js", ["core-*.js", "inside.*.js", "index.html"], "inside.*.js"],
  ["zoom.*.css", ["inside.*.js", "inside.*.css", "index.html"], "inside.*.css"],
  ["zoom-de.*.json", ["inside-en.*.json", "inside-de.*.json"], "inside-de.*.json"],
  ["inside.*.js", ["core-*.js", "inside.*.js", "index.html"], "inside.*.js"],
  ["inside.*.js", ["core-*.js", "index.html"], "core-*.js"],
  ["core-*.js", ["core-*.js", "inside.*.js", "zoom.*.js", "index.html"], "core-*.js"],
  ["inside.*.css", ["core-*.js", "index.html"], "index.html"],
])("a browser that asks for %s and has %j takes %s as the dictionary", (name, slots, expected) => {
  expect(dictionaryFor(name, slots)).toBe(expected);
});
