import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { wholeAnswers } from "../../../src/worker/whole-answers.ts";

const SCRIPT = "let chalk = 1;";
const HASH = createHash("sha256").update(SCRIPT).digest("hex").slice(0, 8);
const request = new Request(`https://school.example/tls/main.${HASH}.js`);

const FLAG = "https://school.example/tls/flags/de.svg";
const answers = wholeAnswers((path) => (path === "/tls/flags/de.svg" ? HASH : undefined));

/** What is stored of an answer; null if nothing is. */
const stored = async (response: Response, url = request.url): Promise<Response | null> =>
  (await answers.cacheWillUpdate?.({ request: new Request(url), response } as never)) ?? null;

/** What is given of a stored answer; null if nothing is. */
const given = async (cachedResponse: Response): Promise<Response | null> =>
  (await answers.cachedResponseWillBeUsed?.({ request, cachedResponse } as never)) ?? null;

const script = (headers: Record<string, string> = {}, text = SCRIPT) =>
  new Response(text, { headers: { "content-type": "text/javascript", ...headers } });

test("a file of the app is stored without its encoding, and given as it was", async () => {
  const kept = await stored(script({ "content-encoding": "br", "content-length": "7" }));
  expect(kept?.headers.has("content-encoding")).toBe(false);
  const again = kept && (await given(kept));
  expect(await again?.text()).toBe(SCRIPT);
});

test("the page of a captive portal, or another script, is not stored in place of a file", async () => {
  const headers = { "content-type": "text/html" };
  expect(await stored(new Response("<h1>Sign in to this network</h1>", { headers }))).toBeNull();
  expect(await stored(script({}, "let pin = 1;"))).toBeNull();
});

test("a file without a hash in its name is stored if it is that of this version", async () => {
  const svg = (text: string) =>
    new Response(text, { headers: { "content-type": "image/svg+xml; charset=utf-8" } });
  expect(await (await stored(svg(SCRIPT), FLAG))?.text()).toBe(SCRIPT);
  expect(await stored(svg("<svg/>"), FLAG)).toBeNull();
});

test("a file that was cut short, or has no size, is not given", async () => {
  const { headers } = (await stored(script())) ?? new Response();
  expect(await given(new Response(SCRIPT.slice(0, -1), { headers }))).toBeNull();
  expect(await given(script())).toBeNull();
});
