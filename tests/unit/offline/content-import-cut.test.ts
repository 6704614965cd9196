import { expect, test } from "vitest";
import { createContentImport } from "../../../src/offline/content-import/content-import.ts";
import { createMemoryFolder } from "../../../src/platform/memory/memory-desktop.ts";
import { failed } from "../../support/results.ts";
import { contentFolder, openContent } from "../support/content-folder.ts";
import { openImport, stick } from "../support/import-machine.ts";

/**
 * Runs an import until the process ends in a step.
 * @returns the remaining files, or null if it finished
 */
const importUntil = async (steps: number) => {
  const { machine, contentImport } = await openImport();
  machine.chosenFolder = await stick();
  const { folder } = machine;
  const died = Promise.withResolvers<null>();
  let left = steps;
  const counted =
    <Asked extends unknown[], Value>(step: (...asked: Asked) => Value) =>
    (...asked: Asked): Value => {
      left -= 1;
      // The next turn also leaves a partial write of this step.
      if (left === 0) setImmediate(() => died.resolve(null));
      return step(...asked);
    };
  folder.write = counted(folder.write);
  folder.append = counted(folder.append);
  folder.move = counted(folder.move);
  folder.crashAfter(steps);
  const ended = await Promise.race([
    contentImport.importFolder("Choose").then(() => "through"),
    died.promise,
  ]);
  return ended ? null : new Map(folder.files);
};

test("whenever the process ends, the content is either the old or the new one, complete", async () => {
  const versions = new Set<boolean>();
  for (let steps = 1; ; steps += 1) {
    const left = await importUntil(steps);
    if (!left) {
      expect(steps).toBeGreaterThan(10);
      break;
    }
    const { machine, index, content } = await openContent(left);
    await index.recover();
    await content.load();
    await createContentImport({ machine, index, content }).cleanUp();
    expect(content.state.status, `after ${steps} steps`).toBe("ready");
    const used = new Set<string>();
    for (const file of Object.values(content.tree()).flatMap((each) => Object.values(each))) {
      used.add(file.filename);
      expect(await content.bytes(file), `after ${steps} steps`).not.toBeNull();
    }
    expect(new Set(await machine.folder.list("files"))).toEqual(used);
    versions.add(content.findFile("asset", "PM", "sleeve.svg", "en") !== null);
  }
  expect(versions).toEqual(new Set([false, true]));
});

test("index files that cannot be replaced now still have their files later", async () => {
  const { machine, index, content, contentImport, take } = await openImport();
  const { move } = machine.folder;
  machine.folder.move = async (from, to) =>
    to === "filetree.json" ? failed("forbidden") : move(from, to);
  expect(await take(await stick())).toEqual({ kind: "forbidden" });
  machine.folder.move = move;
  machine.chosenFolder = createMemoryFolder();
  await contentImport.importFolder("Choose");
  expect(contentImport.state.outcome).toEqual({ kind: "no-index", file: "content.json" });
  await index.recover();
  await content.load();
  const file = content.findFile("asset", "PM", "sleeve.svg", "en");
  expect(file && (await content.bytes(file))).not.toBeNull();
});

test("cleaning up deletes what no file of the content refers to, and nothing if the tree is damaged", async () => {
  const files = contentFolder();
  files.set("filetree.json", new Uint8Array(3));
  const { machine, contentImport, isAsBefore } = await openImport(files);
  await contentImport.cleanUp();
  expect(isAsBefore()).toBe(true);
  expect(await machine.folder.list("files")).not.toEqual([]);
  const sound = await openImport();
  await sound.machine.folder.write("files/left-over.cache", new Uint8Array(3));
  await sound.contentImport.cleanUp();
  expect(sound.isAsBefore()).toBe(true);
});
