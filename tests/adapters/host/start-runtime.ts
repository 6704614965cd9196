import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./free-port.ts";
import { appIdOf, type HostConfig, OPEN_CONFIG } from "./host-config.ts";
import type { HostOptions } from "./start-host.ts";

/** Asks for a page until there is an answer; the script beside it has the token, one time. */
const untilServed = async (address: string, runtime: ChildProcess): Promise<void> => {
  while (runtime.exitCode === null) {
    const response = await fetch(address).catch(() => null);
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The desktop's runtime ended with ${runtime.exitCode}.`);
};

/** The real runtime without a window: it serves the pages and its calls to any browser. */
export const startRuntime = async (
  file: string,
  { documentRoot, dataHome, config = OPEN_CONFIG }: HostOptions,
) => {
  const app = await mkdtemp(path.join(tmpdir(), "runtime-"));
  const port = await freePort();
  const whole: HostConfig & Record<string, unknown> = {
    ...config,
    defaultMode: "browser",
    documentRoot: "/resources/",
    url: "/",
    enableServer: true,
    exportAuthInfo: false,
    dataLocation: "system",
    storageLocation: "system",
    port,
  };
  await cp(documentRoot, path.join(app, "resources"), { recursive: true });
  await writeFile(path.join(app, "neutralino.config.json"), JSON.stringify(whole));
  const runtime = spawn(file, [`--path=${app}`, "--load-dir-res", "--mode=browser"], {
    // Nothing on the path that could open a browser of the person's own, which would take the token.
    env: { PATH: "", HOME: dataHome, XDG_DATA_HOME: dataHome },
    stdio: "ignore",
  });
  const ended = once(runtime, "exit");
  // Whatever ends this process, no runtime stays behind.
  const end = () => void runtime.kill("SIGKILL");
  process.once("exit", end);
  const address = `http://127.0.0.1:${port}`;
  await untilServed(address, runtime);
  return {
    address,
    dataFolder: `${dataHome}/${appIdOf(config)}`,
    kill: end,
    async close(): Promise<void> {
      end();
      await ended;
      process.off("exit", end);
      await rm(app, { recursive: true, force: true });
    },
  };
};
