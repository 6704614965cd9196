import { expect, test } from "vitest";
import type { ContentTree, TreePlace } from "../../../../src/contract/staff-tree.ts";
import { placeAt } from "../../../../src/features/courses/tree/tree-model.ts";
import { dropOn } from "../../../../src/features/courses/tree/tree-moves.ts";
import { rowsOf } from "../../../../src/features/courses/tree/tree-rows.ts";

const chapter = (key: string, ...sections: string[][]) => ({
  ...{ key, titles: [], descriptions: [] },
  sections: sections.map((lessons) => ({ titles: [], lessons })),
});

const tree = {
  ...{ state: "ready", languages: ["en"] },
  products: [
    {
      ...{
        key: "PM",
        titles: [],
        courses: [{ key: "PMB", titles: [], chapters: ["a", "b", "c"] }],
      },
      chapters: [chapter("a", ["pin", "tape"]), chapter("b", ["hem"], ["dart"]), chapter("c")],
      lessons: ["pin", "tape", "hem", "dart"].map((key) => ({ key, titles: [], parts: [] })),
    },
  ],
} as unknown as ContentTree;

const rows = rowsOf(tree, () => true);
const inCourse = { product: "PM", course: "PMB" };
const lesson = (of: string, section: number, key: string) =>
  placeAt("lesson", { ...inCourse, chapter: of, section, lesson: key });
const pin = lesson("a", 0, "pin");

test.each<[what: string, dragged: TreePlace, on: (place: TreePlace) => boolean, to: unknown]>([
  ["a chapter: its last section", pin, at("chapter", "b"), [{ chapter: "b", section: 1 }, 1]],
  ["a chapter without sections: it gets one", pin, at("chapter", "c"), [{ kind: "chapter" }, 0]],
  ["its own chapter: the end", pin, at("chapter", "a"), [{ chapter: "a", section: 0 }, 1]],
  ["its own section, whose end it is", lesson("a", 0, "tape"), at("section", "a"), null],
])("a lesson is dropped on %s", (_, dragged, isGoal, to) => {
  const goal = rows.find(({ place }) => isGoal(place));
  const found = goal && dropOn(tree, dragged, goal, false);
  const { change } = found ?? {};
  if (to === null) expect(found).toBe(null);
  else expect(change?.do === "move" && [change.under, change.to]).toMatchObject(to as object);
});

function at(kind: TreePlace["kind"], key: string) {
  return (place: TreePlace) => place.kind === kind && place.chapter === key;
}
