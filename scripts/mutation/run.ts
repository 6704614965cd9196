import { relative } from "node:path";
import { root } from "../test/run-command.ts";
import { instrument, type Mutant } from "./instrument.ts";
import { rowOf } from "./judged.ts";
import { filesOf, type Layer, type LayerName, layers } from "./layers.ts";
import type { FileRecord } from "./messages.ts";
import { readMutationOptions } from "./options.ts";
import { isAlive, lastSurvivors, printReport, writeReport } from "./report.ts";
import { type Result, runMutants } from "./run-mutants.ts";
import { drawSample } from "./sample.ts";
import { TestBench } from "./test-bench.ts";

const { targets, sample, seed, survivors } = readMutationOptions(process.argv.slice(2));

const say = (text: string) => console.log(text);

/** Runs tests once without a mutant. */
const recordTests = async (bench: TestBench, files: readonly string[]): Promise<FileRecord[]> => {
  const records: FileRecord[] = [];
  await bench.record(files, (record) => {
    records.push(record);
    if (record.broken) say(`left out: ${relative(root, record.file)}: ${record.broken}`);
    for (const { name, failure } of record.tests) {
      if (failure) say(`left out: ${relative(root, record.file)}: ${name}: ${failure}`);
    }
  });
  return records;
};

/**
 * Tests the mutants with one project after the other, until a test kills them.
 * @param onProject gets the results so far after each project, so that a run that is ended has some
 */
const testMutants = async (
  tests: Layer["tests"],
  code: ReadonlyMap<string, string>,
  mutants: readonly Mutant[],
  onProject: (results: readonly Result[]) => void,
): Promise<Result[]> => {
  const results = new Map<Mutant, Result>();
  const inOrder = () => mutants.flatMap((mutant) => results.get(mutant) ?? []);
  const isLeft = (mutant: Mutant) => isAlive(results.get(mutant) ?? { status: "no-test" });

  const testWith = async (bench: TestBench, files: readonly string[]) => {
    const records = await recordTests(bench, files);
    const count = records.reduce((sum, record) => sum + record.tests.length, 0);
    const todo = mutants.filter(isLeft);
    say(`${count} tests of ${files.length} files, ${todo.length} mutants`);
    let done = 0;
    await runMutants(bench, records, todo, (result) => {
      // Other tests may have reached it without noticing.
      if (result.status !== "no-test" || !results.has(result.mutant)) {
        results.set(result.mutant, result);
      }
      done += 1;
      if (done % 100 === 0) say(`  ${done} of ${todo.length}, ${todo.filter(isLeft).length} left`);
    });
  };

  for (const { project, files = [] } of tests) {
    if (!mutants.some(isLeft)) break;
    const bench = await TestBench.open(project, code);
    try {
      await testWith(bench, await bench.files(files));
    } finally {
      await bench.close();
    }
    onProject(inOrder());
  }
  return inOrder();
};

const runLayer = async (name: LayerName, files: readonly string[]): Promise<void> => {
  const start = performance.now();
  const { mutants, code } = await instrument(files);
  say(`\n${name}: ${files.length} files, ${mutants.length} mutants`);
  const before = survivors ? lastSurvivors(name) : null;
  const wanted = before ? mutants.filter((mutant) => before.has(rowOf(mutant))) : mutants;
  const drawn = sample === null ? wanted : drawSample(wanted, sample, seed);
  // Part of a layer does not replace the report on the whole.
  const isWhole = !survivors && files.length === filesOf(name).length;
  const results = await testMutants(layers[name].tests, code, drawn, (soFar) => {
    if (isWhole) writeReport(name, soFar);
  });
  printReport(name, results, wanted.length);
  say(`${Math.round((performance.now() - start) / 1000)} s`);
};

for (const [name, files] of targets) await runLayer(name, files);
// Vitest may keep the process alive.
process.exit();
