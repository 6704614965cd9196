import { MAX_TREE_NAME_LENGTH } from "../../domain/file-names.ts";
import { fileNameKey } from "../../lib/file-name-key.ts";
import { safeFileName } from "../../lib/safe-file-name.ts";
import { normalize } from "../normalize.ts";
import type { ListedFolder } from "./author-folder.ts";
import { didYouMean, markOf, type ProblemList, taken } from "./problem-list.ts";

/**
 * Reports files and folders of the content whose names some system cannot store or cannot tell
 * apart. Authors work on all systems, and students save what they download.
 */
export const reportUnsafeNames = (folder: ListedFolder, problems: ProblemList): void => {
  const paths = new Map<string, string>();
  for (const path of folder.used()) {
    const say = (message: string) => problems.in(path)(1, message, markOf("file/misnamed", path));
    for (const name of path.split("/")) {
      const safe = safeFileName(name);
      if (safe !== name)
        say(`Not every system can store "${name}": name it "${safe}", for example.`);
    }
    if (path.length > MAX_TREE_NAME_LENGTH) {
      say(`This path has more than ${MAX_TREE_NAME_LENGTH} characters.`);
    }
    const other = paths.get(fileNameKey(path));
    if (other === undefined) paths.set(fileNameKey(path), path);
    else say(`Windows and Macs take this file and ${other} for one: rename one of them.`);
  }
};

/**
 * Whether a file is a readme or a licence, which is no part of the content: `README.md`,
 * `README.he.md`, `LICENSE`, `fonts-licence.txt`.
 * @param name the last segment of its path
 */
export const isReadmeOrLicence = (name: string): boolean =>
  /(?:^|[-_. ])(?:readme|licen[cs]e)(?:[-_ ][^.]*)?(?:\.[a-z]{2})?(?:\.(?:md|txt))?$/i.test(name);

/** The extensions of captions, also of formats that the import does not read. */
const LIKE_CAPTIONS = /\.(?:vtt|srt|ass|ssa|sbv|sub|ttml|dfxp)$/i;

const PRODUCT_FOLDERS = ["lessons", "assets", "icons", "assignments"];

/** The names that an author may have meant, by folder. */
const knownNames = (products: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const inProducts = products.flatMap((key) => PRODUCT_FOLDERS.map((name) => `${key}/${name}`));
  return new Map<string, readonly string[]>([
    ["", ["school.yaml", "glossary.yaml", "faq.yaml", "glossary", "instructions", ...products]],
    ...products.map((key) => [key, ["course.yaml", ...PRODUCT_FOLDERS]] as const),
    ...["glossary", "instructions", ...inProducts].map((name) => [name, []] as const),
  ]);
};

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const SHOWN = 3;

const listed = (names: readonly string[]): string =>
  names.length > SHOWN
    ? `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more`
    : names.join(", ");

/**
 * Warns of each file that the content does not use, and once of a folder in which nothing is used.
 * Call it when everything has been read.
 * @param products the keys of the school's products
 */
export const reportUnread = (
  folder: ListedFolder,
  problems: ProblemList,
  products: readonly string[],
): void => {
  const known = knownNames(products);
  const { files, usedFolders } = folder.unused();
  /** The topmost unknown folder above a file in which no file is used. */
  const strangeFolder = (path: string): string | null => {
    const segments = path.split("/");
    for (let depth = 1; depth < segments.length; depth += 1) {
      const above = segments.slice(0, depth).join("/");
      if (!known.has(above) && !usedFolders.has(above)) return above;
    }
    return null;
  };
  const unread = files.filter((path) => !isReadmeOrLicence(lastOf(path)));
  for (const [above, paths] of Map.groupBy(unread, strangeFolder)) {
    const warn = (path: string, message: string) =>
      problems.in(path)(1, message, markOf("file/unused", path));
    if (above !== null && paths.length > 1) {
      const near = didYouMean(lastOf(above), known.get(parentOf(above)) ?? []) || ".";
      const names = paths.map((path) => path.slice(above.length + 1));
      warn(above, `Nothing names the files in this folder (${listed(names)})${near}`);
      continue;
    }
    for (const path of paths) {
      const place = above ?? path;
      const near = didYouMean(lastOf(place), known.get(parentOf(place)) ?? []) || ".";
      warn(
        path,
        LIKE_CAPTIONS.test(path)
          ? "This is not read: captions are VIDEO.LANGUAGE.vtt or .srt beside the video, in lower case."
          : `Nothing names this file, so it is not read${near}`,
      );
    }
  }
  for (const path of folder.unusedLinks()) {
    const message = "This is a link, which is not read: put the file itself here.";
    problems.in(path)(1, message, markOf("file/not-read", path));
  }
};

const escaped = (name: string): string =>
  JSON.stringify(name).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Reports ambiguous files, and folders that cannot be read. */
export const reportUnreadable = (
  { twins, unreadable }: ListedFolder,
  problems: ProblemList,
): void => {
  for (const [one, other] of twins) {
    problems.in(normalize(one))(
      1,
      `There are two files of this name, ${escaped(one)} and ${escaped(other)}: keep one of them.`,
      taken(normalize(one)),
    );
  }
  for (const directory of unreadable) {
    problems.in(directory || ".")(1, "This cannot be read.", markOf("file/wrong", directory));
  }
};
