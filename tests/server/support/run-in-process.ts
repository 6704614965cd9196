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
  let out = "";
  let err = "";
  const toOut = (text: unknown) => {
    out += String(text);
    return true;
  };
  const toErr = (text: unknown) => {
    err += String(text);
    return true;
  };
  const spies = [
    ...(stdin ? [vi.spyOn(process, "stdin", "get").mockReturnValue(stdin)] : []),
    vi.spyOn(process.stdout, "write").mockImplementation(toOut),
    vi.spyOn(process.stderr, "write").mockImplementation(toErr),
    vi.spyOn(console, "log").mockImplementation((text) => void toOut(`${text}\n`)),
    vi.spyOn(console, "error").mockImplementation((text) => void toErr(`${text}\n`)),
  ];
  try {
    const code = await runCommand(words, variables);
    return { code, out, err };
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
