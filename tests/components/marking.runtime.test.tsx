import { expect, test } from "vitest";
import type { DrawnPage, Shape } from "../../src/contract/drawing.ts";
import MarkingView from "../../src/features/desk-marking/marking-view.tsx";
import { Result } from "../../src/lib/result.ts";
import type { DocumentFailure } from "../../src/ui/open-document.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { enter } from "./person.ts";
import { act, axeFindings, render, says, waitUntil } from "./render.tsx";

const line = (y: number): Shape => ({
  kind: "line",
  ink: "red",
  from: { x: 1000, y },
  to: { x: 9000, y },
});

/** A file of pages, each 400 wide and 300 high. */
const openPages = (pages: number) => async () =>
  Result.ok({
    pages,
    isVector: false,
    sizeOf: async () => ({ width: 400, height: 300 }),
    paint: async () => document.createElement("img"),
    close: () => undefined,
  });

/** The editor with a file of as many pages. */
const show = async ({
  pages = [] as readonly DrawnPage[],
  count = 1,
  readOnly = false,
  language = "en" as "en" | "he",
} = {}) => {
  const changes: (readonly DrawnPage[])[] = [];
  const onChange = (all: readonly DrawnPage[]) => changes.push(all);
  const file = { file: new Blob(["a photo"]), type: "image/jpeg", name: "dart.jpg" };
  const view = <MarkingView {...file} {...{ pages, readOnly, onChange }} open={openPages(count)} />;
  await render(<div dir={language === "he" ? "rtl" : "ltr"}>{view}</div>, { language });
  await waitUntil(() => queryByRole("application"));
  // The size of the page.
  await act(() => new Promise(setImmediate));
  return { changes, latest: () => changes.at(-1) ?? [], shapes: () => changes.at(-1)?.[0]?.shapes };
};

const stage = () => getByRole("application");
/** Does something, and waits for what valtio then tells the components. */
const settle = (work: () => unknown) =>
  act(async () => {
    work();
    await new Promise(setImmediate);
  });
const press = (key: string, init: KeyboardEventInit = {}, on: Element = stage()) =>
  settle(() =>
    on.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }),
    ),
  );
const times = async (count: number, key: string, init: KeyboardEventInit = {}) => {
  for (let at = 0; at < count; at += 1) await press(key, init);
};
const click = (name: string) => settle(() => getByRole("button", name).click());
const listed = () =>
  queryAllByRole("listitem").map((each) => each.querySelector("span")?.textContent);
const said = () =>
  queryAllByRole("status")
    .filter((each) => each.matches("p"))
    .map((each) => each.textContent)
    .join("");

test("an arrow is drawn by the keyboard alone, and said in words", async () => {
  const { shapes } = await show();
  await click("Arrow");
  await click("Blue");
  await times(10, "ArrowLeft");
  expect(said()).toBe("40 % from the left, 50 % from the top");
  await press("Enter");
  await times(3, "ArrowDown");
  await times(5, "ArrowRight", { shiftKey: true });
  expect(said()).toBe("Begun. 41 % from the left, 54 % from the top");
  expect(shapes()).toBeUndefined();
  await press("Enter");
  expect(shapes()).toEqual([
    { kind: "arrow", ink: "blue", from: { x: 4000, y: 3750 }, to: { x: 4100, y: 4050 } },
  ]);
  expect(listed()).toEqual(["Arrow (Blue)"]);
  expect(await axeFindings()).toEqual([]);
});

/** Draws from the crosshair to as many steps away. */
const draw = async (count: number, key: string) => {
  await press("Enter");
  await times(count, key);
  await press("Enter");
};

