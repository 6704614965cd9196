import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type Lesson, lesson, type Product, product } from "../contract/content.ts";
import {
  type CachedFile,
  type FileTree,
  fileTree,
  type IndexFile,
} from "../contract/local-content.ts";
import { organisation } from "../contract/organisation.ts";
import { faqsAnswer, glossaryAnswer, instructionsAnswer } from "../contract/reference.ts";
import { captionsAnswer, type VideoCaptions } from "../contract/video.ts";
import { type FileKind, findTreeName, treeName } from "../domain/file-names.ts";
import { FALLBACK_LANGUAGE } from "../domain/languages.ts";
import { isMainLesson } from "../domain/lesson-access.ts";
import { subLessonsOf } from "../domain/menu-position.ts";
import { languagesTried } from "../domain/translated.ts";
import type { DesktopMachine } from "../platform/ports.ts";
import type { IndexFiles } from "./index-files.ts";

/** The folder of the cached files. */
export const FILES = "files";

/** The path of a cached file by its name in the tree. */
export const filePath = (filename: string): string => `${FILES}/${filename}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An index file holds the school's whole answer, or only the value inside it. Accepts both. */
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

/** `content.json`: the products by key, each as the school sent it. */
export const contentData = v.pipe(
  v.unknown(),
  v.transform((data) => (isRecord(data) && isRecord(data.content) ? data.content : data)),
  products,
);

export const faqsData = wrapped("faqs", faqsAnswer);
export const glossaryData = wrapped("glossary", glossaryAnswer);
export const instructionsData = wrapped("courseInstructions", instructionsAnswer);
export const captionsData = v.pipe(
  wrapped("captions", captionsAnswer),
  v.transform(({ captions }) => captions),
);
/** `organisation.json`: the school of the content; null if the export did not name it. */
export const organisationData = v.nullable(organisation);

/** Whether a product is valid in full, including the text of every lesson. */
export const isProduct = (sent: unknown): boolean => v.is(product, sent);

/** Removes the text of a lesson. The sub-lessons of a main lesson are read from its pages first. */
const withoutText = (sent: unknown): unknown => {
  if (!isRecord(sent)) return sent;
  const flat = isRecord(sent.props) ? { ...sent, ...sent.props } : sent;
  const { html: _, props: __, ...rest } = flat;
  if (typeof rest.key !== "string" || !isMainLesson(rest.key)) return rest;
  const main = v.safeParse(lesson, sent);
  return { ...rest, subLessons: main.success ? subLessonsOf(main.output) : [] };
};

interface HeldProduct {
  /** The product without its lessons' texts. Thousands of pages are decoded only when they are read. */
  readonly skeleton: Product;
  /** The lessons as the school sent them, by the lesson of the skeleton. */
  readonly sent: ReadonlyMap<Lesson, unknown>;
}

const holdProduct = (key: string, sent: unknown): HeldProduct | null => {
  if (!isRecord(sent) || !isRecord(sent.lessons)) return null;
  const { lessons } = sent;
  const shallow = Object.entries(lessons).map(([name, each]) => [name, withoutText(each)]);
  const decoded = v.safeParse(product, { ...sent, lessons: Object.fromEntries(shallow) });
  if (!decoded.success) return null;
  return {
    skeleton: { ...decoded.output, key: decoded.output.key || key },
    sent: new Map(
      Object.entries(decoded.output.lessons).map(([name, each]) => [each, lessons[name]]),
    ),
  };
};

interface Held {
  /** By key in upper case. */
  products: ReadonlyMap<string, HeldProduct>;
  faqs: v.InferOutput<typeof faqsData> | null;
  glossary: v.InferOutput<typeof glossaryData> | null;
  instructions: v.InferOutput<typeof instructionsData> | null;
  captions: readonly VideoCaptions[] | null;
  organisation: v.InferOutput<typeof organisationData>;
  tree: FileTree;
}

const nothing = (): Held => ({
  products: new Map(),
  faqs: null,
  glossary: null,
  instructions: null,
  captions: null,
  organisation: null,
  tree: {},
});

interface LocalContentOptions {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes">;
  index: Pick<IndexFiles, "read">;
}

/**
 * Holds the content of this machine in memory, except for the files. Damaged parts are listed in the
 * state; the rest can be used.
 */
export const createLocalContent = ({ machine, index }: LocalContentOptions) => {
  const state = proxy({
    status: "none" as "none" | "ready" | "damaged",
    /** Index files that are damaged, and damaged products in `content.json`. */
    damaged: [] as string[],
    /** Increases by one each time the content is loaded. */
    version: 0,
  });
  let held = nothing();
  /** Files whose checksum has been verified since the content was loaded. */
  let right = new Set<string>();

  const read = async (): Promise<{ held: Held; damaged: string[] }> => {
    const damaged: string[] = [];
    const file = async <Data>(name: IndexFile, schema: v.GenericSchema<unknown, Data>) => {
      const data = await index.read(name, schema);
      if (data.ok) return data.value;
      damaged.push(name);
      return null;
    };
    const content = (await file("content.json", contentData)) ?? {};
    const products = new Map<string, HeldProduct>();
    for (const [key, sent] of Object.entries(content)) {
      const holder = holdProduct(key, sent);
      if (holder) products.set(key.toUpperCase(), holder);
      else damaged.push(`content.json: ${key}`);
    }
    return {
      held: {
        products,
        faqs: await file("faqs.json", faqsData),
        glossary: await file("glossary.json", glossaryData),
        instructions: await file("instructions.json", instructionsData),
        captions: await file("captions.json", captionsData),
        organisation: await file("organisation.json", organisationData),
        tree: (await file("filetree.json", fileTree)) ?? {},
      },
      damaged,
    };
  };

  const firstLanguage = (): string => held.organisation?.language || FALLBACK_LANGUAGE;

  const entryOf = (
    kind: FileKind,
    productKey: string,
    title: string,
    language: string,
  ): CachedFile | null => {
    const plainName = treeName(kind, productKey, title);
    const { tree } = held;
    // Our own server's names match directly, which is faster than a search through thousands of names.
    const name = Object.hasOwn(tree, plainName)
      ? plainName
      : findTreeName(Object.keys(tree), kind, productKey, title);
    const languages = (name !== null && tree[name]) || {};
    const tried = languagesTried([language, firstLanguage()], Object.keys(languages));
    return tried.map((code) => languages[code]).find(Boolean) ?? null;
  };

  const pathOf = ({ filename }: CachedFile): string => filePath(filename);

  return {
    state,

    /** Loads the content. Call it at start, and after the index files have changed. */
    async load(): Promise<void> {
      const loaded = await read();
      held = loaded.held;
      right = new Set();
      state.damaged = loaded.damaged;
      const some = held.products.size > 0;
      state.status = loaded.damaged.length > 0 ? "damaged" : some ? "ready" : "none";
      state.version += 1;
    },

    /** Replaces the file tree after files were downloaded or deleted. */
    setTree(tree: FileTree) {
      held = { ...held, tree };
    },

    /** The products in the order of the content, without their lessons' texts. */
    products: (): readonly Product[] => [...held.products.values()].map((each) => each.skeleton),
    /** Finds a product by its key, ignoring case. */
    product: (key: string): Product | null =>
      held.products.get(key.toUpperCase())?.skeleton ?? null,

    /**
     * Decodes a whole lesson.
     * @param entry the lesson of a product of this content, without its text
     * @returns null if the lesson does not match the contract
     */
    lesson(entry: Lesson): Lesson | null {
      const holder = [...held.products.values()].find(({ sent }) => sent.has(entry));
      const decoded = v.safeParse(lesson, holder?.sent.get(entry));
      return decoded.success ? { ...decoded.output, subLessons: entry.subLessons } : null;
    },

    faqs: () => held.faqs,
    glossary: () => held.glossary,
    instructions: () => held.instructions,
    /** The captions of all videos; null if there is no list of them. */
    captions: () => held.captions,
    firstLanguage,
    /** The school that exported the content; null if it is not known. */
    organisation: () => held.organisation,
    tree: (): FileTree => held.tree,

    /**
     * Finds a file in the tree: in the given language, else in the school's first one, in English, or in any.
     * @param productKey in any case; empty for files of the glossary
     * @returns null if the tree has no such file
     */
    findFile: entryOf,

    /** Whether all bytes of a file are on the disk. Only the size is checked. */
    has: async (file: CachedFile): Promise<boolean> =>
      (await machine.folder.size(pathOf(file))) === file.size,

    /**
     * Reads a file. The checksum is verified at the first read.
     * @returns null if the file is missing or damaged
     */
    async bytes(file: CachedFile): Promise<Uint8Array<ArrayBuffer> | null> {
      const bytes = await machine.folder.read(pathOf(file));
      if (!bytes || bytes.length !== file.size) return null;
      if (right.has(file.filename)) return bytes;
      if ((await machine.sha256OfBytes(bytes)) !== file.checksum) return null;
      right.add(file.filename);
      return bytes;
    },

    /**
     * The address of a file for use in the page. Only the size is checked, as a film may be larger than
     * memory.
     * @returns null if the file is incomplete, or if this machine does not serve it
     */
    async address(file: CachedFile): Promise<string | null> {
      const isWhole = (await machine.folder.size(pathOf(file))) === file.size;
      return isWhole ? machine.folder.address(pathOf(file)) : null;
    },

    /** Reads a range of a file that may be large. Only the file's size is checked. */
    async bytesInRange(
      file: CachedFile,
      partial: { from: number; length: number },
    ): Promise<Uint8Array<ArrayBuffer> | null> {
      if ((await machine.folder.size(pathOf(file))) !== file.size) return null;
      return machine.folder.read(pathOf(file), partial);
    },
  };
};

export type LocalContent = ReturnType<typeof createLocalContent>;
