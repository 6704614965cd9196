import { readFileSync } from "node:fs";
import { expect } from "playwright/test";
import { turnedStyle } from "../../src/ui/open-document.ts";
import fc from "../support/fast-check.ts";
import { test } from "./school.ts";

const STYLES = ["features/desk-marking/marking", "ui/page-image"]
  .map((name) => readFileSync(`src/${name}.module.css`, "utf8"))
  .join("");
const side = fc.integer({ min: 40, max: 1200 });

test("a photo of any size, in any window and at any turn fills its paper and keeps its shape", async ({
  page,
}) => {
  await page.setContent(
    `<style>${STYLES}</style><div class="paper"><div class="page"></div></div>`,
  );
  const turn = fc.constantFrom(0, 90, 180, 270);
  await fc.assert(
    fc.asyncProperty(side, side, side, turn, async (width, height, room, degrees) => {
      const off = await page.evaluate(
        async ({ width, height, room, degrees, style }) => {
          const [paper, place] = ["paper", "page"].map((name) =>
            document.querySelector<HTMLElement>(`.${name}`),
          );
          const isTurned = degrees % 180 !== 0;
          const [w, h] = isTurned ? [height, width] : [width, height];
          const scale = room / Math.max(w, h);
          paper?.style.setProperty("width", `${w * scale}px`);
          paper?.style.setProperty("height", `${h * scale}px`);
          const image = new Image();
          image.src = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
          await image.decode();
          Object.assign(image.style, style);
          place?.replaceChildren(image);
          const [is, wanted] = [image, paper].map((each) => each?.getBoundingClientRect());
          return (["left", "top", "width", "height"] as const).map((edge) =>
            Math.abs((is?.[edge] ?? 0) - (wanted?.[edge] ?? 0)),
          );
        },
        { width, height, room, degrees, style: turnedStyle({ width, height }, degrees) },
      );
      expect(Math.max(...off)).toBeLessThan(1);
    }),
    { numRuns: 60 },
  );
});
