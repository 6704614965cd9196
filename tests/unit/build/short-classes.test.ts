import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ShortClassesPlugin, shortClasses } from "../../../scripts/build/short-classes-plugin.ts";

const SHEET = [
  ".row-AbC1{inline-size:auto}.row-AbC1 .head-AbC1{animation:turn-AbC1}@keyframes turn-AbC1{}",
  ".row-x_-9{top:0}.wrap{gap:0}",
].join("");

test("each class gets a short name, and those of one style module begin alike", () => {
  const short = shortClasses([SHEET]);
  const [head = "", row = "", other = ""] = ["head-AbC1", "row-AbC1", "row-x_-9"].map((name) =>
    short.get(name),
  );
  expect([...short.keys()].sort()).toEqual(["head-AbC1", "row-AbC1", "row-x_-9", "turn-AbC1"]);
  expect([head, row, other].join()).toMatch(/^[A-Z][a-zA-Z]a,[A-Z][a-zA-Z]b,[A-Z][a-zA-Z]a$/);
  expect(head.slice(0, 2)).toBe(row.slice(0, 2));
  expect(other.slice(0, 2)).not.toBe(row.slice(0, 2));
});

test("a new class leaves the names in other style modules as they are", () => {
  const more = shortClasses([SHEET, ".area-AbC1{left:0}"]);
  expect(more.get("row-x_-9")).toBe(shortClasses([SHEET]).get("row-x_-9"));
});

test("no two classes have the same name, however many there are", () => {
  const names = Array.from(
    { length: 6000 },
    (_, at) => `c${at}-${String(at % 60).padStart(4, "0")}`,
  );
  const short = shortClasses(names.map((name) => `.${name}{top:0}`));
  expect(new Set(short.values()).size).toBe(names.length);
});

test("no class gets the name of one that belongs to no style module", () => {
  const [name = ""] = shortClasses([SHEET]).values();
  expect([...shortClasses([SHEET, `.${name}{top:0}`]).values()]).not.toContain(name);
});

describe("a text with classes", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "classes-"));
  writeFileSync(path.join(folder, "main.css"), SHEET);
  const plugin = new ShortClassesPlugin(folder);
  const short = shortClasses([SHEET]);
  const [row, turn] = [short.get("row-AbC1"), short.get("turn-AbC1")];

  test.each([
    ["a style sheet", ".row-AbC1,.wrap{inline-size:0}", `.${row},.wrap{inline-size:0}`],
    ["an animation", "a{animation:1s turn-AbC1}", `a{animation:1s ${turn}}`],
    ["a script", 'o("p",{className:"wrap row-AbC1"})', `o("p",{className:"wrap ${row}"})`],
    ["a page", '<p class="row-AbC1">a-b</p>', `<p class="${row}">a-b</p>`],
  ])("has the short ones: %s", (_, text, shortened) => {
    expect(plugin.shorten(text)).toBe(shortened);
  });

  test("keeps words that only look like a class", () => {
    const text = "arrow-AbC1 row-AbC12 row-AbC1-a pre-row-AbC1 inline-size";
    expect(plugin.shorten(text)).toBe(text);
  });
});
