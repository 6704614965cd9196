import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { System } from "../../src/contract/downloads.ts";

/** A runtime of Neutralino, for one system on one kind of processor. */
export interface Runtime {
  /** Its file in `neutralino/bin/`, as Neutralino releases it. */
  file: string;
  system: System;
  /** What the names of packages say of the system: the usual processor goes without saying. */
  label: string;
  /** What Debian calls the processor; for Linux alone. */
  debian?: string;
}

/** Every runtime that Neutralino releases. */
export const RUNTIMES: readonly Runtime[] = [
  { file: "neutralino-linux_x64", system: "linux", label: "linux", debian: "amd64" },
  { file: "neutralino-linux_arm64", system: "linux", label: "linux_arm64", debian: "arm64" },
  { file: "neutralino-linux_armhf", system: "linux", label: "linux_armhf", debian: "armhf" },
  { file: "neutralino-win_x64.exe", system: "windows", label: "windows" },
  { file: "neutralino-mac_universal", system: "macos", label: "macos" },
  { file: "neutralino-mac_arm64", system: "macos", label: "macos_arm64" },
  { file: "neutralino-mac_x64", system: "macos", label: "macos_x64" },
];

const root = path.join(import.meta.dirname, "..", "..");

/** Where the runtimes lie; git does not keep them. */
export const runtimeFolder = path.join(root, "neutralino", "bin");

/** The runtimes that lie in a folder; none where there is no folder. */
export const runtimesIn = (folder: string): Runtime[] => {
  const there = existsSync(folder) ? new Set(readdirSync(folder)) : new Set();
  return RUNTIMES.filter(({ file }) => there.has(file));
};

const HOST: Record<string, string[]> = {
  "linux-x64": ["neutralino-linux_x64"],
  "linux-arm64": ["neutralino-linux_arm64"],
  "linux-arm": ["neutralino-linux_armhf"],
  "win32-x64": ["neutralino-win_x64.exe"],
  "win32-arm64": ["neutralino-win_x64.exe"],
  "darwin-arm64": ["neutralino-mac_universal", "neutralino-mac_arm64"],
  "darwin-x64": ["neutralino-mac_universal", "neutralino-mac_x64"],
};

/** The files that run on this machine, the best first; none where Neutralino has none for it. */
export const filesForThisMachine = (): readonly string[] =>
  HOST[`${process.platform}-${process.arch}`] ?? [];

/** The runtime for this machine, as a path; null where it does not lie in `neutralino/bin/`. */
export const runtimeForThisMachine = (): string | null =>
  filesForThisMachine()
    .map((file) => path.join(runtimeFolder, file))
    .find((file) => existsSync(file)) ?? null;
