import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { expect, test } from "playwright/test";
import { NtExecutable } from "resedit";
import {
  DESKTOP_BUILDS,
  desktopWeb,
  onlineSettings,
} from "../../../scripts/build/school-settings.ts";
import { appConfig } from "../../../scripts/desktop/app-config.ts";
import { pack } from "../../../scripts/desktop/pack.ts";
import { RUNTIMES, type Runtime } from "../../../scripts/desktop/runtimes.ts";
import { InstallerFolder, latestOf } from "../../../src/server/activation/downloads/installers.ts";

const root = path.join(import.meta.dirname, "../../..");
const school = onlineSettings({ FILE_SERVER: "https://school.example/api" });

let scratch: string;
let signed: string[] = [];
test.beforeEach(() => {
  signed = [];
  scratch = mkdtempSync(path.join(tmpdir(), "learning-space-packing-"));
});
test.afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const packed = (
  build: (typeof DESKTOP_BUILDS)[number],
  runtime: Runtime,
  runtimes: string,
  web = path.join(root, desktopWeb(build)),
) =>
  pack(runtime, {
    config: appConfig(build, school),
    web,
    runtimes,
    scratch: path.join(scratch, "work"),
    target: path.join(scratch, "packages"),
    school,
    sign: (file, system) => void signed.push(`${system} ${path.basename(file)}`),
  });

const LINUX = RUNTIMES[0] as Runtime;

/** A folder of programs that do nothing; packing reads only the one for Windows. */
const standInRuntimes = (runtimes: readonly Pick<Runtime, "system" | "file">[]): string => {
  const folder = path.join(scratch, "bin");
  mkdirSync(folder);
  for (const { system, file } of runtimes) {
    const program = Buffer.from(NtExecutable.createEmpty(false, false).generate());
    const bytes = system === "windows" ? program : `runtime ${file}`;
    writeFileSync(path.join(folder, file), bytes);
  }
  return folder;
};

/** A page for tests of what is the same whatever a package contains. */
const shortPage = (): string => {
  const page = path.join(scratch, "page");
  mkdirSync(page);
  writeFileSync(path.join(page, "index.html"), "<!doctype html>");
  return page;
};

for (const build of DESKTOP_BUILDS) {
  test(`the ${build} app is packed with its page, its settings and its runtime`, async () => {
    const { zip, program, resources } = await packed(build, LINUX, standInRuntimes([LINUX]));
    expect(path.basename(zip)).toBe(`learning-space-${build}-1.1.2-linux.zip`);
    expect(readFileSync(program, "utf8")).toBe("runtime neutralino-linux_x64");
    const app = readFileSync(resources, "latin1");
    expect(app).toContain(`"applicationId": "school.learningspace.${build}.`);
    expect(app).toContain("<!doctype html>");
    // Everything but the school's address is the same on every machine.
    expect(app).not.toContain(root);

    // It runs where it is unpacked, wherever its runtime came from.
    const reader = new ZipReader(new Uint8ArrayReader(readFileSync(zip)));
    const entries = await reader.getEntries();
    await reader.close();
    const modes = entries.map(({ filename, externalFileAttributes = 0 }) => [
      filename,
      (externalFileAttributes >>> 16) & 0o777,
    ]);
    expect(Object.fromEntries(modes)).toEqual({
      [`learning-space-${build}-linux_x64`]: 0o755,
      "resources.neu": 0o644,
    });
  });
}

test("the packages for download are for the usual processor of each system, signed where possible", async () => {
  const runtimes = RUNTIMES.filter(({ label }) => !/armhf|macos_x64/.test(label));
  const folder = standInRuntimes(runtimes);
  const page = shortPage();
  for (const runtime of runtimes) await packed("hybrid", runtime, folder, page);
  expect(signed).toEqual([
    "windows learning-space-hybrid.exe",
    ...Array<string>(2).fill("macos Learning space.app"),
  ]);
  const offered = latestOf(await new InstallerFolder(path.join(scratch, "packages")).packages());
  expect(offered).toMatchObject(
    ["windows", "macos", "linux"].map((system) => {
      return { system, version: "1.1.2", name: `learning-space-hybrid-1.1.2-${system}.zip` };
    }),
  );
});

test("a package without its runtime is not made", async () => {
  // neu skips unknown file names without an error.
  const unknown = { ...LINUX, file: "neutralino-beos" };
  const packing = packed("hybrid", unknown, standInRuntimes([unknown]), shortPage());
  await expect(packing).rejects.toThrow(/neu build did not create/);
});

const filesOf = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });

const scriptsOf = (folder: string) =>
  filesOf(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(root, folder, name), "utf8"))
    .join("\n");

const ofDesktop = (build: (typeof DESKTOP_BUILDS)[number]) => [build, scriptsOf(desktopWeb(build))];

/** A text that the runtime's library contains, even after minifying. */
const NEUTRALINO = /NL_TOKEN|NL_PORT|__neutralino|filesystem\.writeBinaryFile/;

test("each build contains only its own code, and the online app none of Neutralino's", () => {
  const online = scriptsOf("dist/online");
  expect(NEUTRALINO.exec(online)).toBeNull();
  const builds = { online, ...Object.fromEntries(DESKTOP_BUILDS.map(ofDesktop)) };
  for (const [build, scripts] of Object.entries(builds)) {
    const others = Object.keys(builds).filter((other) => other !== build);
    expect(scripts).not.toMatch(new RegExp(`buildType:"(${others.join("|")})"`));
  }
});

for (const build of DESKTOP_BUILDS) {
  test(`the ${build} app has no file at an address that would use up the runtime's token`, () => {
    expect(filesOf(desktopWeb(build)).filter((name) => /neutralino\.m?js$/.test(name))).toEqual([]);
  });

  test(`the ${build} app's page runs only its own scripts`, () => {
    const page = readFileSync(path.join(root, desktopWeb(build), "index.html"), "utf8");
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy.split("; ")).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy.replace("'wasm-unsafe-eval'", "")).not.toContain("unsafe");
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });
}
