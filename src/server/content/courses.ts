import { isDeepStrictEqual } from "node:util";
import type { SentCourse, SentProduct } from "../../contract/content.ts";
import { clockTime } from "../../domain/timed-texts.ts";
import { normalize } from "../normalize.ts";
import { escapeHtml } from "./markdown-parser.ts";
import type { DraftMenuEntry } from "./menu.ts";
import { sayUnknown, taken, wrongValue } from "./problem-list.ts";
import { readPublicCourse } from "./public-course.ts";
import { type ReferencedFiles, takeNamed } from "./referenced-files.ts";
import type { PublicCourse, SchoolCaptions } from "./school.ts";
import { type ByLanguage, readText, titlesOf, untranslated } from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

const FILM = /<figure><video data-asset="([^"]*)"[^>]*><\/video>/g;

/** The chapters of a film as a list, which the app makes clickable and which is printed with the lesson. */
const listOf = ({ texts }: SchoolCaptions): string => {
  const entries = texts.map(({ start, text }) => {
    const words = escapeHtml(text.replace(/\s+/g, " "));
    return `<li><time datetime="PT${start}S">${clockTime(start)}</time> ${words}</li>`;
  });
  return `<ol>${entries.join("")}</ol>`;
};

/**
 * Puts the chapters of films below them in a text of a lesson, in its language or else in the school's first one. A
 * film within a line of text has no room for them.
 */
export const chapterWriter = (chapters: readonly SchoolCaptions[], first: string) => {
  const byName = new Map(
    chapters.map((each) => [`${escapeHtml(each.asset)}\n${each.language}`, each] as const),
  );
  return (html: string, language: string): string =>
    html.replace(FILM, (film, asset: string) => {
      const own = byName.get(`${asset}\n${language}`);
      const found = own ?? byName.get(`${asset}\n${first}`);
      return found && found.texts.length > 0 ? film + listOf(found) : film;
    });
};

/** The pattern of product and course keys. */
export const CODE = /^[A-Z][A-Z0-9_-]*$/;
export const CODE_RULE = "upper-case letters, digits, - and _, beginning with a letter";

/** The package of a course that defines none. */
const DEFAULT_PACKAGE = 1;

export interface DraftCourse {
  key: string;
  field: YamlField;
  id: YamlField | null;
  course: SentCourse;
  /** What it shows to everybody; null: nothing. */
  shown: Omit<PublicCourse, "product"> | null;
}

interface DraftPackage {
  id: number;
  /** Its printable sheet by language, the school's first one among them; empty if it has none. */
  pdf: ByLanguage;
  lessons: DraftMenuEntry["lessons"];
  /** The field at which a problem with the course is reported. */
  field: YamlField;
}

interface CourseContext {
  /** The school's first language. */
  first: string;
  entries: ReadonlyMap<string, DraftMenuEntry>;
  lessonIds: ReadonlyMap<string, number>;
  assets: ReferencedFiles;
  icons: ReferencedFiles;
}

export const readCourses = (
  field: YamlField | null,
  context: CourseContext,
): { courses: DraftCourse[]; lpackages: SentProduct["lpackages"] } => {
  const sheets = new Map<number, { pdf: ByLanguage; course: string }>();
  const courses = (field?.entries() ?? []).map((entry) => {
    const key = entry.name;
    if (!CODE.test(key)) {
      entry.say(`The key "${key}" of a course must be ${CODE_RULE}.`, wrongValue(key, "name"));
    }
    const fields = entry.fields([
      "id",
      "title",
      "icon",
      "weeklyTarget",
      "menus",
      "packages",
      "public",
    ]);
    const id = fields.need("id");
    const title = readText(fields.need("title"), context.first);
    const image = takeNamed(fields.maybe("icon"), context.icons, "picture");
    const weeklyTarget = fields.need("weeklyTarget")?.count() ?? 0;
    const menus = fields.maybe("menus");
    const visibles = menus === null ? [] : readMenuKeys(menus, [...context.entries.keys()]);
    const shown = menus === null ? [...context.entries.keys()] : visibles;
    const packages = readPackages(fields.maybe("packages"), entry, shown, context);
    for (const each of packages) notePackage(each, key, sheets);
    const ids = packages.map((each) => each.id);
    const course: SentCourse = {
      props: {
        id: id?.count() ?? 0,
        title: untranslated(title),
        translations: titlesOf(title),
        weeklyTarget,
        image: image ?? "",
      },
      visibles: visibles.filter((each) => lessonsOf([each], context).length > 0),
      lessonsOrder: orderOf(packages, key, context.lessonIds),
      lpackages: ids,
      lpackagesOrder: ids,
    };
    const lessons = lessonsOf(shown, context);
    const shownToAll = readPublicCourse(fields.maybe("public"), key, { ...context, lessons });
    return { key, field: entry, id, course, shown: shownToAll };
  });
  const lpackages = [...sheets].map(([packageId, { pdf }]) => [
    String(packageId),
    { props: { packageId, ...sentSheet(pdf) } },
  ]);
  return { courses, lpackages: Object.fromEntries(lpackages) };
};

