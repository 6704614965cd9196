import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { toStored, wholeOnly } from "../../../src/worker/shell-files.ts";

const SCRIPT = "let chalk = 1;";
const HASH = createHash("sha256").update(SCRIPT).digest("hex").slice(0, 8);
const stored = (response: Response) =>
  toStored(`https://school.example/tls/main.${HASH}.js`, response);

const script = (headers: Record<string, string> = {}, text = SCRIPT) =>
  new Response(text, { headers: { "content-type": "text/javascript", ...headers } });

test("a file of the app is stored without its encoding, and given as it was", async () => {
  const kept = await stored(script({ "content-encoding": "br", "content-length": "7" }));
  expect(kept?.headers.has("content-encoding")).toBe(false);
  const again = kept && (await wholeOnly(kept));
  expect(await again?.text()).toBe(SCRIPT);
});

test("a file that was cut short, or has no size, is not given", async () => {
  const { headers } = (await stored(script())) ?? new Response();
  expect(await wholeOnly(new Response(SCRIPT.slice(0, -1), { headers }))).toBeNull();
  expect(await wholeOnly(script())).toBeNull();
  expect(await wholeOnly(undefined)).toBeNull();
});
