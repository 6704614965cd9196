import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { AuthorFolder } from "./author-folder.ts";
import type { TextFiles } from "./text-files.ts";

/**
 * The lessons that have been read before, by the checksums of their files.
 * @typeParam Lesson what reading the files of a lesson gives: it depends on nothing else
 */
export interface LessonCache<Lesson> {
  /** A lesson, read now unless it is known. */
  get(
    files: TextFiles,
    from: { readonly folder: AuthorFolder; readonly first: string },
    read: () => Promise<Lesson>,
  ): Promise<Lesson>;
  /** Keeps the lessons that were asked for, for the next time. */
  save(): Promise<void>;
}

/** A school with more is read anew each time. */
const MAX_BYTES = 256 * 1024 * 1024;

const ROOT = path.join(import.meta.dirname, "../../..");

/** The code that reads lessons: what another version of it has read is not used. */
const codeVersion = (): string => {
  const files = ["src/server/content", "src/drafting", "src/domain", "src/lib"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => path.join(folder, name)),
  );
  const sources = ["package.json", ...files].map((name) => readFileSync(path.join(ROOT, name)));
  return hash("sha256", Buffer.concat([Buffer.from(process.version), ...sources]));
};

const readAll = async <Lesson>(file: string, version: string): Promise<Map<string, Lesson>> => {
  try {
    if ((await stat(file)).size > MAX_BYTES) return new Map();
    const kept = deserialize(await readFile(file)) as {
      version: string;
      lessons: Map<string, Lesson>;
    };
    return kept.version === version ? kept.lessons : new Map();
  } catch {
    // It is not there, or was written in part.
    return new Map();
  }
};

/**
 * Opens the cache of a school's lessons. Each process reads it once, and replaces it by the lessons that it has seen.
 * @param file on this machine's disk; it may be deleted at any time
 */
export const openLessonCache = async <Lesson>(file: string): Promise<LessonCache<Lesson>> => {
  const version = codeVersion();
  const known = await readAll<Lesson>(file, version);
  const seen = new Map<string, Lesson>();
  let hasNew = false;
  return {
    async get({ key, path: own, translations }, { folder, first }, read) {
      const files = [own, ...translations.map((each) => each.path)];
      const checksums = files.map((each) => folder.known(each)?.checksum);
      if (checksums.includes(undefined)) return read();
      const languages = translations.map(({ language }) => language);
      const id = hash("sha256", JSON.stringify([own, key, first, languages, checksums]));
      const before = known.get(id);
      if (before) for (const each of files) folder.locate(each);
      else hasNew = true;
      const lesson = before ?? (await read());
      seen.set(id, lesson);
      return lesson;
    },
    async save() {
      if (!hasNew && seen.size === known.size) return;
      const written = `${file}.${process.pid}`;
      try {
        const bytes = serialize({ version, lessons: seen });
        if (bytes.length > MAX_BYTES) return;
        await writeFile(written, bytes, { mode: 0o600 });
        await rename(written, file);
      } catch {
        // A full disk, for example: the next check takes longer.
        await rm(written, { force: true });
      }
    },
  };
};
