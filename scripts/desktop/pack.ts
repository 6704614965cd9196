import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import type { SchoolSettings } from "../build/builds.ts";
import type { AppConfig } from "./app-config.ts";
import { icns, ico } from "./app-icons.ts";
import { layOut } from "./lay-out.ts";
import { macApp, macAppName } from "./mac-app.ts";
import { runNeu } from "./neu.ts";
import type { Runtime } from "./runtimes.ts";
import type { Sign } from "./sign.ts";
import { nameProgram } from "./windows-program.ts";
import { layOutFile, zip, zipFolder } from "./zip.ts";

/** The most that a packed app may have, without content. */
export const MAX_BYTES = 3_000_000;

export interface PackOptions {
  config: AppConfig;
  school: SchoolSettings;
  /** The built page. */
  web: string;
  /** Folder with the runtimes. */
  runtimes: string;
  /** For files that go again. */
  scratch: string;
  /** Folder for the packages. */
  target: string;
  /** Signs what Windows and macOS want signed, before it is packed. */
  sign: Sign;
}

/** An app as it was packed for one system. */
export interface Packed {
  /** The package. */
  zip: string;
  bytes: number;
  /** The runtime as it lies in the package, with icon and version in it on Windows. */
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

/** What neu has made for a system. */
interface Made {
  program: string;
  resources: string;
}

/** @returns the same, the program named and signed as Windows wants it */
const packWindows = async (made: Made, zipFile: string, options: PackOptions): Promise<Made> => {
  const { config, school } = options;
  const name = `${config.cli.binaryName}.exe`;
  const program = path.join(path.dirname(made.program), name);
  const named = nameProgram(readFileSync(made.program), {
    config,
    name: school.organisation.name,
    icon: ico(),
  });
  writeFileSync(program, named);
  options.sign(program, "windows");
  const files = [
    { name, bytes: readFileSync(program), runs: true },
    { name: "resources.neu", bytes: readFileSync(made.resources) },
  ];
  writeFileSync(zipFile, await zip(files));
  return { ...made, program };
};

const packMac = async (made: Made, zipFile: string, options: PackOptions): Promise<Made> => {
  const { name } = options.school.organisation;
  const files = macApp({
    config: options.config,
    name,
    fileServer: options.school.fileServer,
    program: readFileSync(made.program),
    resources: readFileSync(made.resources),
    icon: icns(),
  });
  const folder = path.join(path.dirname(made.program), "bundle");
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) layOutFile(folder, file);
  // A signature puts files of its own into the bundle.
  options.sign(path.join(folder, macAppName({ name })), "macos");
  writeFileSync(zipFile, await zip(zipFolder(folder)));
  return made;
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
  const copy = path.join(folder, "bin", runtime.file);
  mkdirSync(path.dirname(copy));
  copyFileSync(path.join(options.runtimes, runtime.file), copy);
  // Whoever put it there by hand may have lost what lets it run.
  chmodSync(copy, 0o755);
  const said = runNeu(folder, ["build", "--release"], 5);

  const made = path.join(folder, "packed");
  const program = runtime.file.replace("neutralino", name);
  const release = path.join(made, `${name}-release.zip`);
  const names = await namesIn(release).catch((): string[] => []);
  const missing = [program, "resources.neu"].filter((file) => !names.includes(file));
  if (missing.length > 0) {
    throw new Error(`neu build left out ${missing.join(" and ")}; it said:\n${said}`);
  }
  const zipFile = path.join(options.target, `${name}-${config.version}-${runtime.label}.zip`);
  mkdirSync(options.target, { recursive: true });
  rmSync(zipFile, { force: true });
  let files: Made = {
    program: path.join(made, name, program),
    resources: path.join(made, name, "resources.neu"),
  };
  if (runtime.system === "windows") files = await packWindows(files, zipFile, options);
  else if (runtime.system === "macos") files = await packMac(files, zipFile, options);
  else renameSync(release, zipFile);
  const bytes = statSync(zipFile).size;
  if (bytes > MAX_BYTES) {
    throw new Error(`The package for ${runtime.label} has ${bytes} bytes of ${MAX_BYTES}.`);
  }
  return { zip: zipFile, bytes, ...files };
};
