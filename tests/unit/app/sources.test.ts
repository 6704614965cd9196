import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { upTo, VIEWPORT } from "../../../src/ui/viewport.ts";
import { rowOf, STORAGE_KEYS } from "../../support/storage-keys.ts";

const ROOT = path.join(import.meta.dirname, "../../..");

/** The files of the app, without those of the server, by path and with their text. */
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => !file.startsWith("src/server/"))
    .map((file): [string, string] => [file, readFileSync(path.join(ROOT, file), "utf8")]);

const scripts = filesOf("src/**/*.{ts,tsx}");
const styles = filesOf("src/**/*.css");

/** A text that names a version, as every key does. */
const VERSIONED = /["'`]([a-z][a-z.-]*(?:\$\{\w+\}\.)?\.?v\d+(?:[./]\$\{[^}]*\})?)/g;

test("every key under which the app stores something has an owner in the table", () => {
  const found = new Set(
    scripts.flatMap(([, text]) =>
      Array.from(text.matchAll(VERSIONED), ([, key = ""]) => key.replace(/\$\{[^}]*\}/, "ID")),
    ),
  );
  expect([...found].filter((key) => !rowOf(STORAGE_KEYS, key))).toEqual([]);
  // And no row is left of a key that is gone.
  expect(Object.keys(STORAGE_KEYS).filter((row) => !found.has(row))).toEqual([]);
});

test("the app stores nothing in other places of the browser", () => {
  const places: Readonly<Record<string, RegExp>> = {
    indexedDB: /^$/,
    sessionStorage: /^src\/(platform\/|app\/embedded\/)/,
    localStorage: /^src\/(platform\/web\/|early\/|app\/embedded\/)/,
    "document.cookie": /^src\/platform\/web\//,
    "window.name": /^$/,
    // It stores nothing: a window tells the page that has opened it what a provider has answered.
    BroadcastChannel: /^src\/features\/staff\/school\/openid-sign-in\.ts$/,
  };
  for (const [place, mayUse] of Object.entries(places)) {
    const users = scripts.filter(([, text]) => new RegExp(`\\b${place}\\b`).test(text));
    const others = users.map(([name]) => name).filter((name) => !mayUse.test(name));
    expect([place, others]).toEqual([place, []]);
  }
});

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

const withoutComments = (css: string): string => css.replaceAll(/\/\*.*?\*\//gs, "");

const ASKED = /@media \(prefers-reduced-motion: no-preference\) \{/;

const moves = (css: string): string[] => {
  const always = without(without(withoutComments(css), ASKED), /@keyframes [\w-]+ \{/);
  return always.match(/\b(animation|transition)(-[a-z]+)?:.*|scroll-behavior: smooth/g) ?? [];
};

test("for somebody who asks for less motion no style moves anything", () => {
  const pages = [...styles, ...filesOf("resources/**/*.html")];
  expect(pages.length).toBeGreaterThan(50);
  const moving = pages.flatMap(([file, text]) => moves(text).map((rule) => `${file}: ${rule}`));
  expect(moving).toEqual([]);
});

test("for somebody who asks for less motion no script scrolls smoothly, or animates without asking", () => {
  const moving = scripts.filter(([, text]) => {
    if (/behavior:\s*["']smooth/.test(text)) return true;
    return /\.animate\(/.test(text) && !text.includes("(prefers-reduced-motion: reduce)");
  });
  expect(moving.map(([file]) => file)).toEqual([]);
});

const declared = (css: string): string[] =>
  Array.from(withoutComments(css).matchAll(/[{;]\s*(--[\w-]+)\s*:/g), ([, name = ""]) => name);

test("no module declares a colour or size of the theme: the build would give it a name of its own", () => {
  const ofTheme = /^src\/ui\/(base|inside)\.css$/;
  const theme = styles.flatMap(([file, text]) => (ofTheme.test(file) ? declared(text) : []));
  expect(theme).toContain("--chalk");
  const doubled = styles.flatMap(([file, text]) =>
    file.endsWith(".module.css") ? declared(text).filter((name) => theme.includes(name)) : [],
  );
  expect(doubled).toEqual([]);
});

/** Widths within a class at which something changes besides, in rem. */
const WITHIN_A_CLASS: Record<string, readonly string[]> = {
  // Logo, name and menus share one row on phones of 320 to 384 pixels.
  "src/features/shell/brand-bar.module.css": ["24", "22"],
  // A note beside the text needs as much room there.
  "src/features/lessons/tools/tools.module.css": ["80"],
};

const THRESHOLDS = Object.values(VIEWPORT).map((pixels) => `${pixels / 16}`);

test("the viewport classes are those of the specification", () => {
  expect(VIEWPORT).toEqual({ xs: 576, sm: 768, md: 992, lg: 1200 });
  expect(upTo("md")).toBe("(width <= 62rem)");
});

/** A query for the width of the window; the one of a container has another word before it. */
const QUERY = /@media[^{]*|matchMedia\([^)]*/g;
const WIDTH = /\b(?:(?:min-|max-)?(?:device-)?width|inline-size)\b[^)]*/g;
const AS_IT_SHOULD_BE = /^width (?:<=|>) ([\d.]+)rem$/;

test("no style and no script asks for another width of the window than that of a viewport class", () => {
  const wrong = filesOf("{src,resources}/**/*.{css,ts,tsx,js,html}").flatMap(([file, text]) => {
    const allowed = WITHIN_A_CLASS[file] ?? [];
    const widths = (text.match(QUERY) ?? []).flatMap((query) => query.match(WIDTH) ?? []);
    const isRight = (width: string) =>
      THRESHOLDS.includes(AS_IT_SHOULD_BE.exec(width)?.[1] ?? "") ||
      allowed.includes(/^width < (\d+)rem$/.exec(width)?.[1] ?? "");
    return widths.filter((width) => !isRight(width)).map((width) => `${file}: ${width}`);
  });
  expect(wrong).toEqual([]);
});
