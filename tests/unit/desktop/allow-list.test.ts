import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { onlineSettings } from "../../../scripts/build/school-settings.ts";
import { appConfig } from "../../../scripts/desktop/app-config.ts";

const folder = path.join(import.meta.dirname, "../../../src/platform/desktop");
const source = readdirSync(folder)
  .map((name) => readFileSync(path.join(folder, name), "utf8"))
  .join("\n");

const { nativeAllowList } = appConfig(
  "hybrid",
  onlineSettings({ FILE_SERVER: "https://a.example" }),
);

/** Calls of the runtime through its library, and methods named in a string. */
const CALLS =
  /\b((?:app|clipboard|computer|filesystem|os|server|storage|window)\.(?!ts\b)[a-z]\w+)(?=\(|")/g;
/** Globals of the page with such a name. */
const OWN = /^window\.(open|addEventListener)$/;

test("every runtime method that the app calls is allowed", () => {
  const called = new Set([...source.matchAll(CALLS)].map(([, method = ""]) => method));
  expect(
    [...called].filter((method) => !nativeAllowList.includes(method) && !OWN.test(method)),
  ).toEqual([]);
});

test("no other method is allowed", () => {
  const unused = nativeAllowList.filter(
    (method) => !new RegExp(`\\b${method.split(".")[1]}\\b`).test(source),
  );
  expect(unused).toEqual([]);
});
