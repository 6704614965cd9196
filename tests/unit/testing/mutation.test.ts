import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Mutant } from "../../../scripts/mutation/instrument.ts";
import { rowOf } from "../../../scripts/mutation/judged.ts";
import { filesOf, layerNames, layers } from "../../../scripts/mutation/layers.ts";
import { drawSample, marginOfError } from "../../../scripts/mutation/sample.ts";
import { root } from "../../../scripts/test/run-command.ts";

const NUMBERS = Array.from({ length: 1000 }, (_, index) => index);

describe("a sample of the mutants", () => {
  test("is the same for the same seed, and another for another", () => {
    expect(drawSample(NUMBERS, 300, 1)).toEqual(drawSample(NUMBERS, 300, 1));
    expect(drawSample(NUMBERS, 300, 2)).not.toEqual(drawSample(NUMBERS, 300, 1));
  });

  test("has the wanted size, in the order of the whole, from all of its parts", () => {
    const drawn = drawSample(NUMBERS, 300, 1);
    expect(new Set(drawn).size).toBe(300);
    expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
    for (const start of [0, 250, 500, 750]) {
      expect(
        drawn.filter((number) => number >= start && number < start + 250).length,
      ).toBeGreaterThan(50);
    }
  });

  test("is the whole if it is larger, without an error", () => {
    expect(drawSample(NUMBERS, 2000, 1)).toEqual(NUMBERS);
    expect(marginOfError(0.85, 1000, 1000)).toBe(0);
    expect(marginOfError(0.85, 300, 5000)).toBeCloseTo(0.039, 3);
  });
});

test("every layer has files, without screens and tables of messages", () => {
  for (const name of layerNames) {
    const files = filesOf(name);
    expect(files, name).not.toEqual([]);
    expect(files.filter((file) => /\.tsx$|messages\.ts$/.test(file))).toEqual([]);
  }
});

test("every file that a layer names exists", () => {
  const sources: readonly string[] = layerNames.flatMap((name) => [...layers[name].sources]);
  // `{a,b}.ts` names two files.
  const named = sources.flatMap((source) => {
    const [braces, names = ""] = /\{(.+)\}/.exec(source) ?? [];
    return braces ? names.split(",").map((each) => source.replace(braces, each)) : [source];
  });
  expect(named.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});

test("a survivor's row fits into a table of one line a row", () => {
  const mutant: Mutant = {
    id: "7",
    file: "src/domain/queue.ts",
    line: 3,
    column: 1,
    mutator: "LogicalOperator",
    original: "a ||\n  b",
    replacement: "a && b",
  };
  expect(rowOf(mutant)).toBe("| `src/domain/queue.ts` | `a \\|\\| b` → `a && b` |");
});
