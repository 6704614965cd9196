import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { upTo, VIEWPORT } from "../../../src/ui/viewport.ts";

const ROOT = path.join(import.meta.dirname, "../../..");

/** Widths within a class at which something changes besides, in rem. */
const WITHIN_A_CLASS: Record<string, readonly string[]> = {
  // Logo, name and menus share one row on phones of 320 to 384 pixels.
  "src/features/shell/brand-bar.module.css": ["24", "22"],
  // A note beside the text needs as much room there.
  "src/features/lessons/tools/tools.module.css": ["80"],
};

const THRESHOLDS = Object.values(VIEWPORT).map((pixels) => `${pixels / 16}`);

/** A query for the width of the window; the one of a container has another word before it. */
const QUERY = /@media[^{]*|matchMedia\([^)]*/g;
const WIDTH = /\b(?:(?:min-|max-)?(?:device-)?width|inline-size)\b[^)]*/g;
const AS_IT_SHOULD_BE = /^width (?:<=|>) ([\d.]+)rem$/;

test("the viewport classes are those of the specification", () => {
  expect(VIEWPORT).toEqual({ xs: 576, sm: 768, md: 992, lg: 1200 });
  expect(upTo("md")).toBe("(width <= 62rem)");
});

test("no style and no script asks for another width of the window than that of a viewport class", () => {
  const files = globSync("{src,resources}/**/*.{css,ts,tsx,js,html}", { cwd: ROOT });
  const wrong = files.flatMap((file) => {
    const allowed = WITHIN_A_CLASS[file.replaceAll(path.sep, "/")] ?? [];
    const queries = readFileSync(path.join(ROOT, file), "utf8").match(QUERY) ?? [];
    const widths = queries.flatMap((query) => query.match(WIDTH) ?? []);
    const isRight = (width: string) =>
      THRESHOLDS.includes(AS_IT_SHOULD_BE.exec(width)?.[1] ?? "") ||
      allowed.includes(/^width < (\d+)rem$/.exec(width)?.[1] ?? "");
    return widths.filter((width) => !isRight(width)).map((width) => `${file}: ${width}`);
  });
  expect(wrong).toEqual([]);
});
