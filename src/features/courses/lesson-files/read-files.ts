import {
  MAX_MADE_BYTES,
  MAX_MADE_LESSONS,
  MAX_MADE_TEXT_BYTES,
  MAX_WORD_BYTES,
  type MadeLesson,
  postWordDocument,
  type WordDocument,
} from "../../../contract/staff-lesson-files.ts";
import { sourceAssetKind } from "../../../domain/source-asset.ts";
import { MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { isJunkFile } from "../../../lib/is-junk-file.ts";
import { safeFileName } from "../../../lib/safe-file-name.ts";
import { statusOf } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";
import { escapeWords } from "../editor/inserts/written-markdown.ts";
import { decodeTextFile } from "../editor/media/read-text-file.ts";
import { ENDINGS } from "../editor/send-picture.ts";
import { sendFile } from "../send-file.ts";
import { type DocumentLesson, documentLesson } from "./document-lesson.ts";

/** A picture of a lesson: one that the school has already, or a file that is sent. */
export type LessonPicture = MadeLesson["pictures"][number] | File;

/** A lesson that can be made. */
export interface FoundLesson {
  readonly file: string;
  readonly title: string;
  readonly type: MadeLesson["type"];
  readonly text: string;
  readonly pages: number;
  readonly pictures: readonly LessonPicture[];
  /** What is not in it, and how often. */
  readonly lost: Readonly<Record<"pictures" | "links" | "formulas" | "others", number>>;
}

/** Why no lesson can be made of a file. */
export type Unread =
  | "unknown"
  | "too-large"
  | "too-long"
  | "damaged"
  | "empty"
  | "too-many"
  | "not-sent";

interface FoundFiles {
  readonly lessons: readonly FoundLesson[];
  readonly unread: readonly { readonly file: string; readonly why: Unread }[];
}

/** A page that was saved with its pictures in it may have as much. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

const NOTHING = { pictures: 0, links: 0, formulas: 0, others: 0 } as const;

const pathOf = (file: File): string => file.webkitRelativePath || file.name;

/** The name of a file as a title: `waist-darts.png` is "waist darts". */
const titleOf = ({ name }: File): string => {
  const stem = safeFileName(name).replace(/\.[^.]*$/, "");
  return stem.replaceAll(/[_-]+/g, " ").trim() || stem;
};

const DATA = /^data:(image\/[\w.+-]+);base64,/i;

/** A picture that is written in the page itself. */
const dataFile = (address: string): File | null => {
  const [start = "", type = ""] = DATA.exec(address) ?? [];
  const ending = ENDINGS[type.toLowerCase()];
  if (ending === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(address.slice(start.length)), (sign) => sign.charCodeAt(0));
    return bytes.length === 0 ? null : new File([bytes], `picture.${ending}`, { type });
  } catch {
    return null;
  }
};

