import { spawn } from "node:child_process";
import path from "node:path";
import { bareEnvironment } from "./bare-environment.ts";

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs `npm run school -- WORDS` with an empty environment.
 * @param reads false: closes the command's output before it prints
 */
export const runCli = (
  words: readonly string[],
  variables: Record<string, string>,
  input = "",
  { reads = true }: { reads?: boolean } = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["src/server/cli.ts", ...words], {
      cwd: path.join(import.meta.dirname, "../../.."),
      env: { ...bareEnvironment(), ...variables },
    });
    if (!reads) child.stdout.destroy();
    const ran: Ran = { code: null, out: "", err: "" };
    child.stdout.on("data", (chunk) => {
      ran.out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      ran.err += chunk;
    });
    child.on("close", (code) => resolve({ ...ran, code }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
