import { listSteps, type YamlStep } from "../yaml-steps.ts";
import { type CourseFacts, chaptersOf, type PackageFacts, type ProductFacts } from "./facts.ts";

/**
 * The chapters of each package of a course when its chapters change. A chapter goes with its neighbours; a package
 * that would lose its last chapter by a move keeps it.
 */
const packagesAfter = (
  packages: readonly PackageFacts[],
  chapters: readonly string[],
): string[][] => {
  const owner = new Map<string, number>();
  for (const [at, { chapters: own }] of packages.entries()) {
    for (const key of own) if (chapters.includes(key)) owner.set(key, at);
  }
  const sizeOf = (at: number) => [...owner.values()].filter((each) => each === at).length;
  for (const [at, key] of chapters.entries()) {
    const own = owner.get(key);
    const before = owner.get(chapters[at - 1] ?? "");
    const after = chapters.slice(at + 1).flatMap((each) => owner.get(each) ?? [])[0];
    const wanted = before ?? after ?? packages.length - 1;
    if (own === undefined) owner.set(key, wanted);
    else if (before !== undefined && before === after && own !== before && sizeOf(own) > 1) {
      owner.set(key, before);
    }
  }
  return packages.map((_, at) => chapters.filter((key) => owner.get(key) === at));
};

/** The steps that give a course these chapters, in its menus and its packages. */
export const courseSteps = (
  facts: ProductFacts,
  course: CourseFacts,
  after: readonly string[],
): YamlStep[] => {
  const path = ["courses", course.key] as const;
  const before = chaptersOf(facts, course);
  const steps: YamlStep[] = [];
  if (course.chapters !== null) steps.push(...listSteps([...path, "menus"], before, after));
  else if (before.join("\n") !== after.join("\n")) {
    steps.push({ do: "put", of: path, name: "menus", value: [...after] });
  }
  const { packages } = course;
  if (!packages || packages.length === 0) return steps;
  const next = packagesAfter(packages, after);
  for (const [at, keys] of next.entries()) {
    if (keys.length === 0) continue;
    steps.push(
      ...listSteps([...path, "packages", at, "menus"], packages[at]?.chapters ?? [], keys),
    );
  }
  if (next.every((keys) => keys.length === 0)) {
    return [...steps, { do: "put", of: path, name: "packages", value: undefined }];
  }
  for (let at = next.length - 1; at >= 0; at -= 1) {
    if (next[at]?.length === 0) steps.push({ do: "remove", in: [...path, "packages"], at });
  }
  return steps;
};

/** A course that shows all chapters of its product would show new ones of others, too: it names those it has. */
export const othersKeepChapters = (facts: ProductFacts, own: string | null): YamlStep[] =>
  facts.courses
    .filter(({ key, chapters }) => chapters === null && key !== own)
    .map((course) => {
      const value = [...chaptersOf(facts, course)];
      return { do: "put", of: ["courses", course.key], name: "menus", value };
    });
