import { expect, test, vi } from "vitest";
import { storedChoice } from "../../src/app-context/pattern-choice.ts";
import { personIdOf } from "../../src/app-context/person-id.ts";
import { writeDraftFile } from "../../src/contract/draft-file.ts";
import { getDefaultMeasurement, getMeasurements } from "../../src/contract/measurements.ts";
import type { OptionValues } from "../../src/drafting/block.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { DraftCheck } from "../../src/features/draft-check/draft-check.tsx";
import type { SentDraft } from "../../src/features/draft-check/draft-check-model.ts";
import { DraftFileView } from "../../src/features/draft-check/draft-file-view.tsx";
import { EXAMPLE } from "../../src/features/patterns/known-tables.ts";
import { fromFile, toFile } from "../../src/features/patterns/saved-file.ts";
import { SavedList } from "../../src/features/patterns/saved-list.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { chooseFiles, enter } from "./person.ts";
import { act, axeFindings, pageText, renderApp, says, waitUntil } from "./render.tsx";

const TABLE = {
  ...{ id: 3, name: "Spring", is_default: 1 as const, units: "cm" as "cm" | "in" },
  ...{ updated: "2026-03-01", values: { ...EXAMPLE_BODY, hip_girth: 100 } },
};

const half = { name: "halfHip", lesson_id: 202 };
const DRAFT = { block: "skirt-block", lengths: [half, { name: "seam.side", lesson_id: null }] };

/** The lengths to measure. @param options as chosen in Patterns */
const show = async ({
  table = TABLE as typeof TABLE | null,
  consent = true,
  options = null as OptionValues | null,
} = {}) => {
  const opened = await openSignedIn();
  const { school, app } = opened;
  if (options) {
    const kept = storedChoice(app.machine.storage, personIdOf(app));
    kept.write({ block: "bodice-block", table: null, options: { "skirt-block": options } });
  }
  const answer = answerTo(getMeasurements, { measurements: table ? [table] : [], cursor: null });
  const standard = answerTo(getDefaultMeasurement, { measurement: table });
  school.answerWith("GET /user/measurements", answer);
  school.answerWith("GET /user/measurements/default", standard);
  if (consent) {
    const day = new Date(app.machine.now()).toISOString().slice(0, 10);
    app.session.updateUser({ accepted_policy_personaldata: day });
  }
  const onDraft = vi.fn();
  const hrefOf = (lesson: number | string) => `/lesson/${lesson}`;
  const check = <DraftCheck assignment={5} draft={DRAFT} lessonHref={hrefOf} onDraft={onDraft} />;
  await renderApp(app, check);
  await waitUntil(() => queryByRole("textbox", "Half hip"));
  if (table) await waitUntil(() => queryAllByRole("combobox").length > 0);
  return { ...opened, onDraft };
};

const field = () => getByRole<HTMLInputElement>("textbox", "Half hip");
const measure = async (text: string) => {
  await enter(field(), text);
  await act(() => field().blur());
};

test.each([
  ["cm", "51,5", "Too short by 0.5 cm: the draft has 52 cm."],
  ["in", "20", "Too short by 1/2 in: the draft has 20 1/2 in."],
] as const)(
  "a length that differs from a draft in %s says by how much, and links to its step",
  async (units, typed, words) => {
    await show({ table: { ...TABLE, units } });
    await measure(typed);
    await says(words);
    expect(getByRole("link", "Look at this step again").getAttribute("href")).toBe("/lesson/202");
    expect(pageText()).toContain("1 length does not fit.");
    expect(await axeFindings()).toEqual([]);
  },
);

test("Enter compares a length where it is typed, and does not hand in", async () => {
  await show();
  await enter(field(), "50");
  const key = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  await act(() => void field().dispatchEvent(key));
  await says("Too short by 2 cm: the draft has 52 cm.");
  expect(key.defaultPrevented).toBe(true);
  expect(document.activeElement).toBe(field());
});

test("the options are those of the lessons until the student takes the own ones of Patterns", async () => {
  await show({ options: { hipEase: 6 } });
  await measure("53");
  await says("Too long by 1 cm: the draft has 52 cm.");
  await enter(getByRole("combobox", "Options of the pattern"), "true");
  await says("Fits the draft.");
});

test("without a table, lengths are compared with the example, which is said, with the way to a table", async () => {
  await show({ table: null });
  expect(pageText()).toContain("example body of the lessons");
  expect(queryByRole("link", "Enter your own measurements")).not.toBeNull();
  await measure("50");
  await says("Fits the draft.");
});

