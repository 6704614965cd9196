import type { Block } from "./block.ts";
import { bodiceBlock } from "./blocks/bodice-block.ts";
import { skirtBlock } from "./blocks/skirt-block.ts";
import { sleeveBlock } from "./blocks/sleeve-block.ts";
import { trousersBlock } from "./blocks/trousers-block.ts";

/** All blocks, in the order of the lessons. */
export const BLOCKS: readonly Block[] = [skirtBlock, bodiceBlock, sleeveBlock, trousersBlock];

export const blockOf = (id: string): Block | undefined => BLOCKS.find((block) => block.id === id);
