import type { Kysely } from "kysely";
import type { FileKind } from "../../domain/file-names.ts";
import { authorForms } from "../../domain/film-forms.ts";
import type { Tables } from "../db/schema.ts";
import { normalize } from "../normalize.ts";
import { RECIPE, widthsFor } from "../pictures/picture.ts";

export interface CatalogueFile {
  type: string;
  size: number;
  checksum: string;
  /** The smaller forms of a photo or a film, by width. */
  variants: readonly CatalogueVariant[];
  /** The widths in which clients ask for a photo; absent: it has one form only. */
  widths?: readonly number[];
  /** Whether the smaller forms of the photo are still to be made. */
  isWaiting?: boolean;
  /** The form that the desktop app keeps; absent: the file itself. */
  offline?: CatalogueVariant;
}

/** A smaller form of a photo or a film, with the same access rights. */
export interface CatalogueVariant extends Pick<CatalogueFile, "type" | "size" | "checksum"> {
  /** Pixels; of a film see `film-forms.ts`. */
  width: number;
}

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

const isFilm = ({ type }: Pick<CatalogueFile, "type">): boolean => type.startsWith("video/");

type FileRow = Pick<CatalogueFile, "type" | "size" | "checksum"> & {
  product: string;
  title: string;
};

/** The forms that lie beside the films of a school, by product and title. */
const formsBeside = (files: readonly FileRow[]): ReadonlyMap<string, CatalogueVariant[]> => {
  const found = new Map<string, CatalogueVariant[]>();
  for (const [product, films] of Map.groupBy(files.filter(isFilm), (file) => file.product)) {
    const byTitle = new Map(films.map((film) => [film.title, film]));
    for (const [title, forms] of authorForms([...byTitle.keys()])) {
      const rows = forms.map(({ title: beside, width }) => {
        const { type, size, checksum } = byTitle.get(beside) as FileRow;
        return { type, size, checksum, width };
      });
      found.set(`${product}\n${title}`, rows);
    }
  }
  return found;
};

/** Reads the list of files, with the smaller forms of photos and films as far as they are made. */
export const readCatalogueFiles = async (db: Kysely<Tables>): Promise<CatalogueFiles> => {
  const files = await db.selectFrom("file").selectAll().execute();
  const pictures = await db.selectFrom("picture").select(["source", "recipe", "width"]).execute();
  const photos = new Map(pictures.map(({ source, ...photo }) => [source, photo]));
  const variants = Map.groupBy(
    await db.selectFrom("picture_variant").selectAll().orderBy("width").execute(),
    ({ source }) => source,
  );
  const besides = formsBeside(files.filter(({ kind }) => kind === "asset"));
  const byKey = new Map<string, CatalogueFile>(
    files.map(({ kind, product, title, is_download, ...file }) => {
      const made = (variants.get(file.checksum) ?? []).map(({ source: _, ...form }) => form);
      const forms = (kind === "asset" && besides.get(`${product}\n${title}`)) || made;
      // The widest photo also serves the enlarged view. A film is large, so its smallest form has to do.
      const kept = isFilm(file) ? forms[0] : forms.findLast(({ type }) => type === OFFLINE_TYPE);
      const photo = isFilm(file) ? undefined : photos.get(file.checksum);
      return [
        fileKey(kind, product, title),
        {
          ...file,
          variants: forms,
          ...(photo && {
            widths: widthsFor(photo.width),
            isWaiting: photo.recipe !== RECIPE,
          }),
          ...(kept && is_download === 0 && { offline: kept }),
        },
      ];
    }),
  );
  return {
    glossaryImages: files.filter(({ kind }) => kind === "glossary").map(({ title }) => title),
    file: (kind, product, title) => byKey.get(fileKey(kind, product, title)),
  };
};
