import * as v from "valibot";
import { call } from "./call.ts";
import { said } from "./remark.ts";
import { checksum as maybeChecksum, SOURCE_FOLDERS } from "./staff-editor.ts";
import { type DeepReadonly, flag, list } from "./wire.ts";

/*
 * The pictures, films and sheets that the lessons of a product show, only at our school and for managers and above
 * (403 for others). Their bytes are sent before (`putSourcePart`). Each change is one of the draft
 * (`staff-content.ts`).
 */

const kind = v.picklist(["picture", "film", "sheet"]);

const FILM_TEXTS = ["captions", "chapters"] as const;

export type FilmTextKind = (typeof FILM_TEXTS)[number];

const filmText = v.object({
  kind: v.picklist(FILM_TEXTS),
  language: v.string(),
  checksum: v.string(),
});

const asset = v.object({
  name: v.string(),
  kind,
  size: v.number(),
  /** Of a film: what lies beside it, by language. */
  texts: list(filmText),
});

export type SourceAsset = DeepReadonly<v.InferOutput<typeof asset>>;

/** The files that lessons of a product can show, sorted by name. Smaller forms of films are left out. */
export const getSourceAssets = call.get("/staff/assets", {
  level: 20,
  query: ["product"],
  answer: v.object({
    /** Those of the school; the first one is what others are translated from. */
    languages: list(v.string()),
    /** Whether lessons may link to the web, and the companies whose films they may show. */
    outside_links: flag,
    outside_films: list(v.picklist(["youtube", "vimeo"])),
    assets: list(asset),
  }),
});

/**
 * Adds a picture, film or sheet to a product's assets, or to another `folder` of it: pictures alone to the icons,
 * pictures and sheets to the assignments. The school makes its name safe, and one of its own in the
 * folder: the answer is the name for the text. The same file is not stored twice. 422 `content/missing_files`,
 * `content/not_a_film`, `content/film_is_cut` and `content/not_a_sheet`; 413 `content/picture_too_large` and
 * `content/too_large`
 */
export const postSourceAsset = call.post("/staff/assets", {
  level: 20,
  body: v.object({
    product: v.string(),
    folder: v.optional(v.picklist(SOURCE_FOLDERS), "assets"),
    name: v.pipe(v.string(), v.maxLength(1000)),
    checksum: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
    size: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  answer: v.object({ name: v.string() }),
});

/** A film of some hours has some 200 kB of captions. */
export const MAX_FILM_TEXT_BYTES = 1024 * 1024;

const sentFilmText = v.object({
  product: v.string(),
  film: v.pipe(v.string(), v.maxLength(1000)),
  kind: v.picklist(FILM_TEXTS),
  language: v.string(),
  format: v.picklist(["vtt", "srt"]),
  text: v.pipe(v.string(), v.maxLength(MAX_FILM_TEXT_BYTES)),
  replaces: maybeChecksum,
});

export type SentFilmText = v.InferOutput<typeof sentFilmText>;

const writtenFilmText = v.object({
  checksum: maybeChecksum,
  problems: list(
    v.object({ line: v.number(), ...said, severity: v.picklist(["error", "warning"]) }),
  ),
});

export type WrittenFilmText = DeepReadonly<v.InferOutput<typeof writtenFilmText>>;

/**
 * Writes the captions or chapters of a film in a language, as WebVTT, in place of those that are there. With an error
 * among the `problems` nothing is changed, and `checksum` is null. 409 `content/conflict` if the file is not what it
 * `replaces`, 404 `content/no_file` for a film that the folder does not have.
 */
export const putFilmText = call.put("/staff/assets/film-text", {
  level: 20,
  maxBytes: 2 * MAX_FILM_TEXT_BYTES,
  body: sentFilmText,
  answer: writtenFilmText,
});
