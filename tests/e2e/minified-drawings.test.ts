import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "playwright/test";
import { minifyDrawing } from "../../src/server/pictures/minify-drawing.ts";
import { sweepOf } from "../support/sweep.ts";
import { test } from "./school.ts";

const DEMO = path.join(import.meta.dirname, "../../resources/demo-school");

/** Drawings of other kinds than the demo's, each with something that a careless tool breaks. */
const OTHERS = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0.123 0.234L0.9876 0.8765" stroke="#000" stroke-width="0.0123"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><style>rect+rect{fill:red}g>circle:first-child{fill:blue}</style><rect width="30" height="30"/><rect x="40" width="30" height="30"/><g><circle cx="20" cy="60" r="15"/><circle cx="60" cy="60" r="15"/></g></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 90"><defs><g id="a"><path d="M0 0h20v20z"/></g></defs><use xlink:href="#a" x="20"/><use href="#a" y="40"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><g transform="scale(1000)"><path d="M0.0101 0.0202L0.0803 0.0704" stroke="#000" stroke-width="0.002"/></g></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><style>svg{color:#123}@media(prefers-color-scheme:dark){svg{color:#eee}}.l{stroke:currentColor}</style><path class="l" d="M5 5l80 80"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="45"><rect width="90" height="45" rx="9" fill="none" stroke="green" stroke-dasharray="4 3"/></svg>',
];

/** What can look different in a dark theme. */
const KNOWS_THEMES = /prefers-|color-scheme|light-dark|currentcolor|canvas/i;

const drawings = async (): Promise<[name: string, text: Buffer][]> => {
  const names = await readdir(DEMO, { recursive: true });
  const own = sweepOf(names.filter((name) => name.endsWith(".svg")).toSorted());
  const read = async (name: string) => [name, await readFile(path.join(DEMO, name))] as const;
  const others = OTHERS.map((text, at) => [`other ${at}`, Buffer.from(text)] as const);
  return [...(await Promise.all(own.map(read))), ...others].map(([name, text]) => [name, text]);
};

test("drawings are minified without a visible difference", { tag: "@all" }, async ({ page }) => {
  const pairs: [string, string, string][] = [];
  for (const [name, text] of await drawings()) {
    const { variants } = await minifyDrawing(text);
    const smaller = variants[0]?.bytes ?? text;
    pairs.push([name, text.toString("base64"), smaller.toString("base64")]);
  }
  const own = pairs.slice(0, -OTHERS.length);
  const saved = own.filter(([, before, after]) => after.length < before.length).length;
  expect(saved).toBeGreaterThan(own.length * 0.9);
  await page.goto("about:blank");
  for (const colorScheme of ["light", "dark"] as const) {
    await test.step(`a minified drawing looks like the author's, in a ${colorScheme} theme`, async () => {
      await page.emulateMedia({ colorScheme });
      const shown = pairs.filter(
        ([, before]) => colorScheme === "light" || KNOWS_THEMES.test(atob(before)),
      );
      const different = await page.evaluate(async (all) => {
        const side = 480;
        const context = new OffscreenCanvas(side, side).getContext("2d", {
          willReadFrequently: true,
        }) as OffscreenCanvasRenderingContext2D;
        const draw = async (data: string) => {
          const image = new Image();
          image.src = `data:image/svg+xml;base64,${data}`;
          await image.decode();
          context.fillStyle = "#8a8a8a";
          context.fillRect(0, 0, side, side);
          context.drawImage(image, 0, 0, side, side);
          return context.getImageData(0, 0, side, side).data;
        };
        const found: string[] = [];
        for (const [name, before, after] of all) {
          const [one, other] = [await draw(before), await draw(after)];
          let pixels = 0;
          let drawn = 0;
          for (let at = 0; at < one.length; at += 4) {
            if (Math.abs((one[at] ?? 0) - 0x8a) > 16) drawn += 1;
            // A line that moves by a hundredth of a pixel is a little lighter at one edge.
            if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 40) pixels += 1;
          }
          if (pixels > 2 || drawn === 0) found.push(`${name}: ${pixels} of ${drawn} pixels`);
        }
        return found;
      }, shown);
      expect(different).toEqual([]);
    });
  }
});