test("a pen stroke is drawn by the keyboard, and Escape forgets one that was begun", async () => {
  const { shapes } = await show();
  await press("Enter");
  await times(3, "ArrowRight");
  await press("Escape");
  expect(shapes()).toBeUndefined();
  await draw(3, "ArrowUp");
  const [stroke] = shapes() ?? [];
  expect(stroke).toMatchObject({ kind: "pen", ink: "red" });
  expect(stroke?.kind === "pen" && stroke.points.slice(0, 2)).toEqual([5300, 3750]);
  expect(stroke?.kind === "pen" && stroke.points.slice(-2)).toEqual([5300, 3450]);
});

test("a text is written where the crosshair is, and stays text", async () => {
  const { shapes } = await show();
  await click("Text");
  await press("Enter");
  const field = getByRole<HTMLTextAreaElement>("textbox", "Text on the page");
  expect(document.activeElement).toBe(field);
  await enter(field, "  <b>Straight</b> & שלום ");
  await press("Enter", { shiftKey: true }, field);
  expect(shapes()).toBeUndefined();
  await press("Enter", {}, field);
  expect(shapes()).toEqual([
    { kind: "text", ink: "red", at: { x: 5000, y: 3750 }, text: "<b>Straight</b> & שלום" },
  ]);
  expect(listed()).toEqual(["Text “<b>Straight</b> & שלום” (Red)"]);
  expect(document.querySelector("b")).toBeNull();
  expect(document.activeElement).toBe(stage());
});

test("a comment is pinned where the crosshair is, and its number stands on the page", async () => {
  const { shapes } = await show();
  await click("Pin a comment");
  await press("ArrowLeft");
  await press("Enter");
  const field = getByRole<HTMLTextAreaElement>("textbox", "Comment about this point");
  expect(document.activeElement).toBe(field);
  await settle(() => enter(field, "Straighten the hem"));
  await press("Enter", {}, field);
  expect(shapes()).toEqual([
    {
      ...{ kind: "pin", ink: "red", at: { x: 4900, y: 3750 }, high: 7500, number: 1 },
      text: "Straighten the hem",
    },
  ]);
  expect([...document.querySelectorAll("svg text")].map((each) => each.textContent)).toEqual(["1"]);
  expect(document.body.textContent).toContain("Comment 1: Straighten the hem");
  expect(document.activeElement).toBe(stage());
});

test("a measured line asks for a known length once, and others follow from it", async () => {
  const { shapes } = await show();
  await click("Measured line");
  expect(document.body.textContent).toContain("First draw over something whose length you know");
  await draw(10, "ArrowRight");
  expect(shapes()).toBeUndefined();
  const field = () => getByRole<HTMLInputElement>("textbox", "Length");
  expect(document.activeElement).toBe(field());
  await enter(getByRole("combobox", "Unit"), "cm");
  for (const wrong of ["", "long", "-3", "0.01", "1001", "1e3", "∞"]) {
    await enter(field(), wrong);
    await click("Set the length");
    expect(descriptionOf(field())).toBe("Please enter a length from 0.1 to 1,000.");
  }
  expect(await axeFindings()).toEqual([]);
  await enter(field(), "12,5");
  expect(descriptionOf(field())).toBe("");
  await click("Set the length");
  expect(shapes()).toMatchObject([{ kind: "measure", mm: 125, to: { x: 6000 } }]);
  expect(document.body.textContent).toContain("come from a line of 12.5 cm");
  await draw(5, "ArrowRight");
  expect(listed()).toEqual(["Measured line of 12.5 cm (Red)", "Measured line of 6.3 cm (Red)"]);
  await click("Set a new scale");
  await draw(10, "ArrowRight");
  expect(queryByRole("textbox", "Length")).not.toBeNull();
  await click("Cancel");
  expect(listed()).toHaveLength(2);
});

