import * as v from "valibot";
import { product } from "../../contract/content.ts";
import { type CachedFile, INDEX_FILES } from "../../contract/local-content.ts";
import { type CourseFiles, filesByCourse } from "../../domain/course-files.ts";
import { EMPTY_CHECKSUM, entriesOf } from "../../domain/file-tree.ts";
import type { IndexFiles } from "../index-files.ts";
import { contentData } from "../local-content.ts";
import type { LocalTree } from "./local-tree.ts";
import type { SyncStorage } from "./sync-storage.ts";

export interface CourseUsage {
  readonly productKey: string;
  readonly courseKey: string;
  readonly files: number;
  readonly presentFiles: number;
  readonly bytes: number;
  readonly presentBytes: number;
  /** False if the person has deleted it from this machine. */
  readonly kept: boolean;
}

interface CourseSelectionOptions {
  index: IndexFiles;
  tree: LocalTree;
  storage: SyncStorage;
  /** Names in `files/` that other accounts need; null if unknown. */
  neededElsewhere: () => Promise<ReadonlySet<string> | null>;
}

/**
 * Manages which courses are wanted on this machine, and computes the space that each takes: at any moment
 * from the tree in memory, so that it agrees with the progress of the sync.
 */
export const createCourseSelection = (options: CourseSelectionOptions) => {
  const { index, tree, storage, neededElsewhere } = options;
  const courseId = (productKey: string, courseKey: string) => `${productKey}/${courseKey}`;
  const isKept = ({ productKey, courseKey }: CourseFiles) =>
    !storage.excludedCourses().includes(courseId(productKey, courseKey));

  const list = async (): Promise<CourseFiles[]> => {
    const read = await index.read("content.json", contentData);
    const products = Object.entries((read.ok && read.value) || {}).flatMap(([key, sent]) => {
      const decoded = v.safeParse(product, sent);
      return decoded.success ? [[key, decoded.output] as const] : [];
    });
    return filesByCourse(Object.fromEntries(products), new Set(Object.keys(tree.current())));
  };

  const loadExclusions = async (): Promise<(name: string) => boolean> => {
    if (storage.excludedCourses().length === 0) return () => false;
    const all = await list();
    const kept = new Set<string>();
    for (const course of all.filter(isKept)) for (const name of course.names) kept.add(name);
    const out = new Set<string>();
    for (const { names } of all) for (const name of names) if (!kept.has(name)) out.add(name);
    return (name) => out.has(name);
  };

  return {
    /** @returns a test for names of the tree that none of the wanted courses needs */
    loadExclusions,

    /** Reads the courses of the content on this machine, with the names of their files. */
    list,

    /** What is here of these courses now. */
    usage(courses: readonly CourseFiles[]): CourseUsage[] {
      const byName = new Map<string, Map<string, CachedFile>>();
      for (const [entry, { name }] of entriesOf(tree.current())) {
        if (entry.checksum === EMPTY_CHECKSUM) continue;
        const files = byName.get(name) ?? new Map();
        files.set(entry.checksum, entry);
        byName.set(name, files);
      }
      return courses.map((course) => {
        const { productKey, courseKey, names } = course;
        const files = new Map([...names].flatMap((name) => [...(byName.get(name) ?? [])]));
        const all = [...files.values()];
        const here = all.filter(({ present }) => present);
        const sum = (some: typeof all) => some.reduce((bytes, { size }) => bytes + size, 0);
        return {
          productKey,
          courseKey,
          files: all.length,
          presentFiles: here.length,
          bytes: sum(all),
          presentBytes: sum(here),
          kept: isKept(course),
        };
      });
    },

    /** Bytes that deleting a course would free: files that no other course or account needs. */
    async freedBy(productKey: string, courseKey: string): Promise<number> {
      const elsewhere = await neededElsewhere();
      const all = await list();
      const course = all.find(
        (each) => each.productKey === productKey && each.courseKey === courseKey,
      );
      if (!elsewhere || !course) return 0;
      const others = all.filter((other) => other !== course && isKept(other));
      const staying = new Set(elsewhere);
      const going = new Map<string, number>();
      for (const [{ filename, size, present }, { name }] of entriesOf(tree.current())) {
        if (!present) continue;
        const isGoing = course.names.has(name) && !others.some(({ names }) => names.has(name));
        if (isGoing) going.set(filename, size);
        else staying.add(filename);
      }
      return [...going].reduce((sum, [name, size]) => sum + (staying.has(name) ? 0 : size), 0);
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

    async areIndexFilesWhole(): Promise<boolean> {
      for (const file of INDEX_FILES) {
        const read = await index.read(file, v.unknown());
        if (!read.ok || read.value === null || read.value === undefined) return false;
      }
      return true;
    },
  };
};
