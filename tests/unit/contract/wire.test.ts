import * as v from "valibot";
import { expect, test } from "vitest";
import { flat } from "../../../src/contract/content.ts";
import { date, flag, id, list, text } from "../../../src/contract/wire.ts";

test.each([
  [7, 7],
  ["7", 7],
  ["lesson-7", "lesson-7"],
  ["", ""],
  ["123456789012345", 123_456_789_012_345],
  // Too long for an exact number.
  ["12345678901234567890", "12345678901234567890"],
])("an id %j is read as %j", (sent, read) => {
  expect(v.parse(id, sent)).toBe(read);
});

test.each([null, undefined, true, {}, []])("an id %j is not valid", (sent) => {
  expect(v.safeParse(id, sent).success).toBe(false);
});

test.each([
  ...[1, "1", true].map((sent) => [sent, true]),
  ...[0, "0", false, null, undefined, "", "false", 2].map((sent) => [sent, false]),
])("the flag %j is %s", (sent, expected) => {
  expect(v.parse(flag, sent)).toBe(expected);
});

const DATES = ["2026-03-02", "2026-03-02T09:00:00.000Z", "2026-03-02T09:00:00+02:00"];
const NO_DATES = ["", "soon", "0000-00-00", "2026-13-01", "Mon, 02 Mar 2026 09:00:00 GMT"];

test.each([
  ...DATES.map((sent) => [sent, sent]),
  ...[...NO_DATES, null, undefined, 1_772_000_000, {}, false].map((sent) => [sent, null]),
])("as a date, %j is read as %j", (sent, expected) => {
  expect(v.parse(date, sent)).toBe(expected);
});

test.each([null, undefined])("a text or a list that is %s is read as empty", (sent) => {
  expect(v.parse(text, sent)).toBe("");
  expect(v.parse(list(id), sent)).toEqual([]);
});

const schema = flat({ a: text }, { b: text });

test.each([
  ["flat", { a: "1", b: "2" }],
  ["under props", { props: { a: "1", b: "2" } }],
  ["in both places", { a: "1", props: { b: "2" } }],
  ["with unknown fields", { a: "1", b: "2", c: "3", props: { d: "4" } }],
  ["with invalid props", { a: "1", b: "2", props: null }],
])("fields are read flat or under props: %s", (_, sent) => {
  expect(v.parse(schema, sent)).toEqual({ a: "1", b: "2" });
});

test.each([null, "text", 7, undefined])("%j has no fields, flat or under props", (sent) => {
  expect(v.safeParse(schema, sent).success).toBe(false);
});
