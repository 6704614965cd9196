import type { SentLesson, SentPage, SentProduct } from "../../contract/content.ts";
import { isMainLesson } from "../../domain/lesson-access.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { chapterWriter, type DraftCourse, readCourses } from "./courses.ts";
import { openDrawnFigures } from "./drawn-figures.ts";
import type { LessonCache } from "./lesson-cache.ts";
import { type LessonDraft, type ReadLesson, readLesson, resolveDraft } from "./lesson-draft.ts";
import { onPages } from "./lesson-pages.ts";
import { applyFound } from "./lesson-uses.ts";
import { readMenu } from "./menu.ts";
import { type Outside, withAllowed } from "./outside.ts";
import { parseYaml } from "./parse-yaml.ts";
import {
  type IdRegister,
  markOf,
  type ProblemList,
  type Say,
  sayUnknown,
  taken,
} from "./problem-list.ts";
import { openReferencedFiles, type ReferencedFiles } from "./referenced-files.ts";
import { productReferences, type Terms } from "./references.ts";
import type { SchoolAssignment, SchoolCaptions } from "./school.ts";
import {
  listTextFiles,
  readText,
  type TextFiles,
  translationsOf,
  untranslated,
} from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

/** A bucket gives many small files faster together. */
const PARALLEL_READS = 8;

interface LessonsContext {
  folder: AuthorFolder;
  problems: ProblemList;
  /** The school's first language. */
  first: string;
  terms: Terms;
  outside: Outside | null;
  /** The lessons that have been read before; absent: none. */
  known?: LessonCache<ReadLesson> | undefined;
}

interface ProductContext extends LessonsContext {
  /** The chapters of its films. */
  chapters: readonly SchoolCaptions[];
  ids: { product: IdRegister; course: IdRegister; lesson: IdRegister };
}

export interface CompiledProduct {
  product: SentProduct;
  /** Null when they cannot be read. */
  courses: DraftCourse[] | null;
  assignments: SchoolAssignment[];
  referencedFiles: Pick<ReferencedFiles, "files">[];
}

/** Opens the lessons of a product, and the files that they may name. */
export const openLessons = async (key: string, context: LessonsContext) => {
  const { folder, problems, first, terms, outside } = context;
  const open = (kind: "asset" | "icon" | "assignment", directory: string) =>
    openReferencedFiles(folder, problems, { kind, product: key, directory: `${key}/${directory}` });
  const assets = await open("asset", "assets");
  const icons = await open("icon", "icons");
  const assignments = await open("assignment", "assignments");
  const files = await listTextFiles(folder, problems, `${key}/lessons`, first);
  const lessonKeys = new Set(files.map((file) => file.key));
  const figures = openDrawnFigures(key);
  const names = { terms, product: key, lessonKeys, assets, figures, outside };
  const references = (language: string) => productReferences(names, language);
  return {
    ...{ files, lessonKeys, assets, icons },
    referencedFiles: [assets, icons, assignments, figures],
    /** Reads lessons, and reports their problems in this order. */
    read: async (texts: readonly TextFiles[]): Promise<LessonDraft[]> => {
      const lessons = new Map<string, ReadLesson>();
      await inParallel(texts, PARALLEL_READS, async (file) => {
        lessons.set(file.key, await readLesson(file, context));
      });
      return texts.flatMap(({ key: lesson }) => {
        const found = lessons.get(lesson);
        if (!found) return [];
        applyFound(found.found, { problems, references, icons, assignments });
        return [outside ? withAllowed(found.draft, outside) : found.draft];
      });
    },
  };
};

