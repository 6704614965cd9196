import type { Block } from "../../../src/drafting/block.ts";
import { BLOCKS } from "../../../src/drafting/blocks.ts";
import { GARMENTS } from "../../../src/drafting/garments.ts";

/** All that can be drafted: blocks and garments. */
export const EVERYTHING: readonly Block[] = [
  ...BLOCKS,
  ...(await Promise.all(GARMENTS.map(({ load }) => load()))),
];
