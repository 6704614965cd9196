import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The top folder of the project. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** How a command ended: its exit code, or in words why it has none. */
export type Ending = { code: number } | { broken: string };

export interface CommandOptions {
  env?: Record<string, string>;
  /** After this long it is ended and counts as broken, in seconds. */
  limit?: number;
  /** It reads the keyboard and runs until it is ended; there is no limit then. */
  interactive?: boolean;
}

/** Runs a command in the project's folder, with its output on this terminal. */
export const runCommand = (
  command: string,
  args: readonly string[],
  { env = {}, limit = 1200, interactive = false }: CommandOptions = {},
): Promise<Ending> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: [interactive ? "inherit" : "ignore", "inherit", "inherit"],
      ...(!interactive && { timeout: limit * 1000 }),
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

/** Runs a script as `runNode` does. @returns what it has written to its output; empty when it fails */
export const outputOfNode = (args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...args],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => resolve(error ? "" : stdout),
    );
  });
