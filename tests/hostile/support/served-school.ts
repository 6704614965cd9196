import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { bareEnvironment } from "../../server/support/bare-environment.ts";
import { type Answer, type Asking, send } from "../../server/support/client.ts";

const ROOT = path.join(import.meta.dirname, "../../..");
const WATCH_MS = 50;
/** Linux counts the time of processors in hundredths of a second. */
const MS_PER_TICK = 10;

/** What the server's process may hold at most, in MB. */
export const MAX_MB = 400;

export interface Watched {
  /** The most memory that the process has held, in MB; null where the system does not say. */
  peakMb: number | null;
  /** The longest time until `/health` answered, in ms. */
  slowestHealthMs: number;
  unhealthy: string[];
  errors: string[];
}

/** A school in a process of its own, whose memory and health are watched throughout. */
export class ServedSchool {
  readonly address: string;
  readonly #child: ChildProcess;
  readonly #watched: Watched = { peakMb: null, slowestHealthMs: 0, unhealthy: [], errors: [] };
  readonly #watching: Promise<void>;
  #isEnding = false;

  private constructor(address: string, child: ChildProcess, errors: string[]) {
    this.address = address;
    this.#child = child;
    this.#watched.errors = errors;
    this.#watching = this.#watch();
  }

  /** @param variables `DATA_DIR`, and other settings */
  static start(variables: Record<string, string>): Promise<ServedSchool> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ["src/server/cli.ts", "serve"], {
        cwd: ROOT,
        env: { ...bareEnvironment(), PORT: "0", ...variables },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const errors: string[] = [];
      const read = (line: string) => {
        const address = /"event":"listening","address":"([^"]+)"/.exec(line)?.[1];
        if (address) resolve(new ServedSchool(address, child, errors));
        if (!line.includes('"level":"info"')) errors.push(line);
      };
      createInterface({ input: child.stdout }).on("line", read);
      createInterface({ input: child.stderr }).on("line", read);
      child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${errors}`)));
    });
  }

  send(pathAndQuery: string, asking: Asking = {}): Promise<Answer> {
    return send(`${this.address}/api${pathAndQuery}`, asking);
  }

  /** Sends an address that is not changed in any way. */
  sendRaw(rawPath: string, asking: Asking = {}): Promise<Answer> {
    return send(this.address, { ...asking, rawPath: `/api${rawPath}` });
  }

  /**
   * The processor time that the thread which answers has used so far, in ms; null where the system does not say. What
   * one call needs of it is what others wait for, however loaded the machine is.
   */
  threadMs(): number | null {
    const { pid } = this.#child;
    const stat = this.#read(`task/${pid}/stat`);
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return stat === "" ? null : (Number(user) + Number(system)) * MS_PER_TICK;
  }

  /** What the system says about the process; empty where it does not say. */
  #read(file: string): string {
    try {
      return readFileSync(`/proc/${this.#child.pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  }

  async end(): Promise<Watched> {
    this.#isEnding = true;
    await this.#watching;
    const [, peak] = /^VmHWM:\s+(\d+) kB/m.exec(this.#read("status")) ?? [];
    this.#watched.peakMb = peak === undefined ? null : Math.round(Number(peak) / 1024);
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGTERM");
    await ended;
    return this.#watched;
  }

  async #watch(): Promise<void> {
    while (!this.#isEnding) {
      const started = performance.now();
      const found = await send(`${this.address}/health`).then(
        ({ status }) => String(status),
        (reason) => String(reason),
      );
      const took = Math.round(performance.now() - started);
      this.#watched.slowestHealthMs = Math.max(this.#watched.slowestHealthMs, took);
      if (found !== "200") this.#watched.unhealthy.push(found);
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    }
  }
}
