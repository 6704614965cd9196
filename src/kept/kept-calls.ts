import type { Call } from "../contract/call.ts";
import type { RequestOptions } from "../core/call-results.ts";
import { answerAddress, fileAddress, type Shelf } from "./answer-store.ts";

type CallName = Pick<Call, "method" | "path">;

/**
 * The answers that are kept, by the paths of their calls. Messages and measurements are not among them:
 * they are not needed for studying, and nobody else should find them on a shared computer.
 */
const SHELVES: Readonly<Record<string, Shelf>> = {
  "/products": "base",
  "/user/courses": "base",
  "/products/:productKey/skeleton": "base",
  "/products/:productKey/lessons/:lessonKey": "read",
  "/user/progress": "base",
  "/user/progress/previousLesson/:courseId": "base",
  "/user/progress/nextLesson/:courseId": "base",
  "/user/progress/today/:courseId": "base",
  "/user/assignments": "base",
  "/user/notes": "base",
  "/menu/faqs": "base",
  "/menu/glossary": "base",
  "/menu/instructions": "base",
  "/new-video/texts": "read",
  "/organizations/:id": "base",
  "/organizations/:id/announcements/active": "base",
};

/** A lesson is read in one language; a kept chapter has it in all of them. */
const LESSON = "/products/:productKey/lessons/:lessonKey";

/** The query parameters of lists that ask for a part which nobody else asks for. */
const LATER_PAGE = ["before", "thread", "state"];

/** The calls for files, with the word for each kind. A recording belongs to a hand-in and has no title. */
const FILES: Readonly<Record<string, string>> = {
  "/assets/fetchData": "asset",
  "/menu/icons": "icon",
  "/glossary/fetchImage": "glossary",
  "/user/assignments/:id/voice/:uploadId": "voice",
};

/** Without the time zone: who travels without a network has the answer of the last one. */
const valuesOf = ({ params = {}, query = {} }: RequestOptions): [string, string][] =>
  [...Object.entries(params), ...Object.entries(query)]
    .filter(([name, value]) => value !== undefined && name !== "zone")
    .map(([name, value]): [string, string] => [name, String(value)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

export interface KeptAnswer {
  readonly shelf: Shelf;
  readonly address: string;
  /** Where the same answer is kept in all languages, with a chapter; absent: nowhere. */
  readonly inAllLanguages?: string;
}

/** Where the answer to a call is kept; null if it is not. Keys of the content match in any case. */
export const keptAnswer = (call: CallName, options: RequestOptions = {}): KeptAnswer | null => {
  if (call.method !== "GET" || !Object.hasOwn(SHELVES, call.path)) return null;
  if (LATER_PAGE.some((name) => (options.query as Record<string, unknown>)?.[name] !== undefined)) {
    return null;
  }
  const shelf = SHELVES[call.path];
  if (!shelf) return null;
  const values = valuesOf(options).map(([name, value]) => `${name}=${value.toLowerCase()}`);
  const addressOf = (some: readonly string[]) => answerAddress([call.path, ...some].join(" "));
  const others = values.filter((value) => !value.startsWith("language="));
  return {
    shelf,
    address: addressOf(values),
    ...(call.path === LESSON && others.length < values.length
      ? { inAllLanguages: addressOf(others) }
      : {}),
  };
};

/** The address at which a file of the content is kept. @param kind as in the tree of files */
export const keptFile = (kind: string, product: string, title: string, variant = ""): string =>
  // The glossary belongs to the school, so its pictures have no product.
  fileAddress([kind, kind === "glossary" ? "" : product.toLowerCase(), title].join("/"), variant);

/** The address at which the file of a call is kept; null if it is not. */
export const keptFileOf = (call: CallName, options: RequestOptions): string | null => {
  if (call.method !== "GET" || !Object.hasOwn(FILES, call.path)) return null;
  // Parts of a video are fetched each time.
  if (options.headers?.range) return null;
  const {
    product = "",
    uploadId = "",
    title = uploadId,
    ...rest
  } = Object.fromEntries(valuesOf(options));
  const variant = new URLSearchParams(rest).toString();
  return keptFile(FILES[call.path] ?? "", product, title, variant);
};
