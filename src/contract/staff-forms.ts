import * as v from "valibot";
import { call } from "./call.ts";
import { said } from "./remark.ts";
import { boundedList, type DeepReadonly, flag, list, text, withDefault } from "./wire.ts";

/*
 * Forms of the author's folder: what a course shows to everybody, for managers and above, and texts of the school,
 * for administrators (403 for others). A change is one of the draft (`staff-content.ts`), which somebody publishes.
 * What is read is the draft; without one, what is published.
 */

/** The longest text of a field. */
const MAX_FIELD_LENGTH = 100_000;
const MAX_FIELDS = 200;
const MAX_FORM_BYTES = 4 * MAX_FIELD_LENGTH;

/** Texts of a form by their names, such as `description/en`. */
const fields = list(v.object({ name: v.string(), value: text }));

const form = v.object({
  /** False for a school whose content has no folder yet. */
  source: flag,
  /** Whether there is a draft, so that something waits to be published. */
  draft: flag,
  /** Names the bytes of the file; null: it is missing, or written so that a form cannot show it. */
  checksum: withDefault(v.string(), null),
  /** The school's languages, its own one first. */
  languages: list(v.string()),
  /** Those that are not empty. */
  fields,
});

export type SentForm = DeepReadonly<v.InferOutput<typeof form>>;

const problem = v.object({
  /** Empty: it belongs to no field of the form. */
  field: text,
  ...said,
});

export type FormProblem = DeepReadonly<v.InferOutput<typeof problem>>;

const change = v.object({
  replaces: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  /** Those that have changed; an empty one is taken out. */
  fields: boundedList(
    v.object({
      name: v.pipe(v.string(), v.maxLength(100)),
      value: v.pipe(v.string(), v.maxLength(MAX_FIELD_LENGTH)),
    }),
    MAX_FIELDS,
  ),
});

const saved = v.object({ checksum: v.string(), problems: list(problem) });

/** The fields of a public page: these, and those of `PUBLIC_TEXTS` in each language. */
export const PUBLIC_FIELDS = ["shown", "picture", "free_lesson", "enrol"] as const;
export const PUBLIC_TEXTS = ["description", "teachers", "price"] as const;

const publicPage = v.object({
  ...form.entries,
  /** The lessons of the course, in their order. A new one may have no title yet. */
  lessons: list(
    v.object({
      key: v.string(),
      titles: list(v.object({ language: v.string(), title: text })),
    }),
  ),
  /** Whether the school has an address that mails go to. */
  has_mail: flag,
  /** The path of the page that is published; empty if there is none. */
  path: text,
});

export type PublicPageForm = DeepReadonly<v.InferOutput<typeof publicPage>>;

const shortText = v.pipe(v.string(), v.maxLength(200));

/** What a course shows to everybody. 404 `course/not_found` */
export const getPublicPage = call.get("/staff/courses/public", {
  level: 20,
  query: ["product", "course"],
  answer: publicPage,
});

/**
 * Changes what a course shows to everybody. Everything else in its file stays byte for byte. What the check of the
 * folder would find comes with 200 and the problems, and nothing is changed. 404 `course/not_found`; 409
 * `content/conflict` if the file is not what it `replaces` any more, and `content/no_source`; 422
 * `content/entry_not_editable` for a file that is written so that more would change
 */
export const putPublicPage = call.put("/staff/courses/public", {
  level: 20,
  maxBytes: MAX_FORM_BYTES,
  body: v.object({ product: shortText, course: shortText, ...change.entries }),
  answer: saved,
});

/**
 * The forms of `school.yaml`: the wording of mails, the pages about the school, how tutors answer, what lessons may
 * lead to outside of the school, with the desktop app.
 */
export const SCHOOL_FORMS = ["mails", "pages", "answers", "outside"] as const;

export type SchoolForm = (typeof SCHOOL_FORMS)[number];

/** The texts of a form of the school; `usual` has the app's own words of mails. 422 unless it is one */
export const getSchoolForm = call.get("/staff/school/form", {
  level: 100,
  query: ["form"],
  answer: v.object({ ...form.entries, usual: fields }),
});

/** Changes the texts of a form of the school; as `putPublicPage`. */
export const putSchoolForm = call.put("/staff/school/form", {
  level: 100,
  maxBytes: MAX_FORM_BYTES,
  body: v.object({ form: v.picklist(SCHOOL_FORMS), ...change.entries }),
  answer: saved,
});
