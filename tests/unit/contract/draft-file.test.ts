import { expect, test } from "vitest";
import { type DraftFile, readDraftFile, writeDraftFile } from "../../../src/contract/draft-file.ts";
import { attachmentKind } from "../../../src/domain/attachment.ts";

const FILE: DraftFile = {
  table: { name: 'מידות <script>"', units: "in" },
  block: "skirt-block",
  values: { waist_girth: 70 },
  options: { length: 60, style: "straight" },
  lengths: { halfHip: 49.5 },
};
const sent = (change: object) => JSON.stringify({ "pattern-draft": 1, ...FILE, ...change });

const MANY = [...Array(300).keys()];

test("a draft is read as it was written, and known by its first bytes", () => {
  expect(attachmentKind(new TextEncoder().encode(writeDraftFile(FILE)))).toBe("draft");
  expect(readDraftFile(writeDraftFile(FILE))).toEqual(FILE);
  expect(readDraftFile(writeDraftFile({ ...FILE, table: null }))?.table).toBeNull();
});

test.each([
  ["no JSON", '{"pattern-draft"'],
  ["another version", sent({ "pattern-draft": 2 })],
  ["no block", sent({ block: null })],
  ["values that are no map", sent({ values: "70" })],
  ["a table without a name", sent({ table: { units: "cm" } })],
  ["another unit", sent({ table: { name: "x", units: "m" } })],
  ["a name that is too long", sent({ block: "x".repeat(300) })],
  ["too many values", sent({ values: Object.fromEntries(MANY.map((i) => [i, 1])) })],
  ["too many bytes", sent({ more: "x".repeat(70_000) })],
])("a file with %s is no draft", (_, text) => {
  expect(readDraftFile(text)).toBeNull();
});

test("values that are no numbers, and numbers that no body has, are left out", () => {
  const read = readDraftFile(
    sent({
      values: { waist_girth: "70", hip_girth: 1e300, bust_girth: 90 },
      options: { length: null, style: {}, hem: "x".repeat(300) },
      lengths: { halfHip: -1e9, dartWidth: 3 },
    }),
  );
  expect([read?.values, read?.options, read?.lengths]).toEqual([
    { bust_girth: 90 },
    {},
    { dartWidth: 3 },
  ]);
});

test("a key of the prototype changes no object", () => {
  readDraftFile(sent({}).replace('"waist_girth"', '"__proto__"'));
  expect(({} as Record<string, unknown>).waist_girth).toBeUndefined();
});
