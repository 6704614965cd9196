import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../../..");

const sources = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => path.join(folder, file));

const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** A style sheet without its comments and without the blocks that begin with `start`. */
const without = (css: string, start: RegExp): string => {
  const found = start.exec(css);
  if (!found) return css;
  let end = found.index + found[0].length;
  for (let depth = 1; depth > 0 && end < css.length; end += 1) {
    if (css[end] === "{") depth += 1;
    if (css[end] === "}") depth -= 1;
  }
  return without(css.slice(0, found.index) + css.slice(end), start);
};

const moves = (css: string): string[] => {
  const always = without(
    without(
      css.replaceAll(/\/\*.*?\*\//gs, ""),
      /@media \(prefers-reduced-motion: no-preference\) \{/,
    ),
    /@keyframes [\w-]+ \{/,
  );
  return always.match(/\b(animation|transition)(-[a-z]+)?:.*|scroll-behavior: smooth/g) ?? [];
};

test("for somebody who asks for less motion no style moves anything", () => {
  const pages = [...sources("src", /\.css$/), ...sources("resources", /\.html$/)];
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.flatMap((file) => moves(textOf(file)).map((rule) => `${file}: ${rule}`))).toEqual(
    [],
  );
});

test("for somebody who asks for less motion no script scrolls smoothly, or animates without asking", () => {
  const scripts = sources("src", /\.tsx?$/).filter((file) => !file.startsWith("src/server"));
  const moving = scripts.filter((file) => {
    const text = textOf(file);
    if (/behavior:\s*["']smooth/.test(text)) return true;
    return /\.animate\(/.test(text) && !text.includes("(prefers-reduced-motion: reduce)");
  });
  expect(moving).toEqual([]);
});
