import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bareEnvironment } from "./bare-environment.ts";

const ROOT = path.join(import.meta.dirname, "../../..");
const IMPORTS = ["src/server/end-with-parent.mjs", "tests/support/no-niceness.mjs"].flatMap(
  (file) => ["--import", pathToFileURL(path.join(ROOT, file)).href],
);

/** A program of the school in its own process. */
export interface ServerProcess {
  readonly pid: number;
  readonly address: string;
  /** Everything it has printed until then. */
  readonly text: string;
  /** Sends a signal and waits for the end; returns the exit code, null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a program with only these environment variables, and waits until it listens.
 * @param listensAt finds the address in its output; null until it is there
 * @param program absent: Node
 * @param folder in which it runs; absent: the project
 * @throws Error with its output if it ends before
 */
export const startServerProcess = (
  words: readonly string[],
  variables: Record<string, string>,
  listensAt: (text: string) => string | null,
  program?: string,
  folder = ROOT,
): Promise<ServerProcess> =>
  new Promise((resolve, reject) => {
    const ownWords = program ? words : [...IMPORTS, ...words];
    const child = spawn(program ?? process.execPath, ownWords, {
      cwd: folder,
      env: { ...bareEnvironment(), PORT: "0", ...variables },
      stdio: ["ignore", "pipe", "pipe", program ? "ignore" : "ipc"],
    });
    child.channel?.unref();
    // A failed test leaves no server running, and neither do tests that are killed.
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    const ended = new Promise<number | null>((done) => {
      child.once("exit", (code) => {
        process.off("exit", kill);
        done(code);
      });
    });
    let text = "";
    let address: string | null = null;
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    };
    const read = (chunk: Buffer) => {
      // Later output is read and dropped, so that the process is never blocked by a full pipe.
      if (address !== null) return;
      text += chunk.toString();
      address = listensAt(text);
      if (address !== null) resolve({ pid: child.pid ?? 0, address, text, end });
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    ended.then((code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
