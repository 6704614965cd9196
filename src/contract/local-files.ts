import * as v from "valibot";
import { call } from "./call.ts";
import { CHECKSUM } from "./checksum.ts";
import type { SentProduct } from "./content.ts";
import { appNews } from "./releases.ts";
import { type WireSchema, withDefault } from "./wire.ts";

/* The calls for content that is used without a network. */

/** All content that the person may study, with the lessons' texts, by upper-case product key. */
export const getUserContent = call.get("/menu/usercontent", {
  answer: v.object({
    content: v.object({
      products: v.record(v.string(), v.unknown() as WireSchema<SentProduct, unknown>),
    }),
  }),
});

/**
 * `checksum` changes if and only if the answer to `getUserContent` changes. `app` is about a new
 * version of the desktop app, so that this needs no call of its own; only our school sends it. The
 * entity tag is the checksum; if there is an `app`, a dot and its tag follow. A 304 means that both
 * are unchanged. An invalid `app` is ignored, so that it does not stop a sync.
 */
export const getContentChecksum = call.get("/menu/checksum", {
  answer: v.object({
    checksum: v.pipe(v.string(), v.nonEmpty()),
    app: v.fallback(v.nullish(appNews, null), null),
  }),
});

export interface MenuNode {
  readonly level: "group" | "product" | "course" | "menu1" | "menu2" | "lesson";
  readonly key: string;
  readonly title: string;
  readonly translations: readonly { readonly language: string; readonly title: string }[];
  readonly children: readonly MenuNode[];
}

/**
 * The content that the person may study as a tree: group, product, course, menu1, menu2, lesson.
 */
export const getUserMenu = call.get("/menu/usermenu", {
  answer: v.object({
    status: v.number(),
    levels: v.array(v.string()),
    menu: v.array(v.unknown() as WireSchema<MenuNode, unknown>),
  }),
});

const isByteCount = (size: number): boolean => Number.isInteger(size) && size >= 0;

/** SHA-256 of the bytes, lower-case hex. */
const checksum = v.pipe(
  v.string(),
  v.transform((sent) => sent.toLowerCase()),
  v.regex(CHECKSUM),
);

const wholeFilm = v.object({ checksum, size: v.pipe(v.number(), v.check(isByteCount)) });

/** A file of the tree; `size` is null if the server does not send it. */
const treeFile = v.object({
  checksum,
  /** The film itself, where the file is a smaller form of it: `readFile` gives it for `form=whole`. */
  whole: v.fallback(v.optional(wholeFilm), undefined),
  size: withDefault(v.pipe(v.number(), v.check(isByteCount)), null),
});

export type TreeFile = v.InferOutput<typeof treeFile>;

/**
 * All files that the content needs in a language, by name, which is a relative path with `/`.
 * `ticket`, if there is one, replaces the token in `readFile`. The entity tag covers the files
 * only: a 304 means that they are unchanged, and brings no new ticket. If a ticket is refused with
 * 401, a request without `If-None-Match` (with `cache: "reload"`) brings a new one.
 */
export const getTreeList = call.get("/files/treelist", {
  query: ["metas", "language"],
  answer: v.object({
    metas: v.record(v.string(), treeFile),
    ticket: withDefault(v.string(), null),
  }),
});

/** The bytes of a file; with `form=whole` those of a film itself. `ETag` is the quoted checksum; `Range` and `If-Range` are supported. */
export const readFile = call.get("/files/read", {
  query: ["path", "language", "ticket", "form"],
  answer: "bytes",
});
