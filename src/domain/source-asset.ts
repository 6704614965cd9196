import { mediaTypeOf } from "./media-type.ts";

/** What a file among the assets of a product is to a lesson. */
export const SOURCE_ASSET_KINDS = ["picture", "film", "sheet"] as const;

export type SourceAssetKind = (typeof SOURCE_ASSET_KINDS)[number];

const STARTS: Readonly<Record<SourceAssetKind, string>> = {
  picture: "image/",
  film: "video/",
  sheet: "application/pdf",
};

/** The kind of an asset by its name; null for one that no lesson names, such as captions. */
export const sourceAssetKind = (name: string): SourceAssetKind | null => {
  const type = mediaTypeOf(name);
  return SOURCE_ASSET_KINDS.find((kind) => type?.startsWith(STARTS[kind])) ?? null;
};

/**
 * Where files of a folder are, with a `/` at the end.
 * @param product its key; that of the glossary belongs to the school
 */
export const sourceFolder = (product: string, folder: string): string =>
  folder === "glossary" ? "glossary/" : `${product}/${folder}/`;
