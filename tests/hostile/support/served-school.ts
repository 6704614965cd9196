import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { bareEnvironment } from "../../server/support/bare-environment.ts";
import { type Asking, send } from "../../server/support/client.ts";

const WATCH_MS = 50;
/** Linux counts the time of processors in hundredths of a second. */
const MS_PER_TICK = 10;

export interface Watched {
  /** The most memory that the process has held, in MB; null where the system does not say. */
  peakMb: number | null;
  /** The longest time until `/health` answered, in ms. */
  slowestHealthMs: number;
  /** Answers of `/health` other than 200. */
  unhealthy: string[];
  errors: string[];
}

/**
 * Starts a school in a process of its own, whose memory and health are watched throughout.
 * @param variables `DATA_DIR`, and other settings
 */
export const serveSchool = async (variables: Record<string, string>) => {
  const child = spawn(process.execPath, ["src/server/cli.ts", "serve"], {
    cwd: path.join(import.meta.dirname, "../../.."),
    env: { ...bareEnvironment(), PORT: "0", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const watched: Watched = { peakMb: null, slowestHealthMs: 0, unhealthy: [], errors: [] };
  const listening = Promise.withResolvers<string>();
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", (line) => {
      const address = /"event":"listening","address":"([^"]+)"/.exec(line)?.[1];
      if (address) listening.resolve(address);
      if (!line.includes('"level":"info"')) watched.errors.push(line);
    });
  }
  void ended.then((code) =>
    listening.reject(new Error(`The server ended with ${code}: ${watched.errors}`)),
  );
  const address = await listening.promise;

  /** What the system says about the process; empty where it does not say. */
  const read = (file: string): string => {
    try {
      return readFileSync(`/proc/${child.pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };

  let isEnding = false;
  const watch = async () => {
    while (!isEnding) {
      const started = performance.now();
      const found = await send(`${address}/health`).then(
        ({ status }) => String(status),
        (reason) => String(reason),
      );
      const took = Math.round(performance.now() - started);
      watched.slowestHealthMs = Math.max(watched.slowestHealthMs, took);
      if (found !== "200") watched.unhealthy.push(found);
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    }
  };
  const watching = watch();

  return {
    address,
    send: (pathAndQuery: string, asking: Asking = {}) =>
      send(`${address}/api${pathAndQuery}`, asking),
    /** Sends an address that is not changed in any way. */
    sendRaw: (rawPath: string, asking: Asking = {}) =>
      send(address, { ...asking, rawPath: `/api${rawPath}` }),
    /**
     * The processor time that the thread which answers has used so far, in ms; null where the system does not say. What
     * one call needs of it is what others wait for, however loaded the machine is.
     */
    threadMs(): number | null {
      const stat = read(`task/${child.pid}/stat`);
      const [user, system] = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .slice(11, 13);
      return stat === "" ? null : (Number(user) + Number(system)) * MS_PER_TICK;
    },
    async end(): Promise<Watched> {
      isEnding = true;
      await watching;
      const [, peak] = /^VmHWM:\s+(\d+) kB/m.exec(read("status")) ?? [];
      watched.peakMb = peak === undefined ? null : Math.round(Number(peak) / 1024);
      child.kill("SIGTERM");
      await ended;
      return watched;
    },
  };
};
