import { expect, test } from "vitest";
import { treeAddress } from "../../src/app-context/staff-links.ts";
import {
  type ContentTree,
  postTreeRemoval,
  type TreePlace,
} from "../../src/contract/staff-tree.ts";
import TreeScreen from "../../src/features/courses/tree/tree-screen.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, press, strike, type, visit } from "./person.ts";
import { act, renderApp, says, waitUntil } from "./render.tsx";

const TREE = "/staff/tree";
const LONG = `חצאית ${"A long title ".repeat(80)}`.slice(0, 1000);

const words = (text: string) => [{ language: "en", text }];
const lesson = (key: string, more = {}) => ({
  ...{ key, id: 1, titles: words(key), type: "text", main: false, assignment: false },
  ...{ parts: [], texts: ["en"], checksum: "1".repeat(64), problem: null, ...more },
});

/** A product with two chapters of its course; one lesson stands nowhere. */
const treeOf = (chapters: readonly string[], checksum = "a".repeat(64)): ContentTree => ({
  ...{ state: "ready", draft: false, checksum: "0".repeat(64), problem: null },
  ...{ organisation: "School", languages: ["en", "he"] },
  products: [
    {
      ...{ key: "PM", id: 1, titles: words("Patterns"), descriptions: [], checksum, problem: null },
      courses: [
        {
          ...{ key: "PMB", id: 11, titles: words("Basics"), chapters: [...chapters] },
          ...{ weekly_target: 3, picture: "", packages: [] },
        },
      ],
      chapters: ["tools", "skirt"].map((key) => ({
        ...{ key, titles: words(key), descriptions: [] },
        sections: [
          { titles: words(`${key} one`), lessons: key === "tools" ? ["paper", "pin"] : [] },
        ],
      })),
      lessons: [lesson("paper"), lesson("pin", { titles: words(LONG) }), lesson("lost")],
    },
  ],
});

const show = async (address = "/") => {
  visit(address);
  const opened = await openSignedIn("boss");
  const { school } = opened;
  const tree = treeOf(["tools", "skirt"]);
  school.answerWith(`GET ${TREE}`, tree);
  await renderApp(opened.app, <TreeScreen />);
  await waitUntil(() => queryByRole("tree"));
  await act(() => queryAllByRole("treeitem")[0]?.focus());
  const sent = () => school.bodies(`POST ${TREE}`);
  return { ...opened, tree, sent };
};

const presses = async (...keys: string[]) => {
  for (const key of keys) await press(key);
};
/** Chooses the first chapter. */
const toTools = () => presses("ArrowDown", "ArrowRight", "ArrowRight");

const titleOf = (row: Element | null) => row?.querySelector("[dir=auto]")?.textContent;
const titles = () => queryAllByRole("treeitem").map(titleOf);
const focused = () => titleOf(document.activeElement);
const changed = (tree: ContentTree, place: TreePlace | null = null, step = "") => ({
  tree,
  place,
  step,
});
const placeOf = (fields: Partial<TreePlace>): TreePlace => ({
  ...{ kind: "chapter", product: "PM", course: "PMB", chapter: "tools" },
  ...{ section: null, lesson: "", main: "", ...fields },
});

test("a tree is gone through by arrows, Home, End and first letters, and opened and closed", async () => {
  await show();
  // A school with one product sees its courses at once.
  expect(titles()).toEqual(["Patterns", "Basics", "Lessons without a place"]);
  await toTools();
  await presses("ArrowRight", "ArrowRight", "ArrowRight");
  expect(focused()).toBe("tools one");
  await press("ArrowRight");
  expect(focused()).toBe("paper");
  const row = document.activeElement as HTMLElement;
  const told = ["level", "posinset", "setsize"].map((each) => row.getAttribute(`aria-${each}`));
  expect(told).toEqual(["5", "1", "2"]);
  await strike("s");
  expect(focused()).toBe("skirt");
  await press("Home");
  expect(focused()).toBe("Patterns");
  await press("End");
  expect(focused()).toBe("Lessons without a place");
  await press("ArrowUp");
  await press("ArrowLeft");
  expect(focused()).toBe("Basics");
  await press("ArrowLeft");
  // What is closed renders nothing.
  expect(titles()).toEqual(["Patterns", "Basics", "Lessons without a place"]);
  expect(queryAllByRole("treeitem").filter((each) => each.tabIndex === 0)).toHaveLength(1);
});

/** Moves the first chapter behind the second by keys. */
const moveTools = async () => {
  const opened = await show();
  await toTools();
  const moved = treeOf(["skirt", "tools"], "b".repeat(64));
  opened.school.answerWith(`POST ${TREE}`, changed(moved, placeOf({}), "7.2"));
  await strike("ArrowDown", { altKey: true });
  await waitUntil(() => titles()[2] === "skirt");
  return opened;
};

