import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { parse } from "yaml";
import type { Language } from "../../../../domain/languages.ts";
import type { Titles } from "./facts.ts";
import { keyFor } from "./keys.ts";
import { headingOf, lessonWork, takenKeys } from "./new-lesson.ts";
import type { FileWork, PlanContext, ReadProduct } from "./plan.ts";

const FOLDER = path.join(import.meta.dirname, "../../../../../resources/course-template");

const lesson = v.object({ title: v.string(), text: v.string(), task: v.optional(v.string()) });

/** A lesson of each kind, in one language. */
const template = v.object({
  chapter: v.string(),
  section: v.string(),
  lesson,
  main: lesson,
  part: lesson,
  assignment: lesson,
  film: lesson,
  draft: lesson,
});

type Template = v.InferOutput<typeof template>;

const LESSONS = ["lesson", "main", "part", "assignment", "film", "draft"] as const;

const TYPES = { assignment: "assignment", film: "video", draft: "figure" } as const;

const read = (language: string): Template =>
  v.parse(template, parse(readFileSync(path.join(FOLDER, `${language}.yaml`), "utf8")));

/** A chapter with a lesson of each kind that explains itself, in all languages of the school. */
export const exampleCourse = (
  context: PlanContext,
  product: ReadProduct,
  takenChapters: ReadonlySet<string>,
) => {
  const { languages } = context.tree;
  const templates = new Map(languages.map((language) => [language, read(language as Language)]));
  const inEach = (textOf: (template: Template) => string): Titles =>
    Object.fromEntries([...templates].map(([language, each]) => [language, textOf(each)]));
  const [main = ""] = languages;
  const taken = takenKeys(product);
  const keys = new Map<string, string>();
  for (const name of LESSONS) {
    const title = templates.get(main)?.[name].title ?? name;
    const key = keyFor(title, "lesson", taken, name === "main" ? "_ml" : "");
    taken.add(key);
    keys.set(name, key);
  }
  const keyOf = (name: (typeof LESSONS)[number]): string => keys.get(name) ?? name;
  const work = LESSONS.flatMap((name): FileWork[] => {
    const texts = Object.fromEntries(
      [...templates].map(([language, each]) => {
        const { title, text } = each[name];
        const parts = name === "main" && language === main ? `\n@part ${keyOf("part")}\n` : "";
        return [language, `# ${headingOf(title)}\n\n${text}${parts}`];
      }),
    );
    return lessonWork(context, product.key, {
      ...{ key: keyOf(name), texts },
      titles: inEach((each) => each[name].title),
      type: TYPES[name as keyof typeof TYPES] ?? "text",
      assignment: name === "assignment" ? inEach((each) => each.assignment.task ?? "") : null,
    });
  });
  const title = inEach((each) => each.chapter);
  const lessons = LESSONS.filter((name) => name !== "part").map(keyOf);
  const section = { title: inEach((each) => each.section), lessons };
  const key = keyFor(title[main] ?? "", "chapter", takenChapters);
  return { chapter: { key, title, sections: [section] }, work };
};
