import { PassThrough, Readable } from "node:stream";
import { vi } from "vitest";
import { runCommand } from "../../../src/server/cli/program.ts";
import type { Ran } from "./run-cli.ts";

const terminalWith = (typed: string | null): typeof process.stdin => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  if (typed === null) terminal.end();
  else terminal.write(typed);
  return terminal as unknown as typeof process.stdin;
};

const runWith = async (
  words: readonly string[],
  variables: Record<string, string>,
  stdin?: typeof process.stdin,
): Promise<Ran> => {
  const printed = { out: "", err: "" };
  const to = (name: "out" | "err", end: string) => (text: unknown) => {
    printed[name] += `${text}${end}`;
    return true;
  };
  const spies = [
    ...(stdin ? [vi.spyOn(process, "stdin", "get").mockReturnValue(stdin)] : []),
    vi.spyOn(process.stdout, "write").mockImplementation(to("out", "")),
    vi.spyOn(process.stderr, "write").mockImplementation(to("err", "")),
    vi.spyOn(console, "log").mockImplementation(to("out", "\n")),
    vi.spyOn(console, "error").mockImplementation(to("err", "\n")),
  ];
  try {
    return { code: await runCommand(words, variables), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
};

/**
 * Runs `npm run school -- WORDS` in this process. A process of its own takes half a second, which
 * commands that end by themselves do not need.
 * @param typed what a person at a terminal types; null for the end of the input; absent: there is no
 *   terminal
 */
export const runInProcess = (
  words: readonly string[],
  variables: Record<string, string> = {},
  typed?: string | null,
): Promise<Ran> => runWith(words, variables, typed === undefined ? undefined : terminalWith(typed));

/** Runs it in this process with this text on its input, which is not a terminal. */
export const runWithInput = (
  words: readonly string[],
  variables: Record<string, string>,
  input: string,
): Promise<Ran> =>
  runWith(words, variables, Readable.from([input]) as unknown as typeof process.stdin);
