import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../../..");

/** The server as it is run, in a process of its own. */
export interface SchoolProcess {
  readonly address: string;
  /** Sends a signal and waits for the end; gives the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `serve`, with more words, on a free port and waits until it listens. */
export const startSchoolProcess = (
  dataDir: string,
  words: readonly string[] = [],
): Promise<SchoolProcess> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, ["src/server/cli.ts", "serve", ...words], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir },
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
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /"event":"listening","address":"([^"]+)"/.exec(output)?.[1];
      if (address === undefined) return;
      output = "";
      resolve({
        address,
        end: (signal) => {
          child.kill(signal);
          return ended;
        },
      });
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    ended.then((code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
