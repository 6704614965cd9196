import { isAccepted } from "../media-type.ts";
import { parseYaml } from "../parse-yaml.ts";
import { createProblemList, markOf } from "../problem-list.ts";
import { readPublicCourse } from "../public-course.ts";
import type { ContentProblem } from "../school.ts";
import type { YamlField } from "../yaml-field.ts";
import { isReadable, lessonsShown, readProduct } from "./tree/facts.ts";

const FILE = "course.yaml";

/** The keys of the lessons in the menus of a course, in their order; null if the file has no such course. */
export const lessonsOfCourse = (text: string, course: string): string[] | null => {
  const facts = readProduct(text);
  const found = isReadable(facts) ? facts.courses.find(({ key }) => key === course) : undefined;
  return isReadable(facts) && found ? lessonsShown(facts, found) : null;
};

/** A field of a map that is not empty, whatever else is in the map. */
const fieldOf = (map: YamlField | null, name: string): YamlField | null =>
  (map?.isMap() && map.entries().find((field) => field.name === name && !field.isEmpty())) || null;

/**
 * What the check of the folder would say about what a course shows to everybody.
 * @param known the names of the product's assets, and the school's first language
 */
export const publicErrors = (
  text: string,
  course: string,
  known: { readonly assets: readonly string[]; readonly first: string },
): ContentProblem[] => {
  const problems = createProblemList();
  const assets = new Set(known.assets);
  const root = parseYaml(text, FILE, problems.in(FILE));
  const field = fieldOf(fieldOf(root, "courses"), course);
  if (!field) return problems.sorted("error");
  const keys = lessonsOfCourse(text, course) ?? [];
  readPublicCourse(fieldOf(field, "public"), course, {
    first: known.first,
    lessons: keys.map((key) => ({ key, field })),
    lessonIds: new Map(keys.map((key) => [key, 1])),
    assets: {
      take: (name, accepted, say) => {
        if (assets.has(name) && isAccepted(name, accepted)) return;
        say(`There is no picture "${name}".`, markOf("file/missing", name));
      },
      files: async () => [],
    },
  });
  return problems.sorted("error");
};
