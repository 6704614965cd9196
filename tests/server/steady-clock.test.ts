import { expect, onTestFinished, test, vi } from "vitest";
import { steadyClock } from "../../src/server/steady-clock.ts";
import { DAY } from "./support/test-school.ts";

test.each([DAY, -DAY])("failures count by a clock that goes on when the system's jumps", (jump) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const before = steadyClock();
  vi.setSystemTime(Date.now() + jump);
  expect(Math.abs(steadyClock() - before)).toBeLessThan(DAY / 2);
});
