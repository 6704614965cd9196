import { expect } from "vitest";
import { fileTree } from "../../../src/contract/local-content.ts";
import { createIndexFiles } from "../../../src/offline/index-files.ts";
import { createSync, type SyncOptions } from "../../../src/offline/sync/create-sync.ts";
import {
  createMemoryDesktop,
  createMemoryFolder,
} from "../../../src/platform/memory/memory-desktop.ts";
import type { Folder, KeyValue } from "../../../src/platform/ports.ts";
import { createTransport } from "../../../src/transport/transport.ts";
import { sha256, type TreeSchool } from "./tree-school.ts";

export interface Disk {
  files: Map<string, Uint8Array<ArrayBuffer>>;
  values: Map<string, string>;
}

export const emptyDisk = (): Disk => ({ files: new Map(), values: new Map() });

const storageOn = (values: Map<string, string>): KeyValue => ({
  get: (key) => values.get(key) ?? null,
  set: (key, value) => values.set(key, value) === values,
  remove: (key) => void values.delete(key),
});

const memoryFolderOn = ({ files }: Pick<Disk, "files">) => {
  const folder = createMemoryFolder();
  for (const [path, bytes] of files) folder.files.set(path, bytes);
  return folder;
};

interface OpenOptions extends Partial<SyncOptions> {
  disk?: Disk;
  wrap?: (folder: Folder) => Folder;
  signedIn?: boolean;
  onBoot?: (files: Disk["files"], values: Disk["values"]) => void;
}

/** A sync on a machine in memory, whose waits move its clock without taking time. */
export const openSync = async (school: { url: string }, options: OpenOptions = {}) => {
  const {
    disk = emptyDisk(),
    wrap = (folder) => folder,
    signedIn = true,
    onBoot,
    ...rest
  } = options;
  const folder = memoryFolderOn(disk);
  const memory = createMemoryDesktop(folder);
  const machine = { ...memory, folder: wrap(folder), storage: storageOn(disk.values) };
  onBoot?.(folder.files, disk.values);
  const events = { content: 0 };
  const token = () => (signedIn ? "token" : null);
  const heard = { onUnauthorized: () => undefined, onReach: () => undefined };
  const { send } = createTransport({ base: school.url, token, fetch: rest.fetch, ...heard });
  const index = createIndexFiles(machine);
  await index.recover();
  const sync = createSync({
    ...{ machine, send, base: school.url, token },
    license: () => (signedIn ? null : "licence"),
    languages: () => ["en"],
    account: { name: "dana", index, neededElsewhere: async () => new Set() },
    onContent: () => {
      events.content += 1;
    },
    sleep: async (milliseconds) => memory.advance(milliseconds),
    ...rest,
  });
  return { sync, folder, machine, index, events, memory };
};

/**
 * The files that a reader finds on a disk: checksums of all present files by language and name.
 * Throws if the bytes of a file do not match its entry.
 */
export const readableOn = async (
  disk: Pick<Disk, "files">,
): Promise<Record<string, Record<string, string>>> => {
  const folder = memoryFolderOn(disk);
  const index = createIndexFiles(createMemoryDesktop(folder));
  await index.recover();
  const tree = await index.read("filetree.json", fileTree);
  if (!tree.ok) throw new Error("The tree is damaged");
  const shown: Record<string, Record<string, string>> = {};
  for (const [name, languages] of Object.entries(tree.value ?? {})) {
    for (const [language, entry] of Object.entries(languages)) {
      if (!entry.present) continue;
      const bytes = folder.files.get(`files/${entry.filename}`);
      if (!bytes || bytes.length !== entry.size || sha256(bytes) !== entry.checksum) {
        throw new Error(`${name} (${language}) is called present, and is not`);
      }
      shown[language] = { ...shown[language], [name]: entry.checksum };
    }
  }
  return shown;
};

export const syncAll = async (school: TreeSchool, options: OpenOptions = {}) => {
  const opened = await openSync(school, options);
  await opened.sync.start();
  expect(opened.sync.state).toMatchObject({ phase: "done", failed: 0, failure: null });
  expect(opened.sync.state.bytesDone).toBe(opened.sync.state.bytesTotal);
  expect(await readableOn(opened.folder)).toEqual(school.manifest());
  return opened;
};
