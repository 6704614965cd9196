import { type ChildProcess, execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DesktopBuildName } from "../build/school-settings.ts";
import type { Runtime } from "../build/shared.ts";

/** The project's root folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

const running = new Set<ChildProcess>();

/** Asks the commands that run to end, and waits until they have. */
export const stopCommands = async (): Promise<void> => {
  const ended = [...running].map((child) => new Promise((resolve) => child.once("exit", resolve)));
  for (const child of running) child.kill("SIGTERM");
  await Promise.all(ended);
};

/** How a command ended: its exit code, or the reason why there is none. */
export type CommandResult = { code: number } | { broken: string };

export interface CommandOptions {
  env?: Record<string, string> | undefined;
  /** Time limit in seconds. After that the command is stopped and counts as failed. */
  limit?: number;
  /** Reads the keyboard and runs until the person stops it, without a time limit. */
  interactive?: boolean;
  /** Prints its output below this title once it has ended: other commands run beside it. */
  beside?: string;
}

/** Prints a title above the output of a part or command. */
export const heading = (text: string): void => console.log(`\n── ${text}`);

/** Collects what a command prints, in its order. @returns prints it */
const collectOutput = ({ stdout, stderr }: ChildProcess, title: string): (() => void) => {
  const chunks: Buffer[] = [];
  for (const stream of [stdout, stderr]) {
    stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  }
  return () => {
    heading(title);
    process.stdout.write(Buffer.concat(chunks));
  };
};

/** Runs a command in the project's folder, with its output in this terminal. */
export const runCommand = (
  command: string,
  args: readonly string[],
  { env = {}, limit = 7200, interactive = false, beside }: CommandOptions = {},
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const output = beside === undefined ? "inherit" : "pipe";
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: [interactive ? "inherit" : "ignore", output, output],
      ...(!interactive && { timeout: limit * 1000 }),
      killSignal: "SIGKILL",
    });
    running.add(child);
    const print = beside === undefined ? () => undefined : collectOutput(child, beside);
    child.on("error", (error) => {
      running.delete(child);
      resolve({ broken: error.message });
    });
    child.on("close", (code, signal) => {
      running.delete(child);
      print();
      if (code !== null) resolve({ code });
      else resolve({ broken: `ended by ${signal}, perhaps at its limit of ${limit} s` });
    });
  });

/** Runs a script of the project or of a package with this Node. */
export const runNode = (
  args: readonly string[],
  options?: CommandOptions,
): Promise<CommandResult> => runCommand(process.execPath, args, options);

/**
 * Builds the web app for a runtime, or the page of a desktop app, if its sources are newer than the
 * last build.
 * @returns whether an up-to-date build exists now
 */
export const buildIfChanged = async (
  name: Runtime | DesktopBuildName,
  options?: CommandOptions,
): Promise<boolean> => {
  const ending = await runNode(["scripts/build-if-changed.mjs", name], options);
  return "code" in ending && ending.code === 0;
};

/** Runs a script like `runNode`. @returns its output; empty if it fails */
export const outputOfNode = (args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...args],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => resolve(error ? "" : stdout),
    );
  });
