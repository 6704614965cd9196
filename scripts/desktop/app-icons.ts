import { readFileSync } from "node:fs";
import path from "node:path";
import png2icons from "png2icons";

const source = path.join(import.meta.dirname, "../../neutralino/icons/app-1024.png");

const made = (icon: Buffer | null): Buffer => {
  if (!icon) throw new Error("neutralino/icons/app-1024.png is not a valid picture for an icon.");
  return icon;
};

/** Creates the app's icon for macOS, in all sizes up to 1024 pixels. */
export const icns = (): Buffer =>
  made(png2icons.createICNS(readFileSync(source), png2icons.BICUBIC2, 0));

/** Creates the app's icon for Windows. Small sizes are bitmaps, which all programs can read. */
export const ico = (): Buffer =>
  made(png2icons.createICO(readFileSync(source), png2icons.BICUBIC2, 0, false, true));
