import { expect, it, vi } from "vitest";
import { parseHtml } from "../../../src/lib/parse-html.ts";

const nested = (depth: number): string => "<div>".repeat(depth) + "</div>".repeat(depth);
const attributes = (count: number): string =>
  Array.from({ length: count }, (_, index) => ` a${index}`).join("");

/** A table with a cell of many places, and line breaks. */
const cellAndLines = (count: number): string =>
  `<table><td colspan=99 rowspan=100></table>${"<br>".repeat(count - 9905)}`;

/** Each with the number that a text may have, and a text that has a number of it. */
const LIMITS: [what: string, most: number, text: (count: number) => string][] = [
  // Two are the root and its body.
  ["elements in each other", 100, (count) => nested(count - 2)],
  ["elements and places of cells", 10_000, cellAndLines],
  ["attributes of an element", 100, (count) => `<p${attributes(count)}>text</p>`],
  ["numbers in a list", 499, (count) => "<li value=1>".repeat(count)],
  ["accents on a letter", 499, (count) => `e${"\u0301".repeat(count)}`],
  ["accents on a letter, as entities,", 499, (count) => `e${"&#769;".repeat(count)}`],
  ["characters", 1_000_000, (count) => "x".repeat(count)],
];

it.each(LIMITS)("HTML may have as many %s, and is not shown with more", (_, most, text) => {
  expect(parseHtml(text(most))).not.toBeNull();
  expect(parseHtml(text(most + 10))).toBeNull();
});

it("HTML is read no further than to where it has too much", () => {
  const write = vi.spyOn(Document.prototype, "write");
  expect(parseHtml("<div>".repeat(150_000))).toBeNull();
  const read = write.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
  expect(read).toBeLessThan(10_000);
  write.mockRestore();
});

it("the limits of HTML include what is in its templates", () => {
  expect(parseHtml(`<template>${nested(150)}</template>`)).toBeNull();
  expect(parseHtml("<TEMPLATE>".repeat(150))).toBeNull();
});

it("HTML hides nothing behind names of the document's own properties", () => {
  const names = ["body", "write", "close", "documentElement", "querySelectorAll"];
  const html = names.map((name) => `<img name="${name}" id="${name}">`).join("");
  const form = `<form>${names.map((name) => `<input name="${name}">`).join("")}</form>`;
  expect(parseHtml(`${html}${form}<p>text</p>`)?.textContent).toBe("text");
  expect(parseHtml(html + form + nested(150))).toBeNull();
});
