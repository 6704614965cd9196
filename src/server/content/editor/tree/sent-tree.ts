import type { SentAnswer } from "../../../../contract/call.ts";
import type { getTree } from "../../../../contract/staff-tree.ts";
import { isMainLesson } from "../../../../domain/lesson-access.ts";
import { markOf } from "../../problem-list.ts";
import { sentWords } from "../../sent-remark.ts";
import {
  chaptersOf,
  type FileProblem,
  fileProblem,
  isReadable,
  type PackageFacts,
  type Titles,
} from "./facts.ts";
import {
  courseFile,
  type Read,
  type ReadLesson,
  type ReadProduct,
  SCHOOL_FILE,
  type Tree,
} from "./plan.ts";

type Sent = SentAnswer<typeof getTree>;
type SentProduct = Sent["products"][number];

/** Texts by language as they are sent. */
export const sentTexts = (titles: Titles) =>
  Object.entries(titles).map(([language, text]) => ({ language, text }));

const sentProblem = ({ problem }: FileProblem) => {
  const { line, message, mark } = problem;
  return { line, ...sentWords({ message, about: { ...mark, place: {} } }) };
};

const problemOf = (read: Read<object> | null) =>
  read && "problem" in read.facts ? sentProblem(read.facts as FileProblem) : null;

const sentLesson = (
  key: string,
  lesson: ReadLesson,
  language: string,
): SentProduct["lessons"][number] => {
  const facts = isReadable(lesson.facts) ? lesson.facts : null;
  return {
    key,
    id: facts?.id ?? 0,
    titles: sentTexts(facts?.titles ?? {}),
    type: facts?.type ?? "",
    main: isMainLesson(key),
    assignment: facts?.hasAssignment ?? false,
    parts: [...(facts?.parts ?? [])],
    // Where the school took another first language, the original may be still to be written.
    texts: [
      ...(facts?.hasText || lesson.translations.size === 0 ? [language] : []),
      ...lesson.translations.keys(),
    ],
    checksum: lesson.checksum,
    problem: problemOf(lesson),
  };
};

const sentPackage = ({ id, sheets, chapters }: PackageFacts) => ({
  id,
  sheets: Object.entries(sheets).map(([language, name]) => ({ language, name })),
  chapters: [...chapters],
});

const sentProduct = (product: ReadProduct, language: string): SentProduct => {
  const { key, file, lessons } = product;
  const facts = file && isReadable(file.facts) ? file.facts : null;
  const name = courseFile(key);
  const missing = fileProblem(1, `There is no file ${name}.`, markOf("file/missing", name));
  return {
    key,
    id: facts?.id ?? 0,
    titles: sentTexts(facts?.titles ?? {}),
    descriptions: sentTexts(facts?.descriptions ?? {}),
    checksum: file?.checksum ?? null,
    problem: file ? problemOf(file) : sentProblem(missing),
    courses: (facts?.courses ?? []).map((course) => ({
      ...{ key: course.key, id: course.id, titles: sentTexts(course.titles) },
      chapters: facts ? [...chaptersOf(facts, course)] : [],
      weekly_target: course.weeklyTarget,
      picture: course.icon,
      packages: (course.packages ?? []).map(sentPackage),
    })),
    chapters: (facts?.chapters ?? []).map((chapter) => ({
      key: chapter.key,
      titles: sentTexts(chapter.titles),
      descriptions: sentTexts(chapter.descriptions),
      sections: chapter.sections.map((section) => ({
        titles: sentTexts(section.titles),
        lessons: [...section.lessons],
      })),
    })),
    lessons: [...lessons].map(([name, lesson]) => sentLesson(name, lesson, language)),
  };
};

export const sentTree = (tree: Tree): Sent => ({
  state: tree.state,
  draft: tree.hasDraft,
  checksum: tree.files.get(SCHOOL_FILE)?.checksum ?? null,
  problem: problemOf(tree.school),
  organisation: tree.organisation,
  languages: [...tree.languages],
  products: tree.products.map((product) => sentProduct(product, tree.languages[0] ?? "")),
});
