import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { System } from "../../src/contract/downloads.ts";

/** A runtime of Neutralino for one system and architecture. */
export interface Runtime {
  /** Its file in `neutralino/bin/`, named as in Neutralino's release. */
  file: string;
  system: System;
  /** The system in the names of packages. The usual architecture is left out. */
  label: string;
  /** Debian's name of the architecture; only for Linux. */
  debian?: string;
}

/** All runtimes that Neutralino releases. */
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

/** The folder of the runtimes, which git ignores. */
export const runtimeFolder = path.join(root, "neutralino", "bin");

/** The runtimes in a folder; empty if it does not exist. */
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

/** The files that run on this machine, best first; empty if Neutralino does not support it. */
export const filesForThisMachine = (): readonly string[] =>
  HOST[`${process.platform}-${process.arch}`] ?? [];

/** Path of the runtime for this machine; null if it is not in `neutralino/bin/`. */
export const runtimeForThisMachine = (): string | null =>
  filesForThisMachine()
    .map((file) => path.join(runtimeFolder, file))
    .find((file) => existsSync(file)) ?? null;
