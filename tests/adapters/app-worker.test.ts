// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { createAppWorker } from "../../src/platform/web/web-app.ts";

/** A browser's container of workers that answers `register` in one way. */
const containerWith = (register: () => Promise<unknown>) =>
  createAppWorker(Object.assign(new EventTarget(), { controller: null, register }) as never);

/** A worker that is installed, and then has another state. */
const becomes = (state: string) => {
  const installing = Object.assign(new EventTarget(), { state: "installing" });
  setTimeout(() => {
    installing.state = state;
    installing.dispatchEvent(new Event("statechange"));
  });
  return installing;
};

beforeEach(() => {
  const request = () => Promise.reject(new DOMException("Not allowed.", "SecurityError"));
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
});

const FULL = "cannot be installed, as where storage is full";

test.each([
  ["is active", async () => ({ installing: null, active: {} }), true],
  ["is installed", async () => ({ installing: becomes("activated"), active: null }), true],
  [FULL, async () => ({ installing: becomes("redundant"), active: null }), false],
  ["is forbidden", () => Promise.reject(new DOMException("Insecure.", "SecurityError")), false],
  ["is blocked", async () => undefined, false],
])("a web app's worker that %s: whether it has started (%#)", async (_, register, expected) => {
  expect(await containerWith(register).start()).toBe(expected);
});
