import { expect, onTestFinished, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import type { App } from "../../src/app-context/app.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import PatternsScreen from "../../src/features/patterns/patterns-screen.tsx";
import { ClothRoom } from "../../src/features/patterns/print-room/cloth-room.tsx";
import { PrintRoom } from "../../src/features/patterns/print-room/print-room.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { enter } from "./person.ts";
import { act, axeFindings, type Opened, renderApp, says, waitUntil } from "./render.tsx";

const me = {
  ...{ id: 3, name: "Me", is_default: true, units: "cm" as "cm" | "in" },
  updated: "2026-03-01T10:00:00.000Z",
  values: { waist_girth: 70, hip_girth: 96, waist_to_hip: 20 } as Record<string, number>,
};
const other = { id: 4, name: "Autumn", is_default: false };
const autumn = { ...me, ...other, values: { ...me.values, waist_girth: 74 } };

/** The screen of somebody with these tables; with `opened`, at the next start of the same app. */
const show = async (tables: (typeof me)[] = [me, autumn], opened?: Opened) => {
  document.body.textContent = "";
  const own = opened ?? (await openSignedIn());
  own.school.answerWith("GET /user/measurements", { measurements: tables });
  own.school.answerWith("GET /user/measurements/default", { measurement: tables[0] ?? null });
  // Its services are created anew, and all texts are there.
  const app: App = { ...own.app, language: { ...own.app.language, require: async () => {} } };
  const { hook, searchHook } = memoryLocation({ path: "/patterns" });
  await renderApp(
    app,
    <Router hook={hook} searchHook={searchHook}>
      <PatternsScreen />
    </Router>,
  );
  await waitUntil(() => document.querySelector("[role=status], [role=alert]"));
  return own;
};

const summary = () =>
  queryAllByRole("status")
    .map(({ textContent }) => textContent.replaceAll("\u00a0", " "))
    .find((words) => /pieces|Nothing could/.test(words));
const drafted = (waist: number) => waitUntil(() => summary()?.includes(`Waist: ${waist}`));

/** The screen with the draft for the first of two tables. */
const showDrafted = async () => {
  const opened = await show();
  await drafted(72);
  return opened;
};

const leave = (field: HTMLElement) =>
  act(() => {
    field.dispatchEvent(new FocusEvent("blur"));
    field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  });
const press = (name: string) => act(() => getByRole("button", name).click());
/** It follows the picture. */
const comparison = () => waitUntil(() => queryByRole("combobox", "Compare with"));
const length = () => getByRole<HTMLInputElement>("textbox", "Length");
const hem = () =>
  Array.from(document.querySelectorAll("tr"), ({ textContent }) => textContent).find((row) =>
    row?.startsWith("Fold"),
  );

test("patterns are drafted for the default table, with their pieces and lengths as a table", async () => {
  await showDrafted();
  await waitUntil(() => queryByRole("heading", "Pieces and their lengths"));
  expect(getByRole<HTMLSelectElement>("combobox", "Measurement table").value).toBe("3");
  expect(document.body.textContent).toContain("Cut 1 on the fold");
  expect(await axeFindings()).toEqual([]);
});

test("patterns without a table are those of the lessons' body, and the screen says so", async () => {
  await show([]);
  await drafted(72);
  expect(document.body.textContent).toContain("example body of the lessons");
  expect(getByRole("link", "Enter your own measurements").getAttribute("href")).toBe(
    "/measurements?table=new",
  );
});

test("an option of a pattern takes effect as it is typed, in any unit, and is undone in one step", async () => {
  await showDrafted();
  await enter(length(), "7");
  await enter(length(), "70");
  await leave(length());
  await waitUntil(() => hem() === "Fold70");
  await enter(length(), "25 in");
  await leave(length());
  await waitUntil(() => hem() === "Fold63.5");
  await press("Undo");
  await waitUntil(() => hem() === "Fold70");
  await press("Undo");
  await waitUntil(() => hem() === "Fold60");
  await press("Redo");
  await waitUntil(() => hem() === "Fold70");
  await press("Reset");
  await waitUntil(() => hem() === "Fold60");
});

test("a pattern names a missing measure, and leads to its field", async () => {
  await show([{ ...me, values: { waist_girth: 70, waist_to_hip: 20 } }]);
  await waitUntil(() => summary() === "Nothing could be drafted.");
  expect(document.body.textContent).toContain("One measurement is missing");
  expect(getByRole("link", "Hip girth").getAttribute("href")).toBe(
    "/measurements?table=3&field=hip_girth",
  );
});

test.each([
  ["cm", true],
  ["in", false],
] as const)(
  "in %s it is %s that a measure a millimetre beyond what is usual is questioned",
  async (units, asks) => {
    await show([{ ...me, units, values: { ...me.values, waist_to_hip: 32.1 } }]);
    await waitUntil(() => summary()?.includes("Waist"));
    expect(document.body.textContent?.includes("Is that right?")).toBe(asks);
  },
);

test("a pattern says what it takes in place of a missing measure, and which choice it refuses", async () => {
  const { upper_chest_girth: _, ...values } = EXAMPLE_BODY;
  await show([{ ...me, values }]);
  await drafted(72);
  await enter(getByRole("combobox", "Pattern"), "bodice-block");
  await says("Your table has no high bust");
  expect(summary()).toContain("pieces");
  expect(getByRole("link", "Upper chest girth (high bust)").getAttribute("href")).toContain(
    "field=upper_chest_girth",
  );
  await enter(getByRole("combobox", "Pattern"), "sleeve-block");
  await waitUntil(() => queryByRole("textbox", "Ease at the upper arm"));
  await enter(getByRole("textbox", "Ease at the upper arm"), "14");
  await says("To change: Ease at the upper arm");
});

test("a table in inches is recognised as a whole, and mended with one button", async () => {
  const inches = { ...me, values: { waist_girth: 27.6, hip_girth: 37.8, waist_to_hip: 7.9 } };
  const { school } = await show([inches]);
  school.answerWith("PUT /user/measurements/3", { measurement: me });
  await waitUntil(() => summary() === "Nothing could be drafted.");
  expect(document.body.textContent).toContain("These look like inches");
  await press("Convert from inches");
  await drafted(72);
  expect(document.body.textContent).not.toContain("These look like inches");
});

test("two tables of a person are laid over each other, with the differences in numbers", async () => {
  await showDrafted();
  await enter(await comparison(), "table/4");
  const waist = await waitUntil(() =>
    Array.from(document.querySelectorAll("tbody tr"), ({ textContent }) => textContent).find(
      (row) => row?.startsWith("Waist7") && row.length > 8,
    ),
  );
  expect(waist).toBe("Waist7672−4");
});

test("a pattern is laid over itself before the last change", async () => {
  await showDrafted();
  await enter(await comparison(), "before");
  await enter(length(), "70");
  await waitUntil(() => hem() === "Fold6070+10");
});

test("the last choice of a pattern is kept, and a table that has gone gives way to the default one", async () => {
  const opened = await showDrafted();
  await enter(getByRole("combobox", "Measurement table"), "4");
  await enter(length(), "70");
  await drafted(76);
  await show([me, autumn], opened);
  await drafted(76);
  expect(length().value).toBe("70");
  await show([me], opened);
  await drafted(72);
  expect(queryByRole("combobox", "Measurement table")).toMatchObject({ value: "3" });
});

const unfold = () =>
  Array.from(document.querySelectorAll("summary"))
    .find(({ textContent }) => textContent === "Other allowances")
    ?.parentElement?.setAttribute("open", "");

test("the allowance of an edge is chosen beside the others, kept, and taken back with them", async () => {
  const opened = await showDrafted();
  const side = () => getByRole<HTMLInputElement>("textbox", "Allowance: Side");
  await act(unfold);
  expect(side().value).toBe("1.5");
  await enter(side(), "2.5");
  await leave(side());
  await show([me, autumn], opened);
  await drafted(72);
  await act(unfold);
  expect(side().value).toBe("2.5");
  await press("Reset");
  await waitUntil(() => side().value === "1.5");
});

test("in inches a slider of a pattern stops at fractions of a tape, and the range is named in them", async () => {
  await show([{ ...me, units: "in" }]);
  await waitUntil(() => summary()?.includes("Waist: 28 3/8"));
  const slider = getByRole<HTMLInputElement>("slider", "Length");
  await enter(slider, String(Number(slider.min) + Number(slider.step)));
  await waitUntil(() => length().value === "12 1/4");
  expect(slider.getAttribute("aria-valuetext")).toBe("12\u00a01/4\u00a0in");
  await enter(length(), "99");
  expect(descriptionOf(length())).toContain("from 12\u00a0in to 43\u00a01/4\u00a0in");
});

test.each([
  ["cm", "-1.5"],
  ["in", "-1/2"],
] as const)(
  "an option of a pattern below nought is typed with its sign, in %s",
  async (units, typed) => {
    await show([{ ...me, units }]);
    const shift = await waitUntil(() =>
      queryByRole<HTMLInputElement>("textbox", "Side seam moved to the back by"),
    );
    await enter(shift, typed);
    expect(shift.getAttribute("aria-invalid")).toBeNull();
    await leave(shift);
    expect(shift.value).toBe(typed);
  },
);

test("a garment is chosen beside the blocks, with its own options and the order of its sewing", async () => {
  await showDrafted();
  await enter(getByRole("combobox", "Pattern"), "pencil-skirt");
  await waitUntil(() => queryByRole("combobox", "Waist finish"));
  // What is below follows the picture.
  await waitUntil(() => queryAllByRole("heading").map(nameOf).includes("Facing, front"));
  expect(getByRole("heading", "How to sew it")).toBeTruthy();
  expect(document.querySelector("ol")?.textContent).toContain("Sew the darts");
  await enter(getByRole("combobox", "Vent at centre back"), "none");
  await says("could hardly walk");
  await waitUntil(() => document.querySelector("ol") === null);
});

const allowances = { seam: 1.5, hem: 4, others: [{ edge: "waist", allowance: 1 }] };
const PIECES = [
  { name: "skirt-back", cut: { count: 2, onFold: false }, allowances },
  { name: "skirt-front", cut: { count: 1, onFold: true }, allowances },
];

const REQUEST = { block: "skirt-block", values: EXAMPLE_BODY, options: {} };

const room = (units: "cm" | "in", shows: "print" | "cloth" = "print") =>
  shows === "cloth" ? (
    <ClothRoom request={REQUEST} units={units} />
  ) : (
    <PrintRoom
      steps={[]}
      zip={null}
      chosen={[]}
      request={REQUEST}
      pieces={PIECES}
      facts={["Waist: 72 cm"]}
      table={{ name: "Anna <script>", units }}
      onPrinted={() => undefined}
    />
  );

const isPlanned = () => waitUntil(() => document.querySelector("svg [role=button]"));

const showRoom = async (...[units = "cm", shows]: Partial<Parameters<typeof room>>) => {
  const { app } = await openSignedIn();
  const { redraw } = await renderApp(app, room(units, shows));
  await isPlanned();
  return {
    openAgain: async (unitsThen = units) => {
      await redraw(null);
      await redraw(room(unitsThen, shows));
      await isPlanned();
    },
  };
};

const back = () =>
  queryAllByRole("button").find((button) => nameOf(button).startsWith("Skirt back:"));
/** Between a number and its unit is a space that does not break. */
const placeOf = (piece: Element | undefined) =>
  piece ? nameOf(piece).replaceAll("\u00a0", " ") : "";
const isBackAt = (place: string) => waitUntil(() => placeOf(back()).endsWith(place));
const status = () => getByRole("status").textContent ?? "";
const choose = (name: string, value: string) => enter(getByRole("combobox", name), value);
const pressOnBack = (key: string, shiftKey = false) =>
  act(() => {
    back()?.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
  });

test("the print room says how many pages the chosen paper needs, and keeps the choice", async () => {
  const { openAgain } = await showRoom();
  await choose("Paper", "a3");
  await waitUntil(() => /^[4-8] pages/.test(status()));
  await choose("Paper", "a4");
  await waitUntil(() => /^1\d pages/.test(status()));
  await choose("Paper", "roll90");
  await waitUntil(() => status() === "One page");
  expect(queryByRole("combobox", "Orientation")).toBeNull();
  await openAgain();
  expect(getByRole<HTMLSelectElement>("combobox", "Paper").value).toBe("roll90");
});

test("a piece is moved and turned by keys, its place is said, and it is laid out again", async () => {
  await showRoom();
  await choose("Paper", "a4");
  await isBackAt("0.3 cm from the left, 0.3 cm from the top");
  await pressOnBack("ArrowRight");
  await isBackAt("1.3 cm from the left, 0.3 cm from the top");
  await pressOnBack("ArrowDown", true);
  await isBackAt("1.3 cm from the left, 10.3 cm from the top");
  const isTurned = (by: number) => back()?.getAttribute("transform")?.includes(`rotate(${by})`);
  await pressOnBack("Enter");
  await waitUntil(() => isTurned(90));
  await act(() => getByRole("button", "Turn: Skirt back").click());
  await waitUntil(() => isTurned(180));
  await act(() => getByRole("button", "Lay out again").click());
  await isBackAt("0.3 cm from the left, 0.3 cm from the top");
  expect(queryByRole("button", "Lay out again")).toBeNull();
});

test("says how much cloth to buy, for the cloth that one chooses, and moves pieces on it by keys", async () => {
  await showRoom("cm", "cloth");
  expect(status().replaceAll("\u00a0", " ")).toMatch(/^Cloth: \d+ cm or [\d/ ]+ yd$/);
  await choose("How it lies", "single");
  await waitUntil(() =>
    queryAllByRole("button").some((each) => nameOf(each).startsWith("Turn: Skirt back 2")),
  );
  await choose("Width", "75");
  await choose("Shrinks when washed by", "10");
  expect(await axeFindings()).toEqual([]);
});

test("the print room saves the measurements for Seamly, with those that the block does not use", async () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    saved.push(file as Blob);
    return "blob:measures";
  });
  const { prototype } = HTMLAnchorElement;
  vi.spyOn(prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await showRoom();
  saved.length = 0;
  await act(() => getByRole("button", "Save measurements for Seamly").click());
  expect(names).toEqual([expect.stringMatching(/^Anna.*\.smis$/)]);
  const text = await saved[0]?.text();
  expect(text).toContain("<given-name>Anna &lt;script&gt;</given-name>");
  expect(text).toContain('<m name="bust_circ" value="90"/>');
});

test("cloth for a table in inches is as wide as shops have it, until another width is chosen", async () => {
  const { openAgain } = await showRoom("in", "cloth");
  const width = () => queryByRole<HTMLSelectElement>("combobox", "Width")?.value;
  expect(width()).toBe(String(54 * 2.54));
  await choose("Width", String(45 * 2.54));
  await openAgain("cm");
  await waitUntil(() => width() === String(45 * 2.54));
});
