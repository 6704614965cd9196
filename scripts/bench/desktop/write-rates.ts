import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import { connectTo } from "../../../tests/adapters/host/runtime-client.ts";
import { startHost } from "../../../tests/adapters/host/start-host.ts";
import { startRuntime } from "../../../tests/adapters/host/start-runtime.ts";
import { runtimeForThisMachine } from "../../desktop/runtimes.ts";
import { chromiumHere, openApp, startAppHost, trustingFlags } from "./app.ts";
import { cpuBetween, cpuUse } from "./cpu-use.ts";
import { listFiles } from "./curl.ts";
import { type FilledSchool, fillSchool } from "./filled-school.ts";
import { type ServedSchool, serveSchool } from "./serve-school.ts";
import { activate, signInOnce } from "./signed-in-home.ts";
import { whenSynced } from "./synced.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");

const MEGABYTES = Number(process.env.BENCH_IMPORT_MB ?? 400);
const FILE_BYTES = 10_000_000;
const SOCKET_MEGABYTES = 200;
const SOCKET_AT_ONCE = 20;
const LIMIT_MS = 10 * 60_000;

export interface WriteRates {
  /** What a sync writes in a second, by what the runtime's socket takes when nothing else is done. */
  syncAgainstSocket: number;
  /** What the import of a zip of the same content writes in a second, by what the sync does. */
  zipAgainstSync: number;
}

const perSecond = (megabytes: number, milliseconds: number) => (megabytes * 1000) / milliseconds;

const newFolder = (name: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), `learning-space-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Megabytes that the runtime takes in a second: twenty writes of a megabyte under way, no page. */
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
    const end = await whenSynced(app.dataFolder, distinct, LIMIT_MS);
    const rate = perSecond(MEGABYTES, end - started);
    const work = cpuBetween(before, cpuUse(), MEGABYTES);
    console.log(`  sync: ${rate.toFixed(1)} MB/s; work for a megabyte in ms: ${work}`);
    return rate;
  } finally {
    await app.close();
    home.remove();
  }
};

const exportZip = async (dataDir: string): Promise<string> => {
  const zip = path.join(newFolder("zip"), "stick.zip");
  const child = spawn(process.execPath, ["src/server/cli.ts", "content", "export", zip], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The export ended with ${code}.`);
  return zip;
};

const zipRate = async (school: ServedSchool, data: FilledSchool): Promise<number> => {
  const zip = await exportZip(data.dataDir);
  const home = newFolder("offline");
  const host = await startAppHost(school.address, home, "offline");
  const browser = await chromium.launch({
    executablePath: chromiumHere(),
    args: trustingFlags(),
  });
  try {
    const page = await browser.newPage({ locale: "en-US" });
    await page.goto(`${host.address}/tls/`);
    await activate(page, data.serialNumber);
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose file" }).click();
    const chooser = await choosing;
    const [started, before] = [Date.now(), cpuUse()];
    await chooser.setFiles(zip);
    await page
      .getByText("The content has been imported.")
      .waitFor({ timeout: LIMIT_MS, state: "visible" });
    const rate = perSecond(MEGABYTES, Date.now() - started);
    const work = cpuBetween(before, cpuUse(), MEGABYTES);
    console.log(`  zip import: ${rate.toFixed(1)} MB/s; work for a megabyte in ms: ${work}`);
    return rate;
  } finally {
    await browser.close();
    await host.close();
    for (const folder of [home, path.dirname(zip)]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
};

/**
 * How fast large files are written: by the runtime alone, by a sync from a school on this machine, and
 * by the import of a zip. What the processors do for a megabyte shows where it ends: the runtime, the
 * page, and on two processors the sum of all.
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
