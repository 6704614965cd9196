import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const source = path.join(import.meta.dirname, "../../../src");

const textOf = (file: string): string =>
  readFileSync(path.join(source, file), "utf8").replaceAll(/\/\*.*?\*\//gs, "");

const declared = (css: string): string[] =>
  Array.from(css.matchAll(/[{;]\s*(--[\w-]+)\s*:/g), ([, name = ""]) => name);

test("no module declares a colour or size of the theme: the build would give it a name of its own", () => {
  const theme = new Set(["ui/base.css", "ui/inside.css"].flatMap((file) => declared(textOf(file))));
  expect(theme).toContain("--chalk");
  const modules = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".module.css"),
  );
  const doubled = modules.flatMap((file) =>
    declared(textOf(file)).flatMap((name) => (theme.has(name) ? `${file}: ${name}` : [])),
  );
  expect(doubled).toEqual([]);
});
