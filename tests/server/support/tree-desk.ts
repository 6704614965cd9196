import {
  getTree,
  postTreeChange,
  type TreeChange,
  type TreePlace,
} from "../../../src/contract/staff-tree.ts";
import { lineDifferences } from "../../../src/domain/line-differences.ts";
import { exportSourceFiles } from "./content-source.ts";
import { decode } from "./decode.ts";
import { deskOf, openDesk, type Desk as Staff } from "./desk.ts";
import { openNewSchool } from "./first-start.ts";
import type { TestSchool } from "./test-school.ts";

export const at = (fields: Partial<TreePlace>): TreePlace => ({
  ...{ kind: "lesson", product: "PM", course: "", chapter: "", section: null, lesson: "" },
  ...{ main: "", ...fields },
});
export const en = (text: string) => [{ language: "en", text }];

/** The files of the draft as text. */
export const filesOf = async (school: TestSchool): Promise<Record<string, string>> => {
  const files = Object.entries(await exportSourceFiles(school));
  return Object.fromEntries(files.map(([name, bytes]) => [name, bytes.toString()]));
};

/** What has changed: removed and added lines of texts, and other files. */
export const changesOf = (before: Record<string, string>, after: Record<string, string>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (from === to) return [];
    if (from === undefined) return [`new ${name}`];
    if (to === undefined) return [`gone ${name}`];
    return lineDifferences(from, to)
      .filter(({ kind }) => kind !== "same")
      .map(({ kind, text }) => `${kind === "added" ? "+" : "-"}${text}`);
  });

export const treeOf = (desk: Staff) => {
  const read = async () => decode(getTree, (await desk.call("tree")).json);
  const post = (name: string, json: unknown) => desk.call(`tree${name}`, "POST", json);
  const seen = async () => {
    const { checksum, products } = await read();
    return [
      { path: "school.yaml", checksum },
      ...products.flatMap((product) => [
        { path: `${product.key}/course.yaml`, checksum: product.checksum },
        ...product.lessons
          .filter(({ key, main }) => main || key === "flare")
          .map((lesson) => ({
            path: `${product.key}/lessons/${lesson.key}.md`,
            checksum: lesson.checksum,
          })),
      ]),
    ].slice(0, 10);
  };
  const change = async (each: TreeChange, replaces?: Awaited<ReturnType<typeof seen>>) => {
    const answer = await post("", { change: each, replaces: replaces ?? (await seen()) });
    return { ...answer, done: () => decode(postTreeChange, answer.json) };
  };
  return { ...desk, read, post, change, seen };
};

/** A manager at the desk of a school, with its author's folder or without any content. */
export const atDesk = async ({ isEmpty = false } = {}) =>
  treeOf(isEmpty ? await deskOf((await openNewSchool()).school) : await openDesk());

export const add = (kind: TreePlace["kind"], under: TreePlace | null, title: string, more = {}) =>
  ({
    ...{ do: "add", kind, under, at: null, titles: en(title), lesson: null, from: null },
    ...more,
  }) as TreeChange;
export const move = (place: TreePlace, under: TreePlace, to: number): TreeChange => ({
  ...{ do: "move", place, under, to },
});
export const remove = (place: TreePlace): TreeChange => ({ do: "remove", place });
export const copy = (place: TreePlace): TreeChange => ({ do: "copy", place });

export const PMB = at({ kind: "course", course: "PMB" });
export const TOOLS = at({ kind: "chapter", course: "PMB", chapter: "tools" });
export const FIRST = at({ kind: "section", course: "PMB", chapter: "tools", section: 0 });
export const LINES = at({ kind: "section", course: "PMB", chapter: "tools", section: 1 });
export const paper = at({ chapter: "tools", section: 0, lesson: "paper" });

export type Desk = Awaited<ReturnType<typeof atDesk>>;
