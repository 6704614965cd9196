/** Writes the drawn figures into the demo school: `node scripts/figures/draw.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { allFigures } from "./figures.ts";

const product = new URL("../../resources/demo-school/PM/", import.meta.url);
for (const [path, content] of allFigures()) {
  const file = new URL(path, product);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, content);
}
