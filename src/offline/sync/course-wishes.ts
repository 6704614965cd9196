import * as v from "valibot";
import { product } from "../../contract/content.ts";
import { INDEX_FILES } from "../../contract/local-content.ts";
import { type CourseFiles, filesByCourse } from "../../domain/course-files.ts";
import { entriesOf, presentFiles } from "../../domain/file-tree.ts";
import type { IndexFiles } from "../index-files.ts";
import { contentData } from "../local-content.ts";
import type { LocalTree } from "./local-tree.ts";
import type { SyncMemory } from "./sync-memory.ts";

export interface CourseUsage {
  readonly productKey: string;
  readonly courseKey: string;
  readonly files: number;
  readonly bytes: number;
  readonly presentBytes: number;
  /** Bytes that deleting it would free: neither another course nor another account needs them. */
  readonly freed: number;
  /** False where the person has deleted it from this machine. */
  readonly kept: boolean;
}

export interface CourseWishesOptions {
  index: IndexFiles;
  tree: LocalTree;
  memory: SyncMemory;
  /** Names in `files/` that other accounts need; null where that cannot be told. */
  neededElsewhere: () => Promise<ReadonlySet<string> | null>;
}

/** Which courses a person wants on this machine, and what each takes. */
export const createCourseWishes = (options: CourseWishesOptions) => {
  const { index, tree, memory, neededElsewhere } = options;
  const wish = (productKey: string, courseKey: string) => `${productKey}/${courseKey}`;
  const isKept = ({ productKey, courseKey }: CourseFiles) =>
    !memory.leftOut().includes(wish(productKey, courseKey));

  const courses = async (): Promise<CourseFiles[]> => {
    const read = await index.read("content.json", contentData);
    const products = Object.entries((read.ok && read.value) || {}).flatMap(([key, sent]) => {
      const decoded = v.safeParse(product, sent);
      return decoded.success ? [[key, decoded.output] as const] : [];
    });
    return filesByCourse(Object.fromEntries(products), new Set(Object.keys(tree.current())));
  };

  const leftOut = async (): Promise<(name: string) => boolean> => {
    if (memory.leftOut().length === 0) return () => false;
    const all = await courses();
    const kept = new Set<string>();
    for (const course of all.filter(isKept)) for (const name of course.names) kept.add(name);
    const out = new Set<string>();
    for (const { names } of all) for (const name of names) if (!kept.has(name)) out.add(name);
    return (name) => out.has(name);
  };

  /** What would go if a course went. @param others the other courses that are wanted */
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
    /** @returns whether a name of the tree is needed by none of the courses that are wanted */
    leftOut,

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

    async leaveOut(productKey: string, courseKey: string): Promise<void> {
      memory.leaveOut([...new Set([...memory.leftOut(), wish(productKey, courseKey)])]);
      await tree.discard(await leftOut());
    },

    keep(productKey: string, courseKey: string) {
      const gone = wish(productKey, courseKey);
      memory.leaveOut(memory.leftOut().filter((course) => course !== gone));
    },

    /** What lies here in all. */
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
