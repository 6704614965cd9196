import type { TreeChange } from "../../../../contract/staff-tree.ts";
import { mediaTypeOf } from "../../../../domain/media-type.ts";
import { MAX_SOURCE_PICTURE_BYTES } from "../../../../domain/source-path.ts";
import { HttpProblem, invalid } from "../../../problem.ts";
import { assetName } from "../asset-name.ts";
import type { YamlPath } from "../parse-edited.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { courseSteps } from "./course-chapters.ts";
import { type CourseFacts, isReadable, type PackageFacts, type Titles } from "./facts.ts";
import { headingOf } from "./new-lesson.ts";
import { freePackage } from "./placing.ts";
import {
  chapterOf,
  courseOf,
  type FileWork,
  lessonOf,
  type Plan,
  planInCourse,
  planInLesson,
  productOf,
  sectionOf,
  sentTitles,
  type Tree,
} from "./plan.ts";

type Name = Extract<TreeChange, { do: "name" }>;
type CourseChange = Extract<TreeChange, { do: "course" }>;
type SentFile = NonNullable<CourseChange["picture"]>;

const nameLesson = (tree: Tree, { place, titles }: Name): Plan => {
  const product = productOf(tree, place.product);
  const { facts } = lessonOf(product, place.lesson);
  const title = sentTitles(tree, titles);
  const [language = ""] = tree.languages;
  const before = isReadable(facts) ? (facts.titles[language] ?? "") : "";
  const heading = { from: headingOf(before), to: headingOf(title[language] ?? "") };
  const edit = { titles: title, ...(before !== "" && { heading }) };
  return planInLesson(product, place.lesson, edit, place);
};

/** Gives something its titles in all languages. @throws HttpProblem 409, 422 */
export const planName = (tree: Tree, change: Name): Plan => {
  const { place } = change;
  if (place.kind === "lesson") return nameLesson(tree, change);
  const { facts } = productOf(tree, place.product);
  const title = sentTitles(tree, change.titles);
  const words = change.descriptions && sentTitles(tree, change.descriptions, false);
  const texts = (name: string) => ({ title, ...(words && { [name]: words }) });
  const steps: Readonly<Record<Exclude<Name["place"]["kind"], "lesson">, () => YamlStep>> = {
    product: () => ({ do: "texts", of: ["product"], texts: texts("description") }),
    course: () => ({ do: "texts", of: courseOf(facts, place).path, texts: { title } }),
    chapter: () => ({ do: "texts", of: chapterOf(facts, place).path, texts: texts("descr") }),
    section: () => ({ do: "texts", of: sectionOf(facts, place).path, texts: { title } }),
  };
  return planInCourse(place.product, [steps[place.kind]()], place);
};

/** A file that was sent gets a name of its own in a folder of the product. */
const filed = (
  tree: Tree,
  product: string,
  { folder, name, checksum, size }: SentFile & { readonly folder: "icons" | "assets" },
): { readonly name: string; readonly work: FileWork[] } => {
  if (size > MAX_SOURCE_PICTURE_BYTES) {
    throw new HttpProblem(413, "content/picture_too_large", "The file is too large");
  }
  const found = assetName(name, { folder: `${product}/${folder}/`, checksum }, tree.files);
  const file = { checksum, size };
  const path = `${product}/${folder}/${found.name}`;
  return { name: found.name, work: found.isThere ? [] : [{ path, file }] };
};

/** The sheets of a package as they are written: a name for all languages, or one for each. */
const writtenSheets = (sheets: Titles, language: string): unknown => {
  const names = Object.entries(sheets);
  if (names.length === 0) return undefined;
  const [only] = names;
  return names.length === 1 && only && (only[0] === "" || only[0] === language) ? only[1] : sheets;
};

const sheetSteps = (
  path: YamlPath,
  { packages }: CourseFacts,
  sheets: ReadonlyMap<number, Titles>,
  { chapters, id, language }: { chapters: readonly string[]; id: number; language: string },
): YamlStep[] => {
  if (!packages || packages.length === 0) {
    const pdf = writtenSheets(sheets.get(0) ?? {}, language);
    const value = [{ id, pdf, menus: [...chapters] }];
    return pdf === undefined ? [] : [{ do: "put", of: path, name: "packages", value }];
  }
  return packages.flatMap((each, at): YamlStep[] => {
    const next = sheets.get(each.id);
    if (!next) return [];
    const value = writtenSheets(next, language);
    return [{ do: "put", of: [...path, "packages", at], name: "pdf", value }];
  });
};

/** What a course shows and asks for: chapters, lessons a week, its picture and its printable sheets. */
export const planCourse = (tree: Tree, change: CourseChange): Plan => {
  const { place, chapters, weekly_target: target, picture } = change;
  const product = productOf(tree, place.product);
  const { facts } = product;
  const { course, path } = courseOf(facts, place);
  const known = facts.chapters.map(({ key }) => key);
  const isWrong = chapters.some((key, at) => !known.includes(key) || chapters.indexOf(key) !== at);
  if (isWrong) throw invalid("chapters", "must be different chapters of the product");
  const [language = ""] = tree.languages;
  const work: FileWork[] = [];
  const steps: YamlStep[] = courseSteps(facts, course, chapters);
  if (target !== course.weeklyTarget) {
    steps.push({ do: "put", of: path, name: "weeklyTarget", value: target });
  }
  if (picture !== undefined) {
    if (picture && !mediaTypeOf(picture.name)?.startsWith("image/")) {
      throw invalid("picture", "must be a picture");
    }
    const file = picture && filed(tree, product.key, { ...picture, folder: "icons" });
    work.push(...(file?.work ?? []));
    steps.push({ do: "put", of: path, name: "icon", value: file?.name });
  }
  const left = (course.packages ?? []).filter(({ chapters: own }) =>
    own.some((key) => chapters.includes(key)),
  );
  const sheets = new Map<number, Titles>();
  for (const { package: id, language: spoken, file } of change.sheets) {
    const owner = left.find((each: PackageFacts) => each.id === id);
    if (!owner && (id !== 0 || left.length > 0)) throw invalid("sheets", "must be of a package");
    if (file && mediaTypeOf(file.name) !== "application/pdf") {
      throw invalid("sheets", "must be a PDF file");
    }
    if (!tree.languages.includes(spoken)) throw invalid("sheets", "must be in a language");
    const { "": forAll, ...others } = sheets.get(id) ?? owner?.sheets ?? {};
    const before: Record<string, string> = {
      ...(forAll !== undefined && { [language]: forAll }),
      ...others,
    };
    const sent = file && filed(tree, product.key, { ...file, folder: "assets" });
    work.push(...(sent?.work ?? []));
    if (sent) before[spoken] = sent.name;
    else delete before[spoken];
    sheets.set(id, before);
  }
  const id = freePackage(facts);
  steps.push(
    ...sheetSteps(path, { ...course, packages: left }, sheets, { chapters, id, language }),
  );
  return planInCourse(place.product, steps, place, work);
};