test("keys undo and redo, delete a shape and empty the page, which can be undone", async () => {
  const { shapes } = await show({ pages: [{ page: 1, turn: 0, shapes: [line(1), line(2)] }] });
  await press("Delete");
  expect(shapes()).toEqual([line(1)]);
  await press("z", { ctrlKey: true });
  expect(shapes()).toEqual([line(1), line(2)]);
  await press("Z", { ctrlKey: true, shiftKey: true });
  expect(shapes()).toEqual([line(1)]);
  await click("Clear this page");
  expect(shapes()).toBeUndefined();
  expect(getByRole("button", "Clear this page").getAttribute("aria-disabled")).toBe("true");
  await click("Undo");
  expect(shapes()).toEqual([line(1)]);
  await click("Delete: Line (Red)");
  expect(shapes()).toBeUndefined();
});

test("brackets turn the page wherever the focus is, with what is drawn on it, but not in a field", async () => {
  const { latest } = await show({ pages: [{ page: 1, turn: 0, shapes: [line(3000)] }] });
  await press("]", {}, document.body);
  expect(latest()[0]).toMatchObject({ turn: 90 });
  // The page has become higher than wide, so its units are larger.
  const [turned] = latest()[0]?.shapes ?? [];
  expect(turned).toEqual({ ...line(0), from: { x: 6000, y: 1333 }, to: { x: 6000, y: 12_000 } });
  await press("[", {}, document.body);
  expect(latest()[0]).toMatchObject({ turn: 0, shapes: [line(3000)] });
  const field = document.createElement("textarea");
  document.body.append(field);
  await press("]", {}, field);
  field.remove();
  expect(latest()[0]).toMatchObject({ turn: 0 });
});

test("the toolbar is one stop of Tab, and its arrow keys follow the direction of reading", async () => {
  await show({ language: "he" });
  const bar = getByRole("toolbar");
  const buttons = [...bar.querySelectorAll("button")];
  const stops = () => buttons.filter((each) => each.tabIndex === 0);
  expect(stops()).toEqual([buttons[0]]);
  await act(() => buttons[0]?.focus());
  await press("ArrowLeft", {}, buttons[0]);
  expect(document.activeElement).toBe(buttons[1]);
  expect(stops()).toEqual([buttons[1]]);
  await press("ArrowRight", {}, buttons[1]);
  await press("ArrowRight", {}, buttons[0]);
  expect(document.activeElement).toBe(buttons.at(-1));
  await press("Home", {}, buttons.at(-1));
  expect(document.activeElement).toBe(buttons[0]);
  expect(buttons.map(nameOf).every((name) => /[\u0590-\u05ff]/.test(name))).toBe(true);
});

test("a full page says so, and what to do", async () => {
  await show({ pages: [{ page: 1, turn: 0, shapes: Array(300).fill(line(1)) }] });
  await click("Line");
  await draw(3, "ArrowUp");
  await says("This page is full: it holds 300 shapes. Delete one to go on.");
  await press("Delete");
  expect(queryByRole("alert")).toBeNull();
});

test("what is only to be read has no tools, and no key changes it", async () => {
  const { changes } = await show({
    readOnly: true,
    pages: [{ page: 1, turn: 90, shapes: [line(1)] }],
  });
  expect(queryAllByRole("button").map(nameOf)).toEqual(["Zoom out", "Zoom in", "Whole page"]);
  expect(listed()).toEqual(["Line (Red)"]);
  for (const key of ["Delete", "]", "Enter", "ArrowLeft"]) await press(key);
  await press("z", { ctrlKey: true });
  expect(changes).toEqual([]);
  expect(await axeFindings()).toEqual([]);
});

test.each<[DocumentFailure["kind"], string]>([
  ["other-kind", "cannot be drawn on here"],
  ["only-in-browser", "in the browser, not in this app"],
  ["not-loaded", "could not be loaded"],
  ["damaged", "is damaged"],
  ["locked", "with a password only"],
])("a file that cannot be marked says why: %s", async (kind, words) => {
  const open = async () => Result.fail({ kind });
  await render(<MarkingView file={new Blob()} type="x/y" name="a.zip" pages={[]} open={open} />);
  await says(words);
  expect(queryByRole("application")).toBeNull();
});
