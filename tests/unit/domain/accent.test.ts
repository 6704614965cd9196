import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { accentColours, accentProperties, contrastOf, THEMES } from "../../../src/domain/accent.ts";
import fc from "../../support/fast-check.ts";

const BOTH = ["light", "dark"] as const;
type Theme = (typeof BOTH)[number];

const styles = ["base.css", "inside.css"]
  .map((name) => readFileSync(path.join(import.meta.dirname, "../../../src/ui", name), "utf8"))
  .join("\n");

/** A colour in full: `#fff` as `#ffffff`. */
const inFull = (colour: string) => colour.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");

/** The values of a custom property in the stylesheets of the app, in one theme. */
const styled = (name: string, theme: Theme): string[] =>
  [...styles.matchAll(new RegExp(`^ +${name}: (.+);$`, "gm"))].map(([, value = ""]) => {
    const [light, dark] = value.match(/#[\da-f]+/g) ?? [];
    return inFull((theme === "light" ? light : (dark ?? light)) ?? "");
  });

/** The texts that are on a tinted ground too. */
const TEXTS = ["--ink", "--ink-soft", "--thread", "--done"];

/** Each pair of colours that is to be read, and its contrast. */
const pairs = (colour: string, theme: Theme): [string, number][] => {
  const { accent, onAccent, wash } = accentColours(colour, theme);
  const pair = (name: string, one: string, other: string): [string, number] => [
    name,
    contrastOf(one, other),
  ];
  return [
    ...[...THEMES[theme].grounds, wash].map((ground) => pair(`on ${ground}`, accent, ground)),
    pair("a button's text", onAccent, accent),
    ...TEXTS.map((name) => pair(`${name} on the wash`, styled(name, theme)[0] ?? "", wash)),
  ];
};

const unreadable = (colour: string): string[] =>
  BOTH.flatMap((theme) =>
    pairs(colour, theme)
      .filter(([, contrast]) => contrast < 4.5)
      .map(([pair, contrast]) => `${colour} in ${theme}: ${pair}: ${contrast}`),
  );

test("a school's accent colour is measured against the grounds of the app's styles", () => {
  const lightGrounds = ["--paper", "--sheet", "--plate", "--drawing-paper"];
  const light = lightGrounds.flatMap((name) => styled(name, "light"));
  // Print has white paper.
  expect(new Set(THEMES.light.grounds)).toEqual(new Set(light));
  const dark = ["--paper", "--sheet", "--plate"].map((name) => styled(name, "dark")[0]);
  expect(THEMES.dark.grounds).toEqual(dark);
  for (const theme of BOTH) expect(THEMES[theme].paper).toBe(styled("--paper", theme)[0]);
  for (const [name, value] of Object.entries(accentProperties("#a03050"))) {
    expect(styles).toContain(`${name}:`);
    expect(value).toMatch(/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/);
  }
});

test("a school's accent colour stays as it is where it can be read", () => {
  expect(accentColours("#1f5f8b", "light").accent).toBe("#1f5f8b");
  expect(accentColours("#fff7b0", "dark").accent).toBe("#fff7b0");
});

test("a school's accent colour can be read in both themes, whatever it is: as text, on buttons, and under other texts", () => {
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, "0")}`);
  const isReadable = fc.property(colour, (any) => void expect(unreadable(any)).toEqual([]));
  fc.assert(isReadable, { numRuns: 500 });
});

test("a school without an accent colour has none of its properties", () => {
  expect(accentProperties("")).toEqual({ "--chalk": "", "--on-chalk": "", "--chalk-wash": "" });
});
