import { expect, test } from "vitest";
import { folderSource } from "../../../src/offline/content-import/folder-source.ts";
import {
  type ImportContentOptions,
  importContent,
  removeUnusedFiles,
} from "../../../src/offline/content-import/import-content.ts";
import { failed } from "../../support/results.ts";
import { contentFolder, openContent } from "../support/content-folder.ts";
import { stick } from "../support/import-machine.ts";

/** Bytes that are reserved for the index files. */
const INDEX_ROOM = 1_000_000;
const SLEEVE = new Uint8Array(5000).fill(7);

/** An import of content that is partly on this machine: `dart.svg` is, `sleeve.svg` is not. */
const open = async (more: Partial<ImportContentOptions> = {}) => {
  const opened = await openContent(contentFolder({ "assets/PM/dart.svg": { en: "<svg>" } }));
  const { machine, index, content } = opened;
  const source = await stick(
    contentFolder({
      "assets/PM/dart.svg": { en: "<svg>" },
      "assets/PM/sleeve.svg": { en: SLEEVE },
    }),
  );
  const seen = { progress: [] as [number, number][], written: 0 };
  const { write } = machine.folder;
  machine.folder.write = async (...given) => {
    seen.written += 1;
    return write(...given);
  };
  const run = () =>
    importContent({
      machine,
      index,
      source: folderSource(source),
      before: content.tree(),
      onProgress: (...progress) => void seen.progress.push(progress),
      onFiles: () => undefined,
      isCancelled: () => false,
      ...more,
    });
  return { ...opened, source, seen, run };
};

test.each([
  [SLEEVE.length + INDEX_ROOM, { ok: true, value: null }],
  [SLEEVE.length + INDEX_ROOM - 1, failed("no-room")],
])("an import needs room for its new files and index: %i bytes, %j", async (room, end) => {
  const { run, machine, seen } = await open();
  machine.folder.room = async () => room;
  expect(await run()).toEqual(end);
  if (!end.ok) expect(seen.written).toBe(0);
});

test("progress starts at nothing and ends at the total, which contains the stored files", async () => {
  const { run, seen } = await open();
  await run();
  const total = SLEEVE.length + "<svg>".length;
  expect(seen.progress[0]).toEqual([0, total]);
  expect(seen.progress.at(-1)).toEqual([total, total]);
});

test.each([
  ["is stored already", { "assets/PM/dart.svg": { en: "<svg>" } }],
  ["is copied", { "assets/PM/sleeve.svg": { en: SLEEVE } }],
])("an import whose only file %s can be cancelled", async (_, files) => {
  const source = folderSource(await stick(contentFolder(files)));
  const { run, machine } = await open({ source, isCancelled: () => true });
  const before = [...machine.folder.files.keys()];
  expect(await run()).toEqual(failed("cancelled"));
  expect([...machine.folder.files.keys()]).toEqual(before);
});

test("a file that becomes wrong after others were copied leaves none of them behind", async () => {
  const { run, machine, source } = await open();
  const names = await source.list("files");
  for (const name of names) {
    if ((await source.size(`files/${name}`)) === 5) await source.remove(`files/${name}`);
  }
  // The stored one is damaged as well.
  const [own = ""] = await machine.folder.list("files");
  await machine.folder.write(`files/${own}`, new Uint8Array(5));
  expect(await run()).toEqual({ ok: false, failure: { kind: "damaged-files", count: 1 } });
  expect(await machine.folder.list("files")).toEqual([own]);
});

test("only files that a tree does not contain are unused", async () => {
  const { machine, content } = await open();
  const before = await machine.folder.list("files");
  await machine.folder.write("files/left-over.cache", new Uint8Array(1));
  await machine.folder.write("note.txt", new Uint8Array(1));
  await removeUnusedFiles(machine, content.tree());
  expect(await machine.folder.list("files")).toEqual(before);
  expect(await machine.folder.size("note.txt")).toBe(1);
});
