import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onlineSettings } from "../../scripts/build/school-settings.ts";
import { pack } from "../../scripts/desktop/pack.ts";
import { RUNTIMES, runtimeFolder, runtimeForThisMachine } from "../../scripts/desktop/runtimes.ts";
import type { LaidOutApp } from "./lay-out-app.ts";

const packed = new Map<string, Promise<string>>();

/** Deleted together when this process ends: a listener for each would be too many for Node. */
const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const packApp = async (app: LaidOutApp): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-packed-"));
  folders.push(folder);
  const own = runtimeForThisMachine() ?? "";
  const runtime = RUNTIMES.find(({ file }) => file === path.basename(own));
  if (!runtime) throw new Error("There is no runtime to pack for.");
  const { program } = await pack(runtime, {
    config: app.config,
    web: app.web,
    school: onlineSettings({ FILE_SERVER: "https://school.example/api" }),
    sign: () => undefined,
    runtimes: runtimeFolder,
    scratch: path.join(folder, "work"),
    target: folder,
  });
  return program;
};

/**
 * Packs an app for this machine as `desktop:build` does, once for each.
 * @returns the program, with its resources beside it
 */
export const packedApp = (app: LaidOutApp): Promise<string> => {
  const known = packed.get(app.folder);
  if (known) return known;
  const program = packApp(app);
  packed.set(app.folder, program);
  return program;
};
