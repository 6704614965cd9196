import { expect, test } from "vitest";
import {
  manifestText,
  readStoredVersions,
  versionManifest,
} from "../../../src/offline/updates/stored-versions.ts";
import { createMemoryFolder } from "../../../src/platform/memory/memory-desktop.ts";

const SHELL = "0123456789abcdef";
const MANIFEST = manifestText("1.2.0", SHELL);

test.each([
  ["cut off", MANIFEST.slice(0, -1), false],
  ["empty", "", false],
  ["of another version", manifestText("1.2.1", SHELL), false],
  ["of a later format", JSON.stringify({ format: 2, version: "1.2.0", shell: SHELL }), false],
  ["without a version", JSON.stringify({ format: 1, shell: SHELL }), false],
  ["without a program", JSON.stringify({ format: 1, version: "1.2.0" }), false],
  ["whole", MANIFEST, true],
])("a version is there if its manifest is: one that is %s", async (_, text, isThere) => {
  const folder = createMemoryFolder();
  await folder.write(versionManifest("1.2.0"), new TextEncoder().encode(text));
  expect(await readStoredVersions(folder)).toHaveLength(isThere ? 1 : 0);
});
