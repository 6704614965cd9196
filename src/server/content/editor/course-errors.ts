import { isAccepted } from "../media-type.ts";
import { parseYaml } from "../parse-yaml.ts";
import { createProblemList, type Report } from "../problem-list.ts";
import { readPublicCourse } from "../public-course.ts";
import type { ContentProblem } from "../school.ts";
import type { YamlField } from "../yaml-field.ts";

const FILE = "course.yaml";

/** A field of a map that is not empty, whatever else is in the map. */
const fieldOf = (map: YamlField | null | undefined, name: string): YamlField | null =>
  (map?.isMap() && map.entries().find((field) => field.name === name && !field.isEmpty())) || null;

const listOf = (field: YamlField | null): YamlField[] => field?.list() ?? [];

const textsOf = (field: YamlField | null): string[] =>
  listOf(field).flatMap((item) => item.text() ?? []);

const openCourse = (text: string, course: string, report: Report) => {
  const root = parseYaml(text, FILE, report);
  const field = fieldOf(fieldOf(root, "courses"), course);
  if (!field) return null;
  const menus = fieldOf(field, "menus");
  const shown = textsOf(menus);
  const keys = listOf(fieldOf(root, "menu")).flatMap((entry) => {
    if (menus && !shown.includes(fieldOf(entry, "key")?.text() ?? "")) return [];
    return listOf(fieldOf(entry, "sections")).flatMap((section) =>
      textsOf(fieldOf(section, "lessons")),
    );
  });
  return { field, keys };
};

/** The keys of the lessons in the menus of a course, in their order; null if the file has no such course. */
export const lessonsOfCourse = (text: string, course: string): string[] | null =>
  openCourse(text, course, () => {})?.keys ?? null;

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
  const opened = openCourse(text, course, problems.in(FILE));
  if (!opened) return problems.sorted("error");
  const { field, keys } = opened;
  readPublicCourse(fieldOf(field, "public"), course, {
    first: known.first,
    lessons: keys.map((key) => ({ key, field })),
    lessonIds: new Map(keys.map((key) => [key, 1])),
    assets: {
      take: (name, accepted, say) => {
        if (assets.has(name) && isAccepted(name, accepted)) return;
        say(`There is no picture "${name}".`, { code: "file/missing", values: { name, near: "" } });
      },
      files: async () => [],
    },
  });
  return problems.sorted("error");
};
