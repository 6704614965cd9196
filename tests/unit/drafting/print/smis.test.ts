import { expect, test } from "vitest";
import { FIELD_KEYS, type Values } from "../../../../src/domain/measurements/fields.ts";
import { writeSmis } from "../../../../src/drafting/print/smis.ts";
import { parseXml } from "./support.ts";

const write = (name: string, values: Values, units: "cm" | "in" = "cm") =>
  parseXml(writeSmis({ name, units, values }, (field) => `${field} "<&>`));

const measuresOf = (elements: ReturnType<typeof write>) =>
  elements.filter(({ name }) => name === "m").map(({ attributes }) => attributes);

const all = Object.fromEntries(FIELD_KEYS.map((field, i) => [field, 20 + i / 10]));

test("a file for Seamly has the elements of its format in their order", () => {
  const elements = write("Spring", { waist_girth: 70.5, shoulder_slope: 22 });
  expect(elements.map(({ name }) => name).join(" ")).toBe(
    "smis version read-only notes unit pm_system personal " +
      "family-name given-name birth-date gender email body-measurements m m",
  );
  expect(measuresOf(elements)).toEqual([
    { name: "waist_circ", value: "70.5" },
    { name: "shoulder_slope_neck_side_angle", value: "22" },
  ]);
});

test("a file for Seamly has each measure once but the mass, and those of no list with our name", () => {
  const measures = measuresOf(write("All", all));
  expect(measures).toHaveLength(FIELD_KEYS.length - 1);
  expect(new Set(measures.map(({ name }) => name)).size).toBe(measures.length);
  expect(measures.filter(({ name }) => name?.startsWith("@"))).toEqual(
    ["scye_depth", "across_back_shoulder_width"].map((name) => ({
      ...{ name: `@${name}`, value: expect.any(String) },
      full_name: `${name} "<&>`,
    })),
  );
  // The names that the format allows: no digit first, no blanks and no signs of formulas.
  for (const { name } of measures) expect(name).toMatch(/^[@a-z][@a-z_]*$/);
});

test("a file for Seamly is in the units of the table, and angles stay degrees", () => {
  const elements = write("Inches", { waist_girth: 71.1, shoulder_slope: 22 }, "in");
  expect(elements.find(({ name }) => name === "unit")?.text).toBe("inch");
  expect(measuresOf(elements).map(({ value }) => value)).toEqual(["27.992", "22"]);
});

test("a file for Seamly leaves out what is not measured", () => {
  const values = { hip_girth: null, waist_girth: Number.NaN, body_mass: 60 } as Values;
  expect(measuresOf(write("Empty", values))).toEqual([]);
});

test.each([
  ["<script>alert(1)</script>"],
  [`"double" and 'single' & more]]>`],
  ["המידות של אימא"],
  ["x".repeat(500)],
  [""],
  // What XML forbids is left out.
  ["a\u0000\u0008b\uD800c\uFFFF", "abc"],
])("a table's name is text in a file for Seamly: %j", (name, written = name) => {
  const elements = write(name, { waist_girth: 70 });
  const textOf = (element: string) => elements.find((one) => one.name === element)?.text;
  expect([textOf("notes"), textOf("given-name")]).toEqual([written, written]);
  expect(elements.some((element) => element.name === "script")).toBe(false);
});
