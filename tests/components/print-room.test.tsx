import { expect, onTestFinished, test, vi } from "vitest";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import PrintRoom from "../../src/features/patterns/print-room/print-room.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { axeFindings } from "./axe-findings.ts";
import { enter } from "./person.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const allowances = { seam: 1.5, hem: 4, others: [{ edge: "waist", allowance: 1 }] };
const PIECES = [
  { name: "skirt-back", cut: { count: 2, onFold: false }, allowances },
  { name: "skirt-front", cut: { count: 1, onFold: true }, allowances },
];

const room = (units: "cm" | "in", shows: "print" | "cloth" = "print") => (
  <PrintRoom
    shows={shows}
    steps={[]}
    zip={null}
    chosen={[]}
    request={{ block: "skirt-block", values: EXAMPLE_BODY, options: {} }}
    pieces={PIECES}
    facts={["Waist: 72 cm"]}
    table={{ name: "Anna <script>", units }}
  />
);

const isPlanned = () => waitUntil(() => document.querySelector("svg [role=button]"));

const show = async (...[units = "cm", shows]: Partial<Parameters<typeof room>>) => {
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
const press = (key: string, shiftKey = false) =>
  act(() => {
    back()?.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
  });

test("the print room says how many pages the chosen paper needs, and keeps the choice", async () => {
  const { openAgain } = await show();
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
  await show();
  await choose("Paper", "a4");
  await isBackAt("0.3 cm from the left, 0.3 cm from the top");
  await press("ArrowRight");
  await isBackAt("1.3 cm from the left, 0.3 cm from the top");
  await press("ArrowDown", true);
  await isBackAt("1.3 cm from the left, 10.3 cm from the top");
  const isTurned = (by: number) => back()?.getAttribute("transform")?.includes(`rotate(${by})`);
  await press("Enter");
  await waitUntil(() => isTurned(90));
  await act(() => getByRole("button", "Turn: Skirt back").click());
  await waitUntil(() => isTurned(180));
  await act(() => getByRole("button", "Lay out again").click());
  await isBackAt("0.3 cm from the left, 0.3 cm from the top");
  expect(queryByRole("button", "Lay out again")).toBeNull();
});

test("says how much cloth to buy, for the cloth that one chooses, and moves pieces on it by keys", async () => {
  await show("cm", "cloth");
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
  await show();
  saved.length = 0;
  await act(() => getByRole("button", "Save measurements for Seamly").click());
  expect(names).toEqual([expect.stringMatching(/^Anna.*\.smis$/)]);
  const text = await saved[0]?.text();
  expect(text).toContain("<given-name>Anna &lt;script&gt;</given-name>");
  expect(text).toContain('<m name="bust_circ" value="90"/>');
});

test("cloth for a table in inches is as wide as shops have it, until another width is chosen", async () => {
  const { openAgain } = await show("in", "cloth");
  const width = () => queryByRole<HTMLSelectElement>("combobox", "Width")?.value;
  expect(width()).toBe(String(54 * 2.54));
  await choose("Width", String(45 * 2.54));
  await openAgain("cm");
  await waitUntil(() => width() === String(45 * 2.54));
});
