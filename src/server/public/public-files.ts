import type { Kysely } from "kysely";
import type { TimedText } from "../../domain/timed-texts.ts";
import { memoize } from "../../lib/memoize.ts";
import type { Catalogue, CatalogueLesson } from "../content/catalogue.ts";
import type { CatalogueFile, CatalogueVariant } from "../content/catalogue-files.ts";
import { AUTHOR_LESSON_ID } from "../content/import-school.ts";
import type { Tables } from "../db/schema.ts";
import { shownCourses } from "./public-courses.ts";

type SentForm = Pick<CatalogueFile, "type" | "size" | "checksum">;

/** The files that everybody may have. */
interface PublicFiles {
  /** By checksum: those of free lessons, in all their forms. */
  readonly files: ReadonlyMap<string, SentForm>;
  /** By checksum: the pictures of courses, of which smaller forms are made. */
  readonly pictures: ReadonlyMap<string, CatalogueFile>;
  /** By the checksum of a film: where it is shown. */
  readonly films: ReadonlyMap<string, { readonly entry: CatalogueLesson; readonly name: string }>;
}

const filesOf = (catalogue: Catalogue, entry: CatalogueLesson) =>
  [...new Set([...entry.assets.values()].flat())].flatMap((name) => {
    const file = catalogue.file("asset", entry.product.key, name);
    return file ? [{ name, file }] : [];
  });

/** The picture of a course; null if it has none, or none that the school has. */
export const pictureOfCourse = (
  catalogue: Catalogue,
  { product, picture }: { readonly product: string; readonly picture: string | null },
): CatalogueFile | null => (picture !== null && catalogue.file("asset", product, picture)) || null;

/** What everybody may have of the content's files. Collected once for each state of the content. */
export const publicFiles = memoize((catalogue: Catalogue): PublicFiles => {
  const files = new Map<string, SentForm>();
  const pictures = new Map<string, CatalogueFile>();
  const films = new Map<string, { entry: CatalogueLesson; name: string }>();
  for (const course of shownCourses(catalogue).values()) {
    const picture = pictureOfCourse(catalogue, course);
    if (picture) pictures.set(picture.checksum, picture);
    if (!course.free) continue;
    for (const { name, file } of filesOf(catalogue, course.free)) {
      for (const form of [file, ...file.variants]) files.set(form.checksum, form);
      if (file.type.startsWith("video/")) films.set(file.checksum, { entry: course.free, name });
    }
  }
  return { files, pictures, films };
});

/** The smallest form of a photo that is wide enough, else the widest; the file itself if there is none. */
export const photoForm = (file: CatalogueFile, width: number): SentForm => {
  const forms = file.variants.filter(({ type }) => type === "image/webp");
  return forms.find((form) => form.width >= width) ?? forms.at(-1) ?? file;
};

/** The forms of a film, the smallest first; the film itself is the last one. */
export const filmForms = (file: CatalogueFile): readonly (SentForm | CatalogueVariant)[] => {
  const smaller = file.variants.filter(({ size }) => size < file.size);
  return [...smaller.slice(-1), file];
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/webp": ".webp",
  "image/avif": ".avif",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/svg+xml": ".svg",
  "video/mp4": ".mp4",
  "video/webm": ".webm",
  "application/pdf": ".pdf",
};

export const FILES = "/courses/files";

/** The address of a file, which is another one as soon as the file changes. */
export const fileAddress = ({ type, checksum }: Pick<SentForm, "type" | "checksum">): string =>
  `${FILES}/${checksum}${EXTENSIONS[type] ?? ""}`;

/** The languages in which a film of a free lesson has captions, with these. A tutor's go before the author's. */
export const captionsOfFilm = async (
  db: Kysely<Tables>,
  { entry, name }: { readonly entry: CatalogueLesson; readonly name: string },
): Promise<ReadonlyMap<string, readonly TimedText[]>> => {
  const rows = await db
    .selectFrom("video_text")
    .select(["language", "texts"])
    .where("product", "=", entry.product.key)
    .where("asset", "=", name)
    .where("lesson_id", "in", [entry.lesson.dbid, AUTHOR_LESSON_ID])
    .orderBy("lesson_id")
    .execute();
  return new Map(rows.map(({ language, texts }) => [language, JSON.parse(texts) as TimedText[]]));
};