test("a chapter is moved by keys, and is chosen and focused at its new place", async () => {
  const { sent, tree } = await moveTools();
  expect(sent()[0]).toMatchObject({
    change: { do: "move", place: placeOf({}), to: 1 },
    replaces: [{ path: "PM/course.yaml", checksum: tree.products[0]?.checksum }],
  });
  expect(focused()).toBe("tools");
});

test.each([
  ["by its button", () => click(getByRole("button", "Undo"))],
  ["by Control+Z", () => strike("z", { ctrlKey: true })],
])("the last change of the tree is taken back %s", async (_, takeBack) => {
  const { school, tree } = await moveTools();
  expect(getByRole("button", "Undo").parentElement?.textContent).toContain(
    "“tools” has been moved",
  );
  school.answerWith("POST /staff/texts/steps/7.2/undo", null);
  school.answerWith(`GET ${TREE}`, tree);
  await takeBack();
  await waitUntil(() => titles()[2] === "tools");
  await says("Taken back: “tools”");
  expect([focused(), queryByRole("button", "Undo")]).toEqual(["tools", null]);
});

test("a copy is named as it stands in the tree", async () => {
  const { school } = await show();
  await toTools();
  const copy = placeOf({ chapter: "skirt" });
  school.answerWith(`POST ${TREE}`, changed(treeOf(["tools", "skirt"]), copy, "7.4"));
  await click(getByRole("button", "Copy"));
  await says("“skirt” has been added");
});

test("after a removal what stood behind it is chosen", async () => {
  const { school } = await show();
  await toTools();
  const removal = { lessons: 2, courses: [], studying: 0, completed: 0, hand_ins: 0 };
  school.answerWith("POST /staff/tree/removal", answerTo(postTreeRemoval, removal));
  await press("Delete");
  school.answerWith(`POST ${TREE}`, changed(treeOf(["skirt"], "b".repeat(64)), null, "7.3"));
  await says("2 lessons are gone.");
  await click(document.querySelector("dialog [type=submit]") as HTMLElement);
  await waitUntil(() => focused() === "skirt");
});

test("a lesson that was searched for is shown at its place, with the focus", async () => {
  await show();
  await type(getByRole<HTMLInputElement>("searchbox"), "paper");
  await click(getByRole("button", "Show its place"));
  await waitUntil(() => focused() === "paper");
});

test("what somebody else has done to the same chapter is shown, and nothing is lost", async () => {
  const { school, sent } = await show();
  await toTools();
  school.answer(`POST ${TREE}`, () => school.refusal(409, "content/conflict"));
  const theirs = treeOf(["skirt", "tools"], "b".repeat(64));
  school.answerWith(`GET ${TREE}`, theirs);
  await strike("ArrowDown", { altKey: true });
  await waitUntil(() => queryByRole("alert"));
  expect(queryByRole("alert")?.textContent).toContain("has been moved");
  school.answerWith(`POST ${TREE}`, changed(theirs));
  await click(getByRole("button", "Make my change now"));
  await waitUntil(() => sent().length === 2);
  expect(sent()[1]).toMatchObject({ replaces: [{ checksum: "b".repeat(64) }] });
});

test("a title is asked for in the language of the school alone", async () => {
  const { school, sent, tree } = await show();
  await press("F2");
  const title = getByRole<HTMLInputElement>("textbox", "Title (English)");
  expect(document.activeElement).toBe(title);
  await type(title, "");
  await press("Enter");
  expect(sent()).toEqual([]);
  expect(title.getAttribute("aria-invalid")).toBe("true");
  await type(title, "Cutting");
  school.answerWith(`POST ${TREE}`, changed(tree));
  await press("Enter");
  await waitUntil(() => queryByRole("dialog") === null);
  const titled = [...words("Cutting"), { language: "he", text: "" }];
  expect(sent()[0]).toMatchObject({ change: { do: "name", titles: titled } });
});

test.each([
  ["a chapter's title", { chapter: "skirt", field: "title" }, "skirt", "Change the title"],
  ["a section's title", { chapter: "tools", field: "sections/0/title" }, "tools one", "Change"],
  ["a course's target", { course: "PMB", field: "weeklyTarget" }, "Basics", "Settings of the"],
])("the tree opens %s, to which an address leads", async (_, at, name, heading) => {
  await show(treeAddress("PM", at));
  await waitUntil(() => queryByRole("dialog"));
  expect(getByRole("dialog").textContent).toContain(heading);
  expect(Array.from(document.querySelectorAll("[role=treeitem]"), titleOf)).toContain(name);
});
