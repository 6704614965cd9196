import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as v from "valibot";
import { connectTo } from "../../../tests/adapters/host/runtime-client.ts";
import { startHost } from "../../../tests/adapters/host/start-host.ts";
import { startRuntime } from "../../../tests/adapters/host/start-runtime.ts";
import { runtimeForThisMachine } from "../../desktop/runtimes.ts";
import { openApp, type RunningApp } from "./app.ts";
import { cpuUse, formatCpuUse } from "./cpu-use.ts";
import { listFiles } from "./curl.ts";
import { type FilledSchool, fillSchool } from "./filled-school.ts";
import { type ServedSchool, serveSchool } from "./serve-school.ts";
import { activateApp, signInOnce } from "./signed-in-home.ts";
import { waitForSync } from "./synced.ts";

const repository = path.join(import.meta.dirname, "..", "..", "..");

const MEGABYTES = Number(process.env.BENCH_IMPORT_MB ?? 400);
const FILE_BYTES = 10_000_000;
const SOCKET_MEGABYTES = 200;
const SOCKET_AT_ONCE = 20;
const LIMIT_MS = 10 * 60_000;

export interface WriteRates {
  /** Write rate of a sync, divided by the rate of the runtime's socket alone. */
  syncAgainstSocket: number;
  /** Write rate of importing a zip of the same content, divided by that of the sync. */
  zipAgainstSync: number;
}

const perSecond = (megabytes: number, milliseconds: number) => (megabytes * 1000) / milliseconds;

const newFolder = (name: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), `learning-space-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Write rate of the runtime in MB/s, with twenty writes of 1 MB in parallel and without a page. */
const socketRate = async (): Promise<number> => {
  const dataHome = newFolder("socket");
  const documentRoot = path.join(dataHome, "page");
  mkdirSync(documentRoot);
  const runtime = runtimeForThisMachine();
  const options = { documentRoot, dataHome };
  const running = runtime ? await startRuntime(runtime, options) : await startHost(options);
  const { call, close } = await connectTo(running.address);
  const data = Buffer.alloc(1_000_000, 7).toString("base64");
  let next = 0;
  const write = async () => {
    while (next < SOCKET_MEGABYTES) {
      next += 1;
      await call("filesystem.writeBinaryFile", { path: `${dataHome}/${next}.cache`, data });
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: SOCKET_AT_ONCE }, write));
  const took = performance.now() - started;
  close();
  await running.close();
  rmSync(dataHome, { recursive: true, force: true });
  return perSecond(SOCKET_MEGABYTES, took);
};

const syncRate = async (school: ServedSchool, data: FilledSchool): Promise<number> => {
  const home = await signInOnce(school.address, data);
  const { distinct } = await listFiles(school.address);
  const app = await openApp(school.address, home.copy());
  try {
    await app.until(() =>
      (window as unknown as { notes: { calls: { url: string }[] } }).notes.calls.some(({ url }) =>
        url.includes("/files/read"),
      ),
    );
    const [started, before] = [Date.now(), cpuUse()];
    const end = await waitForSync(app.dataFolder, distinct, LIMIT_MS);
    const rate = perSecond(MEGABYTES, end - started);
    console.log(
      `  sync: ${rate.toFixed(1)} MB/s; ${formatCpuUse(before, cpuUse(), MEGABYTES, rate)}`,
    );
    return rate;
  } finally {
    await app.close();
    home.remove();
  }
};

const exportZip = async (dataDir: string): Promise<string> => {
  const zip = path.join(newFolder("zip"), "stick.zip");
  const child = spawn(process.execPath, ["src/server/cli.ts", "content", "export", zip], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The export failed with exit code ${code}.`);
  return zip;
};

/** Creates a data folder in which the offline app is activated. */
const activatedHome = async (school: ServedSchool, data: FilledSchool): Promise<string> => {
  const home = newFolder("offline");
  await activateApp(school.address, data, home, "offline", (page) =>
    page.getByRole("button", { name: "Choose file" }).waitFor(),
  );
  return home;
};

const node = v.object({ nodeId: v.number() });
const tree = v.object({ root: node });

/** Chooses a file in the page's file input. */
const chooseFile = async (app: RunningApp, file: string): Promise<void> => {
  const { root } = v.parse(tree, await app.send("DOM.getDocument"));
  const asked = { nodeId: root.nodeId, selector: "input[type=file]" };
  const { nodeId } = v.parse(node, await app.send("DOM.querySelector", asked));
  await app.send("DOM.setFileInputFiles", { nodeId, files: [file] });
};

const zipRate = async (school: ServedSchool, data: FilledSchool): Promise<number> => {
  const zip = await exportZip(data.dataDir);
  const home = await activatedHome(school, data);
  const app = await openApp(school.address, home, "/tls/", "offline");
  try {
    await app.until(() => document.querySelector("input[type=file]") !== null);
    const [started, before] = [Date.now(), cpuUse()];
    await chooseFile(app, zip);
    await app.until(
      () => document.body.textContent?.includes("The content has been imported.") ?? false,
      LIMIT_MS,
    );
    const rate = perSecond(MEGABYTES, Date.now() - started);
    console.log(
      `  zip import: ${rate.toFixed(1)} MB/s; ${formatCpuUse(before, cpuUse(), MEGABYTES, rate)}`,
    );
    return rate;
  } finally {
    await app.close();
    for (const folder of [home, path.dirname(zip)]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
};

/**
 * Measures how fast large files are written: by the runtime alone, by a sync from a school on this
 * machine, and by the import of a zip. The processor time shows the bottleneck: the runtime does all of
 * its work in one thread.
 */
export const measureWriteRates = async (folder: string): Promise<WriteRates> => {
  const files = Math.round((MEGABYTES * 1e6) / FILE_BYTES);
  const data = await fillSchool({ folder, files, bytes: FILE_BYTES });
  const school = await serveSchool(data.dataDir, null);
  try {
    const socket = await socketRate();
    console.log(`  the runtime's socket: ${socket.toFixed(1)} MB/s`);
    const sync = await syncRate(school, data);
    const zip = await zipRate(school, data);
    return { syncAgainstSocket: sync / socket, zipAgainstSync: zip / sync };
  } finally {
    await school.stop();
    data.remove();
  }
};
