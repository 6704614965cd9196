import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { markFile } from "../../../src/server/pictures/mark-file.ts";
import { firstPage, written } from "./drawn-shapes.ts";

/*
 * Marks a white photo with each of the texts that are its arguments, and writes the pixels as files of
 * bytes beside each other. Its own process, because a process looks for the fonts of the system once.
 */

const { positionals } = parseArgs({ allowPositionals: true });
const [folder = "", ...texts] = positionals;
const white = await sharp({ create: { width: 1000, height: 400, channels: 3, background: "#fff" } })
  .jpeg({ quality: 95 })
  .toBuffer();
for (const [index, text] of texts.entries()) {
  const pages = firstPage([written(text, 1000, 1000)]);
  const { bytes } = await markFile({ bytes: white, name: "a.jpg" }, pages, "en");
  writeFileSync(`${folder}/${index}.raw`, await sharp(bytes).greyscale().raw().toBuffer());
}
