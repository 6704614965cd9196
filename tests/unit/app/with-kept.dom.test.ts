import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mayKeep } from "../../../src/app/with-kept.ts";

beforeEach(() => {
  vi.stubGlobal("HAS_WORKER", true);
  vi.stubGlobal("caches", {});
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: {} });
});
afterEach(() => void vi.unstubAllGlobals());

test("the browser may keep something where it has workers and caches", () => {
  expect(mayKeep()).toBe(true);
});

test.each([
  ["in a frame, also one with storage of its own", () => vi.stubGlobal("top", {})],
  [
    "in a browser or window without workers",
    () => Reflect.deleteProperty(navigator, "serviceWorker"),
  ],
  ["without caches, as over http", () => Reflect.deleteProperty(window, "caches")],
  ["in a build without a worker", () => vi.stubGlobal("HAS_WORKER", false)],
])("nothing is kept %s", (_, change) => {
  change();
  expect(mayKeep()).toBe(false);
});
