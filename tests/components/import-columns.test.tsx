import { expect, test, vi } from "vitest";
import type { ImportSummary } from "../../src/contract/staff-import.ts";
import { ImportColumns } from "../../src/features/import/import-columns.tsx";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, selectOption } from "./person.ts";
import { render } from "./render.tsx";

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

const show = async () => {
  const onCheck = vi.fn(async () => {});
  await render(<ImportColumns summary={SUMMARY} onCheck={onCheck} />);
  const check = () => click(getByRole("button", "Check again"));
  return { onCheck, check };
};

test("staff see which sheets and rows of a workbook are left out", async () => {
  await show();
  const told = queryAllByRole("status").map(({ textContent }) => textContent);
  expect(told).toEqual([
    "This workbook has 2 sheets. Only the chosen one is imported. Import the others one after another.",
    "Hidden sheets are left out: 2025.",
    "Rows that are hidden, by a filter for example, are left out: 4, 7.",
  ]);
  expect(queryByRole("button", "Check again")).toBeNull();
});

test("staff choose a sheet, the row of headings, and that odd letters are right", async () => {
  const { onCheck, check } = await show();
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
