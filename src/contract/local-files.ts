import * as v from "valibot";
import { call } from "./call.ts";
import type { SentProduct } from "./content.ts";
import { appNews } from "./releases.ts";
import { orElse, type WireSchema } from "./wire.ts";

/** The content for use without a network, and its files. */

/** All that the person may study, whole: `content.products` by upper-case key. */
export const getUserContent = call({
  method: "GET",
  path: "/menu/usercontent",
  answer: v.object({
    content: v.object({
      products: v.record(v.string(), v.unknown() as WireSchema<SentProduct, unknown>),
    }),
  }),
});

/**
 * `checksum` changes when, and only when, the answer to `getUserContent` changes. `app` is our
 * school's: news of the desktop app, for which the app so needs no call of its own. The entity tag is
 * the checksum, followed by a dot and the news' own tag where there are news: a 304 says that both
 * are the same as before. News that cannot be read are none, and hold up no sync.
 */
export const getContentChecksum = call({
  method: "GET",
  path: "/menu/checksum",
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

/** All that the person may study as a tree: group, product, course, menu1, menu2, lesson. */
export const getUserMenu = call({
  method: "GET",
  path: "/menu/usermenu",
  answer: v.object({
    status: v.number(),
    levels: v.array(v.string()),
    menu: v.array(v.unknown() as WireSchema<MenuNode, unknown>),
  }),
});

const SHA256 = /^[\da-f]{64}$/;

/** A file of the tree; a size that the server does not give is null. */
export const treeFile = v.object({
  /** SHA-256 of the bytes, lower-case hex. */
  checksum: v.pipe(v.string(), v.toLowerCase(), v.regex(SHA256)),
  size: orElse(v.pipe(v.number(), v.integer(), v.minValue(0)), null),
});

export type TreeFile = v.InferOutput<typeof treeFile>;

/**
 * Every file that the content needs in a language, by name: a relative path of `/`-joined segments.
 * `ticket`, where there is one, stands for the token in `readFile`. The tag of the answer stands for
 * the files alone: a 304 says that they are the same and brings no new ticket. One that is refused
 * with 401 is had anew by asking without `If-None-Match` (with `cache: "reload"`).
 */
export const getTreeList = call({
  method: "GET",
  path: "/files/treelist",
  query: ["metas", "language"],
  answer: v.object({
    metas: v.record(v.string(), treeFile),
    ticket: orElse(v.string(), null),
  }),
});

/** A file's bytes; `ETag` is the quoted checksum, and `Range` with `If-Range` is honoured. */
export const readFile = call({
  method: "GET",
  path: "/files/read",
  query: ["path", "language", "ticket"],
  answer: "bytes",
});
