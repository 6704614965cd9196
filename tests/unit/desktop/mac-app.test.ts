import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { onlineSettings } from "../../../scripts/build/school-settings.ts";
import { appConfig } from "../../../scripts/desktop/app-config.ts";
import { icns } from "../../../scripts/desktop/app-icons.ts";
import { macApp } from "../../../scripts/desktop/mac-app.ts";
import { zip } from "../../../scripts/desktop/zip.ts";
import { sharedFolder } from "../../server/support/temporary-folder.ts";

const scratch = sharedFolder();

const has = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/** Python's library reads the same format as macOS. */
const READ_PLIST =
  "import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], 'rb'))))";

/** The first bytes of a program for both processors of a Mac. */
const PROGRAM = Buffer.from("cafebabe00000002", "hex");

const school = onlineSettings({ FILE_SERVER: "http://school.example:8080/api" });

const files = (name = "Ärmel & Söhne") =>
  macApp({
    ...{ config: appConfig("hybrid", school), name, fileServer: school.fileServer },
    ...{ program: PROGRAM, resources: Buffer.from("resources"), icon: icns() },
  });

describe.skipIf(!has("unzip"))("the app for macOS, after unpacking its zip", async () => {
  const archive = path.join(scratch, "app.zip");
  writeFileSync(archive, await zip(files()));
  execFileSync("unzip", ["-q", archive, "-d", scratch]);
  const contents = path.join(scratch, "Ärmel & Söhne.app", "Contents");

  test("has an executable program, which finds the app beside it", () => {
    const program = path.join(contents, "MacOS", "learning-space-hybrid");
    expect(readFileSync(program)).toEqual(PROGRAM);
    expect(lstatSync(program).mode & 0o111).toBe(0o111);
    const resources = path.join(contents, "MacOS", "resources.neu");
    expect(readlinkSync(resources)).toBe("../Resources/resources.neu");
    expect(readFileSync(resources, "utf8")).toBe("resources");
  });

  test.skipIf(!has("python3"))("declares its name, its version and its icon", () => {
    const said = execFileSync("python3", ["-c", READ_PLIST, path.join(contents, "Info.plist")]);
    const info = JSON.parse(String(said));
    expect(info).toMatchObject({
      CFBundleIdentifier: "school.learningspace.hybrid.school.example",
      CFBundleName: "Ärmel & Söhne",
      CFBundleExecutable: "learning-space-hybrid",
      CFBundleIconFile: "app.icns",
      CFBundleVersion: "1.1.2",
    });
    // Only its own page and a school without TLS may be called without TLS.
    const { NSExceptionDomains } = info.NSAppTransportSecurity;
    expect(Object.keys(NSExceptionDomains)).toEqual(["127.0.0.1", "localhost", "school.example"]);
  });

  test("has an icon in every size up to 1024 pixels", () => {
    const icon = readFileSync(path.join(contents, "Resources", "app.icns"));
    expect(icon.subarray(0, 4).toString()).toBe("icns");
    expect(icon.readUInt32BE(4)).toBe(icon.length);
    const widths = new Set<number>();
    for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) {
      const picture = icon.subarray(at + 8, at + icon.readUInt32BE(at + 4));
      if (picture.subarray(1, 4).toString() === "PNG") widths.add(picture.readUInt32BE(16));
    }
    for (const width of [32, 64, 128, 256, 512, 1024]) expect(widths).toContain(width);
  });
});

test("a school's name cannot move the app out of its folder", () => {
  const [first] = files("../../a:b/c\\d. ");
  expect(first?.name).toBe("a b c d.app/Contents/Info.plist");
});
