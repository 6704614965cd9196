import { fileNameKey } from "../../../lib/file-name-key.ts";
import { safeFileName } from "../../../lib/safe-file-name.ts";
import type { SourceFile } from "../source/source-rows.ts";

/** The most bytes of a picture's name; the path has its product besides. */
const MAX_NAME_BYTES = 100;

/** Letters that a link in Markdown cannot have without further signs. */
const NOT_IN_LINKS = /[\s()[\]<>#?%&"'`\\]+/g;

/**
 * The name under which a file is added to a folder of a product: safe on every system and in a link, and that of no
 * other file there.
 * @param folder absent: that of the pictures of lessons
 * @returns the name, and whether the same file has it already
 */
export const pictureName = (
  given: string,
  { folder, checksum }: { readonly folder: string; readonly checksum: string },
  files: ReadonlyMap<string, SourceFile>,
): { readonly name: string; readonly isThere: boolean } => {
  const there = [...files.values()].filter(({ path }) => path.startsWith(folder));
  const same = there.find((file) => file.checksum === checksum);
  if (same) return { name: same.path.slice(folder.length), isThere: true };
  const plain = (given.split(/[/\\]/).at(-1) ?? "").replace(NOT_IN_LINKS, "-").replace(/^-+/, "");
  const safe = safeFileName(plain, { maxBytes: MAX_NAME_BYTES });
  const taken = new Set(there.map(({ path }) => fileNameKey(path.slice(folder.length))));
  const dot = safe.lastIndexOf(".");
  const [stem, end] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ""];
  let name = safe;
  for (let copy = 2; taken.has(fileNameKey(name)); copy += 1) name = `${stem}-${copy}${end}`;
  return { name, isThere: false };
};
