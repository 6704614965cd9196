import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchEarly } from "../../../src/transport/fetch-early.ts";

const ADDRESS = "/api/products";
const OWN = { authorization: "Bearer secret" };

const abort = vi.fn();

const begin = (response: Promise<Response>) => {
  window.earlyAnswers = new Map([[ADDRESS, { ...OWN, response, abort }]]);
};

const ask = async (
  headers: Record<string, string> = OWN,
  { method = "GET", signal = new AbortController().signal } = {},
): Promise<string> =>
  (await fetchEarly(ADDRESS, { method, headers, signal }, () => undefined)).text();

beforeEach(() => {
  abort.mockClear();
  vi.stubGlobal("fetch", async () => new Response("later"));
  begin(Promise.resolve(new Response("early")));
});

afterEach(() => {
  vi.unstubAllGlobals();
  window.earlyAnswers = undefined;
});

it("a call gets the answer that was asked for early, once", async () => {
  expect(await ask()).toBe("early");
  expect(await ask()).toBe("later");
});

it("nobody gets the answer to another person's token, and no write gets any", async () => {
  expect(await ask({ authorization: "Bearer other" })).toBe("later");
  expect(await ask({})).toBe("later");
  expect(await ask(OWN, { method: "POST" })).toBe("later");
});

it("a call is sent again where no early answer came", async () => {
  begin(Promise.reject(new TypeError("no network")));
  expect(await ask()).toBe("later");
});

it("a call that is aborted aborts it", async () => {
  const controller = new AbortController();
  await ask(OWN, { signal: controller.signal });
  expect(abort).not.toHaveBeenCalled();
  controller.abort();
  expect(abort).toHaveBeenCalledOnce();
});