test("the draft goes along only when the student says so, with the measures that it uses and no others", async () => {
  const { onDraft } = await show();
  await measure("52");
  expect(onDraft.mock.lastCall?.[0] ?? null).toBeNull();
  await act(() => getByRole<HTMLInputElement>("checkbox", "Send my draft along").click());
  await waitUntil(() => onDraft.mock.lastCall?.[0]);
  const { name, text } = (onDraft.mock.lastCall ?? [])[0] as SentDraft;
  expect(name).toBe("skirt-block.pattern.json");
  expect(JSON.parse(text)).toMatchObject({
    "pattern-draft": 1,
    table: { name: "Spring", units: "cm" },
    block: "skirt-block",
    values: { waist_girth: 70, hip_girth: 100, waist_to_hip: 20 },
    lengths: { halfHip: 52 },
  });
  expect(JSON.parse(text).values).not.toHaveProperty("bust_girth");
});

test("without the consent to store personal data the draft is not offered", async () => {
  await show({ consent: false });
  await measure("52");
  await says("Fits");
  expect(queryByRole("checkbox")).toBeNull();
});

const draftFile = (change: object) =>
  JSON.stringify({
    ...{ "pattern-draft": 1, table: null, block: "skirt-block", values: {} },
    ...{ options: {}, lengths: {}, ...change },
  });

const open = async (content: string) => {
  const { app } = await openSignedIn();
  await renderApp(app, <DraftFileView file={new Blob([content])} />);
};

test("a sent draft opens with its picture, measures, options and lengths", async () => {
  const table = { name: "<b>Spring</b>", units: "cm" as const };
  const drafted = { options: { length: 70 }, lengths: { halfHip: 49 } };
  await open(writeDraftFile({ table, block: "skirt-block", values: EXAMPLE_BODY, ...drafted }));
  await waitUntil(() => queryByRole("img", "Skirt: the pieces of the draft"));
  expect(pageText()).toContain("<b>Spring</b>");
  expect(pageText()).toContain("Too short by 1 cm: the draft has 50 cm.");
  expect(pageText()).toMatch(/Length70/);
  expect(pageText()).toMatch(/96.cm/);
  expect(await axeFindings()).toEqual([]);
});

test.each([
  ["no draft", "hello", "This file is not a draft, or it is damaged."],
  ["an unknown block", draftFile({ block: "__proto__" }), "its block is unknown here"],
  ["measures of nobody", draftFile({ values: { waist_girth: -5 } }), "Nothing can be drafted"],
])("a sent file with %s says so", async (_, content, words) => {
  await open(content);
  await waitUntil(() => queryByRole("alert")?.textContent?.includes(words));
});

const REQUEST = { block: "skirt-block", values: EXAMPLE_BODY, options: { waistEase: 3 } };
const FILE = { ...REQUEST, table: { name: "Me", units: "cm" as const }, lengths: {} };

const showSaved = async (drafts: object[]) => {
  const { app, school } = await openSignedIn();
  school.answerWith("GET /user/drafts", { drafts });
  const nothing = { sketch: null, problems: [], options: [], edges: [] };
  const drafted = { request: REQUEST, table: EXAMPLE, ...nothing };
  await renderApp({ ...app }, <SavedList drafted={drafted} />);
  document.querySelector("details")?.setAttribute("open", "");
  return school;
};

const saved = (id: number, name: string, created: string) => ({
  ...{ id, name, created, is_shared: id === 3 },
  draft: writeDraftFile(FILE),
});

test("a draft is saved as a file and opened again, and another file is refused in words", async () => {
  const school = await showSaved([]);
  const file = toFile({ name: "My/skirt", file: FILE });
  expect(await fromFile(file)).toEqual({ name: "My_skirt", file: FILE });
  await chooseFiles(new File(["{}"], "x.json"));
  await says("This file is no saved draft.");
  school.answerWith("POST /user/drafts", { draft: saved(4, "My_skirt", "2026-05-01T10:00:00Z") });
  await chooseFiles(file);
  await says("“My_skirt” has been saved.");
  expect(document.body.textContent).not.toContain("This file is no saved draft.");
  expect(queryAllByRole("listitem")).toHaveLength(1);
});

test("the versions of a draft stand together, the latest first", async () => {
  await showSaved([
    saved(3, "Summer skirt", "2026-05-02T10:00:00Z"),
    saved(2, "Trousers", "2026-05-01T11:00:00Z"),
    saved(1, "Summer skirt", "2026-05-01T10:00:00Z"),
  ]);
  await says("1 earlier version");
  const headings = queryAllByRole("heading").map(({ textContent }) => textContent);
  expect(headings).toEqual(["Saved drafts", "Summer skirt", "Trousers"]);
  const shared = getByRole("switch", "My tutors see it : Summer skirt");
  expect(shared.getAttribute("aria-checked")).toBe("true");
  expect(await axeFindings()).toEqual([]);
});
