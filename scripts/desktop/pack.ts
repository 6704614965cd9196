import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import type { AppConfig } from "./app-config.ts";
import { layOut } from "./lay-out.ts";
import { runNeu } from "./neu.ts";
import type { Runtime } from "./runtimes.ts";

/** The most that a packed app may have, without content. */
export const MOST_BYTES = 3_000_000;

export interface PackOptions {
  config: AppConfig;
  /** The built page. */
  web: string;
  /** Folder with the runtimes. */
  runtimes: string;
  /** For files that go again. */
  scratch: string;
  /** Folder for the packages. */
  target: string;
}

/** An app as it was packed for one system. */
export interface Packed {
  /** The package. */
  zip: string;
  bytes: number;
  /** The runtime as it lies in the package, with the icon in it on Windows. */
  program: string;
  /** The app itself, which the runtime reads. */
  resources: string;
}

const namesIn = async (zip: string): Promise<string[]> => {
  const reader = new ZipReader(new Uint8ArrayReader(readFileSync(zip)));
  const entries = await reader.getEntries();
  await reader.close();
  return entries.map(({ filename }) => filename);
};

/**
 * Packs an app for one system with `neu build --release`, named with its name and version.
 * @throws Error with what neu said, when it did not make what it was to make, or too much of it
 */
export const pack = async (runtime: Runtime, options: PackOptions): Promise<Packed> => {
  const { config, scratch } = options;
  const name = config.cli.binaryName ?? "";
  const folder = path.join(scratch, runtime.label);
  layOut(folder, options.web, config);
  mkdirSync(path.join(folder, "bin"));
  copyFileSync(path.join(options.runtimes, runtime.file), path.join(folder, "bin", runtime.file));
  const said = runNeu(folder, ["build", "--release"], 5);

  const made = path.join(folder, "packed");
  const program = runtime.file.replace("neutralino", name);
  const release = path.join(made, `${name}-release.zip`);
  const names = await namesIn(release).catch((): string[] => []);
  const missing = [program, "resources.neu"].filter((file) => !names.includes(file));
  if (missing.length > 0) {
    throw new Error(`neu build left out ${missing.join(" and ")}; it said:\n${said}`);
  }
  const bytes = statSync(release).size;
  if (bytes > MOST_BYTES) {
    throw new Error(`The package for ${runtime.label} has ${bytes} bytes of ${MOST_BYTES}.`);
  }
  const zip = path.join(options.target, `${name}-${config.version}-${runtime.label}.zip`);
  mkdirSync(options.target, { recursive: true });
  rmSync(zip, { force: true });
  renameSync(release, zip);
  return {
    zip,
    bytes,
    program: path.join(made, name, program),
    resources: path.join(made, name, "resources.neu"),
  };
};
