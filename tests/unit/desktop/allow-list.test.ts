import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { onlineSettings } from "../../../scripts/build/builds.ts";
import { appConfig } from "../../../scripts/desktop/app-config.ts";

const folder = path.join(import.meta.dirname, "../../../src/platform/desktop");
const source = readdirSync(folder)
  .map((name) => readFileSync(path.join(folder, name), "utf8"))
  .join("\n");

const { nativeAllowList } = appConfig(
  "hybrid",
  onlineSettings({ FILE_SERVER: "https://a.example" }),
);

/** Calls of the runtime by way of its library, and those that are named as a text. */
const CALLS =
  /\b((?:app|clipboard|computer|filesystem|os|server|storage|window)\.(?!ts\b)[a-z]\w+)(?=\(|")/g;
/** What the page has under such a name itself. */
const OWN = /^window\.(open|addEventListener)$/;

test("whatever the app calls of the runtime is allowed", () => {
  const called = new Set([...source.matchAll(CALLS)].map(([, method = ""]) => method));
  expect(
    [...called].filter((method) => !nativeAllowList.includes(method) && !OWN.test(method)),
  ).toEqual([]);
});

test("nothing is allowed that the app does not call", () => {
  const unused = nativeAllowList.filter(
    (method) => !new RegExp(`\\b${method.split(".")[1]}\\b`).test(source),
  );
  expect(unused).toEqual([]);
});
