import { fileURLToPath } from "node:url";
import { loadSharp } from "./load-sharp.ts";

const FONT = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));

let loading: Promise<void> | undefined;

/**
 * Sets a text once from the font's file, after which the font is there for drawings, too. The fonts of the
 * system come on top: a container has none, and shows boxes in place of letters.
 */
const load = async (): Promise<void> => {
  const sharp = await loadSharp();
  await sharp({ text: { text: "x", font: "DejaVu Sans Bold", fontfile: FONT } })
    .raw()
    .toBuffer();
};

/**
 * Loads the font for the texts of drawings. It has Latin, Greek, Cyrillic, Hebrew and Arabic letters.
 * @throws NoConverter on a system without the library
 */
export const loadFont = (): Promise<void> => {
  loading ??= load();
  return loading;
};
