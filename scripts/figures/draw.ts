/** Writes the drawn figures into the demo school: `node scripts/figures/draw.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { allFigures } from "./figures.ts";

const assets = new URL("../../resources/demo-school/PM/assets/", import.meta.url);
mkdirSync(assets, { recursive: true });
for (const [name, svg] of allFigures()) writeFileSync(new URL(name, assets), svg);
