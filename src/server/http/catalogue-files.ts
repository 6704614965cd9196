import type { Kysely } from "kysely";
import type { FileKind } from "../../domain/file-names.ts";
import type { Tables } from "../db/schema.ts";
import { normalize } from "../normalize.ts";
import { RECIPE, widthsFor } from "../pictures/picture.ts";

export interface CatalogueFile {
  type: string;
  size: number;
  checksum: string;
  /** The smaller forms of a photo, by width. */
  variants: readonly CatalogueVariant[];
  /** The widths in which clients ask for a photo; absent: it has one form only. */
  widths?: readonly number[];
  /** Whether the smaller forms of the photo are still to be made. */
  isWaiting?: boolean;
  /** The form that the desktop app keeps; absent: the file itself. */
  offline?: CatalogueVariant;
}

/** A smaller form of a photo, with the same access rights. */
export interface CatalogueVariant extends Pick<CatalogueFile, "type" | "size" | "checksum"> {
  /** Pixels. */
  width: number;
}

/** The files of the content. */
export interface CatalogueFiles {
  /** The glossary's pictures, by title. */
  glossaryImages: string[];
  file(kind: FileKind, product: string, title: string): CatalogueFile | undefined;
}

/** The format that every window of the desktop app shows. */
const OFFLINE_TYPE = "image/webp";

/** Names are compared in NFC. */
const fileKey = (kind: string, product: string, title: string): string =>
  normalize(`${kind}\n${product.toUpperCase()}\n${title}`);

/** Reads the list of files, with the smaller forms of photos as far as they are made. */
export const readCatalogueFiles = async (db: Kysely<Tables>): Promise<CatalogueFiles> => {
  const files = await db.selectFrom("file").selectAll().execute();
  const pictures = await db.selectFrom("picture").select(["source", "recipe", "width"]).execute();
  const photos = new Map(pictures.map(({ source, ...photo }) => [source, photo]));
  const variants = Map.groupBy(
    await db.selectFrom("picture_variant").selectAll().orderBy("width").execute(),
    ({ source }) => source,
  );
  const byKey = new Map<string, CatalogueFile>(
    files.map(({ kind, product, title, is_download, ...file }) => {
      const forms = (variants.get(file.checksum) ?? []).map(({ source: _, ...form }) => form);
      // The widest also serves the enlarged view.
      const widest = forms.findLast(({ type }) => type === OFFLINE_TYPE);
      const photo = photos.get(file.checksum);
      return [
        fileKey(kind, product, title),
        {
          ...file,
          variants: forms,
          ...(photo && {
            widths: widthsFor(photo.width),
            isWaiting: photo.recipe !== RECIPE,
          }),
          ...(widest && is_download === 0 && { offline: widest }),
        },
      ];
    }),
  );
  return {
    glossaryImages: files.filter(({ kind }) => kind === "glossary").map(({ title }) => title),
    file: (kind, product, title) => byKey.get(fileKey(kind, product, title)),
  };
};
