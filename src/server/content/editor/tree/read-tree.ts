import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { MAX_SOURCE_TEXT_BYTES } from "../../../../contract/staff-editor.ts";
import { isLanguage } from "../../../../domain/languages.ts";
import { sourceTextPlace } from "../../../../domain/source-text.ts";
import { chunks } from "../../../../lib/chunks.ts";
import { inParallel } from "../../../../lib/in-parallel.ts";
import type { Tables } from "../../../db/schema.ts";
import { ownOrganisation } from "../../../school/own-organisation.ts";
import { contentFile, type Store } from "../../../store/store.ts";
import type { Catalogue } from "../../catalogue.ts";
import { schoolLanguages } from "../../import-school.ts";
import type { SourceFile } from "../../source/source-rows.ts";
import { presentSource } from "../../source/source-text.ts";
import { decodeText } from "../decode-text.ts";
import { readInThread } from "../reading-thread.ts";
import {
  type FileProblem,
  fileProblem,
  isReadable,
  type LessonFacts,
  type ProductFacts,
  type SchoolFacts,
  type Titles,
} from "./facts.ts";
import {
  courseFile,
  type Read,
  type ReadLesson,
  type ReadProduct,
  SCHOOL_FILE,
  type Tree,
} from "./plan.ts";

type Facts = LessonFacts | ProductFacts | SchoolFacts;
type Kind = "readLesson" | "readProduct" | "readSchool";

/** What was read of files, by kind and checksum. Of 5,000 lessons one is another one at each change. */
const known = new LRUCache<string, Facts | FileProblem>({ max: 12_000 });

/** How many files are read at once, and how many texts, and letters, the thread gets at once. */
const PARALLEL_READS = 16;
const TEXTS_AT_ONCE = 200;
const LETTERS_AT_ONCE = 4 * MAX_SOURCE_TEXT_BYTES;

const TOO_MUCH = { code: "text/too-much" } as const;
const TOO_LARGE = fileProblem(1, "The file is too large.", TOO_MUCH);
const TOO_HEAVY = fileProblem(
  1,
  "The file needs more memory or time than reading it may take.",
  TOO_MUCH,
);
const NOT_TEXT = fileProblem(1, "The file is not in UTF-8.");
const UNREADABLE = fileProblem(1, "The file cannot be read.");

const textOf = async (
  store: Store,
  { checksum, size }: SourceFile,
): Promise<string | FileProblem> => {
  if (size > MAX_SOURCE_TEXT_BYTES) return TOO_LARGE;
  const bytes = await store.read(contentFile(checksum)).catch(() => null);
  if (!bytes) return UNREADABLE;
  return decodeText(bytes)?.text ?? NOT_TEXT;
};

/** Reads texts in the thread; those that are too heavy together one by one. */
const readTexts = async (
  kind: Kind,
  texts: readonly string[],
): Promise<readonly (Facts | FileProblem)[]> => {
  const all = await readInThread("readFacts", kind, texts);
  if (all) return all;
  const each: (Facts | FileProblem)[] = [];
  for (const text of texts) {
    each.push((await readInThread("readFacts", kind, [text]))?.[0] ?? TOO_HEAVY);
  }
  return each;
};

/** Reads files of one kind; what was read before is known. */
const readFiles = async (store: Store, kind: Kind, files: readonly SourceFile[]): Promise<void> => {
  const fresh = files.filter(({ checksum }) => !known.has(kind + checksum));
  for (const some of chunks(fresh, TEXTS_AT_ONCE)) {
    const texts: (string | FileProblem)[] = [];
    await inParallel(some.entries(), PARALLEL_READS, async ([at, file]) => {
      texts[at] = await textOf(store, file);
    });
    let batch: { readonly key: string; readonly text: string }[] = [];
    let letters = 0;
    const send = async () => {
      const facts = await readTexts(
        kind,
        batch.map(({ text }) => text),
      );
      for (const [at, { key }] of batch.entries()) known.set(key, facts[at] ?? TOO_HEAVY);
      [batch, letters] = [[], 0];
    };
    for (const [at, { checksum }] of some.entries()) {
      const text = texts[at] ?? UNREADABLE;
      const key = kind + checksum;
      if (typeof text !== "string") {
        // A store that does not answer is asked again.
        if (text !== UNREADABLE) known.set(key, text);
        continue;
      }
      if (letters + text.length > LETTERS_AT_ONCE) await send();
      batch.push({ key, text });
      letters += text.length;
    }
    if (batch.length > 0) await send();
  }
};

