import { PassThrough } from "node:stream";
import { vi } from "vitest";
import { runCommand } from "../../../src/server/cli/run-command.ts";
import type { Ran } from "./run-cli.ts";

const terminalWith = (typed: string | null): typeof process.stdin => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  if (typed === null) terminal.end();
  else terminal.write(typed);
  return terminal as unknown as typeof process.stdin;
};

/**
 * Runs `npm run school -- WORDS` in this process. A process of its own takes half a second, which
 * commands that only print a help or a usage error do not need.
 * @param typed what a person at a terminal types; null for the end of the input; absent: there is no
 *   terminal
 */
export const runInProcess = async (
  words: readonly string[],
  variables: Record<string, string> = {},
  typed?: string | null,
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
    ...(typed === undefined
      ? []
      : [vi.spyOn(process, "stdin", "get").mockReturnValue(terminalWith(typed))]),
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
