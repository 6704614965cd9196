import type { MadeLesson } from "../../../../contract/staff-lesson-files.ts";
import type { TreePlace } from "../../../../contract/staff-tree.ts";
import { invalid } from "../../../problem.ts";
import type { SourceFile } from "../../source/source-rows.ts";
import { assetName } from "../asset-name.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { keyFor } from "./keys.ts";
import { lessonWork, takenKeys } from "./new-lesson.ts";
import { lessonSteps } from "./placing.ts";
import {
  chapterOf,
  type FileWork,
  listPath,
  type Plan,
  type PlanContext,
  planInCourse,
  productOf,
  sentTitles,
} from "./plan.ts";

/** The address of a picture before it has its name. */
const PICTURE = /\]\(picture:(\d{1,6})\)/g;

/** Puts lessons at the end of a section, in one step after the first, which may begin the list. */
const placed = (context: PlanContext, under: TreePlace, keys: readonly string[]): YamlStep[] => {
  const { tree } = context;
  const [first = "", ...others] = keys;
  const { steps, section } = lessonSteps(tree, under, { key: first, at: null });
  const { at } = chapterOf(productOf(tree, under.product).facts, under);
  if (others.length === 0) return steps;
  return [...steps, { do: "append", in: listPath(at, section), values: others }];
};

/**
 * Adds lessons that were made of other files: their texts in the school's language, and their pictures.
 * @throws HttpProblem 409, 422
 */
export const planImport = (
  context: PlanContext,
  under: TreePlace,
  lessons: readonly MadeLesson[],
): Plan => {
  const { tree } = context;
  const product = productOf(tree, under.product);
  const [language = ""] = tree.languages;
  const taken = takenKeys(product);
  const files = new Map<string, SourceFile>(tree.files);
  const work: FileWork[] = [];

  const nameOf = ({ name: given, checksum, size }: MadeLesson["pictures"][number]): string => {
    const { name, isThere } = assetName(
      given,
      { folder: `${product.key}/assets/`, checksum },
      files,
    );
    const path = `${product.key}/assets/${name}`;
    if (!isThere) {
      files.set(path, { path, checksum, size });
      work.push({ path, file: { checksum, size } });
    }
    return name;
  };

  const keys = lessons.map(({ title, type, text, pictures }) => {
    const titles = sentTitles(tree, [{ language, text: title }]);
    const key = keyFor(titles[language] ?? "", "lesson", taken);
    taken.add(key);
    const names = pictures.map(nameOf);
    const written = text.replace(PICTURE, (whole, at) => {
      const name = names[Number(at)];
      return name === undefined ? whole : `](${name})`;
    });
    const lesson = { key, titles, type, texts: { [language]: written.trimEnd().concat("\n") } };
    work.push(...lessonWork(context, product.key, lesson));
    return key;
  });
  if (keys.length === 0) throw invalid("lessons", "is required");
  if (under.kind === "product") return { work, place: under, decidedBy: [] };
  return planInCourse(product.key, placed(context, under, keys), under, work);
};