const readOf = <Found extends Facts>(kind: Kind, { checksum }: SourceFile): Read<Found> => ({
  checksum,
  facts: (known.get(kind + checksum) ?? UNREADABLE) as Found | FileProblem,
});

/** The files of lessons, by product and key. The main file has no language in its name. */
const lessonFiles = (files: Iterable<SourceFile>) => {
  const lessons = new Map<
    string,
    Map<string, { main: SourceFile | null; others: Map<string, string> }>
  >();
  for (const file of files) {
    const place = sourceTextPlace(file.path);
    if (place?.kind !== "lesson") continue;
    const product = lessons.get(place.product) ?? new Map();
    lessons.set(place.product, product);
    const lesson = product.get(place.key) ?? { main: null, others: new Map() };
    product.set(place.key, lesson);
    if (file.path === `${place.product}/lessons/${place.key}.md`) lesson.main = file;
    else lesson.others.set(place.language, file.path);
  }
  return lessons;
};

interface TreeSource {
  readonly read: Kysely<Tables>;
  readonly store: Store;
  readonly catalogue: Catalogue;
}

const EMPTY = new Map<never, never>();

const readSchoolFile = async (store: Store, file: SourceFile): Promise<Read<SchoolFacts>> => {
  await readFiles(store, "readSchool", [file]);
  return readOf<SchoolFacts>("readSchool", file);
};

/** The titles in the heads of lessons or instructions, by path. What cannot be read has none. */
export const headTitles = async (
  store: Store,
  files: readonly SourceFile[],
): Promise<ReadonlyMap<string, Titles>> => {
  await readFiles(store, "readLesson", files);
  return new Map(
    files.map((file) => {
      const { facts } = readOf<LessonFacts>("readLesson", file);
      return [file.path, isReadable(facts) ? facts.titles : {}];
    }),
  );
};

/**
 * The languages of the author's folder, the school's first one before the others; those that are published for a
 * folder that names none. A draft may have other ones than students.
 */
export const sourceLanguages = async (
  { read, store }: Pick<TreeSource, "read" | "store">,
  files: Tree["files"] = EMPTY,
): Promise<string[]> => {
  const file = files.get(SCHOOL_FILE);
  const facts = file ? (await readSchoolFile(store, file)).facts : null;
  const languages = facts && isReadable(facts) ? facts.languages.filter(isLanguage) : [];
  return languages.length > 0 ? languages : schoolLanguages(read);
};

/** Reads the author's folder of the draft, or without one of what is published, as a tree. */
export const readTree = async ({ read, store, catalogue }: TreeSource): Promise<Tree> => {
  const source = await presentSource(read);
  const files: ReadonlyMap<string, SourceFile> = source?.files ?? EMPTY;
  const { name = "" } = (await ownOrganisation(read).select("name").executeTakeFirst()) ?? {};
  const schoolFile = files.get(SCHOOL_FILE);
  if (!schoolFile) {
    const state = !source && catalogue.products.size > 0 ? "no-folder" : "empty";
    return {
      ...{ state, hasDraft: false, files, school: null, organisation: name },
      ...{ languages: await schoolLanguages(read), products: [] },
    };
  }
  const school = await readSchoolFile(store, schoolFile);
  const facts = isReadable(school.facts) ? school.facts : null;
  // Without a readable list, the products are those that have a folder.
  const keys =
    facts?.products ??
    [...files.keys()].flatMap((path) => {
      const place = sourceTextPlace(path);
      return place?.kind === "course" ? [place.product] : [];
    });
  const courseFiles = keys.flatMap((key) => files.get(courseFile(key)) ?? []);
  await readFiles(store, "readProduct", courseFiles);
  const lessons = lessonFiles(files.values());
  const mains = keys.flatMap((key) => [...(lessons.get(key)?.values() ?? [])]);
  await readFiles(
    store,
    "readLesson",
    mains.flatMap(({ main }) => main ?? []),
  );
  const products = [...new Set(keys)].map((key): ReadProduct => {
    const file = files.get(courseFile(key));
    const found = [...(lessons.get(key) ?? [])].flatMap(([lessonKey, { main, others }]) => {
      if (!main) return [];
      const lesson: ReadLesson = {
        ...readOf<LessonFacts>("readLesson", main),
        ...{ path: main.path, translations: others },
      };
      return [[lessonKey, lesson] as const];
    });
    return {
      key,
      file: file ? readOf<ProductFacts>("readProduct", file) : null,
      lessons: new Map(found),
    };
  });
  return {
    state: "ready",
    hasDraft: source?.version.state === "draft",
    files,
    school,
    organisation: facts?.organisation || name,
    languages: await sourceLanguages({ read, store }, files),
    products,
  };
};
