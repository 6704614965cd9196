import { verifyArguments } from "../messages/verify-arguments.ts";
import { runNode } from "./run-command.ts";
import { type Tally, tally } from "./tally.ts";

const tsc = "node_modules/typescript/bin/tsc";

/** Each check counts as one test. Those that fail most, and the quickest, come first. */
const checks: [name: string, args: string[]][] = [
  ["messages", ["scripts/check-messages.ts"]],
  ["the table of promises", ["scripts/check-table.ts"]],
  ["links of the documentation", ["scripts/check-links.ts"]],
  ["translations against English", verifyArguments("locales")],
  [
    "format, lint and imports",
    ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  ],
  ["types", [tsc, "-p", "tsconfig.json"]],
  ["types of the server, without a DOM", [tsc, "-p", "src/server/tsconfig.json"]],
  ["types of domain and drafting, without a DOM", [tsc, "-p", "src/domain/tsconfig.json"]],
  ["types of the web app's worker", [tsc, "-p", "src/worker/tsconfig.json"]],
];

/**
 * Runs the checks: messages, promises, links, format, lint with import rules, types.
 * @param atOnce how many run side by side; each uses a core, more or less
 */
export const runChecks = async (atOnce: number): Promise<Tally> => {
  const result = tally("check");
  const waiting = [...checks];
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next;
      const ending = await runNode(args, { beside: `check: ${name}` });
      if ("code" in ending && ending.code === 0) {
        result.passed += 1;
        console.log(`✓ ${name}`);
      } else {
        result.failed += 1;
        result.notes.push(`not clean: ${name}`);
        console.log(`✗ ${name}${"broken" in ending ? ` (${ending.broken})` : ""}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return result;
};
