import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import { Result } from "../../lib/result.ts";
import { type KnownFile, openAuthorFolder, type StoredTexts } from "./author-folder.ts";
import { readCaptions } from "./captions.ts";
import type { LessonCache } from "./lesson-cache.ts";
import type { ReadLesson } from "./lesson-draft.ts";
import { createIdRegister, createProblemList, type IdRegister, taken } from "./problem-list.ts";
import type { ProblemPlace } from "./problem-place.ts";
import { type CompiledProduct, compileProduct } from "./product.ts";
import type { CompiledSchool, ContentProblem, SchoolCaptions, SchoolFile } from "./school.ts";
import { readSchoolSettings } from "./school-settings.ts";
import { type Glossary, readFaqs, readGlossary, readInstructions } from "./school-texts.ts";
import { reportUnread, reportUnreadable, reportUnsafeNames } from "./unread-files.ts";

/** The school, or every error in its folder, by file and line. */
export type Compilation = Result<CompiledSchool, ContentProblem[]> & {
  /** Probable mistakes, by file and line. The school can be imported nevertheless. */
  readonly warnings: readonly ContentProblem[];
};

/** What makes it quicker. */
interface CompileOptions {
  /** What is known of the folder's files, by their paths. */
  readonly files?: ReadonlyMap<string, KnownFile>;
  readonly stored?: StoredTexts;
  readonly lessons?: LessonCache<ReadLesson>;
}

/**
 * Compiles an author's folder into a school. Never throws for the folder's contents; the same
 * folder always gives the same result.
 * @param path of the folder, laid out as `resources/demo-school/README.md` describes
 */
export const compileSchool = async (
  path: string,
  { files: known, stored, lessons }: CompileOptions = {},
): Promise<Compilation> => {
  const folder = await openAuthorFolder(path, known, stored);
  if (folder === null) {
    const problem = {
      ...{ file: ".", line: 1, message: `There is no folder "${path}".` },
      about: { code: "file/missing", values: { name: path }, place: {} } as const,
    };
    return { ...Result.fail([problem]), warnings: [] };
  }
  const problems = createProblemList();
  const settings = await readSchoolSettings(folder, problems);
  const languages = settings?.languages ?? [FALLBACK_LANGUAGE];
  const outside = settings?.outside ?? null;
  const [first = FALLBACK_LANGUAGE] = languages;
  const glossary = await readGlossary(folder, problems, first);

  const ids = {
    product: createIdRegister("product"),
    course: createIdRegister("course"),
    lesson: createIdRegister("lesson"),
  };
  const terms = glossary.keys;
  const products: CompiledProduct[] = [];
  const captions: SchoolCaptions[] = [];
  for (const { key, field } of settings?.products ?? []) {
    const read = await readCaptions(folder, problems, key);
    const context = { folder, problems, first, terms, ids, known: lessons, outside };
    products.push(await compileProduct(key, field, { ...context, chapters: read.chapters }));
    captions.push(...read.captions);
  }
  const courses = settings === null ? null : registerCourses(products, ids.course);
  const faqs = await readFaqs(folder, problems, terms, first);
  const instructions = await readInstructions(
    { folder, problems, first, terms, courses },
    createIdRegister("instruction"),
  );

  const files: SchoolFile[] = [];
  for (const directory of [
    ...products.flatMap((product) => product.referencedFiles),
    glossary.pictures,
  ]) {
    files.push(...(await directory.files()));
  }
  const nameOf = namesIn(products, glossary, faqs);
  const sorted = (severity: "error" | "warning") =>
    problems.sorted(severity, first).map((problem) => named(problem, nameOf));
  reportUnreadable(folder, problems);
  reportUnsafeNames(folder, problems);
  const errors = sorted("error");
  // After an error, the list of used files is incomplete.
  if (errors.length === 0) {
    reportUnread(
      folder,
      problems,
      products.map(({ product }) => product.props.key),
    );
  }
  const warnings = sorted("warning");
  if (settings === null || errors.length > 0) return { ...Result.fail(errors), warnings };
  const { outside: allowed, pages, products: _, ...stated } = settings;
  const school: CompiledSchool = {
    ...stated,
    outsideFilms: [...allowed.films],
    products: products.map(({ product }) => product),
    assignments: products.flatMap(({ assignments }) => assignments),
    faqs,
    glossary: glossary.terms,
    instructions,
    files,
    captions,
    publicSite: {
      courses: products.flatMap(({ product, courses: drafts }) =>
        (drafts ?? []).flatMap(({ shown }) =>
          shown && product.courses[shown.course] ? [{ product: product.props.key, ...shown }] : [],
        ),
      ),
      pages,
    },
  };
  return { ...Result.ok(school), warnings };
};

type NameOf = (place: ProblemPlace) => string | undefined;

/** What the school calls the things that problems are about. */
const namesIn =
  (
    products: readonly CompiledProduct[],
    glossary: Glossary,
    faqs: CompiledSchool["faqs"],
  ): NameOf =>
  ({ product: key, lesson, chapter, course, entry, at = -1 }) => {
    if (entry === "term") return glossary.terms[at]?.translations?.[0]?.term || undefined;
    if (entry === "question") return faqs[at]?.translations?.[0]?.question || undefined;
    const product = products.find((each) => each.product.props.key === key)?.product;
    if (lesson) return Object.values(product?.lessons[lesson]?.title ?? {})[0];
    if (course) return product?.courses[course]?.props.title || undefined;
    const menu = product?.menu.menu1.find(({ props }) => props.key === chapter);
    return (chapter ? menu?.props.title : product?.props.title) || undefined;
  };

const named = (problem: ContentProblem, nameOf: NameOf): ContentProblem => {
  const { about } = problem;
  const name = about && nameOf(about.place);
  return name ? { ...problem, about: { ...about, place: { ...about.place, name } } } : problem;
};

/**
 * The courses' ids by key. Keys are unique in the whole school. Null when a product's courses
 * cannot be read.
 */
const registerCourses = (
  products: readonly CompiledProduct[],
  ids: IdRegister,
): ReadonlyMap<string, number> | null => {
  const keys = new Map<string, number>();
  for (const { key, field, id, course } of products.flatMap(({ courses }) => courses ?? [])) {
    if (keys.has(key)) field.say(`The school already has a course "${key}".`, taken(key));
    keys.set(key, course.props.id);
    if (id && course.props.id > 0) ids.register(course.props.id, `course ${key}`, id.say);
  }
  return products.every(({ courses }) => courses !== null) ? keys : null;
};
