import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { NtExecutable, NtExecutableResource, Resource } from "resedit";
import { afterAll, describe, expect, test } from "vitest";
import { onlineSettings } from "../../../scripts/build/school-settings.ts";
import { appConfig } from "../../../scripts/desktop/app-config.ts";
import { ico } from "../../../scripts/desktop/app-icons.ts";
import { canMakeInstallers, makeInstaller } from "../../../scripts/desktop/windows-installer.ts";

const scratch = mkdtempSync(path.join(tmpdir(), "learning-space-installer-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

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

/** The decompressed content of an installer: its texts and the files. */
const contentOf = (installer: Buffer): Buffer => {
  const header = installer.indexOf("NullsoftInst") + 20;
  expect(header).toBeGreaterThan(20);
  // The compressed stream starts with its properties; the tool does not need its length.
  const properties = installer.subarray(header, header + 5);
  const stream = Buffer.concat([properties, Buffer.alloc(8, 0xff), installer.subarray(header + 5)]);
  const { stdout } = spawnSync("xz", ["--format=lzma", "-dc"], {
    input: stream,
    maxBuffer: 50_000_000,
  });
  return stdout;
};

describe.skipIf(!canMakeInstallers())("the installer for Windows", () => {
  const installer = canMakeInstallers() ? make() : Buffer.alloc(0);

  test("needs no administrator rights, and has the school's name", () => {
    expect(installer.toString("latin1")).toContain('requestedExecutionLevel level="asInvoker"');
    const { entries } = NtExecutableResource.from(
      NtExecutable.from(installer, { ignoreCert: true }),
    );
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
    const log = path.join(scratch, "signed");
    const sign = path.join(scratch, "sign.sh");
    writeFileSync(sign, `#!/bin/sh\necho "$SIGN_SYSTEM" >> ${log}\n`, { mode: 0o755 });
    make(sign);
    expect(readFileSync(log, "utf8")).toBe("windows\n");
    expect(() => make("false")).toThrow("makensis failed");
  });
});
