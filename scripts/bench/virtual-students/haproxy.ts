import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../school/start-school.ts";

const CONFIGURATION = path.join(import.meta.dirname, "../../../resources/deploy/haproxy.cfg");

/**
 * Starts HAProxy with the shipped configuration before one server, which has the places of two, or two.
 * @returns null if it is not installed
 */
export const startHaproxy = async (servers: readonly string[]) => {
  const [first = "", second = first] = servers.map((url) => new URL(url).host);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn("haproxy", ["-f", CONFIGURATION], {
    env: { ...process.env, SCHOOL_1: first, SCHOOL_2: second, BALANCER_ADDRESS: address },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const failed = await Promise.race([
    once(child, "spawn").then(() => false),
    once(child, "error").then(() => true),
  ]);
  if (failed) return null;
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const url = `http://${address}`;
  while (!(await fetch(`${url}/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error("HAProxy ended");
    await pause(50);
  }
  return {
    url,
    /** What it has logged, such as the servers that it leaves out. */
    log: () => log,
    async [Symbol.asyncDispose]() {
      process.off("exit", end);
      if (child.exitCode !== null) return;
      end();
      await once(child, "exit");
    },
  };
};
