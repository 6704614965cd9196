import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { isWhole, toStored } from "../../../src/worker/shell-files.ts";

const SCRIPT = "let chalk = 1;";
const HASH = createHash("sha256").update(SCRIPT).digest("hex").slice(0, 8);
const ADDRESS = `https://school.example/tls/main.${HASH}.js`;

const script = (text = SCRIPT) =>
  new Response(text, { headers: { "content-type": "text/javascript" } });

test("a file of the app is stored as it came", async () => {
  const answer = script();
  expect(await toStored(ADDRESS, answer)).toBe(answer);
  expect(await answer.text()).toBe(SCRIPT);
  expect(await toStored(ADDRESS, script("let chalk = 2;"))).toBeNull();
});

test("a file that was cut short, or is not there, is not given", async () => {
  expect(await isWhole(ADDRESS, script())).toBe(true);
  expect(await isWhole(ADDRESS, script(SCRIPT.slice(0, -1)))).toBe(false);
  expect(await isWhole(ADDRESS, undefined)).toBe(false);
});