export const compileProduct = async (
  key: string,
  named: YamlField,
  context: ProductContext,
): Promise<CompiledProduct> => {
  const { folder, problems, first, ids } = context;
  const opened = await openLessons(key, context);
  const { files, lessonKeys, assets, icons } = opened;
  const drafts = new Map<string, LessonDraft>();
  for (const draft of await opened.read(files)) {
    drafts.set(draft.key, draft);
    const { id, path } = draft;
    if (id) {
      ids.lesson.register(id.value, path, (message, mark) =>
        problems.in(path)(id.line, message, { ...mark, path: ["id"] }),
      );
    }
  }
  const partOf = resolveParts(drafts, problems);

  const courseFile = `${key}/course.yaml`;
  const report = problems.in(courseFile);
  const text = await folder.text(courseFile, report, () => {
    const message = `The product ${key} needs a file ${courseFile}.`;
    named.say(message, markOf("file/missing", courseFile));
  });
  const root = text === null ? null : parseYaml(text, courseFile, report);
  const fields = root?.fields(["product", "menu", "courses"]);

  const props = fields?.need("product")?.fields(["id", "title", "description"]);
  const id = ids.product.read(props?.need("id"), key);
  const title = readText(props?.need("title") ?? null, first);
  const description = readText(props?.maybe("description") ?? null, first);

  const entries = readMenu(fields?.need("menu") ?? null, first, lessonKeys);
  const { courses: drafted, lpackages } = readCourses(fields?.need("courses") ?? null, {
    first,
    entries: new Map(entries.map((entry) => [entry.key, entry])),
    lessonIds: new Map([...drafts.values()].map((draft) => [draft.key, draft.id?.value ?? 0])),
    assets,
    icons,
  });

  // If the menu is missing, which has been reported, every lesson would count as unused.
  if (entries.length > 0) {
    const used = new Set(entries.flatMap((entry) => entry.lessons.map((lesson) => lesson.key)));
    for (const { key: lessonKey, path } of drafts.values()) {
      if (used.has(lessonKey) || partOf.has(lessonKey)) continue;
      const message = "No menu and no @part names this lesson.";
      problems.in(path)(1, message, markOf("lesson/unused", lessonKey));
    }
  }

  const complete = chapterWriter(context.chapters, first);
  // Those without lessons are not ready for students, which has been reported.
  const courses = drafted.filter(({ course }) => course.lessonsOrder.length > 0);
  const translations = translationsOf({ title, description });
  return {
    product: {
      props: { id, key, title: untranslated(title), translations },
      // Chapters without lessons are not ready for students.
      menu: {
        menu1: entries.flatMap(({ menu1, lessons }) => (lessons.length > 0 ? [menu1] : [])),
      },
      lessons: Object.fromEntries(
        [...drafts.values()].map((draft) => [draft.key, finishLesson(draft, drafts, complete)]),
      ),
      courses: Object.fromEntries(courses.map((course) => [course.key, course.course])),
      courseOrder: courses.map((course) => course.key),
      lpackages,
    },
    courses: drafted.length > 0 ? drafted : null,
    assignments: [...drafts.values()].flatMap(({ id: lessonId, path, assignment }) =>
      lessonId && assignment
        ? [
            {
              ...assignment,
              lessonId: lessonId.value,
              product: key,
              draft: assignment.draft && resolveDraft(assignment.draft, drafts, problems.in(path)),
            },
          ]
        : [],
    ),
    referencedFiles: opened.referencedFiles,
  };
};

/** Checks the `@part` lines. Returns each part with its main lesson. */
const resolveParts = (
  drafts: ReadonlyMap<string, LessonDraft>,
  problems: ProblemList,
): Map<string, string> => {
  const partOf = new Map<string, string>();
  for (const draft of drafts.values()) {
    const report = problems.in(draft.path);
    for (const { key, line } of draft.parts.flat()) {
      const owner = partOf.get(key);
      // An `@part` line anywhere else is reported separately.
      if (!isMainLesson(draft.key)) partOf.set(key, owner ?? draft.key);
      else if (owner !== undefined) {
        report(line, `"${key}" is already a part of "${owner}".`, taken(key));
      } else if (!drafts.has(key)) {
        const say: Say = (...problem) => report(line, ...problem);
        sayUnknown(say, "There is no lesson", "lesson", key, drafts.keys());
      } else {
        if (isMainLesson(key)) {
          const message = `"${key}" is a main lesson and cannot be a part.`;
          report(line, message, { code: "part/main" });
        }
        partOf.set(key, draft.key);
      }
    }
  }
  return partOf;
};

const finishLesson = (
  draft: LessonDraft,
  drafts: ReadonlyMap<string, LessonDraft>,
  complete: ReturnType<typeof chapterWriter>,
): SentLesson => {
  const subLessons = draft.parts.map((named): SentPage["subLessons"] =>
    named.flatMap(({ key }) => {
      const part = drafts.get(key);
      return part?.id ? [{ subLessonId: part.id.value, title: part.title }] : [];
    }),
  );
  const languages = draft.pages.map(({ language, pages }) => {
    const parts = onPages(subLessons, pages.length);
    return [
      language,
      {
        pages: pages.map(({ title, html }, index) => ({
          ...{ title, html: complete(html, language), subLessons: parts[index] ?? [] },
        })),
      },
    ];
  });
  return {
    dbid: draft.id?.value ?? 0,
    key: draft.key,
    title: draft.title,
    image: draft.icon,
    type: draft.type,
    hasAssignment: draft.assignment !== null,
    hasAssignmentImage: draft.assignment?.image != null,
    subLessons: subLessons.flat().map(({ subLessonId }) => subLessonId),
    html: { languages: Object.fromEntries(languages) },
  };
};
