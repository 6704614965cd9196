import { expect, test } from "vitest";
import { partitionSafeNames } from "../../../src/domain/file-tree.ts";

test("names that some file system treats as equal are unsafe, but for the first", () => {
  const names = ["a/Straße.svg", "a/STRASSE.svg", "a/é.svg", "a/e\u0301.svg", "A/É.svg", "b.svg"];
  expect(partitionSafeNames(names)).toEqual({
    safe: ["a/Straße.svg", "a/é.svg", "b.svg"],
    unsafe: ["a/STRASSE.svg", "a/e\u0301.svg", "A/É.svg"],
  });
});

test("names that leave their folder are unsafe", () => {
  expect(partitionSafeNames(["../a.svg", "a.svg"])).toEqual({
    safe: ["a.svg"],
    unsafe: ["../a.svg"],
  });
});
