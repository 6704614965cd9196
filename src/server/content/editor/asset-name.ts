import { sourceAssetKind } from "../../../domain/source-asset.ts";
import { fileNameKey } from "../../../lib/file-name-key.ts";
import { safeFileName } from "../../../lib/safe-file-name.ts";
import { withoutExtension } from "../captions.ts";
import type { SourceFile } from "../source/source-rows.ts";

/** The most bytes of an asset's name; the path has its product besides. */
const MAX_NAME_BYTES = 100;

/** Letters that a link in Markdown cannot have without further signs. */
const NOT_IN_LINKS = /[\s()[\]<>#?%&"'`\\]+/g;

/**
 * The name under which a file is added to a folder of a product: safe on every system and in a link, and that of no
 * other file there.
 * @param folder absent: that of the assets
 * @returns the name, and whether the same file has it already
 */
export const assetName = (
  given: string,
  { folder, checksum }: { readonly folder: string; readonly checksum: string },
  files: ReadonlyMap<string, SourceFile>,
): { readonly name: string; readonly isThere: boolean } => {
  const there = [...files.values()].filter(({ path }) => path.startsWith(folder));
  const kind = sourceAssetKind(given);
  const same = there.find(
    (file) => file.checksum === checksum && sourceAssetKind(file.path) === kind,
  );
  if (same) return { name: same.path.slice(folder.length), isThere: true };
  const plain = (given.split(/[/\\]/).at(-1) ?? "").replace(NOT_IN_LINKS, "-").replace(/^-+/, "");
  const safe = safeFileName(plain, { maxBytes: MAX_NAME_BYTES });
  // What lies beside a film has the film's name without its ending, so no two films share that.
  const isFilm = kind === "film";
  const keyOf = (name: string) => fileNameKey(isFilm ? withoutExtension(name) : name);
  const taken = new Set(
    there
      .map(({ path }) => path.slice(folder.length))
      .filter((name) => !isFilm || sourceAssetKind(name) === "film")
      .map(keyOf),
  );
  const dot = safe.lastIndexOf(".");
  const [start, end] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ""];
  // A dot in the name of a film would mean one of its forms, its chapters, or a language.
  const stem = isFilm ? start.replaceAll(".", "-") : start;
  let name = stem + end;
  for (let copy = 2; taken.has(keyOf(name)); copy += 1) name = `${stem}-${copy}${end}`;
  return { name, isThere: false };
};
