import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withTimeout } from "../../../src/lib/with-timeout.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a result is passed on, and so is an error", async () => {
  await expect(withTimeout(Promise.resolve(7))).resolves.toBe(7);
  await expect(withTimeout(Promise.reject(new Error("no network")))).rejects.toThrow("no network");
});

test("a promise without a result is rejected after two minutes", async () => {
  let failed: unknown = null;
  withTimeout(new Promise(() => undefined)).catch((error) => {
    failed = error;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toMatchObject({ name: "ChunkLoadError" });
});
