import { type MessagePort, parentPort } from "node:worker_threads";
import { applyPatch, structuredPatch } from "diff";
import type { EntryKind } from "../../../contract/staff-entries.ts";
import { lineDifferences } from "../../../domain/line-differences.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";
import { webVtt } from "../../../domain/timed-texts.ts";
import { CAPTION_READERS } from "../captions.ts";
import { exchangeOriginal } from "../exchange-original.ts";
import { isAccepted } from "../media-type.ts";
import { outsideIn } from "../outside.ts";
import { parseYaml } from "../parse-yaml.ts";
import { createProblemList, markOf } from "../problem-list.ts";
import { readPublicCourse } from "../public-course.ts";
import type { ContentProblem } from "../school.ts";
import { readSchoolSettings } from "../school-settings.ts";
import type { YamlField } from "../yaml-field.ts";
import { type EntryChange, editEntries, readEntries } from "./edit-entries.ts";
import { editFields, fieldsAtLines, readFields } from "./edit-fields.ts";
import { editHead, headPlaces, readHead } from "./edit-head.ts";
import { editSchool, readBrand } from "./edit-school.ts";
import { editYaml } from "./edit-yaml.ts";
import { type PreviewProblem, previewProblems, previewText } from "./preview-text.ts";
import { type StoredFile, storedFolder } from "./stored-folder.ts";
import { editLesson, type LessonEdit } from "./tree/edit-lesson.ts";
import { isReadable, lessonsShown, readLesson, readProduct, readSchool } from "./tree/facts.ts";
import { usedFiles } from "./tree/lesson-uses.ts";
import { unlessUnusual, type YamlStep } from "./yaml-steps.ts";

/*
 * Reads and edits texts of the author's folder. See `reading-thread.ts`.
 */

/** The folder of a question: its files, and where their bytes are asked for. */
export interface FolderToRead {
  readonly paths: readonly string[];
  readonly port: MessagePort;
}

const openFolder = ({ paths, port }: FolderToRead) => {
  const read = async (path: string): Promise<StoredFile> => {
    const answer = new Promise<StoredFile>((resolve) => port.once("message", resolve));
    port.postMessage(path);
    return answer;
  };
  return storedFolder(paths, read);
};

const FACTS = { readLesson, readProduct, readSchool };

/** Comparing texts that have nothing in common takes no longer than this. */
const LONGEST_COMPARISON_MS = 500;

/**
 * Takes the change of a text back where it has been changed since, elsewhere.
 * @returns null if the same lines were changed, or if too much was to be compared
 */
const withoutChange = (before: string, after: string, present: string): string | null => {
  const patch = structuredPatch("", "", after, before, "", "", { timeout: LONGEST_COMPARISON_MS });
  const text = patch ? applyPatch(present, patch) : false;
  return text === false ? null : text;
};

/** The keys of the lessons in the menus of a course, in their order; null if the file has no such course. */
const lessonsOfCourse = (text: string, course: string): string[] | null => {
  const facts = readProduct(text);
  const found = isReadable(facts) ? facts.courses.find(({ key }) => key === course) : undefined;
  return isReadable(facts) && found ? lessonsShown(facts, found) : null;
};

/** A field of a map that is not empty, whatever else is in the map. */
const fieldOf = (map: YamlField | null, name: string): YamlField | null =>
  (map?.isMap() && map.entries().find((field) => field.name === name && !field.isEmpty())) || null;

/**
 * What the check of the folder would say about what a course shows to everybody.
 * @param known the names of the product's assets, and the school's first language
 */
