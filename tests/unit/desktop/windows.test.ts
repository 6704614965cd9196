import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Data, NtExecutable, NtExecutableResource, Resource } from "resedit";
import { describe, expect, test } from "vitest";
import { onlineSettings } from "../../../scripts/build/school-settings.ts";
import { appConfig } from "../../../scripts/desktop/app-config.ts";
import { ico } from "../../../scripts/desktop/app-icons.ts";
import { createSigner } from "../../../scripts/desktop/sign.ts";
import { canMakeInstallers, makeInstaller } from "../../../scripts/desktop/windows-installer.ts";
import { brandProgram } from "../../../scripts/desktop/windows-program.ts";
import { sharedFolder, temporaryFolder } from "../../server/support/temporary-folder.ts";

const scratch = sharedFolder();

const config = appConfig("offline", onlineSettings({ FILE_SERVER: "https://school.example/api" }));
const NAME = 'Ärmel & "Söhne" $1 שרה';
const canUnpack = spawnSync("xz", ["--version"]).status === 0;

const make = (signCommand?: string): Buffer => {
  const program = path.join(scratch, "learning-space-offline.exe");
  const resources = path.join(scratch, "resources.neu");
  const target = path.join(scratch, "installer.exe");
  writeFileSync(program, "the program's bytes");
  writeFileSync(resources, "the app's bytes");
  const options = { config, name: NAME, program, resources, icon: ico(), opensContent: true };
  makeInstaller({ ...options, signCommand, scratch: path.join(scratch, "work"), target });
  return readFileSync(target);
};

const entriesOf = (program: Buffer | ArrayBuffer) =>
  NtExecutableResource.from(NtExecutable.from(program, { ignoreCert: true })).entries;

/** A command that signs nothing, and writes down the system and its arguments of each call. */
const recordSigning = () => {
  const folder = temporaryFolder();
  const command = path.join(folder, "sign.sh");
  const log = path.join(folder, "log");
  const script = `#!/bin/sh\nprintf '%s|' "$SIGN_SYSTEM" "$@" >> ${log}\n`;
  writeFileSync(command, script, { mode: 0o755 });
  return { command, said: () => readFileSync(log, "utf8") };
};

/** The decompressed content of an installer: its texts and the files. */
const contentOf = (installer: Buffer): Buffer => {
  const header = installer.indexOf("NullsoftInst") + 20;
  expect(header).toBeGreaterThan(20);
  // The compressed stream starts with its properties; the tool does not need its length.
  const properties = installer.subarray(header, header + 5);
  const stream = Buffer.concat([properties, Buffer.alloc(8, 0xff), installer.subarray(header + 5)]);
  const options = { input: stream, maxBuffer: 50_000_000 };
  return spawnSync("xz", ["--format=lzma", "-dc"], options).stdout;
};

describe.skipIf(!canMakeInstallers())("the installer for Windows", () => {
  const installer = canMakeInstallers() ? make() : Buffer.alloc(0);

  test("needs no administrator rights, and has the school's name", () => {
    expect(installer.toString("latin1")).toContain('requestedExecutionLevel level="asInvoker"');
    const entries = entriesOf(installer);
    const [version] = Resource.VersionInfo.fromEntries(entries);
    const [language] = version?.getAllLanguagesForStringValues() ?? [];
    expect(language && version?.getStringValues(language)).toMatchObject({
      ProductName: NAME,
      ProductVersion: "1.1.2",
    });
    expect(Resource.IconGroupEntry.fromEntries(entries).length).toBeGreaterThan(0);
  });

  test.skipIf(!canUnpack)("contains the app, its registry entries, and an uninstaller", () => {
    const content = contentOf(installer);
    expect(content.includes("the program's bytes")).toBe(true);
    expect(content.includes("the app's bytes")).toBe(true);
    for (const text of [
      "\\Programs\\learning-space-offline",
      "CurrentVersion\\Uninstall\\learning-space-offline",
      ".zip\\OpenWithProgids",
      // The name in the Start menu has no character that a file name may not have.
      "Ärmel & Söhne $1 שרה.lnk",
      // The German text as NSIS has it.
      "Deinstallation",
    ]) {
      expect(content.includes(Buffer.from(text, "utf16le")), text).toBe(true);
    }
  });

  test("has a signed uninstaller, or is not built", () => {
    const { command, said } = recordSigning();
    make(command);
    expect(said()).toMatch(/^windows\|[^|]+\|$/);
    expect(() => make("false")).toThrow("makensis failed");
  });
});

/** A program of Windows that does nothing. */
const PROGRAM = Buffer.from(NtExecutable.createEmpty(false, false).generate());

describe("the program for Windows", () => {
  const icon = ico();
  const brand = { config, name: "Ärmel & Söhne", icon };
  // Neutralino's own command has set the name before.
  const program = brandProgram(brandProgram(PROGRAM, brand), brand);
  const entries = entriesOf(program);

  test("contains its version and its publisher", () => {
    const versions = Resource.VersionInfo.fromEntries(entries);
    expect(versions).toHaveLength(1);
    const [version] = versions;
    expect(version?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({
      FileDescription: "Ärmel & Söhne",
      ProductName: "Ärmel & Söhne",
      ProductVersion: "1.1.2",
      OriginalFilename: "learning-space-offline.exe",
    });
    const numbers = { fileVersionMS: 0x0001_0001, fileVersionLS: 0x0002_0000 };
    expect(version?.fixedInfo).toMatchObject(numbers);
  });

  test("has the app's icon in the sizes that Windows uses only", () => {
    const groups = Resource.IconGroupEntry.fromEntries(entries);
    expect(groups).toHaveLength(1);
    const widths = groups[0]?.icons.map(({ width }) => width || 256) ?? [];
    for (const width of [16, 32, 48, 256]) expect(widths).toContain(width);
    expect(Data.IconFile.from(icon).icons).toHaveLength(widths.length);
  });
});

test("a file that is not a Windows program is refused", () => {
  const brand = { config, name: "A", icon: ico() };
  expect(() => brandProgram(Buffer.from("runtime"), brand)).toThrow();
});

const file = path.join(scratch, 'an "app" $HOME.exe');

test("the command gets the file, whatever its name, and the system", () => {
  writeFileSync(file, "program");
  const { command, said } = recordSigning();
  createSigner(`${command} --key school`)(file, "windows");
  expect(said()).toBe(`windows|--key|school|${file}|`);
});

test("a command that fails fails the build", () => {
  expect(() => createSigner("exit 3;")(file, "macos")).toThrow("SIGN_COMMAND failed to sign");
  expect(() => createSigner("/no/such/command")(file, "macos")).toThrow("it ended with 127");
});
