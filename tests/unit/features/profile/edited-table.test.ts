import { expect, test } from "vitest";
import {
  convertUnits,
  createEditedTable,
  formatFields,
  hasChanges,
  setFieldText,
  unreadableFields,
} from "../../../../src/features/profile/measurements/edited-table.ts";

const kept = {
  ...{ id: 3, name: "Spring", is_default: true, units: "cm" as const, updated: null },
  values: { waist_girth: 68, body_mass: 61.4 },
};
const start = createEditedTable(kept);

const typing = (table: typeof start, ...texts: string[]) =>
  texts.reduce((now, text) => setFieldText(now, "waist_girth", text, kept.values), table);

test("a measurement table in the editor is unchanged however often its units are switched back and forth", () => {
  let table = start;
  for (const units of ["in", "cm", "in", "cm"] as const) table = convertUnits(table, units);
  expect(table.values).toEqual(kept.values);
  expect(hasChanges(table, start)).toBe(false);
  expect(hasChanges(convertUnits(start, "in"), start)).toBe(true);
});

test("a measurement table in the editor keeps its exact value when the same eighths are typed key by key", () => {
  const inches = convertUnits(start, "in");
  const typed = typing(inches, "", "2", "26", "26 ", "26 3", "26 3/", "26 3/4");
  expect(typed.values.waist_girth).toBe(68);
  expect(convertUnits(formatFields(typed), "cm").typed).toEqual({});
});

test("a measurement table in the editor shows what was typed in the new units after a switch", () => {
  const inches = convertUnits(typing(start, "70"), "in");
  expect(inches).toMatchObject({ units: "in", values: { waist_girth: 70 } });
  expect(inches.typed).toEqual({});
  const wrong = convertUnits(typing(start, "about 70"), "in");
  expect(wrong.typed).toEqual({ waist_girth: "about 70" });
});

test("a measurement table in the editor shows text as typed until the field is left, and keeps text that is not a number", () => {
  const typed = typing(start, "68,");
  expect(typed.typed).toEqual({ waist_girth: "68," });
  expect(formatFields(typed).typed).toEqual({});
  const wrong = formatFields(typing(start, "about 70"));
  expect(wrong.typed).toEqual({ waist_girth: "about 70" });
  expect(wrong.values.waist_girth).toBe(68);
  expect(unreadableFields(convertUnits(wrong, "in"))).toEqual(["waist_girth"]);
  expect(hasChanges(wrong, start)).toBe(true);
});

test("a measurement table in the editor counts as changed by a name, a new value or a removed value, and not once they are restored", () => {
  expect(hasChanges({ ...start, name: "Summer" }, start)).toBe(true);
  expect(typing(start, "").values.waist_girth).toBeNull();
  expect(hasChanges(typing(start, ""), start)).toBe(true);
  expect(hasChanges(typing(start, "", "68.0"), start)).toBe(false);
});
