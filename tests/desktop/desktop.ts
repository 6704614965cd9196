import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base, expect, type Page } from "playwright/test";
import type { DesktopBuildName } from "../../scripts/build/school-settings.ts";
import { runtimeForThisMachine } from "../../scripts/desktop/runtimes.ts";
import { type Host, type HostOptions, startHost } from "../adapters/host/start-host.ts";
import { startPacked, startRuntime } from "../adapters/host/start-runtime.ts";
import { layOutApp } from "./lay-out-app.ts";
import { packedApp } from "./pack-app.ts";
import { type DesktopSchool, sharedSchool } from "./shared-school.ts";

export interface DesktopOptions {
  build: DesktopBuildName;
  /** Address of the school; the shared one by default. */
  school?: string;
  /** The school's public key in the build; none by default. */
  publicKey?: string;
  /** Whether it is opened as it is packed, on the real runtime; from a folder by default. */
  packed?: boolean;
  /** The folder for apps' data; an empty one of the test's own by default. */
  dataHome?: string;
  /** Options of the stand-in: for tests in `stand-in/`. */
  host?: Pick<HostOptions, "machineId" | "before" | "config">;
}

export interface Desktop {
  page: Page;
  /** Its page's address, such as `http://127.0.0.1:40123`; different at every start. */
  address: string;
  dataHome: string;
  /** The app's own folder in there. */
  dataFolder: string;
  /** The stand-in for the runtime, which can be made to fail; null on the real runtime. */
  host: Host | null;
  opened: () => readonly string[];
  kill: () => void;
}

interface Fixtures {
  /** Opens the app; again with the same `dataHome` for its next start on that machine. */
  openDesktop: (options: DesktopOptions) => Promise<Desktop>;
  /** An empty folder for apps' data, deleted after the test. */
  dataHome: string;
  quietConsole: {
    watch: (page: Page) => void;
    /** Allows an error that the test causes itself. */
    expect: (pattern: RegExp) => void;
  };
  onRuntime: boolean;
}

interface WorkerFixtures {
  /** The demo school with fewer lessons; all workers share it. */
  running: DesktopSchool;
}

/** Tests of the built desktop app, on the runtime or its stand-in. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => use(sharedSchool()),
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  onRuntime: async ({}, use, { project }) => use(project.name === "runtime"),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  dataHome: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), "learning-space-desktop-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  openDesktop: async ({ running, context, dataHome, onRuntime, quietConsole }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (options) => {
      const app = layOutApp(options.build, options.school ?? running.url, options.publicKey);
      const home = options.dataHome ?? dataHome;
      const served = { documentRoot: app.web, dataHome: home, config: app.config };
      const config = { ...app.config, ...options.host?.config };
      const host = onRuntime ? null : await startHost({ ...options.host, ...served, config });
      const own = async () =>
        options.packed
          ? startPacked(await packedApp(app), served)
          : startRuntime(runtimeForThisMachine() ?? "", served);
      const runtime = host ?? (await own());
      ends.push(runtime.close);
      const page = await context.newPage();
      quietConsole.watch(page);
      await page.goto(`${runtime.address}/tls/`);
      const { address, dataFolder, opened, kill } = runtime;
      return { page, address, dataHome: home, dataFolder, host, opened, kill };
    });
    await context.close();
    for (const end of ends) await end();
  },
  quietConsole: async ({ context }, use) => {
    const errors: string[] = [];
    const expected = [/^Failed to load resource/, /^WebSocket connection/];
    const watch = (page: Page) => {
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        // Some tests provoke a refused call, which the browser always logs.
        if (message.type() === "error") errors.push(message.text());
      });
    };
    await use({ watch, expect: (pattern) => expected.push(pattern) });
    const surprising = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
    expect(surprising, "what the console called an error").toEqual([]);
    await context.close();
  },
});
