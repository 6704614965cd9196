import * as v from "valibot";
import { call } from "./call.ts";
import { checksum, sentFile } from "./checksum.ts";
import { said } from "./remark.ts";
import { boundedList, type DeepReadonly, flag, list, text, withDefault } from "./wire.ts";

/*
 * The brand of the school, its contacts and languages, for administrators (403 for others). They are a part of
 * `school.yaml` in the author's folder: a change is one of the draft (`staff-content.ts`), which somebody
 * publishes. What is read is the draft; without one, what is published.
 */

/** The texts of `organisation` in `school.yaml` that the form has, by their path there. */
export const BRAND_FIELDS = [
  "name",
  "title",
  "short_name",
  "accent",
  "time_zone",
  "email",
  "telephone",
  "footer/description",
  "footer/url",
  "footer/email",
  "footer/tel",
  "footer/mobile",
  "footer/fax",
  "footer/facebook",
  "footer/instagram",
  "footer/twitter",
  "footer/pinterest",
  "footer/youtube",
] as const;

export type BrandField = (typeof BRAND_FIELDS)[number];

/** The pictures of the brand, with the most bytes of each: logos are sent with the school's name. */
export const BRAND_PICTURES = {
  logo: 256 * 1024,
  logo_dark: 256 * 1024,
  favicon: 64 * 1024,
} as const;

export type BrandPictureName = keyof typeof BRAND_PICTURES;

/** What a logo may be; an icon is no JPEG. */
export const BRAND_PICTURE_TYPES = ["image/png", "image/jpeg", "image/svg+xml"] as const;

const MAX_TEXT = 2_000;
const MAX_LANGUAGES = 50;

const brand = v.object({
  /** False for a school whose content has no folder yet. */
  source: flag,
  /** Whether there is a draft, so that something waits to be published. */
  draft: flag,
  /** Names the bytes of `school.yaml`; null: it is missing, or written so that a form cannot show it. */
  checksum: withDefault(v.string(), null),
  languages: list(v.string()),
  fields: list(v.object({ name: v.picklist(BRAND_FIELDS), value: text })),
  /** A `data:` address; empty if there is none. */
  logo: text,
  /** That of the dark theme; empty if it has the same. */
  logo_dark: text,
  /** The icon in the browser's tab; empty if it is that of the app. */
  favicon: text,
});

export type SentBrand = DeepReadonly<v.InferOutput<typeof brand>>;

export const getBrand = call.get("/staff/school/brand", { level: 100, answer: brand });

const picture = v.object({
  checksum,
  size: sentFile.entries.size,
  type: v.optional(v.picklist(BRAND_PICTURE_TYPES), "image/png"),
});

const problem = v.object({ line: v.number(), ...said });

export type BrandProblem = DeepReadonly<v.InferOutput<typeof problem>>;

/**
 * Writes the brand into `school.yaml` of the draft, which begins with it if there is none. Everything else in the
 * file stays byte for byte. A field that is not sent stays; an empty one is taken out. The bytes of pictures were
 * sent before (`putSourcePart`); null: it stays; `none`: it is taken out. What the check of the folder would find comes with 200 and the
 * problems, and nothing is changed. 409 `content/conflict` if the file is not what it `replaces` any more, and
 * `content/no_source` for a school without a folder; 422 `content/missing_files`
 */
export const putBrand = call.put("/staff/school/brand", {
  level: 100,
  body: v.object({
    replaces: checksum,
    /**
     * The first one is that of the school: with another one, its texts and their translations change places. Null:
     * they stay.
     */
    languages: v.nullable(boundedList(v.pipe(v.string(), v.maxLength(10)), MAX_LANGUAGES)),
    fields: boundedList(
      v.object({
        name: v.picklist(BRAND_FIELDS),
        value: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
      }),
      BRAND_FIELDS.length,
    ),
    logo: v.nullable(picture),
    logo_dark: v.optional(v.nullable(v.union([v.literal("none"), picture])), null),
    favicon: v.optional(v.nullable(v.union([v.literal("none"), picture])), null),
  }),
  answer: v.object({ checksum: v.string(), problems: list(problem) }),
});
