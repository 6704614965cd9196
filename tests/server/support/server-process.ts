import { spawn } from "node:child_process";
import path from "node:path";
import { bareEnvironment } from "./bare-environment.ts";

const ROOT = path.join(import.meta.dirname, "../../..");

/** A program of the school's, in a process of its own. */
export interface ServerProcess {
  /** Where it says that it listens. */
  readonly address: string;
  /** All that it has said until then. */
  readonly text: string;
  /** Sends a signal and waits for the end; gives the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a program with nothing but these variables in its environment, and waits until it listens.
 * @param listensAt finds the address in what it has said; null while it does not stand there
 * @throws Error with what it has said, when it ends before
 */
export const startServerProcess = (
  words: readonly string[],
  variables: Record<string, string>,
  listensAt: (text: string) => string | null,
): Promise<ServerProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      cwd: ROOT,
      env: { ...bareEnvironment(), PORT: "0", ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // A test that fails leaves no server behind.
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
      // What it says later is read, so that it does not wait for a reader, and forgotten.
      if (address !== null) return;
      text += chunk.toString();
      address = listensAt(text);
      if (address !== null) resolve({ address, text, end });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    ended.then((code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
