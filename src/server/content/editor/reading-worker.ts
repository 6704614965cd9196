import { type MessagePort, parentPort } from "node:worker_threads";
import { applyPatch, structuredPatch } from "diff";
import type { EntryKind } from "../../../contract/staff-entries.ts";
import { lineDifferences } from "../../../domain/line-differences.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";
import { exchangeOriginal } from "../exchange-original.ts";
import { outsideIn } from "../outside.ts";
import { createProblemList } from "../problem-list.ts";
import { readSchoolSettings } from "../school-settings.ts";
import { lessonsOfCourse, publicErrors } from "./course-errors.ts";
import { type EntryChange, editEntries, readEntries } from "./edit-entries.ts";
import { editFields, fieldsAtLines, readFields } from "./edit-fields.ts";
import { editHead, headPlaces, readHead } from "./edit-head.ts";
import { editSchool, readBrand } from "./edit-school.ts";
import { editYaml } from "./edit-yaml.ts";
import { filmText } from "./film-text.ts";
import { previewText } from "./preview-text.ts";
import { type StoredFile, storedFolder } from "./stored-folder.ts";
import { editLesson, type LessonEdit } from "./tree/edit-lesson.ts";
import { readLesson, readProduct, readSchool } from "./tree/facts.ts";
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

/** What the thread does. */
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
