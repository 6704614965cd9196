import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../test/run-command.ts";
import { JUDGED_FILE, judgedRows, rowOf } from "./judged.ts";
import type { Result } from "./run-mutants.ts";
import { marginOfError } from "./sample.ts";

const reportFile = (layer: string) => join(root, "test-results", "mutation", `${layer}.json`);

/** Keeps the results of a layer. */
export const writeReport = (layer: string, results: readonly Result[]): void => {
  mkdirSync(dirname(reportFile(layer)), { recursive: true });
  const rows = results.map(({ mutant: { id: _, ...mutant }, ...result }) => ({
    ...mutant,
    ...result,
  }));
  writeFileSync(reportFile(layer), `${JSON.stringify(rows, null, 1)}\n`);
};

/** The survivors of the last run of a layer, as rows of the table. */
export const lastSurvivors = (layer: string): Set<string> => {
  const rows = JSON.parse(readFileSync(reportFile(layer), "utf8")) as (Result["mutant"] & {
    status: Result["status"];
  })[];
  return new Set(rows.filter(({ status }) => isAlive({ status })).map(rowOf));
};

/** Whether no test noticed the mutant. */
export const isAlive = ({ status }: { status: Result["status"] }): boolean =>
  status === "survived" || status === "no-test";

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/**
 * Prints the survivors that nobody has judged, and the score.
 * @param population how many mutants the layer has
 */
export const printReport = (
  layer: string,
  results: readonly Result[],
  population: number,
): void => {
  const judged = judgedRows();
  const alive = results.filter(isAlive);
  const unjudged = alive.filter(({ mutant }) => !judged.has(rowOf(mutant)));
  for (const { mutant, status } of unjudged) {
    const { file, line, column, mutator } = mutant;
    const why = status === "no-test" ? "no test reaches it" : "survived";
    console.log(`\n${file}:${line}:${column} ${why} (${mutator})\n${rowOf(mutant)}`);
  }
  const killed = results.length - alive.length;
  const share = results.length === 0 ? 1 : killed / results.length;
  const sampled = results.length < population;
  const margin = marginOfError(share, results.length, population);
  const timeouts = results.filter(({ status }) => status === "timeout").length;
  console.log(
    `\n${layer}: ${killed} of ${results.length} mutants killed, ${percent(share)}` +
      (sampled ? ` ± ${percent(margin)} (a sample of ${population})` : "") +
      `; ${timeouts} of them by a time limit. ${alive.length} survived: ` +
      `${alive.length - unjudged.length} judged in ${JUDGED_FILE}, ${unjudged.length} new.`,
  );
};
