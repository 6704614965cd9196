import { createHash } from "node:crypto";
import type { IndexFile } from "../../../src/contract/local-content.ts";
import { createIndexFiles } from "../../../src/offline/index-files.ts";
import { createLocalContent } from "../../../src/offline/local-content.ts";
import {
  createMemoryDesktop,
  createMemoryFolder,
} from "../../../src/platform/memory/memory-desktop.ts";
import type { Folder } from "../../../src/platform/ports.ts";
import { lessonOf, skeleton } from "./small-course.ts";

export const bytesOf = (text: string) => new TextEncoder().encode(text);

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/** The complete small course, as a school serves it for use without a network. */
export const wholeProduct = () => {
  const lessons = Object.keys(skeleton.lessons).map((key): [string, object] => {
    const { subLessons: _, ...lesson } = lessonOf(key) ?? { subLessons: [] };
    return [key, lesson];
  });
  return { ...skeleton, lessons: Object.fromEntries(lessons) };
};

const DART = "<svg>dart</svg>";

export const FILES: Record<string, Record<string, string>> = {
  "assets/PM/dart.svg": { en: DART, el: "<svg>πένσα</svg>" },
  "icons/PM/paper.svg": { en: "<svg>paper</svg>" },
  "glossary/dart.svg": { en: DART },
};

const film = { product: "PM", asset: "pin.webm" };
const line = (text: string) => [{ start: 0, end: 2, text }];

/** A film that one lesson shows with its own captions, and another with the author's. */
export const CAPTIONS = [
  { ...film, lesson: null, language: "en", texts: line("Pin the dart.") },
  { ...film, lesson: null, language: "he", texts: line("סיכה") },
  { ...film, lesson: "paper", language: "he", texts: [] },
  { ...film, lesson: "PAPER", language: "el", texts: line("Καρφίτσα") },
];

export const SCHOOL = {
  ...{ id: 1, name: "Selvage Atelier", logo: "", email: "", telephone: "" },
  ...{ download_available: false, accent: "#a03050", footer: null },
};

/** A content folder as the contract defines it; equal bytes are stored once. */
export const contentFolder = (
  files: Record<string, Record<string, string | Uint8Array<ArrayBuffer>>> = FILES,
): Map<string, Uint8Array<ArrayBuffer>> => {
  const folder = new Map<string, Uint8Array<ArrayBuffer>>();
  const entry = (content: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof content === "string" ? bytesOf(content) : content;
    const checksum = sha256(bytes);
    const filename = `${sha256(checksum).slice(0, 40)}.cache`;
    folder.set(`files/${filename}`, bytes);
    return { filename, checksum, size: bytes.length, present: true, synced: true };
  };
  const mapped = <From, To>(record: Record<string, From>, to: (from: From) => To) =>
    Object.fromEntries(Object.entries(record).map(([name, each]) => [name, to(each)]));
  const tree = mapped(files, (languages) => mapped(languages, entry));
  const term = { id: 1, term: "dart", image: "dart.svg", translations: [] };
  const data: Partial<Record<IndexFile, unknown>> = {
    "content.json": { products: { PM: wholeProduct() } },
    "faqs.json": [{ id: 1, order: 1, category: "Paper", translations: [] }],
    "glossary.json": [term],
    "instructions.json": [{ id: 1, order: 1, courseId: null, translations: [] }],
    "filetree.json": tree,
    "captions.json": CAPTIONS,
    "organisation.json": SCHOOL,
  };
  for (const [name, each] of Object.entries(data)) folder.set(name, indexFile(each));
  return folder;
};

export const indexFile = (data: unknown, version = 1) =>
  bytesOf(JSON.stringify({ version, checksum: sha256(JSON.stringify(data)), data }));

/** Stores a content folder where the app keeps its content. */
export const fill = async (folder: Folder, content = contentFolder()): Promise<void> => {
  for (const [path, bytes] of content) await folder.write(path, bytes);
};

/** A machine with the small course on it. */
export const openContent = async (files = contentFolder()) => {
  const machine = createMemoryDesktop(createMemoryFolder());
  await fill(machine.folder, files);
  const index = createIndexFiles(machine);
  const content = createLocalContent({ machine, index });
  await content.load();
  return { machine, index, content };
};
