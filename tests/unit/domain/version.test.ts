import { expect, test } from "vitest";
import {
  compareVersions,
  isNewer,
  obsoleteVersions,
  startableVersions,
} from "../../../src/domain/version.ts";

test("versions are compared number by number", () => {
  const shuffled = ["1.10.0", "1.2.10", "2.0.0", "1.2.9", "1.9.9", "0.9.12"];
  const sorted = ["0.9.12", "1.2.9", "1.2.10", "1.9.9", "1.10.0", "2.0.0"];
  expect(shuffled.toSorted(compareVersions)).toEqual(sorted);
  expect(compareVersions("1.2.3", "1.2.3")).toBe(0);
  expect(compareVersions("12.0.0", "9.0.0")).toBeGreaterThan(0);
});

test.each([
  ["1.2.0", "1.1.2", true],
  ["1.1.2", "1.1.2", false],
  ["1.9.0", "1.10.0", false],
  ["../1.2.0", "1.1.2", false],
  ["", "1.1.2", false],
])("version %j is newer than %j: %j", (version, present, expected) => {
  expect(isNewer(version, present)).toBe(expected);
});

const installed = { version: "1.1.2", shell: "a" };
const kept = (version: string, failedStarts = 0, shell = "a") => ({ version, shell, failedStarts });
const started = (...versions: ReturnType<typeof kept>[]) =>
  startableVersions(versions, installed).map(({ version }) => version);

test("the version that is started is the newest that is newer than the installed one", () => {
  const versions = [kept("1.9.0"), kept("1.10.0"), kept("1.1.2"), kept("1.0.0")];
  expect(started(...versions)).toEqual(["1.10.0", "1.9.0"]);
});

test("the version that is started is no version that failed twice, and none for another program", () => {
  expect(started(kept("1.3.0", 2), kept("1.2.0", 1))).toEqual(["1.2.0"]);
  expect(started(kept("1.3.0", 0, "b"), kept("1.2.0"))).toEqual(["1.2.0"]);
});

test("the version that is started keeps the previous one as a fallback, and nothing older", () => {
  const all = [kept("1.2.0"), kept("1.3.0"), kept("1.4.0"), kept("1.5.0", 2)];
  expect(obsoleteVersions(all, "1.4.0", installed)).toEqual(["1.2.0"]);
  expect(obsoleteVersions(all, "1.1.2", installed)).toEqual([]);
  const newer = { version: "1.6.0", shell: "a" };
  expect(obsoleteVersions(all, "1.6.0", newer)).toEqual(["1.2.0", "1.3.0", "1.4.0", "1.5.0"]);
});