/** Finds the pictures of a page among the files that were chosen with it, by the ends of their paths. */
const picturesOf = (files: readonly File[]) => {
  const byName = Map.groupBy(
    files.filter((file) => sourceAssetKind(file.name) === "picture" && file.size > 0),
    ({ name }) => name,
  );
  return (address: string): File | null => {
    if (address.startsWith("data:")) return dataFile(address);
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) return null;
    let path = address.split(/[?#]/)[0] ?? "";
    try {
      path = decodeURIComponent(path);
    } catch {
      // It is no encoded name, but one with a percent sign.
    }
    const parts = path.replace(/^(?:\.{1,2}\/)+/, "").split("/");
    const named = byName.get(parts.at(-1) ?? "") ?? [];
    return named.find((file) => pathOf(file).endsWith(parts.join("/"))) ?? named[0] ?? null;
  };
};

type Found = FoundLesson | Unread;

const fromDocument = (
  file: File,
  made: DocumentLesson | null,
  pictureAt: (address: string) => LessonPicture | null,
  lost: Partial<FoundLesson["lost"]> = {},
): Found => {
  if (!made) return "empty";
  if (made.text.length > MAX_MADE_TEXT_BYTES) return "too-long";
  const { title, text, pages } = made;
  return {
    ...{ file: pathOf(file), title, type: "text", text, pages },
    pictures: made.pictures.flatMap((address) => pictureAt(address) ?? []),
    lost: {
      ...{ ...NOTHING, ...lost, links: made.lost.links },
      pictures: made.lost.pictures + (lost.pictures ?? 0),
    },
  };
};

const countOf = ({ left_out }: WordDocument, what: string): number =>
  left_out.find((each) => each.what === what)?.count ?? 0;

const readWord = async (send: Send, file: File): Promise<Found> => {
  if (file.size > MAX_WORD_BYTES) return "too-large";
  const sent = await sendFile(send, file);
  if (!sent.ok) return sent.failure ? "not-sent" : "damaged";
  const answer = await send(postWordDocument, { body: sent.value });
  if (!answer.ok) {
    const status = statusOf(answer.failure);
    if (status === 413) return "too-large";
    return status === 422 ? "damaged" : "not-sent";
  }
  const { html, pictures } = answer.value;
  const pictureAt = (address: string) => {
    const [, at] = /^picture:(\d+)$/.exec(address) ?? [];
    return pictures[Number(at ?? -1)] ?? null;
  };
  const hasPicture = (address: string) => pictureAt(address) !== null;
  return fromDocument(file, documentLesson(html, { name: titleOf(file), hasPicture }), pictureAt, {
    pictures: countOf(answer.value, "picture"),
    formulas: countOf(answer.value, "formula"),
    others: countOf(answer.value, "other"),
  });
};

const readPage = async (
  file: File,
  language: string,
  pictureAt: (address: string) => File | null,
): Promise<{ readonly found: Found; readonly used: readonly LessonPicture[] }> => {
  if (file.size > MAX_PAGE_BYTES) return { found: "too-large", used: [] };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { found: "damaged", used: [] };
  const known = new Map<string, File | null>();
  const once = (address: string) => {
    if (!known.has(address)) known.set(address, pictureAt(address));
    return known.get(address) ?? null;
  };
  const hasPicture = (address: string) => once(address) !== null;
  const html = decodeTextFile(new Uint8Array(bytes), language);
  const found = fromDocument(file, documentLesson(html, { name: titleOf(file), hasPicture }), once);
  return { found, used: typeof found === "string" ? [] : found.pictures };
};

const readPicture = (file: File): Found => {
  if (file.size === 0) return "damaged";
  if (file.size > MAX_SOURCE_PICTURE_BYTES) return "too-large";
  const title = titleOf(file);
  const words = escapeWords(title);
  return {
    ...{ file: pathOf(file), title, type: "figure", pages: 1, pictures: [file], lost: NOTHING },
    text: `# ${words}\n\n![${words}](picture:0)\n`,
  };
};

/** What the school needs of a picture besides its name: its checksum and size. */
const PICTURE_BYTES = 128;

const bytesOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

/** How many of the lessons, from the first on, may be made at once. */
const countFitting = (lessons: readonly FoundLesson[]): number => {
  let bytes = 0;
  const first = lessons.findIndex(({ title, text, pictures }) => {
    bytes += bytesOf(title) + bytesOf(text);
    for (const { name } of pictures) bytes += bytesOf(name) + PICTURE_BYTES;
    return bytes > MAX_MADE_BYTES;
  });
  return Math.min(first < 0 ? lessons.length : first, MAX_MADE_LESSONS);
};

const isWord = ({ name }: File): boolean => /\.docx$/i.test(name);
const isPage = ({ name }: File): boolean => /\.(?:html?|xhtml)$/i.test(name);

/**
 * Looks at files of which lessons are to be made: Word documents, web pages with their pictures, and pictures, of which
 * each becomes a lesson unless a page shows it. Nothing is changed at the school.
 * @param language of the texts, for files that do not say their encoding
 * @param onRead called with the number of files that have been read
 */
export const readLessonFiles = async (
  send: Send,
  chosen: readonly File[],
  language: string,
  onRead: (files: number) => void,
): Promise<FoundFiles> => {
  const files = chosen
    .filter((file) => !isJunkFile(pathOf(file)))
    .sort((a, b) => pathOf(a).localeCompare(pathOf(b), language, { numeric: true }));
  const pictureAt = picturesOf(files);
  const found = new Map<File, Found>();
  const used = new Set<LessonPicture>();
  const take = (file: File, one: Found) => {
    found.set(file, one);
    onRead(found.size);
  };
  for (const file of files) {
    if (isWord(file)) take(file, await readWord(send, file));
    else if (isPage(file)) {
      const page = await readPage(file, language, pictureAt);
      for (const picture of page.used) used.add(picture);
      take(file, page.found);
    }
  }
  const isSaved = (file: File) => /_files\/[^/]*$/.test(pathOf(file));
  const hasPages = files.some(isPage);
  for (const file of files) {
    // Beside a page lie its scripts and styles, too.
    if (found.has(file) || used.has(file) || (hasPages && isSaved(file))) continue;
    take(file, sourceAssetKind(file.name) === "picture" ? readPicture(file) : "unknown");
  }
  const ordered = files.flatMap((file) => {
    const one = found.get(file);
    return one === undefined ? [] : [{ file, one }];
  });
  const lessons = ordered.flatMap(({ one }) => (typeof one === "string" ? [] : [one]));
  const fitting = countFitting(lessons);
  return {
    lessons: lessons.slice(0, fitting),
    unread: [
      ...ordered.flatMap(({ file, one }) =>
        typeof one === "string" ? [{ file: pathOf(file), why: one }] : [],
      ),
      ...lessons.slice(fitting).map(({ file }) => ({ file, why: "too-many" as const })),
    ],
  };
};