const readMenuKeys = (field: YamlField, known: readonly string[]): string[] => {
  const keys: string[] = [];
  for (const item of field.items()) {
    const key = item.text();
    if (key === null) continue;
    if (keys.includes(key)) item.say(`"${key}" is listed twice.`, taken(key));
    else if (known.includes(key)) keys.push(key);
    else sayUnknown(item.say, "There is no menu entry", "chapter", key, known);
  }
  return keys;
};

const lessonsOf = (keys: readonly string[], context: CourseContext): DraftMenuEntry["lessons"] =>
  keys.flatMap((key) => context.entries.get(key)?.lessons ?? []);

/** Reads the name of a sheet: one for everybody, or one for each language, the school's first one among them. */
const readSheet = (field: YamlField | null, { assets, first }: CourseContext): ByLanguage => {
  const name = field?.isMap() ? null : field?.reference();
  const named = field?.isMap() ? readText(field, first) : name ? { [first]: name } : {};
  const sheets = Object.entries(named).map(([language, sheet]) => [language, normalize(sheet)]);
  for (const [, sheet = ""] of sheets) assets.take(sheet, "sheet", (field as YamlField).say);
  return Object.fromEntries(sheets);
};

const sentSheet = (pdf: ByLanguage) => ({
  pdf: untranslated(pdf) || null,
  translations: Object.entries(pdf)
    .filter(([language]) => language !== "en")
    .map(([language, name]) => ({ language, pdf: name })),
});

const readPackages = (
  list: YamlField | null,
  course: YamlField,
  shown: readonly string[],
  context: CourseContext,
): DraftPackage[] => {
  if (list === null) {
    const lessons = lessonsOf(shown, context);
    if (lessons.length === 0) {
      course.say("This course has no lessons yet: students do not see it.", {
        code: "course/empty",
      });
    }
    return [{ id: DEFAULT_PACKAGE, pdf: {}, lessons, field: course }];
  }
  const owners = new Map<string, number>();
  const ids = new Set<number>();
  return list.list().map((field) => {
    const fields = field.fields(["id", "pdf", "menus"]);
    const id = fields.need("id")?.count() ?? 0;
    if (ids.has(id)) field.say(`This course already has a package ${id}.`, taken(String(id)));
    if (id > 0) ids.add(id);
    const pdf = readSheet(fields.maybe("pdf"), context);

    const menus = fields.need("menus");
    const keys = (menus === null ? [] : readMenuKeys(menus, shown)).filter((key) => {
      const owner = owners.get(key);
      if (owner !== undefined) {
        menus?.say(`"${key}" already belongs to package ${owner}.`, taken(key));
      } else owners.set(key, id);
      return owner === undefined;
    });
    const lessons = lessonsOf(keys, context);
    if (lessons.length === 0) {
      field.say("This package has no lessons yet.", { code: "course/empty" });
    }
    return { id, pdf, lessons, field };
  });
};

/** A package id has one meaning in the whole product, because clients request its sheet by id. */
const notePackage = (
  { id, pdf, field }: DraftPackage,
  course: string,
  sheets: Map<number, { pdf: ByLanguage; course: string }>,
): void => {
  const known = sheets.get(id);
  if (known === undefined) sheets.set(id, { pdf, course });
  else if (!isDeepStrictEqual(known.pdf, pdf) && known.course !== course) {
    const sheet = untranslated(known.pdf);
    const words = sheet ? `the sheet "${sheet}"` : "no sheet";
    field.say(
      `Package ${id} has ${words} in course ${known.course}: name a package with another id here.`,
      { code: "id/taken", values: { id, owner: known.course } },
    );
  }
};

const orderOf = (
  packages: readonly DraftPackage[],
  course: string,
  lessonIds: ReadonlyMap<string, number>,
): SentCourse["lessonsOrder"] => {
  const seen = new Set<string>();
  const order: SentCourse["lessonsOrder"] = [];
  for (const { id: package_id, lessons } of packages) {
    for (const { key, field } of lessons) {
      if (seen.has(key)) {
        field.say(`"${key}" appears twice in the order of ${course}.`, taken(key));
      } else order.push({ id: lessonIds.get(key) ?? 0, package_id });
      seen.add(key);
    }
  }
  return order;
};
