import { hash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { openLessonCache } from "../../../src/server/content/lesson-cache.ts";
import type { ReadLesson } from "../../../src/server/content/lesson-draft.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { changed, type Files, inFolder, SMALL_SCHOOL } from "./small-school.ts";

const cacheFile = (): string => path.join(temporaryFolder(), "lessons.cache");

const prints = (files: Files) =>
  new Map(
    Object.entries(files).flatMap(([name, content]) => {
      if (content === null) return [];
      return [[name, { checksum: hash("sha256", content), size: Buffer.byteLength(content) }]];
    }),
  );

/** Compiles the small school with changes, by a cache, as the process of a job does. */
const compileBy = async (file: string, changes: Files = {}) => {
  const files: Files = { ...SMALL_SCHOOL, ...changes };
  const cache = await openLessonCache<ReadLesson>(file);
  let count = 0;
  const lessons: typeof cache = {
    ...cache,
    get: (known, from, read) =>
      cache.get(known, from, () => {
        count += 1;
        return read();
      }),
  };
  return inFolder(files, async (folder) => {
    const plain = (result: unknown) => JSON.stringify(result).replaceAll(folder, "");
    const result = plain(await compileSchool(folder, { files: prints(files), lessons }));
    await lessons.save();
    return { result, read: count, expected: plain(await compileSchool(folder)) };
  });
};

const LESSONS = Object.keys(SMALL_SCHOOL).filter((name) => /lessons\/[^.]*\.md$/.test(name)).length;

test("only the lessons that have changed are read again", async () => {
  const file = cacheFile();
  const first = await compileBy(file);
  expect([first.read, first.result]).toEqual([LESSONS, first.expected]);
  const again = await compileBy(file);
  expect([again.read, again.result]).toEqual([0, first.expected]);
  const translation = changed("PM/lessons/frame.he.md", "טקסט", "טקסט אחר");
  const other = await compileBy(file, translation);
  expect([other.read, other.result]).toEqual([1, other.expected]);
  expect(other.result).toContain("טקסט אחר");
});

test.each<[string, Files]>([
  ["a term that has gone", changed("glossary.yaml", "term: dart\n", "term: pleat\n")],
  ["a lesson that has gone", { "PM/lessons/hem.md": null }],
  ["a picture that has gone", { "PM/assets/frame.svg": null }],
  ["a tile's picture that has gone", { "PM/icons/frame.svg": null }],
  ["a sheet of an assignment that has gone", { "PM/assignments/task.pdf": null }],
  ["another first language", changed("school.yaml", "[en, he]", "[he, en]")],
])("a lesson that is kept is judged by what it names now: %s", async (_, changes) => {
  const file = cacheFile();
  await compileBy(file);
  const { result, expected } = await compileBy(file, changes);
  expect(result).toBe(expected);
  expect(JSON.parse(result).ok).toBe(false);
});

test("mistakes of a lesson that is kept are said each time", async () => {
  const file = cacheFile();
  const wrong = changed("PM/lessons/frame.md", "(frame.svg", "(frame.svgx");
  const first = await compileBy(file, wrong);
  const again = await compileBy(file, wrong);
  expect([again.read, again.result]).toEqual([0, first.expected]);
  expect(JSON.parse(again.result).failure).toHaveLength(1);
});

test.each([
  ["damaged", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ["of another version", () => Buffer.from("x")],
])("lessons are read anew where what is kept is %s", async (_, damage) => {
  const file = cacheFile();
  await compileBy(file);
  await writeFile(file, damage(await readFile(file)));
  const { read, result, expected } = await compileBy(file);
  expect([read, result]).toEqual([LESSONS, expected]);
});
