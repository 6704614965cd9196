import { isMainLesson } from "../../../domain/lesson-access.ts";
import { type EntryFields, entryKey } from "../../../domain/source-entry.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { normalize } from "../../normalize.ts";
import { decodeText } from "../editor/decode-text.ts";
import { editEntries, readEntries } from "../editor/edit-entries.ts";
import { readHead } from "../editor/edit-head.ts";
import { editYaml } from "../editor/edit-yaml.ts";
import {
  isReadable,
  lessonsIn as lessonsOfChapter,
  type ProductFacts,
  readLesson,
  readSchool,
} from "../editor/tree/facts.ts";
import type { YamlStep } from "../editor/yaml-steps.ts";
import { lessonsIn, mergeCourse, readOutline } from "./merge-course.ts";
import { filesByPath, SourceConflict, type SourceFile } from "./source-rows.ts";

type Files = ReadonlyMap<string, SourceFile>;

const isSame = (one: SourceFile | undefined, other: SourceFile | undefined): boolean =>
  one?.checksum === other?.checksum;

interface Folder {
  readonly files: Files;
  /** The text of a file; null for one that is not there or is no text. */
  readonly text: (path: string) => Promise<string | null>;
}

/** A file of the folder that comes out: one that is there, or a text that is not stored yet. */
type Taken = SourceFile | { readonly path: string; readonly text: string };

/** The lessons of a course with their parts, by key. */
const lessonsOf = async (
  folder: Folder,
  product: string,
  outline: ProductFacts,
  course: string,
): Promise<Set<string>> => {
  const keys = new Set<string>();
  for (const key of lessonsIn(outline, course)) {
    for (const each of await withParts(folder, product, key)) keys.add(each);
  }
  return keys;
};

const withParts = async (folder: Folder, product: string, key: string): Promise<string[]> => {
  if (!isMainLesson(key)) return [key];
  const text = (await folder.text(`${product}/lessons/${key}.md`)) ?? "";
  const facts = readLesson(text);
  return [key, ...(isReadable(facts) ? facts.parts : [])];
};

/** The part of a name that captions and smaller forms of a film share with it. */
const stemOf = (name: string): string =>
  name.replace(/\.(?:(?:chapters\.)?[a-z]{2}\.(?:vtt|srt)|(?:small|medium)\.(?:mp4|webm))$/i, ".");

/** Whether texts name a file of a product's folder, or the film to which it belongs. */
const namesFile = (words: string, name: string): boolean => {
  const stem = normalize(stemOf(name), "NFC");
  return words.includes(stem) || words.includes(encodeURI(stem));
};

const OTHER_FILE = /^([^/]+)\/(?:assets|icons|assignments)\/(.+)$/;

/** The course to which an instruction belongs; undefined for one that belongs to none. */
const courseOfInstruction = async (folder: Folder, key: string): Promise<string | undefined> => {
  const text = await folder.text(`instructions/${key}.md`);
  return readHead(text ?? "", "instruction")?.fields.course;
};

/** A glossary with those terms of another one that some words name and that it lacks. */
const withTerms = (
  published: string | null,
  source: string | null,
  words: string,
): { readonly text: string; readonly pictures: readonly string[] } | null => {
  const known = readEntries(published ?? "", "term");
  const offered = readEntries(source ?? "", "term");
  if (!known || !offered) return null;
  const keysOf = (entries: readonly EntryFields[]) =>
    new Set(entries.map((entry) => normalize(entryKey("term", entry, ""), "NFC")));
  const has = keysOf(known);
  let text = published ?? "";
  const pictures: string[] = [];
  const all = [words];
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const fields of offered) {
      const key = normalize(entryKey("term", fields, ""), "NFC");
      if (has.has(key) || !all.some((each) => each.includes(`term:${key}`))) continue;
      text = editEntries(text, "term", { at: null, fields }) ?? text;
      has.add(key);
      // Its definition may name further ones.
      all.push(normalize(Object.values(fields).join("\n"), "NFC"));
      if (fields.image) pictures.push(`glossary/${fields.image}`);
      isMore = true;
    }
  }
  return all.length > 1 ? { text, pictures } : null;
};

/** `school.yaml` with a product among its products, or without it. */
const withProduct = (text: string, product: string, isThere: boolean): string => {
  const facts = readSchool(text);
  const listed = isReadable(facts) ? facts.products : [];
  const at = listed.indexOf(product);
  if (!isReadable(facts) || at >= 0 === isThere) return text;
  const path = ["products"];
  const step: YamlStep = isThere
    ? { do: "insert", in: path, at: listed.length, value: product }
    : { do: "remove", in: path, at };
  return editYaml(text, [step]);
};

export const openFolder = (
  files: readonly SourceFile[],
  read: (file: SourceFile) => Promise<Uint8Array>,
): Folder => {
  const byPath = filesByPath(files);
  return {
    files: byPath,
    text: async (path) => {
      const file = byPath.get(path);
      return file ? (decodeText(await read(file))?.text ?? null) : null;
    },
  };
};

/**
 * The draft's changes on top of what is published now. A file that both have changed counts as the draft's, and is
 * named: whoever takes it would overwrite what others have published.
 * @param begun the files with which the draft was begun
 */
