import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { TLS } from "../../../tests/server/support/certificates.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");

/** A school that is served with TLS and HTTP/2, as in production. */
export interface ServedSchool {
  /** Without a slash at the end. */
  address: string;
  stop(): Promise<void>;
}

const listening = v.object({ event: v.literal("listening"), address: v.string() });
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Serves a school's data.
 * @throws an Error if the server does not start
 */
export const serveSchool = async (dataDir: string): Promise<ServedSchool> => {
  const words = ["src/server/cli.ts", "serve", "--cert", TLS.certFile, "--key", TLS.keyFile];
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      ...process.env,
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const gone = once(child, "exit");

  const address = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error("The school did not start.")));
    createInterface(child.stdout).on("line", (text) => {
      const said = parsed(text);
      if (v.is(listening, said)) resolve(said.address);
    });
  });
  return {
    address,
    async stop() {
      child.kill("SIGTERM");
      await gone;
      process.off("exit", end);
    },
  };
};
