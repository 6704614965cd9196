import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const PRODUCT = new URL("../../../resources/demo-school/PM/", import.meta.url);

/** A number of a draft; its words are what the example has. */
const DRAFT_NUMBER = /\[([^\]]*)\]\(draft:[^)]*\)/g;

/** The Markdown of a lesson of the pattern making product, as the example reads. */
export const lesson = (key: string): string =>
  readFileSync(new URL(`lessons/${key}.md`, PRODUCT), "utf8").replace(DRAFT_NUMBER, "$1");

const cells = (row: string): string[] =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The centimetres (or count) that a cell ends with: of `(96 + 4) ÷ 2 = 50 cm` it is 50. */
function lastNumber(cell: string): number {
  const found = /(-?\d+(?:\.\d+)?)(?: cm|°)?$/.exec(cell.replaceAll("*", ""));
  if (!found) throw new Error(`no number at the end of "${cell}"`);
  return Number(found[1]);
}

/** Rows of every table of a lesson whose last column has the numbers of the example: first cell to number. */
export function exampleNumbers(key: string): Map<string, number> {
  const rows = new Map<string, number>();
  let inTable = false;
  for (const line of lesson(key).split("\n")) {
    if (!line.startsWith("|")) {
      inTable = false;
      continue;
    }
    const row = cells(line);
    const [name = ""] = row;
    const value = row.at(-1) ?? "";
    if (/^(?:Result|Value)$/.test(value)) inTable = true;
    else if (inTable && !value.startsWith("-")) rows.set(name, lastNumber(value));
  }
  return rows;
}

/** Evaluates + − × ÷ and brackets, as the lessons write them. */
function workOut(sum: string): number {
  const tokens = sum.match(/\d+(?:\.\d+)?|[+−×÷()]/g) ?? [];
  let next = 0;
  const value = (): number => {
    const token = tokens[next++];
    if (token !== "(") return Number(token);
    const inner = total();
    next++;
    return inner;
  };
  const product = (): number => {
    let result = value();
    for (let sign = tokens[next]; sign === "×" || sign === "÷"; sign = tokens[next]) {
      next++;
      result = sign === "×" ? result * value() : result / value();
    }
    return result;
  };
  const total = (): number => {
    let result = product();
    for (let sign = tokens[next]; sign === "+" || sign === "−"; sign = tokens[next]) {
      next++;
      result = sign === "+" ? result + product() : result - product();
    }
    return result;
  };
  return total();
}

/** Every sum in a lesson, such as `14 ÷ 6 = 2.33`: the stated and the computed result. */
function sums(key: string): { text: string; said: number; worked: number }[] {
  const pattern = /((?:\(|\d)[\d.\s+−×÷()]*[+−×÷][\d.\s+−×÷()]*?)\s*=\s*\|?\s*(\d+(?:\.\d+)?)/g;
  return [...lesson(key).matchAll(pattern)].map(([text, sum = "", said = ""]) => ({
    text,
    said: Number(said),
    worked: workOut(sum),
  }));
}

/** A length as the running text of the lessons writes it: `21.3 cm`, `13 cm`. */
export const written = (centimetres: number): string => `${Math.round(centimetres * 10) / 10} cm`;

/** The tables of lessons by the lesson's key: the first cell of each row, and its number in the draft. */
export type Tables = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Rounded to a tenth, as the lessons write lengths. */
const ROUNDED = 0.051;

/** Tests that every row of the lessons' tables has the number of the draft. */
export const testNumbers = (tables: Tables): void => {
  it.each(Object.entries(tables))("%s has the numbers of the draft", (key, drafted) => {
    const said = exampleNumbers(key);
    expect([...said.keys()]).toEqual(Object.keys(drafted));
    for (const [row, number] of said)
      expect(Math.abs(number - (drafted[row] ?? Number.NaN)), row).toBeLessThan(ROUNDED);
  });
};

/** Tests that lessons calculate correctly. At least one of them must have a sum. */
export const testSums = (keys: readonly string[]): void => {
  it.each(keys)("%s calculates its sums correctly", (key) => {
    for (const { text, said, worked } of sums(key))
      expect(Math.abs(worked - said), text).toBeLessThan(ROUNDED);
  });

  it("has sums to check", () => {
    expect(keys.flatMap(sums).length).toBeGreaterThan(0);
  });
};

/** Tests that the running text of a lesson has a length as it is drafted. */
export const testLengths = (
  lengths: readonly (readonly [key: string, what: string, length: number])[],
): void => {
  it.each(lengths)("%s gives %s as drafted", (key, _what, length) => {
    expect(lesson(key)).toContain(written(length));
  });
};
