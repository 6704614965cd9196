import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { TLS } from "../../../tests/server/support/certificates.ts";
import type { Line } from "./line.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");

/** A request that the school has answered, from its log. */
export interface Answered {
  method: string;
  path: string;
  status: number;
  /** In milliseconds since 1970. */
  from: number;
  to: number;
}

/** A school that is served with TLS and HTTP/2, as in production. */
export interface ServedSchool {
  /** Without a slash at the end. It leads over the line if there is one. */
  address: string;
  /** Requests answered since the last call of this function. */
  answered(): Answered[];
  stop(): Promise<void>;
}

const listening = v.object({ event: v.literal("listening"), address: v.string() });
const request = v.object({
  event: v.literal("request"),
  time: v.string(),
  method: v.string(),
  path: v.string(),
  status: v.number(),
  ms: v.number(),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Serves a school at the far end of a line.
 * @param line null: without a line
 * @throws an Error if the server does not start
 */
export const serveSchool = async (dataDir: string, line: Line | null): Promise<ServedSchool> => {
  const command = [
    ...(line?.prefix ?? []),
    process.execPath,
    "src/server/cli.ts",
    "serve",
    "--cert",
    TLS.certFile,
    "--key",
    TLS.keyFile,
  ];
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd: root,
    env: {
      ...process.env,
      PORT: "0",
      HOST: line?.host ?? "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const gone = once(child, "exit");

  let answers: Answered[] = [];
  const own = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error("The school did not start.")));
    createInterface(child.stdout).on("line", (text) => {
      const said = parsed(text);
      if (v.is(listening, said)) resolve(said.address);
      if (!v.is(request, said)) return;
      const to = Date.parse(said.time);
      answers.push({ ...said, from: to - said.ms, to });
    });
  });
  return {
    address: line ? await line.carry(own) : own,
    answered() {
      const taken = answers;
      answers = [];
      return taken;
    },
    async stop() {
      child.kill("SIGTERM");
      await gone;
      process.off("exit", end);
    },
  };
};