const publicErrors = (
  text: string,
  course: string,
  known: { readonly assets: readonly string[]; readonly first: string },
): ContentProblem[] => {
  const problems = createProblemList();
  const assets = new Set(known.assets);
  const root = parseYaml(text, "course.yaml", problems.in("course.yaml"));
  const field = fieldOf(fieldOf(root, "courses"), course);
  if (!field) return problems.sorted("error");
  const keys = lessonsOfCourse(text, course) ?? [];
  readPublicCourse(fieldOf(field, "public"), course, {
    first: known.first,
    lessons: keys.map((key) => ({ key, field })),
    lessonIds: new Map(keys.map((key) => [key, 1])),
    assets: {
      take: (name, accepted, say) => {
        if (assets.has(name) && isAccepted(name, accepted)) return;
        say(`There is no picture "${name}".`, markOf("file/missing", name));
      },
    },
  });
  return problems.sorted("error");
};

/** A text that is wrong on each of its lines is not read to the end by anybody. */
const MOST_FILM_PROBLEMS = 100;

/**
 * Captions or chapters as they are kept: WebVTT, as the check of the folder reads them.
 * @returns `vtt` null if words would be lost, or there are none
 */
const filmText = (
  text: string,
  format: keyof typeof CAPTION_READERS,
): { readonly vtt: string | null; readonly problems: readonly PreviewProblem[] } => {
  const found = createProblemList();
  const lines = CAPTION_READERS[format](text, found.in(""));
  const isLost = (problem: PreviewProblem) => problem.code === "captions/lost";
  if (lines.length === 0 && !previewProblems(found, "").some(isLost)) {
    found.in("")(1, "There is no text with times in it.", { code: "captions/lost" });
  }
  const problems = previewProblems(found, "").map((problem) =>
    isLost(problem) ? { ...problem, severity: "error" as const } : problem,
  );
  return {
    vtt: problems.some(isLost) ? null : webVtt(lines),
    problems: problems
      .toSorted((a, b) => Number(isLost(b)) - Number(isLost(a)))
      .slice(0, MOST_FILM_PROBLEMS),
  };
};

const work = {
  preview: (folder: FolderToRead, place: SourceTextPlace, path: string, entry?: number) =>
    previewText(place, openFolder(folder), path, entry),
  schoolErrors: async (folder: FolderToRead) => {
    const problems = createProblemList();
    await readSchoolSettings(openFolder(folder), problems);
    return problems.sorted("error");
  },
  /** `null`: the file is written in a way in which more than the entry would change. */
  editEntries: (text: string, kind: EntryKind, change: EntryChange) =>
    unlessUnusual(() => ({ text: editEntries(text, kind, change) })),
  /** The library takes a tenth of a second to load, which other questions need not wait for. */
  readWord: async (bytes: Uint8Array) => (await import("./word-document.ts")).readWord(bytes),
  readFacts: (kind: keyof typeof FACTS, texts: readonly string[]) =>
    texts.map((text) => FACTS[kind](text)),
  editYaml: (text: string, steps: readonly YamlStep[]) =>
    unlessUnusual(() => ({ text: editYaml(text, steps) })),
  editLessons: (texts: readonly string[], edits: readonly LessonEdit[]) =>
    texts.map((text, at) => unlessUnusual(() => ({ text: editLesson(text, edits[at] ?? {}) }))),
  exchangeOriginals: (pairs: readonly Parameters<typeof exchangeOriginal>[]) =>
    pairs.map((pair) => exchangeOriginal(...pair)),
  usedFiles: (texts: readonly string[]) => texts.map(usedFiles),
  ...{ outsideIn, readEntries, filmText, readHead, editHead, headPlaces, readBrand, editSchool },
  ...{ readFields, editFields, fieldsAtLines, lessonsOfCourse, publicErrors },
  ...{ lineDifferences, withoutChange },
};

export type ReadingWork = typeof work;

export interface ReadingQuestion {
  readonly name: keyof ReadingWork;
  readonly given: readonly unknown[];
}

parentPort?.on("message", async ({ name, given }: ReadingQuestion) => {
  const does = work[name] as (...given: readonly unknown[]) => unknown;
  parentPort?.postMessage(await does(...given));
});
