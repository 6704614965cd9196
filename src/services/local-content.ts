import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type Lesson, type Product, product } from "../contract/content.ts";
import {
  type CachedFile,
  type FileTree,
  fileTree,
  type IndexFile,
} from "../contract/local-content.ts";
import { faqsAnswer, glossaryAnswer, instructionsAnswer } from "../contract/reference.ts";
import { type FileKind, findTreeName, treeName } from "../domain/file-names.ts";
import { isMainLesson } from "../domain/lesson-access.ts";
import { subLessonsOf } from "../domain/menu-position.ts";
import type { DesktopMachine } from "../platform/ports.ts";
import type { IndexFiles } from "./index-files.ts";

/** Where the cached bytes lie. */
export const FILES = "files";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Index files hold the school's answer, whole or only what it wraps. */
const wrapped = <Answer>(name: string, answer: v.GenericSchema<unknown, Answer>) =>
  v.pipe(
    v.unknown(),
    v.transform((data) => (isRecord(data) && name in data ? data : { [name]: data })),
    answer,
  );

const products = wrapped(
  "products",
  v.pipe(
    v.object({ products: v.record(v.string(), v.unknown()) }),
    v.transform((content) => content.products),
  ),
);

/** `content.json`: the products by key, each as it was sent. */
export const contentData = v.pipe(
  v.unknown(),
  v.transform((data) => (isRecord(data) && isRecord(data.content) ? data.content : data)),
  products,
);

export const faqsData = wrapped("faqs", faqsAnswer);
export const glossaryData = wrapped("glossary", glossaryAnswer);
export const instructionsData = wrapped("courseInstructions", instructionsAnswer);

/** A skeleton says which lessons belong to a main lesson; whole content says it only on its pages. */
const withSubLessons = (lesson: Lesson): Lesson =>
  isMainLesson(lesson.key) ? { ...lesson, subLessons: subLessonsOf(lesson) } : lesson;

const decodeProduct = (sent: unknown): Product | null => {
  const decoded = v.safeParse(product, sent);
  if (!decoded.success) return null;
  const lessons = Object.entries(decoded.output.lessons);
  return {
    ...decoded.output,
    lessons: Object.fromEntries(lessons.map(([key, each]) => [key, withSubLessons(each)])),
  };
};

interface Held {
  /** By upper-case key. */
  products: ReadonlyMap<string, Product>;
  faqs: v.InferOutput<typeof faqsData> | null;
  glossary: v.InferOutput<typeof glossaryData> | null;
  instructions: v.InferOutput<typeof instructionsData> | null;
  tree: FileTree;
}

const nothing = (): Held => ({
  products: new Map(),
  faqs: null,
  glossary: null,
  instructions: null,
  tree: {},
});

export interface LocalContentOptions {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes">;
  index: Pick<IndexFiles, "read">;
}

/**
 * The content that lies on this machine, in memory but for the files. What is damaged is said, and
 * what is whole goes on.
 */
export const createLocalContent = ({ machine, index }: LocalContentOptions) => {
  const state = proxy({
    status: "none" as "none" | "ready" | "damaged",
    /** The index files that are not what was written, and products within them. */
    damaged: [] as string[],
    /** Counts how often the content was taken up. */
    version: 0,
  });
  let held = nothing();
  /** Files whose bytes have been found right since the content was taken up. */
  let right = new Set<string>();

  const read = async (): Promise<{ held: Held; damaged: string[] }> => {
    const damaged: string[] = [];
    const file = async <Data>(name: IndexFile, schema: v.GenericSchema<unknown, Data>) => {
      const found = await index.read(name, schema);
      if (found.ok) return found.value;
      damaged.push(name);
      return null;
    };
    const content = (await file("content.json", contentData)) ?? {};
    const decoded = new Map<string, Product>();
    for (const [key, sent] of Object.entries(content)) {
      const own = decodeProduct(sent);
      if (own) decoded.set(key.toUpperCase(), { ...own, key: own.key || key });
      else damaged.push(`content.json: ${key}`);
    }
    return {
      held: {
        products: decoded,
        faqs: await file("faqs.json", faqsData),
        glossary: await file("glossary.json", glossaryData),
        instructions: await file("instructions.json", instructionsData),
        tree: (await file("filetree.json", fileTree)) ?? {},
      },
      damaged,
    };
  };

  const entryOf = (
    kind: FileKind,
    productKey: string,
    title: string,
    language: string,
  ): CachedFile | null => {
    const own = treeName(kind, productKey, title);
    const { tree } = held;
    // Most are where our own school has them; a search through thousands of names takes longer.
    const name = Object.hasOwn(tree, own)
      ? own
      : findTreeName(Object.keys(tree), kind, productKey, title);
    const languages = (name !== null && tree[name]) || {};
    return languages[language] ?? languages.en ?? Object.values(languages)[0] ?? null;
  };

  const pathOf = ({ filename }: CachedFile): string => `${FILES}/${filename}`;

  return {
    state,

    /** Takes up what lies there now. To be called at start, and when the index files are others. */
    async load(): Promise<void> {
      const found = await read();
      held = found.held;
      right = new Set();
      state.damaged = found.damaged;
      const some = held.products.size > 0;
      state.status = found.damaged.length > 0 ? "damaged" : some ? "ready" : "none";
      state.version += 1;
    },

    /** In the order of the content. */
    products: (): readonly Product[] => [...held.products.values()],
    /** In any case of letters. */
    product: (key: string): Product | null => held.products.get(key.toUpperCase()) ?? null,
    faqs: () => held.faqs,
    glossary: () => held.glossary,
    instructions: () => held.instructions,
    tree: (): FileTree => held.tree,

    /**
     * What the tree says of a file: in the language asked for, else in English, else in any.
     * @param productKey in any case; empty for the glossary's
     * @returns null where the tree has no such file
     */
    fileNameOf: entryOf,

    /** Whether all of a file's bytes lie there. Looks at the size alone. */
    has: async (file: CachedFile): Promise<boolean> =>
      (await machine.folder.size(pathOf(file))) === file.size,

    /**
     * A file's bytes, found to be the right ones when they are first read.
     * @returns null where they are not there, or not what they should be
     */
    async bytes(file: CachedFile): Promise<Uint8Array<ArrayBuffer> | null> {
      const bytes = await machine.folder.read(pathOf(file));
      if (!bytes || bytes.length !== file.size) return null;
      if (right.has(file.filename)) return bytes;
      if ((await machine.sha256OfBytes(bytes)) !== file.checksum) return null;
      right.add(file.filename);
      return bytes;
    },

    /** A part of a file that may be large: only its size is looked at. */
    async part(
      file: CachedFile,
      part: { from: number; length: number },
    ): Promise<Uint8Array<ArrayBuffer> | null> {
      if ((await machine.folder.size(pathOf(file))) !== file.size) return null;
      return machine.folder.read(pathOf(file), part);
    },
  };
};

export type LocalContent = ReturnType<typeof createLocalContent>;
