import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onlineSettings } from "../../scripts/build/school-settings.ts";
import { type Packed, pack } from "../../scripts/desktop/pack.ts";
import {
  RUNTIMES,
  type Runtime,
  runtimeFolder,
  runtimeForThisMachine,
} from "../../scripts/desktop/runtimes.ts";
import type { LaidOutApp } from "./lay-out-app.ts";

/** Deleted together when this process ends: a listener for each would be too many for Node. */
const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-packed-"));
  folders.push(folder);
  return folder;
};

const packInto = (
  folder: string,
  runtime: Runtime | undefined,
  app: Pick<LaidOutApp, "config" | "web"> & { runtimes: string },
): Promise<Packed> => {
  if (!runtime) throw new Error("There is no runtime to pack for.");
  const school = onlineSettings({ FILE_SERVER: "https://school.example/api" });
  const scratch = path.join(folder, "work");
  return pack(runtime, { ...app, school, sign: () => undefined, scratch, target: folder });
};

const packed = new Map<string, Promise<Packed>>();

/**
 * Packs an app for this machine, once for each.
 * @returns the program, with its resources beside it
 */
export const packedApp = async ({ folder, config, web }: LaidOutApp): Promise<string> => {
  const own = path.basename(runtimeForThisMachine() ?? "");
  const runtime = RUNTIMES.find(({ file }) => file === own);
  const packing =
    packed.get(folder) ?? packInto(newFolder(), runtime, { config, web, runtimes: runtimeFolder });
  packed.set(folder, packing);
  return (await packing).program;
};

export interface VersionOptions {
  version: string;
  /** Changes the page before it is packed. */
  change?: (web: string) => void;
}

/** The texts of a screen in another language than English. */
const TRANSLATION = /-(?!en)[a-z]{2}\.\w+\.json$/;

/**
 * Packs another version of an app, in English only.
 * @returns the package of its resources
 */
export const packVersion = async (
  app: LaidOutApp,
  { version, change }: VersionOptions,
): Promise<string> => {
  const folder = newFolder();
  const web = path.join(folder, "page");
  // The app writes each file of a version by calls of their own, and most are translations.
  cpSync(app.web, web, { recursive: true, filter: (file) => !TRANSLATION.test(file) });
  change?.(web);
  const [linux] = RUNTIMES;
  const runtimes = path.join(folder, "bin");
  mkdirSync(runtimes);
  // Resources contain no runtime; the packer only checks that its file exists.
  writeFileSync(path.join(runtimes, linux?.file ?? ""), "runtime");
  const config = { ...app.config, version };
  const { resources } = await packInto(folder, linux, { config, web, runtimes });
  const target = path.join(folder, `learning-space-hybrid-${version}-resources.neu`);
  renameSync(resources, target);
  return target;
};

/** Makes the main script fail when it runs. */
export const breakMain = (web: string): void => {
  const folder = path.join(web, "tls");
  const [main] = readdirSync(folder).filter((name) => /^main\..*\.js$/.test(name));
  writeFileSync(path.join(folder, main ?? ""), 'throw new Error("This version is broken.");');
};
