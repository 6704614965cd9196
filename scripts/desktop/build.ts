import {
  copyFileSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SYSTEMS, type System } from "../../src/contract/downloads.ts";
import {
  DESKTOP_BUILDS,
  type DesktopBuildName,
  desktopSettings,
  desktopWeb,
  missingKeyNotice,
  type SchoolSettings,
} from "../build/school-settings.ts";
import { buildIfChanged } from "../test/run-command.ts";
import { type AppConfig, appConfig, appName } from "./app-config.ts";
import { ico } from "./app-icons.ts";
import { debianPackage } from "./debian-package.ts";
import { fetchRuntimes, runtimesMissing } from "./fetch-runtimes.ts";
import { type Packed, pack } from "./pack.ts";
import { type Runtime, runtimeFolder } from "./runtimes.ts";
import { createSigner } from "./sign.ts";
import { canMakeInstallers, makeInstaller } from "./windows-installer.ts";

const root = path.join(import.meta.dirname, "..", "..");
const NAMES: Record<System, string> = { linux: "Linux", windows: "Windows", macos: "macOS" };

const say = (file: string) => {
  const kilobytes = Math.ceil(statSync(file).size / 1000).toLocaleString("en");
  console.log(`· ${path.relative(root, file)}  ${kilobytes} kB`);
};

const read = (...parts: string[]) => readFileSync(path.join(root, ...parts));

const writeDebianPackage = async (
  architecture: string,
  build: DesktopBuildName,
  school: SchoolSettings,
  packed: Packed,
  version: string,
): Promise<string> => {
  const file = packed.zip.replace(/\.zip$/, ".deb");
  const bytes = await debianPackage({
    name: appName(build),
    version,
    architecture,
    school: { name: school.organisation.name, email: process.env.ORGANISATION_EMAIL || null },
    program: readFileSync(packed.program),
    resources: readFileSync(packed.resources),
    icon: { png: read("neutralino/icons/app.png"), svg: read("neutralino/icons/app.svg") },
    licence: read("LICENSE").toString(),
    opensContent: build === "offline",
  });
  writeFileSync(file, bytes);
  return file;
};

const signCommand = process.env.SIGN_COMMAND?.trim() || undefined;
const sign = createSigner(signCommand);

/** @returns the installer, signed if there is a command for that */
const writeInstaller = (
  build: DesktopBuildName,
  school: SchoolSettings,
  packed: Packed,
  config: AppConfig,
  scratch: string,
): string => {
  const file = packed.zip.replace(/\.zip$/, ".exe");
  makeInstaller({
    config,
    name: school.organisation.name,
    program: packed.program,
    resources: packed.resources,
    icon: ico(),
    opensContent: build === "offline",
    signCommand,
    scratch: path.join(scratch, "installer"),
    target: file,
  });
  sign(file, "windows");
  return file;
};

/** Copies the resources: the same for every system, and used by installed apps as an update. */
const copyResources = (build: DesktopBuildName, packed: Packed, version: string): string => {
  const name = `${appName(build)}-${version}-resources.neu`;
  const file = path.join(path.dirname(packed.zip), name);
  copyFileSync(packed.resources, file);
  return file;
};

const packBuild = async (
  build: DesktopBuildName,
  config: AppConfig,
  school: SchoolSettings,
  runtimes: readonly Runtime[],
): Promise<void> => {
  const target = path.join(root, "dist/desktop", build);
  using scratch = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-packing-"));
  rmSync(target, { recursive: true, force: true });
  for (const runtime of runtimes) {
    const packed = await pack(runtime, {
      config,
      school,
      web: path.join(root, desktopWeb(build)),
      runtimes: runtimeFolder,
      scratch: scratch.path,
      target,
      sign,
    });
    // Only the hybrid build gets updates from its school.
    if (build === "hybrid" && runtime === runtimes[0]) {
      say(copyResources(build, packed, config.version));
    }
    say(packed.zip);
    if (runtime.debian) {
      say(await writeDebianPackage(runtime.debian, build, school, packed, config.version));
    }
    if (runtime.system === "windows" && canMakeInstallers()) {
      say(writeInstaller(build, school, packed, config, scratch.path));
    }
  }
};

/** @throws an Error with a message for the person who builds */
const buildAll = async (): Promise<void> => {
  const school = desktopSettings(process.env);
  const runtimes = fetchRuntimes(runtimeFolder);
  if (runtimes.length === 0) {
    const { cli } = appConfig("hybrid", school);
    const usual = ["neutralino-linux_x64", "neutralino-win_x64.exe", "neutralino-mac_universal"];
    throw new Error(runtimesMissing(usual, cli.binaryVersion ?? ""));
  }
  for (const build of DESKTOP_BUILDS) {
    if (!(await buildIfChanged(build))) {
      throw new Error(`The ${build} build failed; see the output above.`);
    }
    await packBuild(build, appConfig(build, school), school, runtimes);
  }
  const notice = missingKeyNotice(school);
  if (notice) console.log(`· ${notice}`);
  const left = SYSTEMS.filter((system) => !runtimes.some((runtime) => runtime.system === system));
  if (!left.includes("windows") && !canMakeInstallers()) {
    console.log("· No Windows installer, only a zip: makensis is missing (Debian package nsis).");
  }
  if (left.length > 0) {
    const names = new Intl.ListFormat("en").format(left.map((system) => NAMES[system]));
    console.log(`· Not packed for ${names}: neutralino/bin has no runtime for it.`);
  }
};

try {
  await buildAll();
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exitCode = 1;
}
