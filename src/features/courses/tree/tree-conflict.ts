import type {
  ContentTree,
  TreeChange,
  TreePlace,
  TreeWords,
} from "../../../contract/staff-tree.ts";
import { chapterIn, lessonIn, productIn } from "./tree-model.ts";

/** What somebody else has done meanwhile. */
export interface TreeDifference {
  readonly id: string;
  readonly what: "added" | "removed" | "moved" | "renamed";
  readonly titles: TreeWords;
}

interface Entry {
  readonly titles: TreeWords;
  readonly parent: string;
}

/** Everything of a tree, with the order of what stands in one place. */
const entriesOf = (tree: ContentTree) => {
  const entries = new Map<string, Entry>();
  const order = new Map<string, string[]>();
  const add = (id: string, parent: string, titles: TreeWords) => {
    entries.set(id, { titles, parent });
    order.set(parent, [...(order.get(parent) ?? []), id]);
  };
  for (const product of tree.products) {
    const own = `product/${product.key}`;
    add(own, "", product.titles);
    for (const { key, titles, chapters } of product.courses) {
      add(`${own}/course/${key}`, own, titles);
      order.set(
        `${own}/course/${key}`,
        chapters.map((each) => `${own}/chapter/${each}`),
      );
    }
    for (const { key, titles, sections } of product.chapters) {
      const chapter = `${own}/chapter/${key}`;
      add(chapter, `${own}/chapters`, titles);
      for (const section of sections) {
        const id = `${chapter}/section/${JSON.stringify(section.titles)}`;
        add(id, chapter, section.titles);
        for (const lesson of section.lessons) {
          const titlesOf = lessonIn(product, lesson)?.titles ?? [];
          add(`${own}/lesson/${lesson}`, id, titlesOf);
        }
      }
    }
    for (const { key, titles } of product.lessons) {
      const id = `${own}/lesson/${key}`;
      if (!entries.has(id)) entries.set(id, { titles, parent: own });
    }
  }
  return { entries, order };
};

/** Those that stand at another place among the others: one, where it alone explains the new order. */
const movedIn = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const was = before.filter((id) => after.includes(id));
  const is = after.filter((id) => before.includes(id));
  if (was.join("\n") === is.join("\n")) return [];
  const without = (ids: readonly string[], id: string) =>
    ids.filter((each) => each !== id).join("\n");
  const one = was.find((id) => without(was, id) === without(is, id));
  return one === undefined ? was.filter((id, at) => is[at] !== id) : [one];
};

/** What became different from one tree to another one. */
export const differencesOf = (before: ContentTree, after: ContentTree): TreeDifference[] => {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  const found = new Map<string, TreeDifference>();
  const say = (id: string, what: TreeDifference["what"], titles: TreeWords) => {
    if (!found.has(id)) found.set(id, { id, what, titles });
  };
  for (const [id, { titles }] of was.entries) if (!is.entries.has(id)) say(id, "removed", titles);
  for (const [id, { titles, parent }] of is.entries) {
    const earlier = was.entries.get(id);
    if (!earlier) say(id, "added", titles);
    else if (earlier.parent !== parent) say(id, "moved", titles);
    else if (JSON.stringify(earlier.titles) !== JSON.stringify(titles)) say(id, "renamed", titles);
  }
  for (const [parent, ids] of is.order) {
    for (const id of movedIn(was.order.get(parent) ?? [], ids)) {
      say(id, "moved", is.entries.get(id)?.titles ?? []);
    }
  }
  return [...found.values()];
};

const placeIds = ({ kind, product, course, chapter, lesson }: TreePlace): string => {
  const own = `product/${product}`;
  if (kind === "product") return own;
  if (kind === "course") return `${own}/course/${course}`;
  return kind === "lesson" ? `${own}/lesson/${lesson}` : `${own}/chapter/${chapter}`;
};

/** The place in a tree that was changed since; null if it is gone. */
const rebased = (place: TreePlace, before: ContentTree, after: ContentTree): TreePlace | null => {
  const [was, is] = [productIn(before, place.product), productIn(after, place.product)];
  if (!is) return null;
  if (place.kind === "course" && !is.courses.some(({ key }) => key === place.course)) return null;
  if (place.kind === "lesson" && !lessonIn(is, place.lesson)) return null;
  if (place.chapter === "") return place;
  const chapter = chapterIn(is, place.chapter);
  if (!chapter) return null;
  if (place.section === null) return place;
  const titles = JSON.stringify(chapterIn(was, place.chapter)?.sections[place.section]?.titles);
  const section = chapter.sections.findIndex((each) => JSON.stringify(each.titles) === titles);
  if (section < 0) return null;
  const isThere =
    place.kind !== "lesson" ||
    place.main !== "" ||
    chapter.sections[section]?.lessons.includes(place.lesson);
  return isThere ? { ...place, section } : null;
};

/** The same change of a tree that somebody else has changed; null if what it is about is not there any more. */
export const rebasedChange = (
  change: TreeChange,
  before: ContentTree,
  after: ContentTree,
): TreeChange | null => {
  const at = (place: TreePlace) => rebased(place, before, after);
  if (change.do === "add") {
    const under = change.under && at(change.under);
    return change.under && !under ? null : { ...change, under };
  }
  const place = at(change.place);
  if (!place) return null;
  if (change.do === "copy" && change.into) {
    const into = at(change.into);
    return into && { ...change, place, into };
  }
  if (change.do !== "move") return { ...change, place };
  const under = at(change.under);
  return under && { ...change, place, under };
};

/** Whether somebody else has changed the very thing that a change is about. */
export const concerns = (change: TreeChange, differences: readonly TreeDifference[]): boolean => {
  const places = change.do === "add" ? [] : [change.place];
  const ids = places.map(placeIds);
  return differences.some(({ id }) => ids.includes(id));
};
