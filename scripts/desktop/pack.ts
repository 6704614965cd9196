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
import type { SchoolSettings } from "../build/school-settings.ts";
import type { AppConfig } from "./app-config.ts";
import { icns, ico } from "./app-icons.ts";
import { macApp, macAppName } from "./mac-app.ts";
import { runNeu } from "./neu.ts";
import type { Runtime } from "./runtimes.ts";
import type { Sign } from "./sign.ts";
import { brandProgram } from "./windows-program.ts";
import { writeApp } from "./write-app.ts";
import { writeZipEntry, zip, zipFolder } from "./zip.ts";

/** The maximum size of a packed app without content, in bytes. */
export const MAX_BYTES = 3_000_000;

export interface PackOptions {
  config: AppConfig;
  school: SchoolSettings;
  web: string;
  /** The folder with the runtimes. */
  runtimes: string;
  /** A folder for temporary files. */
  scratch: string;
  /** The folder for the packages. */
  target: string;
  /** Signs files for Windows and macOS before they are packed. */
  sign: Sign;
}

/** The result of packing an app for one system. */
export interface Packed {
  zip: string;
  bytes: number;
  /** The runtime in the package; on Windows with icon and version. */
  program: string;
  /** The resources, which the runtime reads. */
  resources: string;
}

const namesIn = async (zip: string): Promise<string[]> => {
  const reader = new ZipReader(new Uint8ArrayReader(readFileSync(zip)));
  const entries = await reader.getEntries();
  await reader.close();
  return entries.map(({ filename }) => filename);
};

/** The files that neu has created for a system. */
interface Made {
  program: string;
  resources: string;
}

/** @returns the same files, with a named and signed program for Windows */
const packWindows = async (made: Made, zipFile: string, options: PackOptions): Promise<Made> => {
  const { config, school } = options;
  const name = `${config.cli.binaryName}.exe`;
  const program = path.join(path.dirname(made.program), name);
  const named = brandProgram(readFileSync(made.program), {
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
  for (const file of files) writeZipEntry(folder, file);
  // Signing adds files to the bundle.
  options.sign(path.join(folder, macAppName({ name })), "macos");
  writeFileSync(zipFile, await zip(zipFolder(folder)));
  return made;
};

/**
 * Packs an app for one system with `neu build --release`. The package has its name and version.
 * @throws an Error with neu's output if a file is missing, or if the package is too large
 */
export const pack = async (runtime: Runtime, options: PackOptions): Promise<Packed> => {
  const { config, scratch } = options;
  const name = config.cli.binaryName ?? "";
  const folder = path.join(scratch, runtime.label);
  writeApp(folder, options.web, config);
  const copy = path.join(folder, "bin", runtime.file);
  mkdirSync(path.dirname(copy));
  copyFileSync(path.join(options.runtimes, runtime.file), copy);
  // A file that was copied by hand may not be executable.
  chmodSync(copy, 0o755);
  const output = runNeu(folder, ["build", "--release"], 5);

  const made = path.join(folder, "packed");
  const program = runtime.file.replace("neutralino", name);
  const release = path.join(made, `${name}-release.zip`);
  const names = await namesIn(release).catch((): string[] => []);
  const missing = [program, "resources.neu"].filter((file) => !names.includes(file));
  if (missing.length > 0) {
    throw new Error(`neu build did not create ${missing.join(" and ")}. Its output:\n${output}`);
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
    throw new Error(
      `The package for ${runtime.label} has ${bytes} bytes; at most ${MAX_BYTES} are allowed.`,
    );
  }
  return { zip: zipFile, bytes, ...files };
};
