import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type Lesson, lesson, type Product, product } from "../contract/content.ts";
import {
  type CachedFile,
  type FileTree,
  fileTree,
  type IndexFile,
} from "../contract/local-content.ts";
import { faqsAnswer, glossaryAnswer, instructionsAnswer } from "../contract/reference.ts";
import { captionsAnswer, type VideoCaptions } from "../contract/video.ts";
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
export const captionsData = v.pipe(
  wrapped("captions", captionsAnswer),
  v.transform(({ captions }) => captions),
);

/** Whether a client can show it, down to the last page. */
export const isProduct = (sent: unknown): boolean => v.is(product, sent);

/** A lesson without its text; whole content says only on its pages which lessons belong to it. */
const withoutText = (sent: unknown): unknown => {
  if (!isRecord(sent)) return sent;
  const flat = isRecord(sent.props) ? { ...sent, ...sent.props } : sent;
  const { html: _, props: __, ...rest } = flat;
  if (typeof rest.key !== "string" || !isMainLesson(rest.key)) return rest;
  const main = v.safeParse(lesson, sent);
  return { ...rest, subLessons: main.success ? subLessonsOf(main.output) : [] };
};

interface HeldProduct {
  /** Without its lessons' texts: thousands of pages are decoded when somebody reads them. */
  readonly skeleton: Product;
  /** The lessons as they were sent, by those of the skeleton. */
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
  /** By upper-case key. */
  products: ReadonlyMap<string, HeldProduct>;
  faqs: v.InferOutput<typeof faqsData> | null;
  glossary: v.InferOutput<typeof glossaryData> | null;
  instructions: v.InferOutput<typeof instructionsData> | null;
  captions: readonly VideoCaptions[] | null;
  tree: FileTree;
}

const nothing = (): Held => ({
  products: new Map(),
  faqs: null,
  glossary: null,
  instructions: null,
  captions: null,
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
    const products = new Map<string, HeldProduct>();
    for (const [key, sent] of Object.entries(content)) {
      const own = holdProduct(key, sent);
      if (own) products.set(key.toUpperCase(), own);
      else damaged.push(`content.json: ${key}`);
    }
    return {
      held: {
        products,
        faqs: await file("faqs.json", faqsData),
        glossary: await file("glossary.json", glossaryData),
        instructions: await file("instructions.json", instructionsData),
        captions: await file("captions.json", captionsData),
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

    /** More files are there, or other ones, than when the content was taken up. */
    takeTree(tree: FileTree) {
      held = { ...held, tree };
    },

    /** In the order of the content, without their lessons' texts. */
    products: (): readonly Product[] => [...held.products.values()].map((each) => each.skeleton),
    /** In any case of letters. */
    product: (key: string): Product | null =>
      held.products.get(key.toUpperCase())?.skeleton ?? null,

    /**
     * A lesson whole.
     * @param entry the lesson of a product as it is held here, without its text
     * @returns null where it is not what the contract says
     */
    lesson(entry: Lesson): Lesson | null {
      const holder = [...held.products.values()].find(({ sent }) => sent.has(entry));
      const decoded = v.safeParse(lesson, holder?.sent.get(entry));
      return decoded.success ? { ...decoded.output, subLessons: entry.subLessons } : null;
    },

    faqs: () => held.faqs,
    glossary: () => held.glossary,
    instructions: () => held.instructions,
    /** Of all videos; null where nobody has said which there are. */
    captions: () => held.captions,
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

    /**
     * Where a file can be fetched from this machine; null where not all of it is there, or it is not
     * served. Its size alone is looked at: a film may be larger than memory.
     */
    async address(file: CachedFile): Promise<string | null> {
      const isWhole = (await machine.folder.size(pathOf(file))) === file.size;
      return isWhole ? machine.folder.address(pathOf(file)) : null;
    },

    /** A part of a file that may be large: only its size is looked at. */
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
