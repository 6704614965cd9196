import { expect, test } from "vitest";
import {
  manifestText,
  readStoredVersions,
  versionManifest,
  versionStarts,
} from "../../../src/offline/updates/stored-versions.ts";
import { createMemoryFolder } from "../../../src/platform/memory/memory-desktop.ts";

const SHELL = "0123456789abcdef";

const open = async (files: Record<string, string>) => {
  const folder = createMemoryFolder();
  for (const [path, text] of Object.entries(files)) {
    await folder.write(path, new TextEncoder().encode(text));
  }
  return readStoredVersions(folder);
};

test("unpacked versions are found by their manifests, with their program and their failed starts", async () => {
  const versions = await open({
    [versionManifest("1.2.0")]: manifestText("1.2.0", SHELL),
    [versionManifest("1.10.3")]: manifestText("1.10.3", ""),
    [versionStarts("1.10.3")]: "..",
    ...Object.fromEntries(
      ["1.2.json", "1.2.1.json.part", "x1.2.2.json", "1.2.3.jsonx", "1.2.1234567.json"].map(
        (name) => [`versions/${name}`, manifestText(name.replace(/\.json.*/, ""), SHELL)],
      ),
    ),
    // A version whose manifest was not written yet.
    "versions/1.3.0/index.html": "<!doctype html>",
  });
  expect(versions).toEqual([
    { version: "1.2.0", shell: SHELL, failedStarts: 0 },
    { version: "1.10.3", shell: "", failedStarts: 2 },
  ]);
});

test.each([
  ["cut off", manifestText("1.2.0", SHELL).slice(0, -1)],
  ["empty", ""],
  ["null", "null"],
  ["of another version", manifestText("1.2.1", SHELL)],
  ["of a later format", JSON.stringify({ format: 2, version: "1.2.0", shell: SHELL })],
  ["without a version", JSON.stringify({ format: 1, shell: SHELL })],
  ["without a program", JSON.stringify({ format: 1, version: "1.2.0" })],
])("a version whose manifest is %s is left out", async (_, text) => {
  expect(await open({ [versionManifest("1.2.0")]: text })).toEqual([]);
});
