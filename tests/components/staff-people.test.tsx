import { expect, test, vi } from "vitest";
import type { ImportSummary } from "../../src/contract/staff-import.ts";
import { type ListedPerson, postPerson, putPerson } from "../../src/contract/staff-people.ts";
import { ImportColumns } from "../../src/features/import/import-columns.tsx";
import StaffScreens from "../../src/features/staff/staff-screens.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, enter, selectOption, visit } from "./person.ts";
import { type Opened, render, renderApp, says, waitUntil } from "./render.tsx";

const PEOPLE = "/desk/people";
const LIST = "GET /staff/people";
const ONE = "/staff/people/21";

const person = (id: number, first_name: string, change: Partial<ListedPerson> = {}) => ({
  ...{ id, username: first_name.toLowerCase(), first_name, last_name: "Brand", level: 0 },
  ...{ email: `${first_name.toLowerCase()}@school.example`, registered: "2026-01-15", seen: null },
  ...{ last_day: null, courses: [], blocked: null, no_password: false, mail_refused: null },
  ...change,
});
const noa = person(21, "Noa");
const miriam = person(8, "Miriam", { level: 100 });

const pageOf = (one: typeof noa, version: string) => ({
  ...{ person: one, teaches: { all: false, courses: [] }, courses: [], version, above: false },
  ...{ sessions: 0, second_factor: false, linked: false, invited_until: null },
  ...{ mail_waits: false, same_as: "" },
});

/** The people of a school with a student and its administrator. */
const show = async (address = PEOPLE, opened?: Opened) => {
  const own = opened ?? (await openSignedIn("boss"));
  const people = [noa, miriam];
  own.school.answerWith(LIST, { people, total: 2, courses: [], cursor: null });
  own.school.answerWith(`GET ${ONE}`, pageOf(noa, "1"));
  visit(address);
  const { redraw } = await renderApp(own.app, <StaffScreens />);
  return { ...own, redraw };
};

const field = (name: string) => getByRole<HTMLInputElement>("textbox", name);
const button = (name: string) => getByRole("button", name);
/** Chooses everybody and what is to be done to them. */
const chooseAll = async (action: string) => {
  for (const { first_name } of [noa, miriam]) {
    await click(await waitUntil(() => queryByRole("checkbox", `Choose ${first_name} Brand`)));
  }
  await selectOption(getByRole("combobox", "With 2 chosen people"), action);
  await click(button("Continue…"));
};

test("a filter of people stands in the address, is saved by a name, and is there again later", async () => {
  const { redraw, school, machine } = await show();
  await waitUntil(() => queryAllByRole("row").length === 3);
  await selectOption(getByRole("combobox", "Level"), "100");
  await waitUntil(() => location.search === "?level=100");
  await enter(field("Name of this filter"), "Who runs it");
  await click(button("Save filter"));
  await redraw(null);
  await show(PEOPLE, await openSignedIn("boss", { school, machine }));
  const link = await waitUntil(() => queryByRole("link", "Who runs it"));
  expect(link.getAttribute("href")).toBe("/desk/people?level=100");
  await click(button("Remove the filter Who runs it"));
  expect(queryByRole("link", "Who runs it")).toBe(null);
});

test("what is done to several people says for whom it was not done, and why", async () => {
  const { school } = await show();
  const refused = [{ id: 8, name: "Miriam Brand", code: "person/last_administrator" }];
  school.answerWith("POST /staff/people/actions", { done: 1, refused });
  await chooseAll("block");
  await click(button("Do it for 2 people"));
  await says("Done for 1 person.");
  expect(getByRole("dialog").textContent).toMatch(/Miriam Brand: This is the last administrator/);
});

test("several people are removed once their number was typed", async () => {
  const { school } = await show();
  const REMOVE = "POST /staff/people/removals";
  const removal = { people: 2, goes: [{ what: "note", count: 3 }], stays: [], refused: [] };
  school.answerWith(`${REMOVE}/preview`, removal);
  school.answerWith(REMOVE, removal);
  await chooseAll("remove");
  await says("3 notes");
  const buttons = () => queryAllByRole("button", getByRole("dialog"));
  const remove = () => buttons().find((each) => nameOf(each) === "Remove for good") as HTMLElement;
  await enter(field("Type 2 to confirm"), "3");
  expect(remove().getAttribute("aria-disabled")).toBe("true");
  await click(remove());
  expect(school.count(REMOVE)).toBe(0);
  await enter(field("Type 2 to confirm"), "2");
  await click(remove());
  await says("Done for 2 people.");
  expect(school.bodies(REMOVE)).toMatchObject([{ count: 2 }]);
});