export const rebased = (
  draft: Files,
  begun: Files,
  published: Files,
): { readonly files: SourceFile[]; readonly conflicts: ReadonlySet<string> } => {
  const conflicts = new Set<string>();
  const files: SourceFile[] = [];
  for (const path of new Set([...draft.keys(), ...published.keys()])) {
    const [own, before, now] = [draft.get(path), begun.get(path), published.get(path)];
    const isOwn = !isSame(own, before);
    if (isOwn && !isSame(before, now) && !isSame(own, now)) conflicts.add(path);
    const file = isOwn ? own : now;
    if (file) files.push(file);
  }
  return { files, conflicts };
};

/**
 * The folder in which one course, and nothing else, is as in another folder: its entry and the chapters that it shows in
 * `course.yaml`, their lessons in all languages, the files that these name, its instructions, and terms that they
 * need and that the glossary lacks. What another course shows, too, is taken with it.
 * @param published the folder into which the course is taken
 * @param source the folder from which it is taken; without the course, it is removed
 * @throws SourceConflict naming the files that it would overwrite
 */
export const filesOfCourse = async (
  published: Folder,
  source: Folder,
  course: string,
  conflicts: ReadonlySet<string> = new Set(),
): Promise<Taken[]> => {
  const result = new Map<string, Taken>(published.files);
  const put = (path: string, file: Taken | undefined): void => {
    if (file) result.set(path, file);
    else result.delete(path);
  };
  const take = (path: string): void => put(path, source.files.get(path));
  const all = [...new Set([...published.files.keys(), ...source.files.keys()])];
  let words = "";

  for (const path of all) {
    const place = sourceTextPlace(path);
    if (place?.kind !== "course") continue;
    const { product } = place;
    const [was, is] = [await published.text(path), await source.text(path)];
    const outlines = { was: readOutline(was), is: readOutline(is) };
    const own = outlines.is.courses.find(({ key }) => key === course);
    if (!own && !outlines.was.courses.some(({ key }) => key === course)) continue;
    const merged = mergeCourse(was, is, course);
    if (merged.kind === "gone") {
      for (const name of result.keys()) if (name.startsWith(`${product}/`)) result.delete(name);
    } else if (merged.kind === "source") take(path);
    else if (merged.kind === "merged") put(path, { path, text: merged.text });
    const school = await published.text("school.yaml");
    const listed = school && withProduct(school, product, merged.kind !== "gone");
    if (listed && listed !== school) put("school.yaml", { path: "school.yaml", text: listed });
    if (merged.kind === "gone") continue;
    const after = readOutline(
      merged.kind === "merged" ? merged.text : merged.kind === "source" ? is : was,
    );
    const taken = await lessonsOf(source, product, outlines.is, course);
    const left = await lessonsOf(published, product, outlines.was, course);
    const named = new Set(after.chapters.flatMap(lessonsOfChapter));
    for (const key of [...named]) {
      const folder = taken.has(key) ? source : published;
      for (const part of await withParts(folder, product, key)) named.add(part);
    }
    /** The key of a lesson of the product, by its file; empty for another file. */
    const lessonOf = (name: string): string => {
      const found = sourceTextPlace(name);
      return found?.kind === "lesson" && found.product === product ? found.key : "";
    };
    for (const name of all) {
      const key = lessonOf(name);
      if (taken.has(key)) take(name);
      else if (left.has(key) && !named.has(key)) result.delete(name);
    }
    const differing = all.filter(
      (name) => !isSame(published.files.get(name), source.files.get(name)),
    );
    const others = differing.filter((name) => OTHER_FILE.exec(name)?.[1] === product);
    if (others.length === 0 && !differing.includes("glossary.yaml")) continue;
    words += own ? JSON.stringify([own, outlines.is.chapters]) : "";
    for (const name of source.files.keys()) {
      if (taken.has(lessonOf(name))) words += await source.text(name);
    }
    words = normalize(words, "NFC");
    for (const name of others) {
      const [, , file = ""] = OTHER_FILE.exec(name) ?? [];
      // What is gone may be needed by others, and one more file does no harm.
      if (source.files.has(name) && namesFile(words, file)) take(name);
    }
  }

  for (const name of all) {
    const place = sourceTextPlace(name);
    if (place?.kind !== "instruction") continue;
    if (isSame(published.files.get(name), source.files.get(name))) continue;
    const owners = [source, published].map((folder) => courseOfInstruction(folder, place.key));
    if (!(await Promise.all(owners)).includes(course)) continue;
    take(name);
    words += normalize((await source.text(name)) ?? "", "NFC");
  }

  const glossary = "glossary.yaml";
  const [known, offered] = [await published.text(glossary), await source.text(glossary)];
  const extended = known === offered ? null : withTerms(known, offered, words);
  if (extended) put(glossary, { path: glossary, text: extended.text });
  for (const picture of extended?.pictures ?? []) take(picture);

  const overwritten = all.filter((name) => {
    const file = result.get(name);
    const isChanged = (file && "text" in file) || !isSame(published.files.get(name), file);
    return isChanged && conflicts.has(name);
  });
  if (overwritten.length > 0) throw new SourceConflict(overwritten);
  return [...result.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
};
