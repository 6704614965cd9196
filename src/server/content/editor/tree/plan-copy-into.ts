import type { TreePlace } from "../../../../contract/staff-tree.ts";
import { sourceAssetKind } from "../../../../domain/source-asset.ts";
import { chunks } from "../../../../lib/chunks.ts";
import { HttpProblem, invalid } from "../../../problem.ts";
import { withoutExtension } from "../../captions.ts";
import { assetName } from "../asset-name.ts";
import { readInThread } from "../reading-thread.ts";
import { lessonsIn } from "./facts.ts";
import { keyFor } from "./keys.ts";
import { type MovedFiles, movedKey, type UsedFile } from "./lesson-uses.ts";
import { chapterSteps, lessonSteps, PARENTS, takenChapters } from "./placing.ts";
import {
  chapterOf,
  courseFile,
  type FileWork,
  type Plan,
  type PlanContext,
  placeAt,
  planInCourse,
  productOf,
  sectionOf,
  type Tree,
} from "./plan.ts";
import { copiedChapter, copiedSection, copyLessons, withParts } from "./plan-copy.ts";

const MAY_COPY_INTO: typeof PARENTS = { ...PARENTS, course: [], lesson: ["section", "chapter"] };

const TEXTS_AT_ONCE = 20;

const BESIDE_FILM = /\.(?:vtt|srt|mp4|webm)$/i;

/**
 * Copies files of a product to another one. One that is there already is used; others of the same name keep it, and
 * the copy gets a new one.
 */
const copyFiles = ({ files }: Tree, from: string, into: string, used: readonly UsedFile[]) => {
  const present = new Map(files);
  const moved: Record<string, string> = {};
  const work: FileWork[] = [];
  const put = (path: string, source: string) => {
    const copyOf = files.get(source);
    if (!copyOf || present.has(path)) return;
    work.push({ path, copyOf });
    present.set(path, { ...copyOf, path });
  };
  for (const each of used) {
    const { folder, name } = each;
    const path = `${from}/${folder}/${name}`;
    const file = files.get(path);
    // What is missing here is missing there, too: the check says so.
    if (!file || moved[movedKey(each)] !== undefined) continue;
    const goal = `${into}/${folder}/`;
    const { name: next } = assetName(name, { folder: goal, checksum: file.checksum }, present);
    moved[movedKey(each)] = next;
    put(goal + next, path);
    if (sourceAssetKind(name) !== "film") continue;
    const stem = withoutExtension(path);
    for (const beside of files.keys()) {
      if (!beside.startsWith(`${stem}.`) || !BESIDE_FILM.test(beside)) continue;
      put(goal + withoutExtension(next) + beside.slice(stem.length), beside);
    }
  }
  return { moved: moved as MovedFiles, work };
};

/** What is copied, and the steps that put it at the end of its new place. */
const copied = (
  { tree }: PlanContext,
  place: TreePlace,
  into: TreePlace,
  renamed: Readonly<Record<string, string>>,
) => {
  const { facts: source } = productOf(tree, place.product);
  const { facts: target } = productOf(tree, into.product);
  switch (place.kind) {
    case "chapter": {
      const { chapter } = chapterOf(source, place);
      const key = keyFor(chapter.key, "chapter", takenChapters(target));
      const value = copiedChapter(chapter, key, renamed);
      const { product, course } = into;
      return {
        steps: chapterSteps(target, into, { value, at: null }),
        place: placeAt({ kind: "chapter", product, course, chapter: key }),
      };
    }
    case "section": {
      const { chapter, path } = chapterOf(target, into);
      const value = copiedSection(sectionOf(source, place).section.value, renamed);
      const at = chapter.sections.length;
      return {
        steps: [{ do: "insert" as const, in: [...path, "sections"], at, value }],
        place: placeAt({ ...into, kind: "section", section: at }),
      };
    }
    default: {
      const key = renamed[place.lesson] ?? "";
      const { steps, section } = lessonSteps(tree, into, { key, at: null });
      return { steps, place: placeAt({ ...into, kind: "lesson", section, lesson: key }) };
    }
  }
};

/**
 * Copies a chapter, a section or a lesson to another product, with the files that its texts name. What students have
 * done stays with the original.
 * @param open reads a file of the folder as text
 * @throws HttpProblem 409, 422
 */
export const planCopyInto = async (
  context: PlanContext,
  { place, into }: { readonly place: TreePlace; readonly into: TreePlace },
  open: (path: string) => Promise<string>,
): Promise<Plan> => {
  const { tree } = context;
  if (!MAY_COPY_INTO[place.kind].includes(into.kind) || place.product === into.product) {
    throw invalid("into", "must be of another product, and able to have this in it");
  }
  const source = productOf(tree, place.product);
  const target = productOf(tree, into.product);
  const keys = withParts(
    source,
    place.kind === "lesson"
      ? [place.lesson]
      : place.kind === "section"
        ? sectionOf(source.facts, place).section.lessons
        : lessonsIn(chapterOf(source.facts, place).chapter),
  );
  const paths = keys.flatMap((key) => {
    const lesson = source.lessons.get(key);
    return lesson ? [lesson.path, ...lesson.translations.values()] : [];
  });
  const used: UsedFile[] = [];
  for (const some of chunks(paths, TEXTS_AT_ONCE)) {
    const found = await readInThread("usedFiles", await Promise.all(some.map(open)));
    if (!found) throw new HttpProblem(422, "content/entry_not_editable", "A text cannot be read");
    for (const each of found.flat()) used.push(each);
  }
  const files = copyFiles(tree, source.key, target.key, used);
  const { renamed, work } = copyLessons(context, source, keys, {
    into: target,
    moved: files.moved,
  });
  const { steps, place: own } = copied(context, place, into, renamed);
  const plan = planInCourse(target.key, steps, own, [...files.work, ...work]);
  return { ...plan, decidedBy: [...plan.decidedBy, courseFile(source.key)] };
};
