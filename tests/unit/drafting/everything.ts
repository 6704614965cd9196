import type { Block } from "../../../src/drafting/block.ts";
import { BLOCKS, GARMENTS } from "../../../src/drafting/draft.ts";

/** All that can be drafted: blocks and garments. */
export const EVERYTHING: readonly Block[] = [
  ...BLOCKS,
  ...(await Promise.all(GARMENTS.map(({ load }) => load()))),
];
