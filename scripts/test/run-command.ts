import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The top folder of the project. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** How a command ended: its exit code, or in words why it has none. */
export type Ending = { code: number } | { broken: string };

export interface CommandOptions {
  env?: Record<string, string>;
  /** After this long it is ended and counts as broken, in seconds. */
  limit?: number;
}

/** Runs a command in the project's folder, with its output on this terminal. */
export const runCommand = (
  command: string,
  args: readonly string[],
  { env = {}, limit = 1200 }: CommandOptions = {},
): Promise<Ending> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
      timeout: limit * 1000,
      killSignal: "SIGKILL",
    });
    child.on("error", (error) => resolve({ broken: error.message }));
    child.on("exit", (code, signal) => {
      if (code !== null) resolve({ code });
      else resolve({ broken: `ended by ${signal}, perhaps at its limit of ${limit} s` });
    });
  });

/** Runs a script of the project or of a package on the Node that runs this. */
export const runNode = (args: readonly string[], options?: CommandOptions): Promise<Ending> =>
  runCommand(process.execPath, args, options);
