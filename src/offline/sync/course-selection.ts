import * as v from "valibot";
import { product } from "../../contract/content.ts";
import { INDEX_FILES } from "../../contract/local-content.ts";
import { type CourseFiles, filesByCourse } from "../../domain/course-files.ts";
import { entriesOf, presentFiles } from "../../domain/file-tree.ts";
import type { IndexFiles } from "../index-files.ts";
import { contentData } from "../local-content.ts";
import type { LocalTree } from "./local-tree.ts";
import type { SyncStorage } from "./sync-storage.ts";

export interface CourseUsage {
  readonly productKey: string;
  readonly courseKey: string;
  readonly files: number;
  readonly bytes: number;
  readonly presentBytes: number;
  /** Bytes that deleting it would free: files that no other course or account needs. */
  readonly freed: number;
  /** False if the person has deleted it from this machine. */
  readonly kept: boolean;
}

export interface CourseSelectionOptions {
  index: IndexFiles;
  tree: LocalTree;
  storage: SyncStorage;
  /** Names in `files/` that other accounts need; null if unknown. */
  neededElsewhere: () => Promise<ReadonlySet<string> | null>;
}

/** Manages which courses are wanted on this machine, and computes the space that each takes. */
export const createCourseSelection = (options: CourseSelectionOptions) => {
  const { index, tree, storage, neededElsewhere } = options;
  const courseId = (productKey: string, courseKey: string) => `${productKey}/${courseKey}`;
  const isKept = ({ productKey, courseKey }: CourseFiles) =>
    !storage.excludedCourses().includes(courseId(productKey, courseKey));

  const courses = async (): Promise<CourseFiles[]> => {
    const read = await index.read("content.json", contentData);
    const products = Object.entries((read.ok && read.value) || {}).flatMap(([key, sent]) => {
      const decoded = v.safeParse(product, sent);
      return decoded.success ? [[key, decoded.output] as const] : [];
    });
    return filesByCourse(Object.fromEntries(products), new Set(Object.keys(tree.current())));
  };

  const loadExclusions = async (): Promise<(name: string) => boolean> => {
    if (storage.excludedCourses().length === 0) return () => false;
    const all = await courses();
    const kept = new Set<string>();
    for (const course of all.filter(isKept)) for (const name of course.names) kept.add(name);
    const out = new Set<string>();
    for (const { names } of all) for (const name of names) if (!kept.has(name)) out.add(name);
    return (name) => out.has(name);
  };

  /** Bytes that deleting a course would free. @param others the other courses that are wanted */
  const freedBy = (
    course: CourseFiles,
    others: readonly CourseFiles[],
    elsewhere: ReadonlySet<string> | null,
  ): number => {
    if (!elsewhere) return 0;
    const staying = new Set(elsewhere);
    const going = new Map<string, number>();
    for (const [{ filename, size, present }, { name }] of entriesOf(tree.current())) {
      if (!present) continue;
      const isGoing = course.names.has(name) && !others.some(({ names }) => names.has(name));
      if (isGoing) going.set(filename, size);
      else staying.add(filename);
    }
    return [...going].reduce((sum, [name, size]) => sum + (staying.has(name) ? 0 : size), 0);
  };

  return {
    /** @returns a test for names of the tree that none of the wanted courses needs */
    loadExclusions,

    async usage(): Promise<CourseUsage[]> {
      const sizes = new Map<string, Map<string, { size: number; present: boolean }>>();
      for (const [entry, { name }] of entriesOf(tree.current())) {
        const files = sizes.get(name) ?? new Map();
        files.set(entry.checksum, entry);
        sizes.set(name, files);
      }
      const elsewhere = await neededElsewhere();
      const known = await courses();
      const wanted = known.filter(isKept);
      return known.map((course) => {
        const { productKey, courseKey, names } = course;
        const files = new Map([...names].flatMap((name) => [...(sizes.get(name) ?? [])]));
        const all = [...files.values()];
        const sum = (some: typeof all) => some.reduce((bytes, { size }) => bytes + size, 0);
        return {
          productKey,
          courseKey,
          files: all.length,
          bytes: sum(all),
          presentBytes: sum(all.filter(({ present }) => present)),
          freed: freedBy(
            course,
            wanted.filter((other) => other !== course),
            elsewhere,
          ),
          kept: isKept(course),
        };
      });
    },

    async exclude(productKey: string, courseKey: string): Promise<void> {
      storage.setExcludedCourses([
        ...new Set([...storage.excludedCourses(), courseId(productKey, courseKey)]),
      ]);
      await tree.discard(await loadExclusions());
    },

    include(productKey: string, courseKey: string) {
      const included = courseId(productKey, courseKey);
      storage.setExcludedCourses(storage.excludedCourses().filter((course) => course !== included));
    },

    /** The number and size of all files on the disk. */
    files(): { files: number; bytes: number } {
      const sizes = [...presentFiles(tree.current()).values()];
      return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    },

    async areIndexFilesWhole(): Promise<boolean> {
      for (const file of INDEX_FILES) {
        const read = await index.read(file, v.unknown());
        if (!read.ok || read.value === null || read.value === undefined) return false;
      }
      return true;
    },
  };
};
