import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runtimeForThisMachine } from "../../../scripts/desktop/runtimes.ts";
import { freePort } from "../../../scripts/school/start-school.ts";
import { appIdOf, type HostConfig, OPEN_CONFIG } from "./host-config.ts";
import { type HostOptions, startHost } from "./start-host.ts";

/** Requests a page until there is an answer; the script beside it has the token, once. */
const untilServed = async (address: string, runtime: ChildProcess): Promise<void> => {
  while (runtime.exitCode === null) {
    const response = await fetch(address).catch(() => null);
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The desktop's runtime ended with ${runtime.exitCode}.`);
};

/** Notes an address in place of opening it: a real browser would take the app's token at its start. */
const NOTES_ADDRESS = `#!/bin/sh
printf '%s\\n' "$1" >> "$OPENED"
`;

/** Lays out a folder with the program that opens addresses on Linux. */
const layOutOpener = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "opener-"));
  await writeFile(path.join(folder, "xdg-open"), NOTES_ADDRESS, { mode: 0o755 });
  const list = path.join(folder, "opened");
  return {
    env: { PATH: folder, OPENED: list },
    opened: (): string[] =>
      existsSync(list) ? readFileSync(list, "utf8").split("\n").slice(0, -1) : [],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Starts a program of the runtime without a window, on a port that is told to it. */
const launch = async (
  file: string,
  words: readonly string[],
  port: number,
  { dataHome, config = OPEN_CONFIG }: Pick<HostOptions, "dataHome" | "config">,
) => {
  const opener = await layOutOpener();
  const runtime = spawn(file, [...words, "--mode=browser"], {
    cwd: path.dirname(file),
    env: { ...opener.env, HOME: dataHome, XDG_DATA_HOME: dataHome },
    stdio: "ignore",
  });
  const ended = once(runtime, "exit");
  // No runtime is left when this process ends.
  const end = () => void runtime.kill("SIGKILL");
  process.once("exit", end);
  const address = `http://127.0.0.1:${port}`;
  await untilServed(address, runtime);
  return {
    address,
    dataFolder: `${dataHome}/${appIdOf(config)}`,
    opened: () => opener.opened().filter((url) => !url.startsWith(address)),
    kill: end,
    async close(): Promise<void> {
      end();
      await ended;
      process.off("exit", end);
      await opener.remove();
    },
  };
};

/** The real runtime without a window: it serves the pages and its calls to any browser. */
export const startRuntime = async (file: string, options: HostOptions) => {
  const { documentRoot, config = OPEN_CONFIG } = options;
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
  const runtime = await launch(file, [`--path=${app}`, "--load-dir-res"], port, options);
  return {
    ...runtime,
    async close(): Promise<void> {
      await runtime.close();
      await rm(app, { recursive: true, force: true });
    },
  };
};

/**
 * The same for an app as it was packed: its program reads pages and configuration out of the
 * `resources.neu` that lies beside it.
 */
export const startPacked = async (
  program: string,
  options: Pick<HostOptions, "dataHome" | "config">,
) => {
  const port = await freePort();
  return launch(program, [`--port=${port}`], port, options);
};

type Start = (
  options: HostOptions,
) => Promise<{ address: string; kill: () => void; close: () => Promise<void> }>;

/** The real runtime; null if none lies in `neutralino/bin`. */
export const runtimeFile = runtimeForThisMachine();

/** The runtime and its stand-in, for tests that hold on both. */
export const runtimes: Record<string, Start> = {
  "the stand-in for the runtime": startHost,
  ...(runtimeFile && { "the real runtime": (options) => startRuntime(runtimeFile, options) }),
};
