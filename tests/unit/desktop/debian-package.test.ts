import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { debianPackage } from "../../../scripts/desktop/debian-package.ts";
import { sharedFolder } from "../../server/support/temporary-folder.ts";

const scratch = sharedFolder();

const NAME = "learning-space-hybrid";
const APP = {
  name: NAME,
  version: "1.1.2",
  architecture: "amd64",
  school: { name: "Selvedge School", email: "desk@selvedge.example" },
  program: Buffer.from("#!/bin/sh\n"),
  resources: Buffer.alloc(1500, 7),
  icon: { png: Buffer.from("png"), svg: Buffer.from("<svg/>") },
  licence: "MIT",
  opensContent: false,
};

/** The parts of an ar archive, by name. */
const partsOf = (deb: Buffer): Map<string, Buffer> => {
  const parts = new Map<string, Buffer>();
  expect(deb.subarray(0, 8).toString()).toBe("!<arch>\n");
  for (let at = 8; at < deb.length; ) {
    const header = deb.subarray(at, at + 60).toString();
    const size = Number(header.slice(48, 58));
    expect(header.slice(58)).toBe("`\n");
    parts.set(header.slice(0, 16).trim(), deb.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return parts;
};

const unpack = (archive: Buffer, ...words: string[]): string => {
  const file = path.join(scratch, "part.tar");
  writeFileSync(file, archive);
  return execFileSync("tar", ["-f", file, ...words], { encoding: "utf8" });
};

const part = (deb: Buffer, name: string): Buffer => gunzipSync(partsOf(deb).get(name) ?? "");
const controlOf = (deb: Buffer) => unpack(part(deb, "control.tar.gz"), "-xO", "./control");
const contentOf = (deb: Buffer, name: string) => unpack(part(deb, "data.tar.gz"), "-xO", name);
/** The lines of its entry in the menu. */
const entryOf = (deb: Buffer) =>
  contentOf(deb, `./usr/share/applications/${NAME}.desktop`).split("\n");

describe("the package for Debian", async () => {
  const deb = await debianPackage(APP);

  test("is of the format's version 2.0, and declares what the runtime depends on", () => {
    expect([...partsOf(deb).keys()]).toEqual(["debian-binary", "control.tar.gz", "data.tar.gz"]);
    expect(partsOf(deb).get("debian-binary")?.toString()).toBe("2.0\n");
    const control = controlOf(deb);
    expect(control).toMatch(
      /^Depends: .*libgtk-3-0, libwebkit2gtk-4\.1-0, libxtst6, zenity \| kdialog$/m,
    );
    for (const line of [
      `Package: ${NAME}`,
      "Version: 1.1.2",
      "Architecture: amd64",
      "Maintainer: Selvedge School <desk@selvedge.example>",
    ]) {
      expect(control.split("\n")).toContain(line);
    }
  });

  test("contains the program, its resources, a menu entry with the school's name, and its icons", () => {
    const list = unpack(part(deb, "data.tar.gz"), "-tv", "--numeric-owner");
    for (const [mode, name] of [
      ["-rwxr-xr-x", `usr/bin/${NAME}`],
      ["-rwxr-xr-x", `usr/lib/${NAME}/${NAME}`],
      ["-rw-r--r--", `usr/lib/${NAME}/resources.neu`],
      ["-rw-r--r--", `usr/share/applications/${NAME}.desktop`],
      ["-rw-r--r--", `usr/share/icons/hicolor/256x256/apps/${NAME}.png`],
      ["-rw-r--r--", `usr/share/icons/hicolor/scalable/apps/${NAME}.svg`],
      ["drwxr-xr-x", `usr/lib/${NAME}/`],
    ]) {
      expect(list).toMatch(new RegExp(`^${mode} 0/0 .* \\./${name}$`, "m"));
    }
    expect(contentOf(deb, `./usr/lib/${NAME}/resources.neu`)).toBe(APP.resources.toString());
    // The program finds the app by its absolute path.
    expect(contentOf(deb, `./usr/bin/${NAME}`)).toContain(`exec /usr/lib/${NAME}/${NAME} "$@"`);
    const lines = ["Name=Selvedge School", `Exec=/usr/bin/${NAME}`, `Icon=${NAME}`];
    expect(entryOf(deb)).toEqual(expect.arrayContaining(lines));
  });

  test("is registered for its own file extension, and not for zip files", async () => {
    const opening = await debianPackage({ ...APP, opensContent: true });
    const types = "MimeType=application/x-learning-space-content;application/zip;";
    expect(entryOf(opening)).toEqual(expect.arrayContaining([`Exec=/usr/bin/${NAME} %f`, types]));
    const mime = contentOf(opening, `./usr/share/mime/packages/${NAME}.xml`);
    expect(mime).toContain('<glob pattern="*.learning-space.zip"');
    expect(mime).toContain('<sub-class-of type="application/zip"/>');
    expect(unpack(part(deb, "data.tar.gz"), "-t")).not.toContain("usr/share/mime");
  });

  test("is identical at every build", async () => {
    expect((await debianPackage(APP)).equals(deb)).toBe(true);
  });

  test("does not let a school's name add a line", async () => {
    const name = "Ärmel & Söhne\nPre-Depends: evil\nExec=rm \\s";
    const odd = await debianPackage({ ...APP, school: { name, email: "a@b>\nEssential: yes" } });
    expect(controlOf(odd)).not.toMatch(/^(Pre-Depends|Essential|Exec)/m);
    const entry = entryOf(odd);
    expect(entry.filter((line) => line.startsWith("Exec="))).toHaveLength(1);
    expect(entry).toContain("Name=Ärmel & Söhne Pre-Depends: evil Exec=rm \\\\s");
  });
});
