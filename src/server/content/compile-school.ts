import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import { Result } from "../../lib/result.ts";
import { openAuthorFolder } from "./author-folder.ts";
import { readCaptions } from "./captions.ts";
import { withChapters } from "./courses.ts";
import { createIdRegister, createProblemList, type IdRegister } from "./problem-list.ts";
import { type CompiledProduct, compileProduct } from "./product.ts";
import type { CompiledSchool, ContentProblem, SchoolCaptions, SchoolFile } from "./school.ts";
import { readSchoolSettings } from "./school-settings.ts";
import { readFaqs, readGlossary, readInstructions } from "./school-texts.ts";
import { reportUnread, reportUnreadable, reportUnsafeNames } from "./unread-files.ts";

/** The school, or every error in its folder, by file and line. */
export type Compilation = Result<CompiledSchool, ContentProblem[]> & {
  /** Probable mistakes, by file and line. The school can be imported nevertheless. */
  readonly warnings: readonly ContentProblem[];
};

/**
 * Compiles an author's folder into a school. Never throws for the folder's contents; the same
 * folder always gives the same result.
 * @param path of the folder, laid out as `resources/demo-school/README.md` describes
 */
export const compileSchool = async (path: string): Promise<Compilation> => {
  const folder = await openAuthorFolder(path);
  if (folder === null) {
    const problem = { file: ".", line: 1, message: `There is no folder "${path}".` };
    return { ...Result.fail([problem]), warnings: [] };
  }
  const problems = createProblemList();
  const settings = await readSchoolSettings(folder, problems);
  const languages = settings?.languages ?? [FALLBACK_LANGUAGE];
  const outsideFilms = settings?.outsideFilms ?? null;
  const glossary = await readGlossary(folder, problems);

  const ids = {
    product: createIdRegister("product"),
    course: createIdRegister("course"),
    lesson: createIdRegister("lesson"),
  };
  const terms = glossary.keys;
  const products: CompiledProduct[] = [];
  const captions: SchoolCaptions[] = [];
  for (const { key, field } of settings?.products ?? []) {
    const context = { folder, problems, languages, terms, ids, outsideFilms };
    const compiled = await compileProduct(key, field, context);
    const read = await readCaptions(folder, problems, key);
    products.push({ ...compiled, product: withChapters(compiled.product, read.chapters) });
    captions.push(...read.captions);
  }
  const courses = settings === null ? null : registerCourses(products, ids.course);
  const faqs = await readFaqs(folder, problems, terms);
  const instructions = await readInstructions(
    { folder, problems, languages, terms, courses },
    createIdRegister("instruction"),
  );

  const files: SchoolFile[] = [];
  for (const directory of [
    ...products.flatMap((product) => product.referencedFiles),
    glossary.pictures,
  ]) {
    files.push(...(await directory.files()));
  }
  reportUnreadable(folder, problems);
  reportUnsafeNames(folder, problems);
  const errors = problems.sorted("error");
  // After an error, the list of used files is incomplete.
  if (errors.length === 0) {
    reportUnread(
      folder,
      problems,
      products.map(({ product }) => product.props.key),
    );
  }
  const warnings = problems.sorted("warning");
  if (settings === null || errors.length > 0) return { ...Result.fail(errors), warnings };
  const school: CompiledSchool = {
    languages,
    organisation: settings.organisation,
    brand: settings.brand,
    mails: settings.mails,
    announcements: settings.announcements,
    tutorTalk: settings.tutorTalk,
    voiceAnswers: settings.voiceAnswers,
    outsideFilms: settings.outsideFilms,
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
          shown ? [{ product: product.props.key, ...shown }] : [],
        ),
      ),
      pages: settings.pages,
    },
  };
  return { ...Result.ok(school), warnings };
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
    if (keys.has(key)) field.say(`The school already has a course "${key}".`);
    keys.set(key, course.props.id);
    if (id && course.props.id > 0) ids.claim(course.props.id, `course ${key}`, id.say);
  }
  return products.every(({ courses }) => courses !== null) ? keys : null;
};
