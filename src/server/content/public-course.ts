import type { DraftMenuEntry } from "./menu.ts";
import { isWebAddress } from "./outside.ts";
import { sayUnknown, wrongValue } from "./problem-list.ts";
import { type ReferencedFiles, takeNamed } from "./referenced-files.ts";
import type { PublicCourse } from "./school.ts";
import { readText } from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

/** The longest address of a shop. */
const MAX_ADDRESS = 2000;

const ADDRESS_RULE = '"enrol" must be mail, or an address that begins with https:// or http://.';

interface PublicContext {
  /** The school's first language. */
  readonly first: string;
  /** The lessons in the menus of the course. */
  readonly lessons: DraftMenuEntry["lessons"];
  readonly lessonIds: ReadonlyMap<string, number>;
  readonly assets: Pick<ReferencedFiles, "take">;
}

const readEnrol = (field: YamlField | null): PublicCourse["enrol"] => {
  const text = field?.text()?.trim() ?? "";
  if (!field || text === "") return null;
  if (text === "mail") return text;
  if (!isWebAddress(text) || text.length > MAX_ADDRESS) {
    field.say(ADDRESS_RULE, wrongValue("enrol", "address"));
    return null;
  }
  return { address: text };
};

/** The id of the lesson that everybody may read; null if there is none. */
const readFreeLesson = (
  field: YamlField | null,
  { lessons, lessonIds }: PublicContext,
): number | null => {
  const key = field?.text() ?? null;
  if (!field || key === null) return null;
  const keys = lessons.map((lesson) => lesson.key);
  if (keys.includes(key)) return lessonIds.get(key) ?? null;
  sayUnknown(field.say, "The course has no lesson", "lesson", key, keys);
  return null;
};

/**
 * Reads what a course shows to everybody.
 * @returns null for a course that shows nothing
 */
export const readPublicCourse = (
  field: YamlField | null,
  course: string,
  context: PublicContext,
): Omit<PublicCourse, "product"> | null => {
  if (field === null) return null;
  const fields = field.fields([
    "shown",
    "description",
    "picture",
    "free_lesson",
    "teachers",
    "price",
    "enrol",
  ]);
  const isShown = fields.maybe("shown")?.boolean() ?? true;
  const found = {
    course,
    description: readText(fields.maybe("description"), context.first),
    picture: takeNamed(fields.maybe("picture"), context.assets, "picture"),
    freeLesson: readFreeLesson(fields.maybe("free_lesson"), context),
    teachers: readText(fields.maybe("teachers"), context.first),
    price: readText(fields.maybe("price"), context.first),
    enrol: readEnrol(fields.maybe("enrol")),
  };
  return isShown ? found : null;
};
