import { type MessagePort, parentPort } from "node:worker_threads";
import type { EntryKind } from "../../../contract/staff-entries.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";
import type { HeadKind } from "../../../domain/text-head.ts";
import type { CAPTION_READERS } from "../captions.ts";
import { exchangeOriginal } from "../exchange-original.ts";
import { outsideIn } from "../outside.ts";
import { createProblemList } from "../problem-list.ts";
import { readSchoolSettings } from "../school-settings.ts";
import { lessonsOfCourse, publicErrors } from "./course-errors.ts";
import {
  type EntryChange,
  EntryError,
  editEntries,
  fieldsByLine,
  readEntries,
} from "./edit-entries.ts";
import { editFields, type FieldTexts, fieldAtLine, type Place, readFields } from "./edit-fields.ts";
import { editHead, type HeadChange, headPlaces, readHead } from "./edit-head.ts";
import { type BrandTextChanges, editSchool, readBrand } from "./edit-school.ts";
import { editYaml, YamlEditError, type YamlStep } from "./edit-yaml.ts";
import { filmText } from "./film-text.ts";
import { previewText } from "./preview-text.ts";
import { type StoredFile, storedFolder } from "./stored-folder.ts";
import { lineDifferences, withoutChange } from "./text-difference.ts";
import { editLesson, type LessonEdit } from "./tree/edit-lesson.ts";
import { readLesson, readProduct, readSchool } from "./tree/facts.ts";
import { usedFiles } from "./tree/lesson-uses.ts";

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

/** `null`: the file is written in a way in which more would change. */
const unlessUnusual = (edit: () => string): { text: string } | null => {
  try {
    return { text: edit() };
  } catch (reason) {
    if (reason instanceof YamlEditError) return null;
    throw reason;
  }
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
  outsideOf: (text: string) => outsideIn(text),
  readEntries: (text: string, kind: EntryKind) => readEntries(text, kind),
  fieldsAt: (text: string, kind: EntryKind, at: number, lines: readonly number[]) =>
    lines.map(fieldsByLine(text, kind, at)),
  /** `null`: the file is written in a way in which the entry cannot be changed. */
  editEntries: (text: string, kind: EntryKind, change: EntryChange) => {
    try {
      return { text: editEntries(text, kind, change) };
    } catch (reason) {
      if (reason instanceof EntryError) return null;
      throw reason;
    }
  },
  /** The library takes a tenth of a second to load, which other questions need not wait for. */
  readWord: async (bytes: Uint8Array) => (await import("./word-document.ts")).readWord(bytes),
  lineDifferences: (from: string, to: string) => lineDifferences(from, to),
  withoutChange: (before: string, after: string, present: string) =>
    withoutChange(before, after, present),
  filmText: (text: string, format: keyof typeof CAPTION_READERS) => filmText(text, format),
  readHead: (text: string, kind: HeadKind) => readHead(text, kind),
  editHead: (text: string, kind: HeadKind, change: HeadChange) => editHead(text, kind, change),
  headPlaces: (text: string, kind: HeadKind, lines: readonly number[]) =>
    headPlaces(text, kind, lines),
  readFacts: (kind: keyof typeof FACTS, texts: readonly string[]) =>
    texts.map((text) => FACTS[kind](text)),
  editYaml: (text: string, steps: readonly YamlStep[]) =>
    unlessUnusual(() => editYaml(text, steps)),
  editLessons: (texts: readonly string[], edits: readonly LessonEdit[]) =>
    texts.map((text, at) => unlessUnusual(() => editLesson(text, edits[at] ?? {}))),
  exchangeOriginals: (pairs: readonly Parameters<typeof exchangeOriginal>[]) =>
    pairs.map((pair) => exchangeOriginal(...pair)),
  usedFiles: (texts: readonly string[]) => texts.map(usedFiles),
  readBrand: (text: string) => readBrand(text),
  readFields: (text: string, at: Place, names: readonly string[]) => readFields(text, at, names),
  editFields: (text: string, at: Place, names: readonly string[], changes: FieldTexts) =>
    editFields(text, at, names, changes),
  fieldsAtLines: (text: string, at: Place, names: readonly string[], lines: readonly number[]) =>
    lines.map(fieldAtLine(text, at, names)),
  lessonsOfCourse: (text: string, course: string) => lessonsOfCourse(text, course),
  publicErrors: (text: string, course: string, known: Parameters<typeof publicErrors>[2]) =>
    publicErrors(text, course, known),
  editSchool: (text: string, changes: BrandTextChanges) => editSchool(text, changes),
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
