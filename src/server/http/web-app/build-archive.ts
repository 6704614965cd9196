import { hash, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { parseJson } from "../../../lib/parse-json.ts";
import { makePrivateFolder, PRIVATE_FILE } from "../../store/private-files.ts";
import { slotOf } from "./dictionaries.ts";

/** The present build, and those whose files browsers may still have. */
const KEPT_BUILDS = 5;

const LIST = /^(\d{4,})-[\da-f]{16}\.json$/;
/** A kept file is named by its SHA-256. */
const KEPT_FILE = /^[\da-f]{64}$/;

const build = v.object({ files: v.record(v.string(), v.pipe(v.string(), v.regex(KEPT_FILE))) });

/** The files of a build: the SHA-256 of each by its name. */
export type BuildFiles = Readonly<Record<string, string>>;

const sha256 = (bytes: Buffer): string => hash("sha256", bytes);

/** Writes a file completely or not at all, because two servers of a school may share the folder. */
const writeAtomically = async (file: string, bytes: Buffer | string): Promise<void> => {
  const partial = `${file}.${randomUUID()}.part`;
  await writeFile(partial, bytes, { mode: PRIVATE_FILE });
  await rename(partial, file);
};

/**
 * The text files of the last builds of the web app, in a folder beside the school's data: each file
 * once, and a list for each build. It may be deleted at any time.
 */
export class BuildArchive {
  readonly folder: string;
  readonly #webDir: string;

  constructor(folder: string, webDir: string) {
    this.folder = folder;
    this.#webDir = webDir;
  }

  /**
   * Stores the files of the present build, and deletes those that only builds before the last five
   * have.
   * @returns the builds, the present one first
   */
  async update(): Promise<BuildFiles[]> {
    await makePrivateFolder(this.folder);
    const { files, bytes } = await this.#readPresent();
    if (Object.keys(files).length === 0) return [];
    const text = JSON.stringify({ files });
    const id = sha256(Buffer.from(text)).slice(0, 16);
    const lists = await this.#lists();
    if (!lists[0]?.includes(id)) {
      const there = new Set(await readdir(this.folder));
      for (const [hash, content] of bytes) {
        if (!there.has(hash)) await writeAtomically(path.join(this.folder, hash), content);
      }
      const number = Number.parseInt(lists[0] ?? "0", 10) + 1;
      const name = `${String(number).padStart(4, "0")}-${id}.json`;
      await writeAtomically(path.join(this.folder, name), text);
      // A build that was released twice counts once.
      lists.unshift(name, ...lists.splice(0).filter((list) => !list.includes(id)));
    }
    return this.#prune(lists);
  }

  /** A kept file; null when it is missing or damaged. */
  async read(hash: string): Promise<Buffer | null> {
    const bytes = await readFile(path.join(this.folder, hash)).catch(() => null);
    return bytes && sha256(bytes) === hash ? bytes : null;
  }

  async #readPresent() {
    const entries = await readdir(this.#webDir, { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    const files: Record<string, string> = {};
    const bytes = new Map<string, Buffer>();
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.#webDir, path.join(entry.parentPath, entry.name)))
      .map((name) => name.split(path.sep).join("/"))
      .filter((name) => slotOf(name) !== null);
    for (const name of names.sort()) {
      const content = await readFile(path.join(this.#webDir, name));
      files[name] = sha256(content);
      bytes.set(sha256(content), content);
    }
    return { files, bytes };
  }

  /** The names of the lists, the newest first. */
  async #lists(): Promise<string[]> {
    const names = (await readdir(this.folder)).filter((name) => LIST.test(name));
    return names.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
  }

  async #prune(lists: readonly string[]): Promise<BuildFiles[]> {
    const builds: BuildFiles[] = [];
    const needed = new Set<string>();
    for (const name of lists) {
      const text = await readFile(path.join(this.folder, name), "utf8").catch(() => "");
      const list = builds.length < KEPT_BUILDS ? parseJson(text, build) : null;
      if (!list) continue;
      builds.push(list.files);
      needed.add(name);
      for (const hash of Object.values(list.files)) needed.add(hash);
    }
    for (const name of await readdir(this.folder)) {
      const isOwn = LIST.test(name) || KEPT_FILE.test(name);
      if (isOwn && !needed.has(name)) await rm(path.join(this.folder, name), { force: true });
    }
    return builds;
  }
}