test("two people who change one person: the second sees the difference and loses nothing", async () => {
  const { school } = await show(`${PEOPLE}/21`);
  await waitUntil(() => queryByRole("textbox", "Last name"));
  await enter(field("Last name"), "Mine");
  school.answer(`PUT ${ONE}`, () => school.refusal(409, "person/changed"));
  school.answerWith(`GET ${ONE}`, pageOf({ ...noa, last_name: "Theirs" }, "2"));
  await click(button("Save"));
  const cells = await waitUntil(() => queryByRole("alert")?.querySelector("tbody tr"));
  expect(cells.textContent).toBe("Last nameTheirsMine");
  expect(field("Last name").value).toBe("Mine");
  school.answerWith(`PUT ${ONE}`, answerTo(putPerson, { version: "3" }));
  await click(button("Save mine"));
  await says("Saved.");
  expect(school.bodies(`PUT ${ONE}`)).toMatchObject([
    { last_name: "Mine", replaces: "1" },
    { last_name: "Mine", replaces: "2" },
  ]);
});

test("a new person with a mistake is not added, and the mistake stands at its field", async () => {
  const { school } = await show(`${PEOPLE}/new`);
  await enter(field("Username"), "admin");
  await enter(field("Mail address"), "nobody");
  await click(button("Add a person"));
  expect(descriptionOf(field("Mail address"))).toBe("This is no mail address");
  expect(document.activeElement).toBe(field("Mail address"));
  school.answer("POST /staff/people", () => school.refusal(409, "person/username_taken"));
  await enter(field("Mail address"), "ida@school.example");
  await click(button("Add a person"));
  await waitUntil(() => descriptionOf(field("Username")).includes("Another account has this"));
  school.answerWith("POST /staff/people", answerTo(postPerson, { id: 21 }));
  await enter(field("Username"), "ida");
  await click(button("Add a person"));
  await waitUntil(() => location.pathname === `${PEOPLE}/21`);
});

const SUMMARY: ImportSummary = {
  ...{ name: "people.xlsx", format: "xlsx", encoding: null, separator: null, date_order: null },
  sheets: [
    { name: "2025", hidden: true },
    { name: "Group A", hidden: false },
    { name: "Group B", hidden: false },
  ],
  ...{ sheet: "Group A", titles_row: 2, odd_letters: false },
  ...{ hidden_rows: [4, 7], hidden_more: false },
  heads: [
    { row: 1, cells: ["Our autumn"] },
    { row: 2, cells: ["Email", "First name"] },
  ],
  ...{ titles: ["Email", "First name"], sample: [], columns: ["email", "first_name"] },
  counts: { add: 0, change: 0, same: 0, wrong: 1 },
  rows: [
    {
      ...{ row: 3, name: "rene@thimble.example", kind: "wrong", fields: [] },
      errors: [{ column: "first_name", problem: "odd-letters", value: "RenŽ" }],
    },
  ],
};

const showColumns = async () => {
  const onCheck = vi.fn(async () => {});
  await render(<ImportColumns summary={SUMMARY} onCheck={onCheck} />);
  const check = () => click(getByRole("button", "Check again"));
  return { onCheck, check };
};

test("staff see which sheets and rows of a workbook are left out", async () => {
  await showColumns();
  const told = queryAllByRole("status").map(({ textContent }) => textContent);
  expect(told).toEqual([
    "This workbook has 2 sheets. Only the chosen one is imported. Import the others one after another.",
    "Hidden sheets are left out: 2025.",
    "Rows that are hidden, by a filter for example, are left out: 4, 7.",
  ]);
  expect(queryByRole("button", "Check again")).toBeNull();
});

test("staff choose a sheet, the row of headings, and that odd letters are right", async () => {
  const { onCheck, check } = await showColumns();
  const none = { encoding: null, separator: null, date_order: null, columns: null };
  const chosen = { ...none, odd_letters: true };
  await click(getByRole("checkbox", "Letters that look wrong are right"));
  await selectOption(getByRole<HTMLSelectElement>("combobox", "Row of the headings"), "1");
  await check();
  expect(onCheck).toHaveBeenLastCalledWith({ ...chosen, sheet: "Group A", titles_row: 1 });
  await selectOption(getByRole<HTMLSelectElement>("combobox", "Sheet"), "Group B");
  await check();
  expect(onCheck).toHaveBeenLastCalledWith({ ...chosen, sheet: "Group B", titles_row: null });
});
