import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onlineSettings } from "../../scripts/build/school-settings.ts";
import { pack } from "../../scripts/desktop/pack.ts";
import { RUNTIMES } from "../../scripts/desktop/runtimes.ts";
import type { LaidOutApp } from "./lay-out-app.ts";

export interface VersionOptions {
  version: string;
  /** Changes the page before it is packed. */
  change?: (web: string) => void;
}

/** The texts of a screen in another language than English. */
const TRANSLATION = /-(?!en)[a-z]{2}\.\w+\.json$/;

/**
 * Packs another version of an app, in English only, as `desktop:build` does.
 * @returns the package of its resources, in a folder that is deleted with the process
 */
export const packVersion = async (
  app: LaidOutApp,
  { version, change }: VersionOptions,
): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-version-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const web = path.join(folder, "page");
  // The app writes each file of a version by calls of their own, and most are translations.
  cpSync(app.web, web, { recursive: true, filter: (file) => !TRANSLATION.test(file) });
  change?.(web);
  const [linux] = RUNTIMES;
  if (!linux) throw new Error("There is no runtime to pack for.");
  const runtimes = path.join(folder, "bin");
  mkdirSync(runtimes);
  // Resources contain no runtime; the packer only checks that its file exists.
  writeFileSync(path.join(runtimes, linux.file), "runtime");
  const { resources } = await pack(linux, {
    config: { ...app.config, version },
    web,
    school: onlineSettings({ FILE_SERVER: "https://school.example/api" }),
    sign: () => undefined,
    runtimes,
    scratch: path.join(folder, "work"),
    target: folder,
  });
  const target = path.join(folder, `learning-space-hybrid-${version}-resources.neu`);
  writeFileSync(target, readFileSync(resources));
  return target;
};

/** Makes the main script fail when it runs. */
export const breakMain = (web: string): void => {
  const folder = path.join(web, "tls");
  const [main] = readdirSync(folder).filter((name) => /^main\..*\.js$/.test(name));
  writeFileSync(path.join(folder, main ?? ""), 'throw new Error("This version is broken.");');
};
