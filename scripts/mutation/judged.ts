import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../test/run-command.ts";
import type { Mutant } from "./instrument.ts";

/** Survivors that somebody has judged: a table with file, mutation and reason. */
export const JUDGED_FILE = "tests/mutation-survivors.md";

const MAX_LENGTH = 70;

const oneLine = (code: string): string => {
  const line = code.replace(/\s+/g, " ").trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH)}…`;
};

/** A mutant's row in the table, without the reason: it stays the same when lines move. */
export const rowOf = ({ file, original, replacement }: Mutant): string => {
  const code = (text: string) => `\`${oneLine(text).replaceAll("|", "\\|")}\``;
  return `| \`${file}\` | ${code(original)} → ${code(replacement)} |`;
};

/** The rows of the table, without their reasons. */
export const judgedRows = (): Set<string> => {
  const text = readFileSync(join(root, JUDGED_FILE), "utf8");
  const rows = text.matchAll(/^(\| `[^`]+` \| .+ → `.*` \|) .+ \|$/gm);
  return new Set([...rows].map(([, row = ""]) => row));
};
